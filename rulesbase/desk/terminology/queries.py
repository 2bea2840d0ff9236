"""Find the terms that an English text uses, and their translations."""

from functools import lru_cache
from typing import NamedTuple

from rulesbase.engine.text.terms import Matcher, names_of
from rulesbase.models import TermEntry


class TermHit(NamedTuple):
    """A term that an English text writes as ``english``, with its translations.

    They are suggestions unless ``agreed``.
    """

    english: str
    term: str
    names: tuple[str, ...]
    agreed: bool

    @property
    def translation(self) -> str:
        """Return the first translation."""
        return self.names[0]


def terms_with(key: str, english_text: str, language: str) -> list[TermHit]:
    """Return the terms that an English text uses, in order, each once.

    ``key`` is the state of the content (``english_key``). No query, unless it is a new one.
    """
    rows, matcher = _known(key, language)
    hits = []
    for use in matcher.find(english_text):
        row = rows[use.slug]
        agreed = row.status == TermEntry.Status.AGREED
        written = english_text[use.start : use.end]
        if row.origin == TermEntry.Origin.TYPES and row.term[:1].isupper() and not written[:1].isupper():
            # Many subtypes are also ordinary words (case, role, class); as subtypes they have a capital.
            continue
        hits.append(TermHit(written, row.term, row.names, agreed))
    return hits


def agreed_words(key: str, language: str) -> list[tuple[str, str]]:
    """Return the agreed words of a language with their English; ``key`` as for ``terms_with``."""
    rows = _known(key, language)[0].values()
    return [(name, row.term) for row in rows if row.status == TermEntry.Status.AGREED for name in row.names]


@lru_cache(maxsize=16)
def _known(_key: str, language: str) -> tuple[dict[str, TermEntry], Matcher]:
    """Return all terms of a language, and the pattern that finds them in English."""
    statuses = (TermEntry.Status.SUGGESTED, TermEntry.Status.AGREED)
    # Prefer the agreed translation, then the suggestion with the most evidence.
    order = sorted(
        TermEntry.objects.filter(language=language, status__in=statuses),
        key=lambda row: (row.status == TermEntry.Status.AGREED, row.evidence, row.revision),
    )
    rows = {row.term: row for row in order if names_of(row.term, "en")}
    return rows, Matcher(((term, term) for term in rows), "en", any_meaning=True)
