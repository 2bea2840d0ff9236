"""Terms that only one of two texts has, by what is usual in all texts of the language."""

from collections.abc import Mapping

import pytest

from rulesbase.engine.checks.meanings import meaning_differences
from rulesbase.engine.checks.term_differences import term_differences
from rulesbase.engine.checks.term_use import TermCount, TermUse
from rulesbase.engine.languages import text_language
from rulesbase.engine.translation.sentence_pairs import SentencePair

CHINESE = [SentencePair("A lamp burns.", "灯具燃烧。")] * 22 + [
    SentencePair("A guest sleeps beside a lamp.", "客人睡在灯具旁。"),
    SentencePair("It burns all night.", "它整夜燃烧。"),
]
FRENCH = [SentencePair("Two lamps burn.", "Deux lampes brûlent.")] * 22


def found(use: TermUse, english: str, own: str) -> list[tuple[str, bool]]:
    return [(one.term, one.added) for one in term_differences(use, english, own)]


@pytest.fixture(name="zh", scope="module")
def zh_() -> TermUse:
    terms = TermUse("zh", [TermCount("Lamp", ("灯具", "明灯")), TermCount("Guest", ("客人",))])
    return terms.counted(CHINESE)


def test_terms_are_counted_in_both_texts(zh: TermUse) -> None:
    assert zh.counts == [TermCount("Lamp", ("灯具", "明灯"), 23, 0, 23, 0), TermCount("Guest", ("客人",), 1, 0, 1, 0)]
    other = [SentencePair("A lamp beside a lamp.", "灯具旁。"), SentencePair("It burns.", "灯具燃烧。")]
    lamp = zh.counted([*CHINESE, *other]).counts[0]
    assert (lamp.fewer, lamp.lower, lamp.more, lamp.higher) == (1, 1, 0, 1)


@pytest.mark.parametrize(
    ("english", "own", "differences"),
    [
        ("A lamp burns.", "灯具燃烧。", []),
        ("A lamp burns.", "明灯燃烧。", []),
        ("A source without a lamp burns.", "来源燃烧。", [("Lamp", False)]),
        ("It burns.", "灯具燃烧。", [("Lamp", True)]),
        # A note of the translator is no part of the text.
        ("It burns.", "它燃烧。（译注：一般为灯具）", []),
        ("It burns.", "它燃烧。（译注：一般为[颜色]灯具）", []),
        # A translation may quote the English.
        ("The word “lamp” burns.", "“Lamp”一词燃烧。", []),
        # A single use proves nothing.
        ("A guest sleeps.", "有人睡觉。", []),
    ],
)
def test_a_reliable_term_must_be_in_both_texts(
    zh: TermUse, english: str, own: str, differences: list[tuple[str, bool]]
) -> None:
    assert found(zh, english, own) == differences


def test_words_that_people_agreed_on_are_names_too(zh: TermUse) -> None:
    agreed = zh.with_names({"lamp": ("灯笼",), "harbour": ("港口",)})
    assert found(agreed, "A lamp burns.", "灯笼燃烧。") == []
    assert found(agreed, "It burns.", "灯笼燃烧。") == [("Lamp", True)]
    assert zh.with_names({"lamp": ("明灯",)}) is zh


def test_words_in_any_form_count() -> None:
    use = TermUse("fr", [TermCount("Lamp", ("lampe",))]).counted(FRENCH)
    assert found(use, "Each lamp burns.", "Chacune des lampes brûle.") == []
    assert found(use, "Each lamp burns.", "Chacune brûle.") == [("Lamp", False)]
    assert found(use, "It burns.", "La lampe brûle.") == [("Lamp", True)]


def test_terms_of_the_table_are_expected_before_a_text_is_imported() -> None:
    use = TermUse("fr", [TermCount("Graveyard", ("cimetière",)), TermCount("Lamp", ("lampe",))]).counted([])
    assert found(use, "The lamp is put into a graveyard.", "Elle est mise en exil.") == [("Graveyard", False)]
    assert found(use, "The lamp is put into graveyards.", "La lampe va dans les cimetières.") == []
    # Translations may name again what the English calls "it".
    assert found(use, "It burns.", "Le cimetière brûle.") == []


