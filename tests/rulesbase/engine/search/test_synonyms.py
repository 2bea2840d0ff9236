"""Words of players for words of the rules, and why a text was found."""

import pytest

from rulesbase.engine.search.analyzer import tokens_of
from rulesbase.engine.search.bm25_index import BM25Index, IndexedText
from rulesbase.engine.search.query import read_query
from rulesbase.engine.search.reasons import reasons_of
from rulesbase.engine.search.relevance import read_for
from rulesbase.engine.search.synonyms import NO_SYNONYMS, Synonyms, stems_of

SLANG = Synonyms(
    "en",
    [
        ("snuff out", "extinguish"),
        ("snuff", "tobacco"),
        ("tolls", "fees"),
        ("toll", "fare"),
        ("toll", "levy"),
        ("one two three four five", "count"),
        ("a b c d", "alphabet"),
    ],
)
JAPANESE = Synonyms("ja", [("バウンス", "戻す"), ("ス", "素")])


@pytest.mark.parametrize(
    ("typed", "spans"),
    [
        ("keeper", [("keeper", ())]),
        # The longest first, in any form.
        ("snuffs out lamps", [("snuffs out", ("extinguish",)), ("lamps", ())]),
        ("snuff the lamp", [("snuff", ("tobacco",)), ("the", ()), ("lamp", ())]),
        # Exactly these words come before other forms of them.
        ("tolls", [("tolls", ("fees",))]),
        ("toll", [("toll", ("fare", "levy"))]),
        # Four words at most.
        ("a b c d", [("a b c d", ("alphabet",))]),
        ("one two three four five", [(word, ()) for word in "one two three four five".split()]),
    ],
)
def test_a_query_is_cut_into_synonyms_and_words(typed: str, spans: list[tuple[str, tuple[str, ...]]]) -> None:
    tokens = list(tokens_of(typed))
    found = [
        (" ".join(one.raw for one in tokens[span.start : span.end]), span.meanings) for span in SLANG.spans(tokens)
    ]
    assert found == spans


@pytest.mark.parametrize(
    ("typed", "replaced"),
    [("Snuff out the lamp", "extinguish the lamp"), ("The Lamp", "The Lamp"), ("a toll", "a fare")],
)
def test_synonyms_are_replaced_by_their_first_meaning(typed: str, replaced: str) -> None:
    assert SLANG.replaced(typed) == replaced


@pytest.mark.parametrize(
    ("typed", "parts"),
    [
        ("船バウンス前", ["船", "バウンス", "前"]),
        ("ﾊﾞｳﾝｽ船", ["バウンス", "船"]),
        # Folding leaves out the long vowel, so the letters are given as folded.
        ("カードバウンス", ["かど", "ばうんす"]),
        ("船バウンス toll", ["船", "バウンス", "toll"]),
        ("名前", ["名前"]),
    ],
)
def test_unspaced_letters_are_cut_around_synonyms(typed: str, parts: list[str]) -> None:
    assert [token.raw for token in JAPANESE.cut(list(tokens_of(typed)))] == parts


def test_other_letters_beside_an_unspaced_synonym_are_no_words_of_english() -> None:
    known = Synonyms("en", [("バウンス", "bounce")])
    assert [token.raw for token in known.cut(list(tokens_of("船バウンス toll")))] == ["バウンス", "toll"]
    assert [token.raw for token in known.cut(list(tokens_of("船 toll")))] == ["船", "toll"]


def test_stems_of_a_synonym() -> None:
    assert stems_of("Snuffs 2/2 out", "en") == stems_of("snuff 2/2 OUT", "en")
    assert len(stems_of("Snuffs 2/2 out", "en")) == 3


INDEX = BM25Index(
    [
        IndexedText("201.1", "Signal lamp", "The keeper lights it.", "201.1 Ferry harbour", ("A gull waits.",), False),
        IndexedText("201.2", "", "Extinguish a lamp and pay the levy.", "201.2 Ferry", (), False),
    ]
)


@pytest.mark.parametrize(
    ("typed", "document", "reasons"),
    [
        ("lamps keeper", 0, [("heading", ("lamps",), ""), ("text", ("keeper",), "")]),
        ("gull keepers ferry", 0, [("text", ("keepers",), ""), ("above", ("ferry",), ""), ("example", ("gull",), "")]),
        ("signal lamp", 0, [("heading", ("signal", "lamp"), "")]),
        ("lamp", 1, [("text", ("lamp",), "")]),
        ("gull lamp", 1, [("text", ("lamp",), "")]),
        ("snuff out lamp", 1, [("text", ("lamp",), ""), ("synonym", ("extinguish",), "snuff out")]),
        ("toll", 1, [("synonym", ("fare", "levy"), "toll")]),
        ("toll lamp", 0, [("heading", ("lamp",), "")]),
    ],
)
def test_reasons_name_the_fields_of_the_words(
    typed: str, document: int, reasons: list[tuple[str, tuple[str, ...], str]]
) -> None:
    query = read_for(INDEX, read_query(typed, "en"), SLANG)
    assert [tuple(one) for one in reasons_of(INDEX, query, document)] == reasons


@pytest.mark.parametrize(
    ("typed", "unknown", "meanings"),
    [
        ("keeper zzz", ("zzz",), ()),
        ("snuff out zzz", ("zzz",), ("extinguish",)),
        ("toll", (), ("levy",)),
        # Neither the synonym nor its meaning is in a text.
        ("snuff", ("snuff",), ()),
        ("the keeper", (), ()),
    ],
)
def test_unknown_words_and_added_meanings(typed: str, unknown: tuple[str, ...], meanings: tuple[str, ...]) -> None:
    query = read_for(INDEX, read_query(typed, "en"), SLANG)
    assert (query.unknown, query.meanings) == (unknown, meanings)
    assert read_for(INDEX, read_query(typed, "en"), NO_SYNONYMS).meanings == ()
