"""The order of texts for a query: fields, coverage, nearness, synonyms, numbers."""

import pytest

from rulesbase.engine.search.bm25_index import BM25Index, IndexedText
from rulesbase.engine.search.query import read_query
from rulesbase.engine.search.relevance import ranked, read_for
from rulesbase.engine.search.synonyms import NO_SYNONYMS, Synonyms


def rule(number: str, title: str, text: str, above: str = "", *examples: str) -> IndexedText:
    return IndexedText(number, title, text, f"{number} {above}", examples, is_term=False)


INDEX = BM25Index(
    [
        rule("201", "Ferry", ""),
        rule("201.1", "", "The keeper lights a lamp at dusk.", "Ferry"),
        rule("201.2", "", "A lamp far from any harbour or pier has one keeper or ten.", "Ferry"),
        rule("202.1", "Toll", "", "Harbour"),
        rule("202.1a", "", "Pay it before the boat leaves.", "Toll Harbour"),
        rule(
            "202.1b",
            "",
            "Several instances of a toll, or of two tolls that are like it, are redundant.",
            "Toll Harbour",
        ),
        rule("202.2", "", "Gulls sleep.", "Harbour", "A walrus sleeps on the pier."),
        rule("203.1", "", "Rope is sold at the gate, see rule 202.2.", "Market"),
        rule("203.2", "", "Oil is sold at the gate.", "Market"),
        rule("203.3", "", "Nets are sold at the gate.", "Market"),
        IndexedText("lantern", "Lantern (Obsolete)", "A former name of a lamp. See rule 201.2.", "", (), is_term=True),
    ]
)
SLANG = Synonyms(
    "en",
    [
        *(("snuff out", "lamp dusk"), ("bird", "gull"), ("bird", "walrus"), ("p/t", "gate oil")),
        *(("gate crasher", "walrus"), ("oil", "walrus"), ("cellar", "the pier")),
    ],
)


@pytest.mark.parametrize(
    ("typed", "found", "unknown"),
    [
        # A text with all that was typed has an exclamation mark.
        ("lamp", "201.1! 201.2! lantern!", ()),
        ("Lantern", "lantern!", ()),
        ("ferries keeper dusk", "201.1! 201.2 201", ()),
        # The text below a title says more than one which is only redundant.
        ("toll", "202.1! 202.1a! 202.1b!", ()),
        ("toll boat", "202.1a! 202.1 202.1b", ()),
        ("harbour toll", "202.1a! 202.1! 202.1b! 202.2 201.2", ()),
        ("harbour", "202.2! 202.1! 202.1a! 201.2! 202.1b!", ()),
        ("rope gate", "203.1! 203.2 203.3", ()),
        # Numbers are words and figures; beginnings count where no word is known, or with a star.
        ("10 keepers", "201.2! 201.1", ()),
        ("1st keepers", "201.1! 201.2!", ("1st",)),
        ("lam", "201.1! 201.2! lantern!", ()),
        ("k", "", ("k",)),
        ("k*", "201.1! 201.2!", ()),
        # Function words, of other languages too, are searched alone only.
        ("the", "202.1a! 203.2! 203.3! 201.1! 203.1! 202.2!", ()),
        ("the keeper of the lamp des", "201.1! 201.2! lantern", ()),
        ("what happens with a lamp", "201.1! 201.2! lantern!", ("happens",)),
        ("lamp zzz lamp", "201.1! 201.2! lantern!", ("zzz",)),
        # Synonyms; half of one is none.
        ("birds lamp", "202.2 201.1 201.2 lantern", ()),
        ("snuff out", "201.1! 201.2 lantern", ()),
        ("snuff lamp", "201.1! 201.2! lantern!", ("snuff",)),
        ("p/t", "203.2! 203.3 203.1", ()),
        ("gate crasher", "202.2!", ()),
        ("oil", "203.2! 202.2!", ()),
        ("cellar", "201.2! 202.2!", ()),
    ],
)
def test_texts_are_found_in_order(typed: str, found: str, unknown: tuple[str, ...]) -> None:
    query = read_for(INDEX, read_query(typed, "en"), SLANG)
    scored = ranked(INDEX, query, "en")
    assert " ".join(INDEX.documents[one.document].number + "!" * one.is_complete for one in scored) == found
    assert query.unknown == unknown