GAME = (
    "The active player puts each artifact, creature, enchantment, equipment, aura, land, planeswalker and token on the"
    " battlefield. An instant or sorcery waits on the stack, in the library, in the graveyard or in exile. A triggered"
    " ability, an activated ability, a static ability and a mana ability differ, as do a replacement effect, a"
    " prevention effect and a continuous effect. The untap step, the upkeep, the main phase and the combat phase come;"
    " combat damage meets toughness, power and loyalty. The defending player has priority, may reveal a card, pay mana"
    " or an alternative cost, sacrifice a lamp, or remove a counter."
)
JEU = (
    "Le joueur actif met chaque artefact, créature, enchantement, équipement, aura, terrain, planeswalker et jeton sur"
    " le champ de bataille. Un éphémère ou un rituel attend sur la pile, dans la bibliothèque, au cimetière ou en exil."
    " Une capacité déclenchée, une capacité activée, une capacité statique et une capacité de mana diffèrent, comme un"
    " effet de remplacement, un effet de prévention et un effet continu. Suivent l’étape de dégagement, l’entretien, la"
    " phase principale et la phase de combat ; les blessures de combat rencontrent endurance, force et loyauté. Le"
    " joueur défenseur a la priorité, peut révéler une carte, payer du mana ou un coût alternatif, sacrifier une lampe"
    " ou retirer un marqueur."
)
GEMU = (
    "アクティブ・プレイヤーは、アーティファクト、クリーチャー、エンチャント、装備品、オーラ、土地、プレインズウォーカー、"
    "トークンを戦場に出す。インスタントやソーサリーは、スタック、ライブラリー、墓地、追放領域で待つ。誘発型能力と起動型能力と"
    "常在型能力とマナ能力は別のもので、置換効果と軽減効果と継続的効果も別のものである。アンタップ・ステップ、アップキープ、"
    "メイン・フェイズ、戦闘フェイズと続き、戦闘ダメージがタフネスとパワーと忠誠に当たる。防御プレイヤーは優先権を得て、"
    "カードを公開し、マナか代替コストを支払い、灯を生け贄に捧げ、カウンターを取り除く。"
)


# Names in these texts, each with another one for the same term.
FRENCH_NAMES = [
    ("coût alternatif", "coût de remplacement"),
    ("blessures de combat", "dégâts de combat"),
    ("en exil", "exiler"),
    ("un marqueur", "contrer"),
    ("de combat rencontrent", "et combat sont"),
    ("la phase de combat", "les phases de combat"),
    ("planeswalker", "arpenteur"),
    ("joueur défenseur", "joueur en défense"),
    ("joueur défenseur", "joueur défendant"),
    ("retirer un marqueur", "la contrecarrer"),
    ("la phase principale", "les phases principales"),
    ("une capacité de mana", "des capacités de mana"),
]
JAPANESE_NAMES = [("起動型", "起動"), ("・プレイヤー", "プレイヤー"), ("ライブラリー", "ライブラリ")]
JAPANESE_NAMES += [("・フェイズ", "フェイズ"), ("常在型", "常在"), ("誘発型", "誘発"), ("・ステップ", "ステップ")]
JAPANESE_NAMES += [("カウンターを取り除く", "打ち消す"), ("カウンターを取り除く", "打消を行う")]


@pytest.mark.parametrize(("language", "own", "names"), [("fr", JEU, FRENCH_NAMES), ("ja", GEMU, JAPANESE_NAMES)])
def test_a_text_with_every_term_of_the_table(language: str, own: str, names: list[tuple[str, str]]) -> None:
    use = TermUse(language, (TermCount(*row) for row in text_language(language).game_terms.items()))
    for was, other in [("", ""), *names]:
        assert (was in own, set(use.surplus(GAME, own.replace(was, other, 1)).values())) == (True, {0}), other


