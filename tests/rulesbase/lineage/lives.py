"""A small archive in which rules are renumbered, cut, put together and removed."""

import datetime

from rulesbase.imports.import_file import import_source
from tests.support.texts import Book, Place, sentence

# 201.2 of the first version is cut in two in the second; 201.3 and 201.4 become one in the third.
FIRST = Book(datetime.date(2010, 3, 1)).with_chapter(
    201, Place("one"), Place("two", sentence("half")), Place("three"), Place("four"), Place("five")
)
SAME = [Place(key) for key in ("zero", "one", "two", "half")]
SECOND = FIRST.dated(2012).with_chapter(201, *SAME, Place("three"), Place("four"), Place("five", "And so it ends."))
THIRD = FIRST.dated(2014).with_chapter(201, *SAME, Place("three", sentence("four")), Place("six"))


def import_lives() -> None:
    """Import the three versions."""
    for book in (FIRST, SECOND, THIRD):
        import_source(book.bytes(), name=f"{book.date}.txt")
