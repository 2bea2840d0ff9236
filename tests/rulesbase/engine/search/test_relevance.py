"""The order of texts for a query: fields, coverage, nearness, synonyms, numbers."""

import pytest

from rulesbase.engine.search.bm25_index import IndexedText, TextIndex
from rulesbase.engine.search.query import read_question
from rulesbase.engine.search.relevance import ranked, read_for
from rulesbase.engine.search.synonyms import NO_SYNONYMS, Synonyms


def rule(number: str, title: str, text: str, above: str = "", *examples: str) -> IndexedText:
    return IndexedText(number, title, text, f"{number} {above}", examples, is_term=False)


INDEX = TextIndex(
    [
        rule("201", "Ferry", ""),
        rule("201.1", "", "The keeper lights a lamp at dusk.", "Ferry"),
        rule("201.2", "", "A lamp far from any harbour or pier has one keeper or ten.", "Ferry"),
        rule("202.1", "Toll", "", "Harbour"),
        rule("202.1a", "", "Pay it before the boat leaves.", "Toll Harbour"),
        rule("202.1b", "", "Several instances of a toll are redundant.", "Toll Harbour"),
        rule("202.2", "", "Gulls sleep.", "Harbour", "A walrus sleeps on the pier."),
        IndexedText("lantern", "Lantern (Obsolete)", "A former name of a lamp. See rule 201.1.", "", (), is_term=True),
    ]
)


def order(typed: str, synonyms: Synonyms = NO_SYNONYMS) -> list[str]:
    query = read_for(INDEX, read_question(typed, "en"), synonyms)
    return [INDEX.documents[one.document].number for one in ranked(INDEX, query, "en")]


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


def scores(typed: str, *documents: IndexedText, language: str = "en") -> dict[str, float]:
    index = TextIndex(documents)
    query = read_for(index, read_question(typed, language), NO_SYNONYMS)
    return {index.documents[one.document].number: one.score for one in ranked(index, query, language)}


OTHERS = [rule(f"9{at:02}", "", "Gulls wait for the boat at dawn.") for at in range(6)]


@pytest.mark.parametrize(("typed", "number"), [("7 boats", "1"), ("seven boats", "2"), ("zero boats", "3")])
def test_numbers_are_found_as_words_and_figures(typed: str, number: str) -> None:
    words = rule("1", "", "Seven gulls."), rule("2", "", "Pay 7 tolls."), rule("3", "", "Pay 0 tolls.")
    assert number in scores(typed, *words)


@pytest.mark.parametrize(
    ("typed", "found"),
    [("boats", ["1", "2", "3"]), ("boating", ["1", "2", "3"]), ("bow", ["4"]), ("bo*", ["1", "2", "3", "4"])],
)
def test_words_are_found_by_their_stem(typed: str, found: list[str]) -> None:
    documents = rule("1", "", "A boat."), rule("2", "", "Two boats."), rule("3", "", "Boating.")
    assert sorted(scores(typed, *documents, rule("4", "", "A bow."))) == found


@pytest.mark.parametrize(
    ("typed", "better", "worse"),
    [
        ("toll", ("toll", ""), ("toll gate", "")),
        ("toll", ("toll gate", "x"), ("gate", "a toll")),
        ("toll", ("", "a toll"), ("", "a gate with a tollkeeper")),
        ("toll", ("", "toll, toll and toll"), ("", "toll, boat and boat")),
        ("ferry toll", ("", "the ferry toll is due"), ("", "the toll of the ferry is due")),
        ("ferry toll", ("", "a ferry, a toll, x x x x"), ("", "a ferry, x x x x, a toll")),
        ("ferry", ("", "a ferry"), ("", "a ferry " + "x " * 99)),
        ("ferry toll", ("ferry toll", ""), ("ferry toll rope", "")),
        ("渡し船", ("渡し船", ""), ("渡し船の料金", "")),
        ("lamp", ("lamp", "what shines"), ("harbour", "a lamp in it")),
        ("lamp", ("", "lamp"), ("", "a lamp is lit by the keeper")),
        ("signal lamp", ("", "a signal lamp and a keeper"), ("", "a lamp and a keeper who signal")),
        ("lamps", ("", "many lamps here"), ("", "many a lamp here")),
    ],
)
def test_which_of_two_answers_better(typed: str, better: tuple[str, str], worse: tuple[str, str]) -> None:
    language = "en" if typed.isascii() else "ja"
    found = scores(typed, rule("1", *worse), rule("2", *better), *OTHERS, language=language)
    assert found["2"] > found.get("1", 0.0)
