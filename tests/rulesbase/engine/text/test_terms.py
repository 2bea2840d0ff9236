"""Terms of a glossary where texts use them."""

import pytest

from rulesbase.engine.languages import text_language
from rulesbase.engine.text.terms import Matcher, names_of
from tests.support.timing import yardsticks

TERMS = {
    "en": [
        ("ability", "Ability"),
        ("card", "Card"),
        ("split-card", "Split Card"),
        ("sorcery", "Sorcery"),
        ("characteristics", "Characteristics"),
        ("citys-blessing", "City’s Blessing"),
        ("champion", "Champion, Championed"),
        ("active", "Active Player, Nonactive Player Order"),
        ("active-player", "Active Player"),
        ("during", "During (Obsolete)"),
        ("you", "You, Your"),
        ("banding", "Banding, “Bands with Other”"),
    ],
    "fr": [
        ("carte-double", "Carte double (Split Card)"),
        ("objet", "Objet (Object)"),
        ("cout", "Coût de mana (Mana Cost)"),
    ],
    "ja": [
        ("card", "カード/Card"),
        ("split", "分割カード/Split Card"),
        ("color", "色/Color"),
        ("cost", "マナ・コスト/Mana Cost"),
    ],
}


def found(terms: list[tuple[str, str]], language: str, text: str) -> list[tuple[str, str]]:
    return [(text[use.start : use.end], use.slug) for use in Matcher(terms, language).find(text)]


@pytest.mark.parametrize(
    ("language", "text", "uses"),
    [
        ("en", "A split card is a card.", [("split card", "split-card"), ("card", "card")]),
        ("en", "Split cards have abilities.", [("Split cards", "split-card"), ("abilities", "ability")]),
        ("en", "cardboard, discard, card-like, left-card, x-card", []),
        ("en", "a non-card object; the Card", [("card", "card")]),
        # One word of a longer name, and a word that opens a sentence.
        ("en", "Tarmac Sorcery, or Card Binder. A Sorcery", [("Sorcery", "sorcery")]),
        ("en", "each sorcery or the sorceries", [("sorcery", "sorcery")]),
        ("en", "one characteristic", [("characteristic", "characteristics")]),
        ("en", "the city's blessing", [("city's blessing", "citys-blessing")]),
        ("en", "the City’s Blessing", [("City’s Blessing", "citys-blessing")]),
        ("en", "It is championed.", [("championed", "champion")]),
        ("en", "The active player acts.", [("active player", "active-player")]),
        ("en", "bands with other", [("bands with other", "banding")]),
        ("en", "the card’s ability", [("card", "card"), ("ability", "ability")]),
        ("en", "During your turn you may not.", []),
        ("en", "İ a card", [("card", "card")]),
        ("en", "", []),
        ("fr", "Deux objets et une carte double.", [("objets", "objet"), ("carte double", "carte-double")]),
        (
            "fr",
            "Les cartes doubles ont un coût de mana.",
            [("cartes doubles", "carte-double"), ("coût de mana", "cout")],
        ),
        ("fr", "un object", []),
        ("ja", "分割カードの色を見る。", [("分割カード", "split"), ("色", "color")]),
        ("ja", "カードタイプと無色のもの。", []),
        ("ja", "このカードのマナ・コスト", [("カード", "card"), ("マナ・コスト", "cost")]),
        ("ja", "Split Card", []),
    ],
)
def test_terms_are_found_where_a_text_uses_them(language: str, text: str, uses: list[tuple[str, str]]) -> None:
    assert found(TERMS[language], language, text) == uses


@pytest.mark.slow
def test_a_long_text_takes_time_in_proportion() -> None:
    finder = Matcher([(f"t{n}", f"card of kind {n}") for n in range(800)], "en")
    text = "card of kind 799, card of no kind. " * 3000
    assert len(finder.find(text)) == 1
    assert yardsticks(lambda: finder.find(text)) < 400


