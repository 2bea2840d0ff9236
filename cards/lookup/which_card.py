"""Which card is meant by the name of an object, of those that are found."""

import re
from collections.abc import Sequence

from cards.engine.input.object import ObjectInput, in_words
from cards.engine.lookup.normalize import fold
from cards.engine.lookup.types import MatchReason
from cards.lookup.lookup import Found, Lookup
from cards.models import Card

MOST_CANDIDATES = 8
# A name of one wrong letter is taken for what it must be; what is further off is only offered.
_SURE_ENOUGH = 85.0
# A shorter beginning of a name may be anything.
_SHORTEST = 4
_TOGETHER = re.compile(r",?\s+(?:together|both|both (?:names|halves|faces))$|\s*\(both\)$", re.I)


def needs_no_card(written: ObjectInput) -> bool:
    """Whether it is an object that may have any name, or none."""
    return bool(written.states & {"token", "emblem", "facedown", "nameless"})


def searched(lookup: Lookup, written: ObjectInput) -> tuple[ObjectInput, list[Found]]:
    """The cards that may be meant; where none is named so, what the words may tell besides is understood first."""
    found = found_of(lookup, written)
    told = written if is_whole_name(found) else told_by_words(written)
    return (told, found_of(lookup, told)) if told != written else (written, found)


def is_whole_name(found: Sequence[Found]) -> bool:
    """Whether some card is named just so."""
    return bool(found) and found[0].candidate.is_whole


def told_by_words(written: ObjectInput) -> ObjectInput:
    """What the words of a name may tell besides."""
    told = in_words(written)
    return told._replace(name=_TOGETHER.sub("", told.name))


def found_of(lookup: Lookup, written: ObjectInput) -> list[Found]:
    """The cards that the name may mean, the likeliest first."""
    found = lookup.find(written.name, limit=MOST_CANDIDATES)
    if written.states & {"token", "emblem"} and "copy" not in written.states:
        # A half of a card is no token's name, and a token may have any name; a copy has that of what it copies.
        return [one for one in found if one.reason in (MatchReason.EXACT, MatchReason.PRINTED)]
    return found


def taken_of(written: ObjectInput, found: Sequence[Found]) -> Found | None:
    """The card that is meant; None where nothing found is near enough."""
    if not found:
        return None
    best = found[0]
    if best.candidate.is_whole:
        return best
    if needs_no_card(written):
        return None
    alone = len(found) == 1 or found[1].candidate.score < best.candidate.score
    return best if alone and best.candidate.score >= _SURE_ENOUGH else _begun(written.name, found)


def _begun(typed: str, found: Sequence[Found]) -> Found | None:
    """The one card that is called by the words typed: those before the comma of its English name."""
    words = fold(typed)
    called = [
        one
        for one in found
        if one.reason is MatchReason.PREFIX and one.language == "en" and one.card.kind == Card.Kind.CARD
        if "," in one.matched and fold(one.matched.partition(",")[0]) == words
    ]
    return called[0] if len({one.card.oracle_id for one in called}) == 1 and len(words) >= _SHORTEST else None


def is_ambiguous(taken: Found, found: Sequence[Found]) -> bool:
    """Whether the same printed name is that of another card too. An English whole name is the card's own."""
    if taken.reason is MatchReason.EXACT or not taken.candidate.is_whole:
        return False
    rivals = [one for one in found if one.candidate.is_whole and one.card.kind == Card.Kind.CARD]
    return len({one.card.oracle_id for one in rivals}) > 1
