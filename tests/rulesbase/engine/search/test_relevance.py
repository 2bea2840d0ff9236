"""The order of texts for a query: fields, coverage, nearness, synonyms, numbers."""

import pytest

from rulesbase.engine.search.index import Document, TextIndex
from rulesbase.engine.search.query import read_question
from rulesbase.engine.search.relevance import ranked, read_for
from rulesbase.engine.search.synonyms import NO_SYNONYMS, Synonyms


def rule(number: str, title: str, text: str, above: str = "", *examples: str) -> Document:
    return Document(number, title, text, f"{number} {above}", examples, is_term=False)


INDEX = TextIndex(
    [
        rule("201", "Ferry", ""),
        rule("201.1", "", "The keeper lights a lamp at dusk.", "Ferry"),
        rule("201.2", "", "A lamp far from any harbour or pier has one keeper or ten.", "Ferry"),
        rule("202.1", "Toll", "", "Harbour"),
        rule("202.1a", "", "Pay it before the boat leaves.", "Toll Harbour"),
        rule("202.1b", "", "Several instances of a toll are redundant.", "Toll Harbour"),
        rule("202.2", "", "Gulls sleep.", "Harbour", "A walrus sleeps on the pier."),
        Document("lantern", "Lantern (Obsolete)", "A former name of a lamp. See rule 201.1.", "", (), is_term=True),
    ]
)


def order(typed: str, synonyms: Synonyms = NO_SYNONYMS) -> list[str]:
    query = read_for(INDEX, read_question(typed, "en"), synonyms)
    return [INDEX.documents[one.document].number for one in ranked(INDEX, query, "en")]


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("keeper lamp", "201.1"),
        ("harbour toll boat", "202.1a"),
        ("toll", "202.1"),
        ("walruses", "202.2"),
        ("lantern", "lantern"),
        ("10 keepers", "201.2"),
        ("201.2 lamp", "201.2"),
        ("gull*", "202.2"),
        ("what is the toll?", "202.1"),
    ],
)
def test_the_best_text_comes_first(typed: str, first: str) -> None:
    assert order(typed)[0] == first


def test_what_is_only_redundant_comes_after_the_rule() -> None:
    found = order("toll")
    assert found.index("202.1a") < found.index("202.1b")


def test_a_synonym_finds_its_meaning_and_is_reported() -> None:
    known = Synonyms("en", [("snuff out", "lamp dusk"), ("bird", "gull"), ("bird", "walrus")])
    assert order("snuffs out") == []
    assert order("snuffs out", known)[0] == "201.1"
    query = read_for(INDEX, read_question("birds zzz", "en"), known)
    assert (query.meanings, query.unknown) == (("gull", "walrus"), ("zzz",))


def test_equal_texts_stay_in_order() -> None:
    index = TextIndex([rule(f"301.{at}", "", "The same lamp.") for at in range(1, 9)])
    query = read_for(index, read_question("lamp", "en"), NO_SYNONYMS)
    assert [one.document for one in ranked(index, query, "en")] == list(range(8))


def test_unspaced_letters_are_cut_around_synonyms() -> None:
    index = TextIndex([rule("201", "", "名前を選ぶ。"), rule("202", "", "船に戻す。")])
    known = Synonyms("ja", [("バウンス", "戻す")])
    query = read_for(index, read_question("船バウンス", "ja"), known)
    assert query.meanings == ("戻す",)
    assert [index.documents[one.document].number for one in ranked(index, query, "ja")] == ["202"]
