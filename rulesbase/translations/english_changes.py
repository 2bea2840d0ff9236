"""What the English of a place changed since its translation was made: as a whole, not step by step."""

import datetime
from typing import NamedTuple

from rulesbase.archive.catalogue import Catalogue, CatalogueVersion
from rulesbase.models import Entry, Source, TranslatedPlace, Wording
from rulesbase.translations.freshness import freshness
from rulesbase.translations.freshness_types import Carried, Cell, Freshness


class Pair(NamedTuple):
    """An English text as it was translated, and as the version has it; one is empty where there is none."""

    old: str
    new: str


class Since(NamedTuple):
    """A cell with what the English changed. ``made_for`` and ``number`` are where the translated text
    stood, ``read`` is the version that is read."""

    cell: Cell
    words: Pair | None
    examples: tuple[Pair, ...]
    made_for: datetime.date | None
    number: str
    source: Source | None
    read: datetime.date

    @property
    def is_later(self) -> bool:
        """Whether the text was made for a version after the one that is read: the changes go back in time."""
        return self.made_for is not None and self.made_for > self.read


def since_of(versions: Catalogue, version: CatalogueVersion, number: str, chapter: int, language: str) -> Since | None:
    """What changed since the translation of a place was made; None where the version has no such place."""
    sheet = freshness(versions, version, language, chapter)
    cell = sheet.by_number().get(number) if sheet else None
    if cell is None:
        return None
    every = (cell.text, *cell.examples)
    wordings = Wording.objects.in_bulk({key for one in every for key in (one.english, one.original) if key})
    place = _place(cell)
    stale = [one for one in cell.examples if one.state is not Freshness.EXACT] if cell.has_examples else []
    return Since(
        cell,
        _pair(cell.text, wordings) if cell.text.state is not Freshness.EXACT else None,
        tuple(_pair(one, wordings) for one in stale),
        place.entry.edition.version.date if place and place.entry.edition else None,
        place.entry.number if place else "",
        Source.objects.filter(pk=cell.text.source).first() if cell.text.source else None,
        version.date,
    )


def _pair(one: Carried, wordings: dict[int, Wording]) -> Pair:
    old = wordings.get(one.original or 0)
    return Pair(_words(old) if old else "", _words(wordings[one.english]))


def _words(wording: Wording) -> str:
    parts = (wording.heading, wording.text)
    return "\n".join(part for part in parts if part)


def _place(cell: Cell) -> TranslatedPlace | None:
    """Where the translated text stood: at the version that the cell names, else the last one."""
    places = TranslatedPlace.objects.filter(translation=cell.text.translation, entry__edition__isnull=False)
    places = places.select_related("entry__edition__version").order_by("-entry__edition__version__date", "entry_id")
    if cell.text.made_for:
        places = places.filter(entry__edition__version__date=cell.text.made_for)
    if cell.rule:
        own = places.filter(entry__rule=cell.rule).first()
        return own or places.first()
    return places.first()


def chapter_of_place(number: str, *, term: bool) -> int:
    """The key under which freshness keeps a place: its chapter, 0 for a section, 1000 for terms."""
    if term:
        return Entry.TERMS
    return int(number[:3]) if len(number) >= 3 else Entry.SECTIONS
