"""Own decks from files: one card a line, question and answer between tabs (as Anki writes) or in two columns of CSV."""

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import IO

from django.db import transaction
from django.utils.translation import gettext as _

from rulesbase.core.errors import Refused
from rulesbase.models import Deck, User
from rulesbase.study.decks.actions import MOST_OWN, create_deck, write_cards
from rulesbase.study.questions.render import plain_text

MAX_BYTES = 16 * 1024 * 1024
_DIRECTIVE = re.compile(r"#[a-z ]+:", re.IGNORECASE)
# These columns hold neither the question nor the answer.
_NOT_A_SIDE = re.compile(r"#(?:guid|notetype|deck|tags) column:[1-9]\d?")


def too_large() -> str:
    """Return the message for a file that is too large."""
    return _("The file is too large: at most %(most)d MB. Split the file.") % {"most": MAX_BYTES >> 20}


def import_deck(user: User, name: str, file: IO[bytes], about: str = "") -> Deck:
    """Create an own deck from a file. Raises Refused; then there is no deck."""
    # Read the file before the transaction: SQLite allows one writer. `write_cards` refuses one too many.
    cards = list(islice(read_cards(file), MOST_OWN + 1))
    if not cards:
        raise Refused(_("The file has no flash cards: each line needs a question and an answer."), "file")
    with transaction.atomic():
        deck = create_deck(user, name, about)
        try:
            write_cards(user, deck.public_id, cards)
        except Refused as error:
            # The form shows all errors in a file at its field.
            raise Refused(str(error), "file") from None
    return deck


def read_cards(file: IO[bytes]) -> Iterator[tuple[str, str]]:
    """Yield the cards of a file while it is read; the file stays open. Raises Refused."""
    lines = io.TextIOWrapper(file, encoding="utf-8-sig", newline="")
    try:
        head, first = _head(lines)
        rows = csv.reader(chain([first], lines), delimiter="\t" if "\t" in first else ",")
        # Columns count from 1.
        others = {int(line.rpartition(":")[2]) - 1 for line in head if _NOT_A_SIDE.fullmatch(line)}
        as_text: Callable[[str], str] = plain_text if "#html:true" in head else str
        for row in rows:
            if any(cell.strip() for cell in row):
                sides = [as_text(cell) for at, cell in enumerate(row) if at not in others]
                yield _card(sides, len(head) + rows.line_num)
    except csv.Error:
        message = _("Line %(line)d cannot be read: it is too long, or its quotation marks are not closed.")
        raise Refused(message % {"line": len(head) + rows.line_num}, "file") from None
    except UnicodeDecodeError:
        raise Refused(_("The file must be text in UTF-8."), "file") from None
    finally:
        # Else the file would be closed with the wrapper.
        lines.detach()


def _head(lines: Iterable[str]) -> tuple[list[str], str]:
    """Return the lines before the first card (Anki's directives and empty lines), and the line of that card."""
    head: list[str] = []
    for line in lines:
        if line.strip() and not _DIRECTIVE.match(line):
            return head, line
        head.append(line.strip().lower())
    return head, ""


def _card(sides: list[str], line: int) -> tuple[str, str]:
    ask, answer = (*(side.strip() for side in sides[:2]), "")[:2]
    if not ask or not answer:
        raise Refused(_("Line %(line)d has no question, or no answer.") % {"line": line}, "file")
    return ask, answer
