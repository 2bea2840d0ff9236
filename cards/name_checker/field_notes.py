"""Write the notes below a card field: the card that matched, and alternatives."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from cards.lookup.lookup import CardMatch
from cards.lookup.objects import ParsedThing
from cards.name_checker.forms import Alternative, FieldNote, MatchedCard
from cards.name_checker.query_params import QuestionParams
from cards.name_checker.question_text import NamedObject

_MOST_OTHERS = 6


def named_of(parsed: ParsedThing) -> NamedObject:
    """Return an object with its name in a sentence: the English name if its card is known."""
    found, thing = parsed.match, parsed.thing
    if parsed.ambiguous or thing.flavor:
        return NamedObject(thing.typed_name, found.card.get_absolute_url() if found and thing.flavor else "", "")
    return NamedObject(thing.name, found.card.get_absolute_url() if found else "", "en" if thing.card else "")


def note_of(params: QuestionParams, at: int, parsed: ParsedThing, action: str) -> FieldNote:
    """Return the note of a field: the chosen card, and alternatives if the choice is uncertain."""
    found = parsed.match
    taken = _matched_card(parsed, found) if found and not parsed.ambiguous else None
    unsure = parsed.ambiguous or parsed.guessed is not None or (found is None and not parsed.known)
    others = _alternatives(params, at, parsed, found, action) if unsure else ()
    return FieldNote(taken=taken, others=tuple(others), is_shared=parsed.ambiguous)


def _matched_card(parsed: ParsedThing, found: CardMatch) -> MatchedCard:
    facts = []
    if parsed.thing.card and parsed.thing.card.sides:
        side = parsed.thing.card.sides[parsed.thing.side or 0]
        facts.append(side.type_line)
    if found.card.released:
        facts.append(_("first printed %(year)s") % {"year": found.card.released.year})
    return MatchedCard(found.name, found.card.get_absolute_url(), found.language, ", ".join(filter(None, facts)))


def _alternatives(
    params: QuestionParams, at: int, parsed: ParsedThing, match: CardMatch | None, action: str
) -> Iterable[Alternative]:
    """Yield other cards, each with a link to the question about it."""
    names = {match.name} if match and not parsed.ambiguous else set()
    for one in parsed.candidates:
        if parsed.ambiguous and not one.is_whole and not parsed.guessed:
            continue
        if one.name not in names and len(names) <= _MOST_OTHERS:
            names.add(one.name)
            matched = one.matched if one.matched != one.name else ""
            yield Alternative(one.name, matched, one.language, action + params.with_card(at, one.name).query)
