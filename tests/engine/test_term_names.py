"""Names of terms: everyday words, obsolete terms, signs between names, forms of words, letters beside a term."""

import pytest

from rulesbase.engine.terms import Matcher, names_of


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
