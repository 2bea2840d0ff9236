"""Changes of an English text since its translation, as one comparison."""

import datetime
from typing import NamedTuple

from rulesbase.archive.catalogue import Catalogue, CatalogueVersion
from rulesbase.engine.text.numbers import chapter_index, parse_number
from rulesbase.models import Entry, Source, TranslatedPlace, Wording
from rulesbase.translations.freshness import freshness
from rulesbase.translations.freshness_types import EntryFreshness, Freshness, TranslatedText


class OldAndNewText(NamedTuple):
    """An English text as translated and as in the version; "" if there is none."""

    old: str
    new: str


class EnglishChange(NamedTuple):
    """A cell with the changes of its English text.

    ``made_for`` and ``number`` are the place of the translated text, ``read`` is the version that is read.
    """

    cell: EntryFreshness
    words: OldAndNewText | None
    examples: tuple[OldAndNewText, ...]
    made_for: datetime.date | None
    number: str
    source: Source | None
    read: datetime.date

    @property
    def is_later(self) -> bool:
        """Return whether the text was translated for a later version, so that the changes go back in time."""
        return self.made_for is not None and self.made_for > self.read


def english_change_of(
    versions: Catalogue, version: CatalogueVersion, number: str, chapter: int, language: str
) -> EnglishChange | None:
    """Return the changes since the translation of an entry; None if the version has no such entry."""
    cells = freshness(versions, version, language, chapter).values()
    cell = next((one for one in cells if one.number == number), None)
    if cell is None:
        return None
    every = (cell.text, *cell.examples)
    wordings = Wording.objects.in_bulk({key for one in every for key in (one.english, one.original) if key})
    place = _place(cell)
    stale = [one for one in cell.examples if one.state is not Freshness.EXACT] if cell.has_examples else []
    return EnglishChange(
        cell,
        _pair(cell.text, wordings) if cell.text.state is not Freshness.EXACT else None,
        tuple(_pair(one, wordings) for one in stale),
        place.entry.edition.version.date if place and place.entry.edition else None,
        place.entry.number if place else "",
        Source.objects.filter(pk=cell.text.source).first() if cell.text.source else None,
        version.date,
    )


def _pair(one: TranslatedText, wordings: dict[int, Wording]) -> OldAndNewText:
    old = wordings.get(one.original or 0)
    return OldAndNewText(old.words if old else "", wordings[one.english].words)


def _place(cell: EntryFreshness) -> TranslatedPlace | None:
    """Return the place of the translated text: in the version of the cell, else the newest."""
    places = TranslatedPlace.objects.filter(translation=cell.text.translation, entry__edition__isnull=False)
    places = places.select_related("entry__edition__version").order_by("-entry__edition__version__date", "entry_id")
    if cell.text.made_for:
        places = places.filter(entry__edition__version__date=cell.text.made_for)
    own = places.filter(entry__rule=cell.rule).first() if cell.rule else None
    return own or places.first()


def chapter_of_place(number: str, *, term: bool) -> int:
    """Return the chapter of a number: 0 for a section, 1000 for terms."""
    if term:
        return Entry.TERMS
    return chapter_index(number) if parse_number(number) else Entry.SECTIONS
