"""Synonyms of the search: those of `rulesbase/data/slang.csv`, and those that curators add or change in the admin."""

from functools import lru_cache

from rulesbase.archive.catalogue import Catalogue
from rulesbase.engine.data_tables import data_rows
from rulesbase.engine.search.synonyms import Synonyms, stems_of
from rulesbase.models import SearchSynonym


def synonyms(versions: Catalogue, language: str) -> Synonyms:
    """Return the synonyms of a language. One query, then cached."""
    return _synonyms(versions.english, language)


@lru_cache(maxsize=16)
def _synonyms(_stamp: str, language: str) -> Synonyms:
    stored = list(SearchSynonym.objects.filter(language=language).values_list("typed", "meaning"))
    # All forms of a word that a curator changed are left out.
    changed = {stems_of(typed, language) for typed, _ in stored}
    shipped = (
        (row["typed"], row["meaning"])
        for row in data_rows("rulesbase/data/slang.csv")
        if row["language"] == language and not (changed and stems_of(row["typed"], language) in changed)
    )
    return Synonyms(language, (*shipped, *((typed, meaning) for typed, meaning in stored if meaning)))
