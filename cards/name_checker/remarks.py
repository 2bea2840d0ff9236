"""Write warnings about the names of a question: guesses, ambiguous names, cards not printed yet."""

import datetime
from collections.abc import Iterable, Sequence

from cards.engine.lookup.ranking import SHARED
from cards.lookup.lookup import CardMatch
from cards.lookup.objects import ParsedThing
from rulesbase.engine.messages import Message
from rulesbase.engine.messages import gettext_noop as _

_GUESSED = _("“%(typed)s” was taken for %(card)s. The rules want a whole name; tournament rules take what is clear.")
_UNKNOWN = _("No card named “%(typed)s” is known here: it was taken for an English name and compared as it stands.")
_SEVERAL = _("“%(typed)s” is the name of several cards: %(cards)s.")
_READ_AS = _("This answer takes “%(typed)s” for %(card)s.")
_NOT_YET = _("%(card)s was first printed on %(released)s, after this version.")


def remarks(parsed: Sequence[ParsedThing], day: datetime.date, *, one_taken: bool = True) -> tuple[Message, ...]:
    """Return warnings about the objects of a question as of the version of a day, each once.

    ``one_taken`` is false if the answer names all cards of an ambiguous name.
    """
    return tuple({str(note): note for note in _remarks(parsed, day, one_taken)}.values())


def _remarks(parsed: Sequence[ParsedThing], day: datetime.date, one_taken: bool) -> Iterable[Message]:
    for one in dict.fromkeys(parsed):
        card, typed = one.thing.card, one.thing.typed_name
        if not one.known:
            yield Message(_UNKNOWN, {"typed": typed})
        if one.guessed and card:
            yield Message(_GUESSED, {"typed": typed, "card": one.thing.name})
        warnings = [found.warning for found in one.candidates[:3] if found.warning and _is_taken(one, found)]
        if one.ambiguous:
            # One warning is enough; a known misprint has its own.
            warnings = [warning for warning in warnings if warning.message != SHARED]
            warnings = warnings or [Message(_SEVERAL, {"typed": typed, "cards": rivals(one)})]
        yield from dict.fromkeys(warnings)
        if one.ambiguous and card and one_taken:
            yield Message(_READ_AS, {"typed": typed, "card": card.name})
        if card and card.released and card.released > day:
            yield Message(_NOT_YET, {"card": card.name, "released": card.released.isoformat()})


def _is_taken(one: ParsedThing, found: CardMatch) -> bool:
    card = one.thing.card
    return one.ambiguous or (card is not None and found.card.oracle_id == card.oracle_id)


def rivals(one: ParsedThing) -> str:
    """Return the names of the cards with this name, joined by dots."""
    names = [found.name for found in one.candidates if found.is_whole and found.card.kind == "card"]
    return " · ".join(dict.fromkeys(names))