def test_a_term_that_translations_often_leave_out_is_not_missed() -> None:
    use = TermUse("zh", [TermCount("Lamp", ("灯具",))]).counted(
        [*CHINESE, SentencePair("That lamp burns.", "它燃烧。")] * 2
    )
    assert found(use, "A lamp burns.", "它燃烧。") == []


def test_examples_short_names_and_words_that_translations_repeat() -> None:
    use = TermUse("zh", [TermCount("Lamp Mode", ("灯具模式",), used=50, own=50)])
    assert found(use, "The lamp mode.", "客人。") == [("Lamp Mode", False)]
    assert found(use, "The lamp mode.", "灯具。") == []
    assert found(use, "Example: The lamp mode.", "例如：客人。") == []
    assert TermUse("zh", [TermCount("X", ("x",), used=50)]).counts == []
    assert [one.term for one in TermUse("zh", [TermCount("X", ("x", "未知数"))]).counts] == ["X"]
    assert found(use, "The lamp mode.", "灯式。") == [], "a name without letters inside it"
    assert found(use, "The lamp mode.", "灯。") == [("Lamp Mode", False)]
    repeated = TermUse("zh", [TermCount("Lamp", ("灯具",))])
    assert found(repeated.counted(CHINESE), "It burns.", "灯具。") == [("Lamp", True)]
    more = repeated.counted([*CHINESE, *[SentencePair("The lamp burns.", "灯具是灯具。")] * 5])
    assert found(more, "It burns.", "灯具。") == []
    assert found(more, "The lamp burns.", "它燃烧。") == [("Lamp", False)]
    fewer = repeated.counted([*CHINESE, *[SentencePair("The lamp is a lamp.", "灯具。")] * 5])
    assert found(fewer, "The lamp burns.", "它燃烧。") == []


def test_a_term_is_even_where_few_texts_repeat_it_or_leave_it_out() -> None:
    def is_even(used: int, missing: int, more: int, fewer: int) -> bool:
        return TermCount("Lamp", ("灯具",), used, missing, more=more, fewer=fewer).even

    assert [is_even(40, 20, *uneven) for uneven in ((3, 3), (4, 0), (0, 4))] == [True, False, False]
    assert [is_even(2, 2, *uneven) for uneven in ((0, 0), (1, 0), (0, 1))] == [True, False, False]


def test_a_definition_may_begin_with_its_own_term(zh: TermUse) -> None:
    assert term_differences(zh, "It burns.", "灯具燃烧。", "Lamp") == []


def test_names_of_two_terms_and_words_apart() -> None:
    use = TermUse("zh", [TermCount("Lamp Mode", ("模式",), own=50), TermCount("Night Option", ("模式",), own=50)])
    assert found(use, "The night option.", "模式。") == []
    assert found(use, "Modes of lamps and harbours.", "模式。") == []
    assert found(use, "A guest.", "模式。") == [("Lamp Mode", True)]


LAMPS = {"Street Lamp": "街灯具", "Table Lamp": "桌灯具", "Guest": "客人", "Harbour": "港口"}


def unreliable(names: Mapping[str, str] = LAMPS, unmatched: int = 3) -> list[TermCount]:
    """Return terms none of which is reliable alone."""
    return [
        TermCount(term, (name,), used=50, missing=unmatched, own=50, added=unmatched, higher=unmatched, lower=unmatched)
        for term, name in names.items()
    ]