@pytest.mark.parametrize(
    ("heading", "language", "names"),
    [
        ("Toll", "en", ["toll"]),
        ("Toll, Tolled", "en", ["toll, tolled", "toll", "tolled"]),
        ("Toll，Fee", "en", ["toll", "fee"]),
        ("Toll、Fee", "en", ["toll", "fee"]),
        ("Toll/Fee", "en", ["toll", "fee"]),
        ("Toll / Fee, Due", "en", ["toll", "fee", "due"]),
        ("Toll (Fee) [Due]（x）", "en", ["toll"]),
        ("“Toll” «Fee» \"Due\" 「x」『y』", "en", ["toll fee due xy"]),
        ("Toll!", "en", ["toll"]),
        ("Ferry’s Toll", "en", ["ferry's toll"]),
        ("渡し船/Ferry", "ja", ["渡し船"]),
        ("渡し船 (Ferry)", "ja", ["渡し船"]),
        ("!?", "en", []),
        ("Toll (Obsolete)", "en", []),
        *((f"Péage ({remark})", "fr", []) for remark in ("obsolète", "obsolete")),
        *((f"渡し船（{remark}）", "ja", []) for remark in ("廃語", "廃止")),
        *((f"港口（{remark}）", "zh", []) for remark in ("已废止", "已廢止")),
        ("Vous, votre péage", "fr", ["vous, votre péage", "votre péage"]),
        ("Si, Péage", "fr", ["si, péage", "péage"]),
        ("You, Your Toll", "en", ["you, your toll", "your toll"]),
    ],
)  # fmt: skip
def test_names_of_a_heading(heading: str, language: str, names: list[str]) -> None:
    assert names_of(heading, language) == names


PLURALS = {"ability": "abilities", "key": "keys", "torch": "torches", "gas": "gases", "weakness": "weaknesses"}


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        *(("en", [*forms]) for forms in PLURALS.items()),
        ("en", ["characteristics", "characteristicses", "characteristic"]),
        ("fr", ["carte double", "cartes doubles", "cartes double"]),
        ("fr", ["prix fixe", "prix fixes", "prix fixe"]),
        ("fr", ["nez long", "nez longs", "nez long"]),
        ("ja", ["灯"]),
    ],
)
def test_plurals_of_terms(language: str, forms: list[str]) -> None:
    assert list(text_language(language).forms(forms[0])) == forms


def test_uses_are_reported_once_and_do_not_overlap() -> None:
    terms = [("split", "Split Card"), ("card", "Card"), ("other", "Card, Cards of Old")]
    matcher = Matcher(terms, "en")
    seen: set[str] = {"split"}
    assert [tuple(use) for use in matcher.find("A split card, a card’s card. Cards of old!", seen)] == [
        (16, 20, "card"), (29, 41, "other"),
    ]  # fmt: skip
    assert seen == {"split", "card", "other"}
    japanese = Matcher([("a", "渡し船"), ("b", "船"), ("c", "し")], "ja")
    assert [tuple(use) for use in japanese.find("渡し船、船、渡し船し")] == [(0, 3, "a"), (4, 5, "b"), (9, 10, "c")]
    assert japanese.find("渡し船", {"a"}) == []


@pytest.mark.parametrize(
    ("text", "uses"),
    [
        ("In that case a Case card is solved.", ["Case"]),
        ("In general, generals attack last.", ["generals"]),
        ("A long dash comes before Dash.", ["Dash"]),
        ("It has no effect on game play. The effect ends.", ["effect"]),
        ("It plays first. You may play that card.", ["play"]),
        ("The permanent phases out. The phase ends.", ["phase"]),
        ("These steps happen in order: step 1.", []),
        ("Do it step by step. A step begins.", ["step"]),
        ("It costs {1} less, or costs a player mana. That is its cost.", ["cost"]),
        ("A coin lands face up. A land is put into play.", ["land"]),
        ("Pay no attention to it. Pay mana.", ["Pay"]),
        ("Power up its power.", ["power"]),
    ],
)
def test_common_words_count_in_the_meaning_of_the_game(text: str, uses: list[str]) -> None:
    words = "case general dash effect play phase step cost land pay power".split()
    terms = [(word, word.title()) for word in words]
    assert [form for form, _slug in found(terms, "en", text)] == uses
