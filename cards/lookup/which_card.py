"""Choose among candidates the card that the name of an object means."""

import re
from collections.abc import Sequence

from cards.engine.input.object import ObjectInput, in_words
from cards.engine.lookup.normalize import fold
from cards.engine.lookup.types import MatchReason
from cards.lookup.lookup import CardMatch, Lookup
from cards.models import Card

MOST_CANDIDATES = 8
# A name with one wrong letter matches; names further off are only suggested.
_SURE_ENOUGH = 85.0
# A shorter beginning could be many names.
_SHORTEST = 4
_TOGETHER = re.compile(r",?\s+(?:together|both|both (?:names|halves|faces))$|\s*\(both\)$", re.I)


def needs_no_card(written: ObjectInput) -> bool:
    """Return whether an object may have any name, or none."""
    return bool(written.states & {"token", "emblem", "facedown", "nameless"})


def search_cards(lookup: Lookup, written: ObjectInput) -> tuple[ObjectInput, list[CardMatch]]:
    """Return the object and the cards that may be meant.

    If no card has the whole name, states are first read from the words of the name.
    """
    found = matches_of(lookup, written)
    parsed = written if is_whole_name(found) else states_from_words(written)
    return (parsed, matches_of(lookup, parsed)) if parsed != written else (written, found)


def is_whole_name(found: Sequence[CardMatch]) -> bool:
    """Return whether the best candidate has exactly this name."""
    return bool(found) and found[0].is_whole


def states_from_words(written: ObjectInput) -> ObjectInput:
    """Read states from the words of a name, such as “face-down creature”."""
    parsed = in_words(written)
    return parsed._replace(name=_TOGETHER.sub("", parsed.name))


def matches_of(lookup: Lookup, written: ObjectInput) -> list[CardMatch]:
    """Return the cards that the name may mean, the likeliest first."""
    found = lookup.find(written.name, limit=MOST_CANDIDATES)
    if written.states & {"token", "emblem"} and "copy" not in written.states:
        # Only whole names: a token is never named like half a card. A copy has the name of what it copies.
        return [one for one in found if one.reason in (MatchReason.EXACT, MatchReason.PRINTED)]
    return found


def best_match(written: ObjectInput, found: Sequence[CardMatch]) -> CardMatch | None:
    """Return the card that is meant; None if no candidate is near enough."""
    if not found:
        return None
    best = found[0]
    if best.is_whole:
        return best
    if needs_no_card(written):
        return None
    alone = len(found) == 1 or found[1].score < best.score
    return best if alone and best.score >= _SURE_ENOUGH else _match_before_comma(written.name, found)


def _match_before_comma(typed: str, found: Sequence[CardMatch]) -> CardMatch | None:
    """Return the only card whose English name has the typed words before its comma."""
    words = fold(typed)
    called = [
        one
        for one in found
        if one.reason is MatchReason.PREFIX and one.language == "en" and one.card.kind == Card.Kind.CARD
        if "," in one.matched and fold(one.matched.partition(",")[0]) == words
    ]
    return called[0] if len({one.card.oracle_id for one in called}) == 1 and len(words) >= _SHORTEST else None


def is_ambiguous(match: CardMatch, found: Sequence[CardMatch]) -> bool:
    """Return whether the printed name is also that of another card. A whole English name never is."""
    if match.reason is MatchReason.EXACT or not match.is_whole:
        return False
    rivals = [one for one in found if one.is_whole and one.card.kind == Card.Kind.CARD]
    return len({one.card.oracle_id for one in rivals}) > 1