def test_a_term_in_the_place_of_another_one_in_a_sentence() -> None:
    use = TermUse("zh", unreliable())
    swapped = [("Street Lamp", False), ("Table Lamp", True)]
    assert found(use, "The street lamp burns.", "桌灯具燃烧。") == swapped
    assert found(use, "The street lamp burns. A street lamp is old.", "街灯具燃烧。桌灯具古老。") == swapped
    assert found(use, "The street lamp burns.", "它燃烧。") == []
    other = [("Guest", False), ("Harbour", True)]
    assert found(use, "The guest sleeps.", "港口睡着。") == other
    # Terms that are uneven in many texts prove nothing.
    assert found(TermUse("zh", unreliable(unmatched=14)), "The guest sleeps.", "港口睡着。") == []
    # Nor is a term known that only two translations use.
    assert found(TermUse("zh", [one._replace(own=2) for one in unreliable()]), "The guest sleeps.", "港口睡着。") == []
    # The place of the other word counts also where both terms are in both texts.
    assert found(use, "The guest at the harbour sees a guest.", "港口的客人看见港口。") == other
    assert found(use, "The guest at the harbour sees a guest at a table lamp.", "港口的客人看见港口。") == [
        ("Table Lamp", False),
        ("Harbour", True),
    ]
    assert term_differences(use, "The guest sleeps.", "港口睡着。", "Harbour") == []
    # The same terms in another order are no difference.
    assert found(use, "The street lamp burns. The table lamp is old.", "桌灯具古老。街灯具燃烧。") == []


def test_a_heading_with_several_names_explains_a_shorter_term() -> None:
    rows = [
        TermCount("Light, Light Level", ("灯光",), used=40, own=40),
        TermCount("Harbour Light Level", ("港口光度",), used=40, own=40, missing=30, lower=2),
    ]
    assert found(TermUse("zh", rows), "The harbour light level is low.", "灯光微弱。") == []


def test_a_term_that_a_list_lacks() -> None:
    use = TermUse("zh", unreliable())
    assert found(use, "It has a street lamp, guests, a harbour, and so on.", "它有客人、港口等。") == [
        ("Street Lamp", False)
    ]
    assert found(use, "It has a street lamp, guests, and food.", "它有客人等。") == [("Street Lamp", False)]
    assert found(use, "The guests or the harbour.", "客人。") == [("Harbour", False)]
    assert found(use, "It has a street lamp, old food, and a harbour.", "它有食物和港口。") == [("Street Lamp", False)]
    # In another sentence of the text the term is there.
    assert found(use, "The guests or the harbour. A harbour is old.", "客人。港口古老。") == [("Harbour", False)]
    assert found(use, "The street lamp of the guest at the harbour.", "港口的客人。") == []
    assert found(use, "The guests or the harbour.", "它。") == []
    assert found(use, "The guests harbour it.", "客人。") == []
    assert found(TermUse("zh", unreliable(unmatched=8)), "The guests or the harbour.", "客人。") == []


def test_a_longer_name_of_a_term_is_no_other_term() -> None:
    use = TermUse("zh", unreliable({"Lamp": "灯具", "Street Lamp": "街灯具"}))
    assert found(use, "A lamp burns.", "街灯具燃烧。") == []
    assert found(use, "A street lamp burns.", "灯具燃烧。") == []


def test_a_word_that_many_translations_add_is_usual() -> None:
    guest = TermCount("Guest", ("客人",), used=2000, own=2000, added=11)
    assert found(TermUse("zh", [guest]), "It burns.", "客人燃烧。") == [("Guest", True)]
    assert found(TermUse("zh", [guest._replace(added=12)]), "It burns.", "客人燃烧。") == []


def test_another_form_of_a_word_that_ends_in_y() -> None:
    use = TermUse("zh", [TermCount("Fry", ("油炸",), own=50)])
    assert found(use, "A guest fries fish.", "客人油炸鱼。") == []
    assert found(use, "A guest eats fish.", "客人油炸鱼。") == [("Fry", True)]
    use = TermUse("zh", [TermCount("Replacement Lamp", ("替代灯具",), own=50)])
    assert found(use, "A lamp that they replace.", "替代灯具。") == []


