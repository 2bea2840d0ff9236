"""The English searches of the score on real texts: how far up the entry stands that a judge wants."""

import csv
from functools import cache
from pathlib import Path

import pytest

from rulesbase.engine.nodes import Kind
from rulesbase.engine.parsing.parse import read_source
from rulesbase.engine.search.bm25_index import BM25Index, IndexedText
from rulesbase.engine.search.query import read_query
from rulesbase.engine.search.relevance import ranked, read_for
from rulesbase.engine.search.spelling import put_right, run_together
from rulesbase.engine.search.synonyms import Synonyms
from rulesbase.engine.text.numbers import parent_of
from tests.score.searches import read_searches

SLANG = Path(__file__).resolve().parents[4] / "rulesbase" / "data" / "slang.csv"
_TITLE = 60

pytestmark = pytest.mark.slow


@cache
def index_of(corpus: Path, date: str) -> BM25Index:
    path = corpus / "cr" / "en" / f"{date}.txt"
    read = read_source(path.read_bytes(), path.name)
    titles: dict[str, str] = {}
    documents = []
    for node in (*read.entries, *read.glossary):
        is_short = node.kind is not Kind.SUBRULE and len(node.text) <= _TITLE
        title = node.heading or (node.text.rstrip(".") if is_short else "")
        titles[node.number] = title
        text = "" if title == node.text.rstrip(".") else node.text
        numbers, number = [node.number], parent_of(node.number)
        while len(number) > 1:
            numbers.append(number)
            number = parent_of(number)
        above = " ".join(f"{titles.get(one, '')} {one}" for one in numbers[1:])
        is_term = node.kind is Kind.TERM
        above = "" if is_term else f"{node.number} {above}"
        documents.append(
            IndexedText(node.number, title, text, above, tuple(one.text for one in node.examples), is_term)
        )
    return BM25Index(documents)


@cache
def slang() -> Synonyms:
    with SLANG.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["language"] == "en"]
    return Synonyms("en", [(row["typed"], row["meaning"]) for row in rows])


def test_wanted_entries_stand_far_up(corpus: Path) -> None:
    places: dict[str, float] = {}
    found_in = complete = 0
    for one in read_searches():
        if one.language != "en":
            continue
        index = index_of(corpus, one.version)
        question = read_query(one.question, "en")
        meant = run_together(one.question, index.title_words) or put_right(question, index.words, slang())
        query = read_for(index, read_query(meant or one.question, "en"), slang())
        scored = ranked(index, query, "en")
        found_in, complete = found_in + len(scored), complete + sum(one.is_complete for one in scored)
        found = [index.documents[one.document] for one in scored[:20]]
        numbers = [document.number for document in found if not document.is_term]
        places[one.question] = next((1 / at for at, number in enumerate(numbers, 1) if number in one.wanted), 0.0)
    # The mean reciprocal rank, as a sum over fifty searches; all texts that are found, and those with all words.
    worse = {question: place for question, place in places.items() if place < 1}
    assert (round(sum(places.values()), 2), found_in, complete) == (45.81, 30720, 617), worse
