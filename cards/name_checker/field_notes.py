"""What is said below a card field of the name checker: the card that was meant, and those that may be meant."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from cards.lookup.lookup import Found
from cards.lookup.objects import ParsedThing
from cards.name_checker.forms import Note, Other, Taken
from cards.name_checker.query_params import Ask
from cards.name_checker.question_text import Named

_MOST_OTHERS = 6


def found_of(parsed: ParsedThing) -> Found | None:
    """The card that was taken, as it was found."""
    card = parsed.thing.card
    if card is None:
        return None
    return next((one for one in parsed.candidates if one.card.oracle_id == card.oracle_id), None)


def named_of(parsed: ParsedThing) -> Named:
    """An object as a sentence names it: by its English name where its card is known."""
    found, thing = found_of(parsed), parsed.thing
    if parsed.ambiguous or thing.flavor:
        return Named(thing.typed_name, found.card.get_absolute_url() if found and thing.flavor else "", "")
    return Named(thing.name, found.card.get_absolute_url() if found else "", "en" if thing.card else "")


def note_of(ask: Ask, at: int, parsed: ParsedThing, action: str) -> Note:
    """What a name was taken for; others that may be meant where that is not sure."""
    found = found_of(parsed)
    taken = _taken(parsed, found) if found and not parsed.ambiguous else None
    unsure = parsed.ambiguous or parsed.guessed is not None or (found is None and not parsed.known)
    others = _others(ask, at, parsed, found, action) if unsure else ()
    return Note(taken=taken, others=tuple(others), is_shared=parsed.ambiguous)


def _taken(parsed: ParsedThing, found: Found) -> Taken:
    facts = []
    if parsed.thing.card and parsed.thing.card.sides:
        side = parsed.thing.card.sides[parsed.thing.side or 0]
        facts.append(side.type_line)
    if found.card.released:
        facts.append(_("first printed %(year)s") % {"year": found.card.released.year})
    return Taken(found.name, found.card.get_absolute_url(), found.language, ", ".join(filter(None, facts)))


def _others(ask: Ask, at: int, parsed: ParsedThing, taken: Found | None, action: str) -> Iterable[Other]:
    """Other cards, each with the question asked of it."""
    names = {taken.name} if taken and not parsed.ambiguous else set()
    for one in parsed.candidates:
        if parsed.ambiguous and not one.candidate.is_whole:
            continue
        if one.name not in names and len(names) <= _MOST_OTHERS:
            names.add(one.name)
            matched = one.matched if one.matched != one.name else ""
            yield Other(one.name, matched, one.language, action + ask.with_card(at, one.name).query)
