"""Names of terms: everyday words, obsolete terms, signs between names, forms of words, letters beside a term."""

import pytest
from rulesbase.engine.terms import Matcher, names_of

EVERYDAY = {
    "en": "you your become becomes if unless instead when whenever at it may".split(),
    "fr": "vous votre devient si".split(),
}


@pytest.mark.parametrize("language", EVERYDAY)
def test_words_of_every_day_are_no_terms(language: str) -> None:
    for word in EVERYDAY[language]:
        assert (word, names_of(word.title(), language)) == (word, [])
        assert names_of(word.title(), "sv") == [word]


@pytest.mark.parametrize("word", "obsolete obsolète Obsolete 廃語 廃止 已废止 已廢止".split())
def test_obsolete_terms(word: str) -> None:
    for heading in (f"Toll ({word})", f"Toll（{word}）", f"Toll ({word} since 2010)"):
        assert names_of(heading, "en") == []
    assert names_of(f"Toll {word}", "fr") == [f"toll {word.lower()}"]


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
        ("!", "en", []),
        ("You, Your Toll", "en", ["you, your toll", "your toll"]),
    ],
)  # fmt: skip
def test_names_of_a_heading(heading: str, language: str, names: list[str]) -> None:
    assert names_of(heading, language) == names


@pytest.mark.parametrize(
    ("heading", "language", "forms", "others"),
    [
        ("Duty", "en", "duty duties", "dutys"),
        ("Quay", "en", "quay quays", "quaies"),
        ("Toll", "en", "toll tolls", "tolles"),
        ("Mass", "en", "mass masses", "mas"),
        ("Box", "en", "box boxes", "boxs"),
        ("Arch", "en", "arch arches", "archs"),
        ("Dish", "en", "dish dishes", "dishs"),
        ("Harbours", "en", "harbours harbour", "harbou"),
        ("Bridges", "en", "bridges", "bridge"),
        ("Harbourss", "en", "harbourss", "harbours"),
        ("Harbourus", "en", "harbourus", "harbouru"),
        ("Harbouris", "en", "harbouris", "harbouri"),
        ("Bac", "fr", "bac bacs", "bace"),
        ("Prix", "fr", "prix", "prixs"),
        ("Nez", "fr", "nez", "nezs"),
        ("Bois", "fr", "bois", "boiss"),
        ("Toll", "sv", "toll", "tolls"),
    ],
)
def test_forms_of_a_name(heading: str, language: str, forms: str, others: str) -> None:
    matcher = Matcher([("x", heading)], language)
    assert {form: bool(matcher.find(f"a {form}.")) for form in (*forms.split(), *others.split())} == {
        **dict.fromkeys(forms.split(), True),
        **dict.fromkeys(others.split(), False),
    }


@pytest.mark.parametrize("text", ["cartes doubles", "cartes double", "carte double"])
def test_french_plurals_of_several_words(text: str) -> None:
    assert len(Matcher([("x", "Carte double")], "fr").find(f"les {text}.")) == 1


@pytest.mark.parametrize(
    ("heading", "text", "is_use"),
    [
        ("カード", "カード", True),
        ("カード", "カードを", True),
        ("カード", "カードー", False),
        ("カード", "アカード", False),
        ("カード", "・カード", True),
        ("色", "色", True),
        ("色", "色彩", False),
        ("色", "赤色", False),
        ("色", "々色", False),
        ("色", "のよ色の", True),
        ("白色", "赤白色", True),
        ("色カ", "色カア", False),
        ("カ色", "アカ色", False),
        ("x", "xy", True),
    ],
)
def test_letters_beside_a_term(heading: str, text: str, is_use: bool) -> None:
    assert bool(Matcher([("x", heading)], "ja").find(text)) is is_use


def test_uses_are_told_once_and_do_not_overlap() -> None:
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
