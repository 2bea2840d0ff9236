"""The texts that a search looks through: those of a version in a language, its own and those carried over."""

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
from rulesbase.translations.freshness_types import Carried

# A rule of so few letters is its own title: "Trample".
TITLE = 60
_PLACE = ("number", "kind", "chapter", "position", "rule_id")


class Candidate(NamedTuple):
    """A text that may answer: of an entry, or one of its examples. ``position`` orders them as the book does."""

    language: str
    number: str
    kind: int
    chapter: int
    position: int
    rule: int | None
    heading: str
    text: str
    is_example: bool
    is_carried: bool

    @property
    def is_term(self) -> bool:
        """Whether it belongs to a term of the glossary."""
        return self.kind == Entry.Kind.TERM


def candidates(versions: Catalogue, version: CatalogueVersion, language: str, keys: RawSQL) -> list[Candidate]:
    """The texts of a version in a language among those of some keys. Two queries, more where texts are carried."""
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
    """Texts that come from other versions, at the numbers of this one."""
    texts = dict(_texts(language, keys))
    # How fresh all of a version is takes long to tell just after a translation: only where one of them answers.
    sheet = freshness(versions, version, language) if texts else None
    if sheet is None:
        return
    places = _places(versions.english, version.texts[0].pk)
    for cell in sheet.cells.values():
        wordings: list[tuple[Carried, bool]] = [(cell.text, False), *((one, True) for one in cell.examples)]
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
    """Chapter and position of each entry."""
    del english  # only part of the key
    rows = Entry.objects.filter(edition=edition).values_list("pk", "chapter", "position")
    return {pk: (chapter, position) for pk, chapter, position in rows}


def titles(versions: Catalogue, version: CatalogueVersion, language: str) -> dict[str, str]:
    """Number -> heading of each section, chapter and rule that has one, and of terms. One query, then kept.

    In a language without an edition they are those of the main one.
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
    """Each word of a version in a language and how often it occurs. Two queries, then kept."""
    edition = version.text_in(language)
    if edition is None or not edition.complete:
        return whole_vocabulary(versions, language)
    return _vocabulary(versions.english, edition.pk, language)


def whole_vocabulary(versions: Catalogue, language: str) -> dict[str, int]:
    """Each word of all versions in a language. One query, then kept."""
    # English is no translation, and what stands in an edition is none that anybody wrote since.
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
    """Where nobody chose: the language of the page, and English beside it; else what there is."""
    wishes = (interface, DEFAULT_LANGUAGE)
    return tuple(dict.fromkeys(code for code in wishes if version.shown_in(code))) or (version.main.language,)
