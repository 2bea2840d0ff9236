"""The Oracle text of a card as of a day, its history, and the texts printed on its cards."""

import datetime
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from django.utils.safestring import SafeString

from cards.engine.types import CardFacts, Side
from cards.lookup.dated_facts import dated_facts_of
from cards.lookup.facts import facts_of_card
from cards.models import Card, DatedFact
from rulesbase.core.diff_html import difference
from rulesbase.core.symbols_html import with_symbols
from rulesbase.engine.text.dates import day_in_name


class TextState(NamedTuple):
    """An Oracle text of a face: the first and last day of the card data that have it, and what changed before it.

    ``html`` is the text with the differences from the text before, in words.
    """

    face: str
    first: datetime.date
    last: datetime.date
    type_line: str
    text: str
    html: SafeString
    type_html: SafeString


class PrintedText(NamedTuple):
    """A text as printed, with its first set and the day of its release."""

    face: str
    set_code: str
    released: str
    type_line: str
    text: str


class OracleText(NamedTuple):
    """The Oracle text of a card as of a day.

    ``as_of`` is the day of the card data, None if unknown. ``is_later``: no data are known from before. ``states`` is
    the history, newest first; ``printed`` are the printed texts, oldest first; ``former_rulings`` are rulings that the
    newest data lack, with the last day that has them.
    """

    as_of: datetime.date | None
    sides: tuple[Side, ...]
    is_later: bool
    states: tuple[TextState, ...]
    printed: tuple[PrintedText, ...]
    former_rulings: tuple[tuple[datetime.date | None, str, datetime.date], ...]
    facts: CardFacts

    @property
    def changed(self) -> bool:
        """Return whether the text or the types changed between known days."""
        texts = {(state.type_line, state.text) for state in self.states}
        return len(texts) > len({state.face for state in self.states})


def oracle_text(card: Card, day: datetime.date) -> OracleText:
    """Return the Oracle text of a card, read with its faces, as of a day, with its history. Two queries."""
    names = [card.name, *(face.name for face in card.faces.all())]
    dated = dated_facts_of(names, DatedFact.Kind.values)
    now = facts_of_card(card, dated)
    then = now.on(day)
    printed = [
        PrintedText(side.name, code.upper(), released, type_line, text)
        for side in now.sides
        for (code, released, type_line, text), _days in dated.get(("printed", side.name), ())
    ]
    printed.sort(key=lambda one: (one.released, one.set_code, one))
    rulings = dated.get(("ruling", now.name), ())
    newest = max((max(one.days) for one in rulings), default=None)
    gone = sorted((*one.value, max(one.days)) for one in rulings if newest and max(one.days) < newest)
    former = [(day_in_name(day), ruling, last) for day, ruling, last in gone]
    is_later = bool(then.as_of and then.as_of > day)
    return OracleText(then.as_of, then.sides, is_later, _states(now), tuple(printed), tuple(former), now)


def _states(card: CardFacts) -> tuple[TextState, ...]:
    """Return the texts of each face, the newest first."""
    rows = card.history.sides if card.history else ()
    found: list[TextState] = []
    for at, side in enumerate(card.sides):
        found += _states_of(side.name, [(day, sides[at]) for day, sides in rows if at < len(sides)])
    return tuple(sorted(found, key=lambda state: (state.first, state.face), reverse=True))


def _states_of(face: str, rows: Sequence[tuple[datetime.date, Side]]) -> list[TextState]:
    """Return the distinct texts of a face in order, each with the difference from the one before."""
    found: list[TextState] = []
    runs = groupby(rows, key=lambda row: (row[1].type_line, " ".join(row[1].text.split())))
    for _same, run in runs:
        (first, side), *others = run
        before = found[-1] if found else side
        html = with_symbols(difference(before.text, side.text))
        type_html = difference(before.type_line, side.type_line)
        last = others[-1][0] if others else first
        found.append(TextState(face, first, last, side.type_line, side.text, html, type_html))
    return found
