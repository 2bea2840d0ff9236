"""Own decks from files: one card a line, question and answer between tabs (as Anki writes) or in two columns of CSV.

A file is read only up to the limits of a deck.
"""

import csv
from collections.abc import Iterator
from itertools import chain, islice
from typing import Protocol

from django.db import transaction
from django.utils.translation import gettext as _

from rulesbase.core.errors import Refused
from rulesbase.models import Deck, User
from rulesbase.study.decks.actions import LONGEST_SIDE, MOST_CARDS, create_deck, too_many, write_cards

# Maximum length of a card with its quotes.
_LONGEST_LINE = 6 * LONGEST_SIDE
MOST_BYTES = 16 * 1024 * 1024
# Fifty for each card, including empty lines and comments.
_MOST_LINES = 50 * MOST_CARDS


class Bytes(Protocol):
    """An open file or an upload."""

    def readline(self, limit: int = ..., /) -> bytes:
        """Return the next line, up to the limit."""


def too_long(line: int = 1) -> str:
    """Return the message for a file that is too long."""
    return _(
        "The file is too long for one study deck. Line %(line)d and the lines after it do not fit. Split the file."
    ) % {"line": line}


def import_deck(user: User, name: str, file: Bytes, about: str = "") -> Deck:
    """Create an own deck from a file. Raises Refused; then there is no deck."""
    with transaction.atomic():
        deck = create_deck(user, name, about)
        try:
            write_cards(user, deck.public_id, _all_cards(file))
        except Refused as error:
            # The form has one field for all errors in a file.
            raise Refused(str(error), "file") from None
    return deck


def _all_cards(file: Bytes) -> list[tuple[str, str]]:
    cards = list(islice(read_cards(file), MOST_CARDS + 1))
    if len(cards) > MOST_CARDS:
        raise Refused(too_many())
    if not cards:
        raise Refused(_("The file has no flash cards: each line needs a question and an answer."))
    return cards


def read_cards(file: Bytes) -> Iterator[tuple[str, str]]:
    """Yield the cards of a file while it is read. Raises Refused."""
    lines = _lines(file)
    # Anki's directives are at the beginning, after #.
    head, first = next(((at, line) for at, line in enumerate(lines) if line.strip() and line[0] != "#"), (0, ""))
    rows = csv.reader(chain([first], lines), delimiter="\t" if "\t" in first else ",")
    try:
        for row in rows:
            if any(cell.strip() for cell in row):
                yield _card(row, head + rows.line_num)
    except csv.Error:
        raise Refused(
            _("Line %(line)d cannot be read. Check the quotation marks in this line.") % {"line": head + rows.line_num}
        ) from None


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
