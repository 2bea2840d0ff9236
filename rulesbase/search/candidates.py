"""The texts to search: those of a version in a language, including fallback texts."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from django.db.models import QuerySet
from django.db.models.expressions import RawSQL
from django.db.models.functions import Length

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, CatalogueVersion
from rulesbase.archive.text_index import among
from rulesbase.engine.search.spelling import vocabulary_of
from rulesbase.models import Entry, Example, Wording
from rulesbase.translations.freshness import freshness
from rulesbase.translations.freshness_types import TranslatedText

# A rule up to this length is its own title: "Trample".
TITLE = 60
_PLACE = ("number", "kind", "chapter", "position", "rule_id")


class Candidate(NamedTuple):
    """A text to rate: an entry or one of its examples; ``position`` gives the document order."""

    language: str
    number: str
    kind: int
    chapter: int
    position: int
    rule: int | None
    heading: str
    text: str
    is_example: bool
    is_fallback: bool

    @property
    def is_term(self) -> bool:
        """Return whether it belongs to a glossary term."""
        return self.kind == Entry.Kind.TERM


def candidates(versions: Catalogue, version: CatalogueVersion, language: str, keys: RawSQL) -> list[Candidate]:
    """Return the texts of a version in a language with these keys. Two queries, more with fallbacks."""
    edition = version.text_in(language)
    found: list[Candidate] = []
    if edition:
        entries = Entry.objects.filter(edition=edition.pk, wording__in=keys)
        examples = Example.objects.filter(entry__edition=edition.pk, wording__in=keys)
        rows = entries.values_list(*_PLACE, "wording__heading", "wording__text")
        found += (Candidate(language, *row, False, False) for row in rows)  # type: ignore[call-arg]
        place = [f"entry__{name}" for name in _PLACE]
        for *spot, text in examples.values_list(*place, "wording__text"):
            found.append(Candidate(language, *spot, "", text, True, False))  # type: ignore[call-arg]
    if not edition or not edition.complete:
        own = set(Entry.objects.filter(edition=edition.pk).values_list("number", flat=True)) if edition else set()
        found += (one for one in _carried(versions, version, language, keys) if one.number not in own)
    return found


def _carried(versions: Catalogue, version: CatalogueVersion, language: str, keys: RawSQL) -> Iterator[Candidate]:
    """Return fallback texts from other versions, at the numbers of this one."""
    texts = dict(_texts(language, keys))
    # Freshness of a whole version is slow to compute after a translation, so only if a text matches.
    sheet = freshness(versions, version, language) if texts else None
    if sheet is None:
        return
    places = _places(versions.english, version.texts[0].pk)
    for cell in sheet.cells.values():
        wordings: list[tuple[TranslatedText, bool]] = [(cell.text, False), *((one, True) for one in cell.examples)]
        for carried, is_example in wordings:
            if carried.wording in texts:
                heading, text = texts[carried.wording]
                chapter, position = places.get(cell.entry, (0, 0))
                place = (cell.number, cell.kind, chapter, position, cell.rule)
                yield Candidate(language, *place, heading, text, is_example, True)


def _texts(language: str, keys: RawSQL) -> Iterator[tuple[int, tuple[str, str]]]:
    rows = Wording.objects.filter(language=language, pk__in=keys)
    return ((pk, (heading, text)) for pk, heading, text in rows.values_list("pk", "heading", "text"))


@lru_cache(maxsize=4)
def _places(english: str, edition: int) -> dict[int, tuple[int, int]]:
    """Map each entry to its chapter and position."""
    del english  # only part of the key
    rows = Entry.objects.filter(edition=edition).values_list("pk", "chapter", "position")
    return {pk: (chapter, position) for pk, chapter, position in rows}


def titles(versions: Catalogue, version: CatalogueVersion, language: str) -> dict[str, str]:
    """Map numbers to the titles of sections, chapters, rules and terms. One query, then cached.

    A language without an edition uses those of the main edition.
    """
    return _titles(versions.english, (version.text_in(language) or version.main).pk)


@lru_cache(maxsize=16)
def _titles(english: str, edition: int) -> dict[str, str]:
    del english  # only part of the key
    rows = Entry.objects.filter(edition=edition).annotate(length=Length("wording__text"))
    short = rows.exclude(kind=Entry.Kind.SUBRULE).exclude(wording__heading="", length__gt=TITLE)
    fields = ("number", "wording__heading", "wording__text")
    return {number: heading or text.rstrip(".") for number, heading, text in short.values_list(*fields)}


def vocabulary(versions: Catalogue, version: CatalogueVersion, language: str) -> dict[str, int]:
    """Count each word of a version in a language. Two queries, then cached."""
    edition = version.text_in(language)
    if edition is None or not edition.complete:
        return whole_vocabulary(versions, language)
    return _vocabulary(versions.english, edition.pk, language)


def whole_vocabulary(versions: Catalogue, language: str) -> dict[str, int]:
    """Count each word of all versions in a language. One query, then cached."""
    # Translations do not change the English texts.
    return _vocabulary(
        versions.english if language == DEFAULT_LANGUAGE else versions.stamp_in(language), None, language
    )


@lru_cache(maxsize=8)
def _vocabulary(stamp: str, edition: int | None, language: str) -> dict[str, int]:
    del stamp  # only part of the key
    texts: QuerySet[Wording] = Wording.objects.filter(language=language)
    if edition is not None:
        keys = set(Entry.objects.filter(edition=edition).values_list("wording_id", flat=True))
        texts = texts.filter(pk__in=among(keys))
    return vocabulary_of(part for row in texts.values_list("heading", "text").iterator() for part in row)


def default_languages(version: CatalogueVersion, interface: str) -> tuple[str, ...]:
    """Return the language of the page and English; if neither is available, the main language."""
    wishes = (interface, DEFAULT_LANGUAGE)
    return tuple(dict.fromkeys(code for code in wishes if version.shown_in(code))) or (version.main.language,)
