"""A process reads a stored index instead of building it, unless what it was built from changed."""

from array import array

import pytest

from rulesbase.core.database import stored_index
from rulesbase.core.database.stored_index import Columns, packed, stamp_of, stored_columns, unpacked
from rulesbase.engine.search.bm25_index import BM25Index, IndexedText
from rulesbase.models import StoredIndex

COLUMNS: Columns = {"words": ["", "ランプ", "l'été"], "none": [], "counts": array("I", [1, 70000]), "of": array("f")}


def test_columns_are_read_as_they_were_written() -> None:
    assert unpacked(packed(COLUMNS)) == COLUMNS


@pytest.mark.django_db
def test_an_index_is_built_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored_index, "_LEAST", 1)
    built: list[str] = []

    def build() -> Columns:
        built.append("")
        return COLUMNS

    for stamp in ("a", "a", "b", "b"):
        assert stored_columns("texts", stamp, build) == COLUMNS
    assert (len(built), StoredIndex.objects.count()) == (2, 1)


def test_a_stamp_changes_with_the_texts_and_with_the_code() -> None:
    stamps = {stamp_of(parts, code) for parts in ("ab", "ac") for code in ([], [__file__])}
    assert len(stamps) == 4


def test_a_stored_index_of_texts_finds_the_same() -> None:
    documents = [
        IndexedText("201.1", "Lamp", "", "201 Lamps 2", (), is_term=False),
        IndexedText("201.2", "", "A lamp burns as rule 201.1 says.", "201 Lamps 2", ("A lamp.",), is_term=False),
    ]
    built = BM25Index(documents)
    read = BM25Index(documents, unpacked(packed(built.columns)))
    assert list(read.postings("lamp")) == list(built.postings("lamp")) != []
    assert (list(read.cites(1)), read.cited) == ([0], built.cited)
