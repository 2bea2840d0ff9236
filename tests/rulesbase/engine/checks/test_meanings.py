"""Meanings that only one sentence of a pair has: our own sentences."""

import pytest

from rulesbase.engine.checks.term_differences import term_differences
from rulesbase.engine.checks.term_use import TermUse


def found(language: str, english: str, own: str) -> list[tuple[str, str, bool]]:
    return [(one.term, one.name, one.added) for one in term_differences(TermUse(language, ()), english, own)]


@pytest.mark.parametrize(
    ("language", "english", "own"),
    [
        ("zh", "A lamp can’t burn. A guest may sleep.", "灯不能燃烧。客人可以睡觉。"),
        ("zh", "A guest may sleep. Light may be lost.", "客人如要睡觉，灯会熄灭。"),
        # Other words for a negation, in either language.
        ("zh", "A lamp can’t burn unless a guest sleeps.", "只要客人睡觉，灯就燃烧。"),
        ("zh", "The harbour stops all but lamps.", "港口不让灯以外的东西进入。"),
        # A translation may repeat or join negations.
        ("zh", "A lamp can’t burn or smoke.", "灯不能燃烧，也不能冒烟。"),
        ("zh", "A lamp doesn’t burn and doesn’t smoke.", "灯不燃烧或冒烟。"),
        ("zh", "A harbour with at least two lamps.", "有至少两盏灯的港口。"),
        ("zh", "No more than two lamps burn.", "不得多于两盏灯燃烧。"),
        ("zh", "Light one or more lamps.", "点燃灯。"),
        ("zh", "Light up to three lamps.", "点燃至多三盏灯。"),
        ("zh", "It is dark even if no lamp burns because there are no lamps.", "即使无灯可点，也是黑暗的。"),
        ("zh", "It is fathomless and free.", "它无底，且不收费。"),
        ("zh", "It burns until noon or until the guest sleeps.", "它燃烧到正午或客人睡觉之前。"),
        ("zh", "The answer is no.", "答案总是否。"),
        # A translation names these words once in a sentence, or in another way.
        ("zh", "A player’s only lamp burns only at noon.", "牌手唯一的灯在正午燃烧。"),
        ("zh", "Lamps burn and not only candles.", "灯和蜡烛一样燃烧，不止是蜡烛。"),
        ("zh", "Its owner shows it to that owner’s guests.", "其拥有者向客人展示它。"),
        ("zh", "Light any number of lamps.", "点燃任意数量的灯。"),
        ("zh", "On the other hand, a lamp smokes. The left-hand lamp is bright.", "另一方面，灯会冒烟。左侧的灯很亮。"),
        ("zh", "A lamp burns immediately before the next one.", "灯紧接着在下一盏灯之前燃烧。"),
        ("zh", "It becomes blocked and isn’t unblocked.", "它被阻挡，不是未受阻挡。"),
        # A pronoun, or a noun that the other sentence has.
        ("zh", "This card is a spell. That card burns.", "此牌是咒语，它会燃烧。"),
        ("zh", "A card burns. A spell smokes.", "咒语冒烟。牌会燃烧。"),
        ("zh", "Draw a card. Each creature attacks.", "抓牌。每个生物攻击。"),
        # The sentence goes on behind a quotation.
        (
            "zh",
            "A lamp with “Light it. Use this lamp only at noon.” is bright.",
            "具有“点燃它。只能在正午使用此灯。”的灯很亮。",
        ),
        ("ja", "It burns only at noon.", "それは正午にのみ燃える。"),
        ("ja", "It can burn only at noon.", "それは正午にしか燃えることができない。"),
        ("fr", "No lamp can’t burn. Only lamps burn.", "Aucune lampe ne peut pas brûler. Seules les lampes brûlent."),
        ("fr", "Players can’t burn lamps.", "Il est interdit aux joueurs de brûler des lampes."),
        ("fr", "If it doesn’t, there’s no lamp.", "Sinon, il n’y a pas de lampe."),
        ("fr", "Draw more cards than are left.", "Piochez plus de cartes qu’il n’en reste plus de deux."),
        ("ja", "Without a lamp, at most two guests sleep.", "ランプがなければ、二人以下の客が眠る。"),
        ("ja", "Two or more lamps burn beside six guests.", "複数のランプが６人の客のそばで燃える。"),
        ("it", "A lamp can’t burn.", "Una lampada arde."),
    ],
)
def test_no_difference(language: str, english: str, own: str) -> None:
    assert found(language, english, own) == []


@pytest.mark.parametrize(
    ("language", "english", "own", "differences"),
    [
        ("zh", "It can’t burn. It can’t sleep.", "它不能燃烧。它可以睡觉。", [("can’t", "不", False)]),
        ("zh", "It can burn. It can’t sleep.", "它不能燃烧。它不能睡觉。", [("not", "不", True)]),
        ("zh", "Light three or more lamps.", "点燃三盏灯。", [("or more", "至少", False)]),
        (
            "zh", "Light at least three lamps.", "点燃至多三盏灯。",
            [("at least", "至少", False), ("at most", "至多", True)],
        ),
        (
            "zh", "No more than three lamps burn.", "不得少于三盏灯燃烧。",
            [("at least", "不得少于", True), ("No more than", "至多", False)],
        ),
        ("zh", "The first lamp.", "第二盏灯。", [("second", "第二", True)]),
        ("zh", "A lamp may be blocked by guests.", "灯可以阻挡客人。", [("be blocked", "被阻挡", False)]),
        ("zh", "A random lamp burns. Randomness helps.", "随机一盏灯燃烧。变化有益。", [("Randomness", "随机", False)]),
        ("zh", "Light the card.", "点燃该咒语。", [("card", "牌", False), ("spell", "咒语", True)]),
        (
            "zh", "This creature burns for each permanent.", "每有一个生物，此生物便燃烧。",
            [("permanent", "永久物", False), ("creature", "生物", True)],
        ),
        ("fr", "A lamp can’t burn.", "Une lampe peut brûler.", [("can’t", "ne … pas", False)]),
        (
            "fr", "A guest can’t light it, for any reason.", "Un invité peut l’allumer, quelle que soit la raison.",
            [("can’t", "ne … pas", False)],
        ),
        ("fr", "It is stored.", "Elle n’est jamais gardée.", [("not", "n’est jamais", True)]),
        ("ja", "A lamp can burn.", "ランプは燃えることができない。", [("not", "できない", True)]),
        ("ja", "Light an object.", "カードを灯す。", [("object", "オブジェクト", False), ("card", "カード", True)]),
    ],
)  # fmt: skip
def test_differences(language: str, english: str, own: str, differences: list[tuple[str, str, bool]]) -> None:
    assert found(language, english, own) == differences


def test_a_meaning_that_stands_in_another_sentence_is_not_added() -> None:
    assert found("zh", "It may sleep. It can’t burn.", "它不能燃烧。它可以睡觉。") == [("can’t", "不", False)]
