"""Own decks from files: one card a line, question and answer between tabs (as Anki writes) or in two columns of CSV.

A file is read only as far as a deck may reach: one of a million cards is refused after the first that are too many.
"""

import csv
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from typing import Protocol

from django.db import transaction
from django.utils.translation import gettext as _

from rulesbase.core.errors import Refused
from rulesbase.models import Deck, User
from rulesbase.study.decks.actions import LONGEST_SIDE, MOST_CARDS, make, too_many, write_cards

# A card may take this much with its quotes: nothing beyond is read.
_LONGEST_LINE = 6 * LONGEST_SIDE
MOST_BYTES = 16 * 1024 * 1024
# Fifty for each card: empty ones, and what Anki says of a file, take time too.
_MOST_LINES = 50 * MOST_CARDS


class Bytes(Protocol):
    """A file as far as it is read here: an open one, or an upload."""

    def readline(self, limit: int = ..., /) -> bytes:
        """The next line, or as much of it as the limit allows."""


def too_long(line: int = 1) -> str:
    """What is told of a file that no deck has room for."""
    return _("The file is too long for a deck, from line %(line)d on.") % {"line": line}


def import_deck(user: User, name: str, file: Bytes, about: str = "") -> Deck:
    """Make an own deck of the cards in a file. Raises Refused; then there is none."""
    with _of_the_file():
        cards = _all_cards(file)
    with transaction.atomic():
        deck = make(user, name, about)
        with _of_the_file():
            write_cards(user, deck.public_id, cards)
    return deck


@contextmanager
def _of_the_file() -> Iterator[None]:
    # Whatever is wrong with a card of a file, the form has one field for all of them.
    try:
        yield
    except Refused as error:
        raise Refused(str(error), "file") from None


def _all_cards(file: Bytes) -> list[tuple[str, str]]:
    cards: list[tuple[str, str]] = []
    for card in read_cards(file):
        if len(cards) >= MOST_CARDS:
            raise Refused(too_many())
        cards.append(card)
    if not cards:
        raise Refused(_("The file holds no cards: each line needs a question and an answer."))
    return cards


def read_cards(file: Bytes) -> Iterator[tuple[str, str]]:
    """The cards of a file, one by one as it is read. Raises Refused where a line is no card."""
    lines = _lines(file)
    # What Anki says of a file stands at its head, behind #.
    head, first = next(((at, line) for at, line in enumerate(lines) if line.strip() and line[0] != "#"), (0, ""))
    rows = csv.reader(chain([first], lines), delimiter="\t" if "\t" in first else ",")
    try:
        for row in rows:
            if any(cell.strip() for cell in row):
                yield _card(row, head + rows.line_num)
    except csv.Error:
        raise Refused(_("Line %(line)d cannot be read.") % {"line": head + rows.line_num}) from None


def _card(row: list[str], line: int) -> tuple[str, str]:
    ask, answer = (*(cell.strip() for cell in row[:2]), "")[:2]
    if not ask or not answer:
        raise Refused(_("Line %(line)d has no question, or no answer.") % {"line": line})
    return ask, answer


def _lines(file: Bytes) -> Iterator[str]:
    read = 0
    for number, line in enumerate(iter(lambda: file.readline(_LONGEST_LINE + 1), b""), 1):
        read += len(line)
        if len(line) > _LONGEST_LINE or read > MOST_BYTES or number > _MOST_LINES:
            raise Refused(too_long(number))
        try:
            yield line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError:
            raise Refused(_("The file must be text in UTF-8.")) from None
