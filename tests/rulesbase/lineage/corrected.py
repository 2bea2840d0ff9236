"""A small archive whose texts leave the lineage open, and corrections in short form."""

import datetime
from collections.abc import Sequence
from typing import Any

from rulesbase.imports.import_file import import_source
from rulesbase.lineage.corrections import DatedNumbers, correct
from rulesbase.models import Change, Correction, Entry, Rule
from tests.support.texts import Book, Place

UNCHANGED = tuple(Place(f"same-{at}") for at in range(5))
WHOLE = Place("whole", "See rule 101.1.")

LEFT = Place("l", "The guard of both gates counts every coin twice before sunset, and no guest may object to it.")
RIGHT = Place(
    "r", "Snow on an empty roof melts slowly; until noon no one needs any shovel unless children ask for one."
)
PART = Place("p", "Letters sent abroad carry three stamps, of which only those printed last year remain valid.")


def book(year: int, *places: Place) -> Book:
    """Return a book whose chapter 100 is always the same: the texts alone do not decide what happens in 101."""
    return Book(datetime.date(year, 3, 1)).with_chapter(100, *UNCHANGED).with_chapter(101, *places)


BOOKS = [
    book(2018, WHOLE, LEFT),
    book(2019, WHOLE, LEFT),
    book(2020, WHOLE, RIGHT, PART),
    book(2021, PART, WHOLE, RIGHT),
]
TEXTS = [book.bytes() for book in BOOKS]


def store(texts: Sequence[bytes] = TEXTS) -> None:
    for text in texts:
        import_source(text, name="rules.txt")


def say(verb: str, old: str, new: str, reason: str = "The bulletin says so.") -> Correction:
    """Make a correction; places are `number@year`."""
    return correct(verb, dated(old, new), reason=reason, by=None)


def where(verb: str, old: str, new: str) -> dict[str, Any]:
    """Return the fields of a correction."""
    return {"verb": verb, **dated(old, new)._asdict()}


def dated(old: str, new: str) -> DatedNumbers:
    (old_number, old_year), (new_number, new_year) = old.split("@"), new.split("@")
    return DatedNumbers(datetime.date(int(old_year), 3, 1), old_number, datetime.date(int(new_year), 3, 1), new_number)


def rule_at(place: str) -> int | None:
    number, year = place.split("@")
    return Entry.objects.get(edition__version__date=f"{year}-03-01", number=number).rule_id


def public_id(place: str) -> str:
    return Rule.objects.get(pk=rule_at(place) or 0).public_id


def change_at(place: str) -> Change:
    number, year = place.split("@")
    return Change.objects.get(version__date=f"{year}-03-01", new_number=number)
