"""Write the notes below a card field: the card that matched, and alternatives."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from cards.engine.types import GameObject
from cards.lookup.find_cards import CardMatch
from cards.lookup.resolve_objects import ResolvedObject
from cards.name_checker.forms import FieldNote
from cards.name_checker.query_params import QuestionParams
from cards.name_checker.question_text import NamedObject

_MOST_OTHERS = 6


def named_of(resolved: ResolvedObject) -> NamedObject:
    """Return an object with its name in a sentence: the English name if its card is known."""
    found, thing = resolved.match, resolved.thing
    if resolved.readings or thing.flavor:
        return NamedObject(thing.typed_name, found.card.get_absolute_url() if found and thing.flavor else "", "")
    return NamedObject(thing.name, found.card.get_absolute_url() if found else "", "en" if thing.card else "")


def note_of(params: QuestionParams, at: int, resolved: ResolvedObject) -> FieldNote:
    """Return the note of a field: the chosen card, and alternatives if the choice is uncertain."""
    several = bool(resolved.readings)
    found = None if several else resolved.match
    facts = _facts(resolved.thing) if found else ""
    unsure = several or resolved.guessed is not None or (found is None and resolved.thing.unknown)
    others = tuple(_alternatives(params, at, resolved, found)) if unsure else ()
    return FieldNote("", found, facts, others, several)


def _facts(thing: GameObject) -> str:
    """Return the type line and the year of a card."""
    type_line = thing.card.sides[thing.side or 0].type_line if thing.card and thing.card.sides else ""
    released = thing.card.released if thing.card else None
    printed = _("first printed in %(year)s") % {"year": released.year} if released else ""
    return ", ".join(filter(None, [type_line, printed]))


def _alternatives(
    params: QuestionParams, at: int, resolved: ResolvedObject, taken: CardMatch | None
) -> Iterable[tuple[CardMatch, str]]:
    """Yield other cards, each with a link to the question about it."""
    names = {taken.name} if taken else set()
    for one in resolved.candidates:
        if resolved.readings and not one.is_whole and not resolved.guessed:
            continue
        if one.name not in names and len(names) <= _MOST_OTHERS:
            names.add(one.name)
            yield one, params.with_card(at, one.name).href
