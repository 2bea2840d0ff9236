"""How fresh the translations of a version are, all of them at once.

A translation is for one English wording. Where a version has that very wording it is exact, whatever the number.
Else the translations that were made for the same Rule at other versions, earlier or later, are compared with what
the version says; the one that needs the least work is shown, with what has changed in between as a whole.
"""

import datetime
from functools import lru_cache

from rulesbase import reckoning_rows
from rulesbase.carried import Carried, Cell, Freshness, Sheet
from rulesbase.reckoning import Reckoner
from rulesbase.reckoning_rows import HEADINGS
from rulesbase.shelf import DEFAULT_LANGUAGE, Shelf, Volume

__all__ = ["HEADINGS", "Carried", "Cell", "Freshness", "Sheet", "forget", "freshness"]


def freshness(books: Shelf, volume: Volume, language: str, chapter: int | None = None) -> Sheet | None:
    """The freshness of a version in a language; of a chapter alone (1000: the glossary, HEADINGS: the contents).

    Nine queries at most. None where the version has no English text, or for English itself.
    """
    text = volume.text_in(DEFAULT_LANGUAGE)
    if text is None or language == DEFAULT_LANGUAGE:
        return None
    return _kept(books.stamp_in(language), text.pk, volume.date, language, chapter)


@lru_cache(maxsize=96)
def _kept(stamp: str, edition: int, date: datetime.date, language: str, chapter: int | None) -> Sheet:
    return Sheet(language, date, Reckoner(stamp, date, language).run(edition, chapter))


def forget() -> None:
    """Reckon anew when next asked: for databases in which what was written is undone."""
    _kept.cache_clear()
    reckoning_rows.forget()
