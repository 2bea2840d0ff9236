"""Write warnings about the names of a question: guesses, ambiguous names, cards not printed yet."""

import datetime
from collections.abc import Iterable, Sequence

from cards.engine.lookup.ranking import SHARED
from cards.engine.types import Question, QuestionKind
from cards.lookup.resolve_objects import ResolvedObject
from rulesbase.engine.messages import Message
from rulesbase.engine.messages import gettext_noop as _

_AS_OF = _("This answer uses the Oracle text of %(card)s as of %(as_of)s, from the last card data before this version.")
_NOT_BEFORE = _(
    "The card data have no Oracle text of %(card)s from before %(as_of)s. This answer uses the text of that date."
)
# Questions that read the text or types of a card.
_BY_TEXT = (QuestionKind.DECK, QuestionKind.REFERS)
_MOST_NAMED = 8
_MOST_NEAR = 5
_GUESSED = _(
    "“%(typed)s” was read as %(card)s. The rules need the whole name. The tournament rules accept a clear description."
)
_UNKNOWN = _("No card named “%(typed)s” or similar is in the card data of %(as_of)s.")
_NO_DATA = _("No card data has been imported yet.")
_UNKNOWN_NEAR = _("No card named “%(typed)s” is in the card data of %(as_of)s. Similar names: %(cards)s.")
_SEVERAL = _("“%(typed)s” is the name of several cards: %(cards)s.")
_SHORT = _("“%(typed)s” is not a whole card name. It may mean: %(cards)s.")
_NOT_YET = _("%(card)s was first printed on %(released)s, after this version.")


def remarks(
    resolved: Sequence[ResolvedObject], day: datetime.date, as_of: datetime.date | None = None
) -> tuple[Message, ...]:
    """Return warnings about the objects of a question as of the version of a day, each once.

    ``as_of`` is the day of the card data, None if there are none.
    """
    return tuple({str(note): note for note in _remarks(resolved, day, as_of)}.values())


def _remarks(resolved: Sequence[ResolvedObject], day: datetime.date, as_of: datetime.date | None) -> Iterable[Message]:
    for one in dict.fromkeys(resolved):
        card, typed = one.thing.card, one.thing.typed_name
        if one.thing.unknown:
            near = " · ".join([*dict.fromkeys(found.name for found in one.candidates)][:_MOST_NEAR])
            values = {"typed": typed, "as_of": as_of or "?", "cards": near}
            if near:
                yield Message(_UNKNOWN_NEAR, values)
            else:
                yield Message(_UNKNOWN, values) if as_of else Message(_NO_DATA)
        if one.guessed and card and not one.readings:
            yield Message(_GUESSED, {"typed": typed, "card": one.thing.name})
        taken = [found for found in one.candidates[:3] if one.readings or found is one.match]
        warnings = [found.warning for found in taken if found.warning]
        if one.readings:
            # One warning is enough; a known misprint has its own.
            warnings = [warning for warning in warnings if warning.message != SHARED]
            message = _SHORT if one.guessed else _SEVERAL
            warnings = warnings or [Message(message, {"typed": typed, "cards": rivals(one)})]
        yield from dict.fromkeys(warnings)
        for read in one.readings or (one,):
            read_card = read.thing.card
            if read_card and read_card.released and read_card.released > day and len(one.readings) <= _MOST_NAMED:
                yield Message(_NOT_YET, {"card": read_card.name, "released": read_card.released})


def rivals(one: ResolvedObject) -> str:
    """Return the names of the cards that an ambiguous name may mean, joined by dots; only the first of many."""
    names = list(dict.fromkeys(reading.thing.card.name for reading in one.readings if reading.thing.card))
    return " · ".join([*names[:_MOST_NAMED], *(["…"] if len(names) > _MOST_NAMED else [])])


def oracle_remarks(question: Question) -> tuple[Message, ...]:
    """Return from which day of the card data the Oracle texts and types are, where the question uses them."""
    if not uses_oracle(question):
        return ()
    cards = [thing.card for thing in question.things if thing.card and thing.card.history]
    found = {(card.name, day): day for card in cards if (day := card.on(question.day).as_of)}
    return tuple(
        Message(_NOT_BEFORE if day > question.day else _AS_OF, {"card": name, "as_of": day}) for (name, day) in found
    )


def uses_oracle(question: Question) -> bool:
    """Return whether an answer rests on Oracle texts, types or legality."""
    return bool(question.texts("with") or question.kind in _BY_TEXT or any(thing.also for thing in question.things))


def facts_known_since(question: Question) -> datetime.date | None:
    """Return the first day of the card data for all cards of a question; None if the answer needs no such facts."""
    cards = [thing.card for thing in question.things if thing.card]
    if question.kind is QuestionKind.PLAY or question.options.get("format"):
        days = [card.history.legalities[0][0] for card in cards if card.history and card.history.legalities]
    elif uses_oracle(question):
        days = [card.history.sides[0][0] for card in cards if card.history and card.history.sides]
    else:
        return None
    return max([*days, *(card.as_of for card in cards if card.as_of and not card.history)], default=None)
