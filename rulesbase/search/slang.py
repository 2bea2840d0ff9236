"""Synonyms of the search: those of `rulesbase/data/slang.csv`, and those that curators add or change in the admin."""

import csv
from functools import lru_cache
from pathlib import Path

from rulesbase.archive.catalogue import Catalogue
from rulesbase.engine.search.synonyms import Synonyms, stems_of
from rulesbase.models import SearchSynonym

_FILE = Path(__file__).parents[1] / "data" / "slang.csv"


@lru_cache(maxsize=1)
def _file() -> tuple[tuple[str, str, str], ...]:
    with _FILE.open(encoding="utf-8", newline="") as rows:
        return tuple((row["language"], row["typed"], row["meaning"]) for row in csv.DictReader(rows))


def synonyms(versions: Catalogue, language: str) -> Synonyms:
    """Return the synonyms of a language. One query, then cached."""
    return _synonyms(versions.english, language)


@lru_cache(maxsize=16)
def _synonyms(stamp: str, language: str) -> Synonyms:
    del stamp  # only part of the key
    stored = list(SearchSynonym.objects.filter(language=language).values_list("typed", "meaning"))
    # All forms of a word that a curator changed are left out.
    changed = {stems_of(typed, language) for typed, _ in stored}
    mine = tuple((typed, meaning) for code, typed, meaning in _file() if code == language)
    rows = [row for row in mine if not changed or stems_of(row[0], language) not in changed]
    return _with_stems(language, (*rows, *((typed, meaning) for typed, meaning in stored if meaning)))


# Equal for all documents; finding the stems takes longer than reading the rows.
_with_stems = lru_cache(maxsize=8)(Synonyms)