def test_equal_texts_stay_in_order() -> None:
    index = BM25Index([rule(f"301.{at}", "", "The same lamp.") for at in range(1, 9)])
    query = read_for(index, read_query("lamp", "en"), NO_SYNONYMS)
    assert [one.document for one in ranked(index, query, "en")] == list(range(8))


def test_unspaced_letters_are_cut_around_synonyms() -> None:
    index = BM25Index([rule("201", "", "名前を選ぶ。"), rule("202", "", "船に戻す。")])
    known = Synonyms("ja", [("バウンス", "戻す")])
    query = read_for(index, read_query("船バウンス", "ja"), known)
    assert query.meanings == ("戻す",)
    assert [index.documents[one.document].number for one in ranked(index, query, "ja")] == ["202"]
    # Where no text has all letters side by side, they are cut where the script changes.
    query = read_for(index, read_query("名前の船", "ja"), NO_SYNONYMS)
    assert [index.documents[one.document].number for one in ranked(index, query, "ja")] == ["201", "202"]


def scores(typed: str, *documents: IndexedText, language: str = "en") -> dict[str, float]:
    index = BM25Index(documents)
    query = read_for(index, read_query(typed, language), NO_SYNONYMS)
    return {index.documents[one.document].number: one.score for one in ranked(index, query, language)}


OTHERS = [rule(f"9{at:02}", "", "Gulls wait for the boat at dawn.") for at in range(6)]


@pytest.mark.parametrize(
    ("typed", "found"),
    [("7", "21"), ("20", "1"), ("30", "1"), ("40", "1"), ("60", "1"), ("100", "1"), ("seven", "21"), ("zero", "3")],
)
def test_numbers_are_found_as_words_and_figures(typed: str, found: str) -> None:
    many = rule("1", "", "Seven gulls, twenty oars, thirty nets, forty ropes, sixty bells and a hundred sails.")
    assert [*scores(typed, many, rule("2", "", "Pay 7 tolls."), rule("3", "", "Pay 0 tolls."))] == [*found]


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
        ("signal lamp", ("Signal lamp", "x"), ("Signal", "a signal lamp")),
        ("signal lamp", ("Lamp", "x"), ("Lamp", "")),
        ("lamps want", ("", "a lamp"), ("", "a want")),
        ("lantern", ("Lantern (Obsolete)", "x"), ("Lantern lamp", "x")),
        ("toll at a gate", ("Toll at the gate", ""), ("Toll at his gate", "")),
    ],
)
def test_which_of_two_answers_better(typed: str, better: tuple[str, str], worse: tuple[str, str]) -> None:
    language = "en" if typed.isascii() else "ja"
    found = scores(typed, rule("1", *worse), rule("2", *better), *OTHERS, language=language)
    assert found["2"] > found.get("1", 0.0)


@pytest.mark.parametrize(("citing", "factor"), [(0, 1), (1, 1.03), (6, 1.18), (8, 1.18)])
def test_a_text_that_others_cite_has_more_points(citing: int, factor: float) -> None:
    others = [rule(f"40{at}", "", "Gulls sleep, see rule 302.") for at in range(citing)]
    found = scores("lamp", rule("301", "", "A lamp burns."), rule("302", "", "A lamp burns."), *others)
    assert found["302"] == pytest.approx(factor * found["301"])


def test_rules_that_the_best_texts_cite_are_lifted() -> None:
    same = [rule(number, "", "A lamp burns.") for number in ("301", "302")]
    gull = rule("401", "", "Gulls sleep, see rule 301.")
    found = scores("lamp", *same, gull, IndexedText("lamp", "Lamp", "Burns. See rule 302.", "", (), is_term=True))
    assert found["302"] - found["301"] == pytest.approx(0.12 * found["lamp"])
    found = scores("lamp", *same, gull, rule("402", "Lamp", "Burns. See rules 302 and 401."))
    assert found["302"] - found["301"] == pytest.approx(0.15 * found["402"])
    assert "401" not in found