def test_a_part_of_a_name_that_names_another_term_is_no_short_form_in_a_list() -> None:
    use = TermUse("zh", unreliable({"Lamp Mode": "灯具模式", "Lamp": "灯具", "Guest": "客人"}))
    assert found(use, "The lamp gives it the lamp mode or a guest.", "灯具给它客人。") == [("Lamp Mode", False)]
    assert found(use, "The lamp gives it the lamp mode or a guest.", "灯具给它灯式或客人。") == []


# English, its translation, and what a translation without any of the meanings lacks.
MANY = {
    "zh": """\
Until the end of this turn, each token’s owner may show the top or the bottom card of their hand at random.
直到本回合结束，每个衍生物的拥有者可以随机展示其手牌的顶牌或底牌。
可以, 直到, 随机, 顶, 底, 拥有者, 衍生物, 本回合, 手牌
At the beginning of the next turn, a guest must light the left or the right lamp, and only that one burns normally.
在下一个回合开始时，客人须点燃左灯或右灯，且只有该灯常亮。
必须, 左, 右, 下一个, 只, 开始时, 正常
An additional mutated permanent in the command zone becomes blocked automatically and immediately.
统帅区中额外的合变永久物自动并立即被阻挡。
被阻挡, 统帅区, 永久物, 自动, 立即, 额外, 合变
Directly after the keyword action, lamps simultaneously burn as though they were casual or traditional ones.
紧接关键字动作之后，灯同时视同休闲或传统灯般燃烧。
关键字动作, 同时, 紧接, 休闲, 传统, 视同
As long as it is face up, its front face, but not its back face, counts rather than the second or third type.
只要它朝上，便算其正面，但不算其背面，而非第二或第三种。
不, 正面, 背面, 而非, 牌面朝上, 类别, 只要
Any number of guests previously paid a total of at least two, but at most ten coins, or equal value.
任意数量的客人先前总共支付至少两枚、至多十枚硬币，或价值等于它。
至少, 至多, 等于, 任意数量, 先前, 总, 两, 十
Light three, four, five, six, seven, eight, or nine lamps.
点燃三、四、五、六、七、八或九盏灯。
三, 四, 五, 六, 七, 八, 九""",
    "fr": """\
Until the next day, the guest must not light the left or the right lamp at the top or the bottom at random.
Jusqu’au prochain jour, l’invité ne doit pas allumer au hasard la lampe gauche ou droite du dessus ou du dessous.
ne … pas, doit, jusqu’à, au hasard, gauche, droite, dessus, dessous, prochain
Two or more, but three or fewer lamps, four, five, six, seven, eight, nine, or ten, or equal lights.
Au moins deux, mais au plus trois, quatre, cinq, six, sept, huit, neuf ou dix lampes, ou des feux égaux.
au moins, au plus, ou égal, deux, trois, quatre, cinq, six, sept, huit, neuf, dix""",
    "ja": """\
Until the next day, only the guest must light the left or the right lamp at the top or the bottom at random, not others.
次の日まで、客だけが上か下の左か右の灯を無作為に点さなければならず、他は点さない。
ない, なければならない, まで, 無作為, 左, 右, 上, 下, 次, だけ
At least two, but at most three, four, five, six, seven, eight, nine, or ten lamps burn, or equal lights.
二つ以上、ただし三、四、五、六、七、八、九、十以下の灯、または以上の光が燃える。
以上, 以下, 以上, 二, 三, 四, 五, 六, 七, 八, 九, 十""",
}


def test_or_more_is_also_ou_davantage() -> None:
    pair = SentencePair("Two or more players begin a game.", "Deux joueurs ou davantage commencent une partie.")
    assert list(meaning_differences([pair], "fr")) == []


@pytest.mark.parametrize("language", MANY)
def test_sentences_with_many_meanings(language: str) -> None:
    lines = MANY[language].split("\n")
    for english, own, lost in zip(lines[::3], lines[1::3], lines[2::3], strict=True):
        assert list(meaning_differences([SentencePair(english, own)], language)) == []
        found = meaning_differences([SentencePair(english, "")], language)
        assert ", ".join(one.name for one in found if not one.added) == lost
