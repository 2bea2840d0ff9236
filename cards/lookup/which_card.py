"""Choose among candidates the card that the name of an object means."""

import re
from collections.abc import Iterable, Sequence

from cards.engine.input.object import ObjectInput, read_described_object
from cards.engine.lookup.name_index import PARTED
from cards.engine.lookup.normalize import fold, is_unspaced, key_of
from cards.engine.lookup.types import MatchReason
from cards.engine.lookup.words import LITTLE
from cards.lookup.find_cards import CardMatch, Lookup
from cards.models import Card

MOST_CANDIDATES = 8
# If a name may mean more cards, no answer is given for each.
MOST_READINGS = 60
# A name with one wrong letter matches; names further off are only suggested.
_SURE_ENOUGH = 85.0
# A guess that is so much nearer than the next is the card that is meant.
_CLEAR = 10.0
# A shorter beginning could be many names.
_SHORTEST, _SHORTEST_WORD = 4, 3
_TOGETHER = re.compile(r",?\s+(?:together|both|both (?:names|halves|faces))$|\s*\(both\)$", re.I)

# Names of a deck list: a number of copies before them, a set and a number behind them (4 Lightning Bolt (M10) 146).
_COPIES = re.compile(r"^\d{1,3}\s?[x×]?\s+(?=\S)", re.I)
_PRINTING = re.compile(r"\s+(?:\([A-Z0-9]{2,6}\)|\[[A-Z0-9]{2,6}\])(?:\s+[\w★†-]{1,8})?(?:\s+\*[EF]\*)?$")
# Kana behind ideographs show how they are read: 島(しま).
_FURIGANA = re.compile(r"(?<=[\u3005-\u3007\u4e00-\u9fff])\s?[(（][\u3041-\u30ff]+[)）]")


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
    """Read states from the words of a name, after removing copies and set of a deck list and kana readings."""
    alone = _FURIGANA.sub("", _PRINTING.sub("", _COPIES.sub("", written.name)))
    parsed = read_described_object(written._replace(name=alone) if alone.strip() else written)
    return parsed._replace(name=_TOGETHER.sub("", parsed.name))


def matches_of(lookup: Lookup, written: ObjectInput) -> list[CardMatch]:
    """Return the cards that the name may mean, the likeliest first."""
    found = lookup.find(written.name, limit=MOST_CANDIDATES)
    if written.states & {"token", "emblem"} and "copy" not in written.states:
        # Only whole names: a token is never named like half a card. A copy has the name of what it copies.
        return [one for one in found if one.reason in (MatchReason.EXACT, MatchReason.PRINTED)]
    return found


def _best_guess(typed: str, found: Sequence[CardMatch]) -> CardMatch | None:
    """Return the candidate that is near enough, or the only card with the typed words before its comma in English."""
    alone = len(found) == 1 or found[1].score < found[0].score
    if alone and found[0].score >= _SURE_ENOUGH:
        return found[0]
    begun = (one for one in found if one.reason is MatchReason.PREFIX and one.language == "en")
    called = _once_each(one for one in begun if _is_before_comma(typed, one))
    return called[0] if len(called) == 1 and len(fold(typed)) >= _SHORTEST else None


def possible_matches(lookup: Lookup, written: ObjectInput, found: Sequence[CardMatch]) -> list[CardMatch]:
    """Return all cards that a name may mean, the likeliest first; one if it is clear.

    Several cards may be meant by a printed name or nickname that they share, by the beginning of their names, or by a
    typing error. The list is empty if no card is near enough, or if names typed together are of different cards.
    """
    if is_whole_name(found):
        if not _is_named_by_all(lookup, names_together(written.name, found[0]), found[0]):
            return []
        return _sharing_name(found[0], found)
    if needs_no_card(written) or not found:
        return []
    if nicknamed := _once_each(one for one in found if one.reason is MatchReason.NICKNAME):
        return nicknamed
    if found[0].reason is MatchReason.TYPING_ERROR and found[0].score >= _SURE_ENOUGH:
        tied = [one for one in found if one.reason is found[0].reason and one.score == found[0].score]
        return _once_each(tied)
    best = _best_guess(written.name, found)
    if len(fold(written.name)) < (_SHORTEST_WORD if written.name.isascii() else 2):
        return [best] if best else []
    (named,) = lookup.cards_of([lookup.names.named(written.name, limit=MOST_READINGS)])
    begun = _once_each(one for one in named if _continues(written.name, one))
    if not any(_is_before_comma(written.name, one) for one in begun):
        # “bolt” may be the last word of a name too. “Jace” is short for names that begin with “Jace,”.
        every = lookup.find(written.name, limit=MOST_READINGS)
        begun = _once_each([*begun, *_with_words(written.name, every)])
    if best and begun and best.card not in [one.card for one in begun]:
        # “the ring”: the score of Sol Ring is best, but only Disciple of the Ring has both words.
        begun = [best, *begun]
    return begun if len(begun) > 1 or best is None else [best]


def names_together(typed: str, best: CardMatch) -> list[str]:
    """Return the names with a slash or the like between them, such as 稲妻/Lightning Bolt.

    Empty if they are together the name of the best candidate, or if this is only a guess.
    """
    if not best.is_whole or not PARTED.search(typed) or key_of(fold(typed)) == key_of(fold(best.matched)):
        return []
    return [name for name in PARTED.split(typed) if fold(name)]


def _is_named_by_all(lookup: Lookup, names: Sequence[str], best: CardMatch) -> bool:
    """Return whether names typed together are all of one card."""
    lookup.fetch(names, limit=MOST_CANDIDATES)
    each = (lookup.find(name, limit=MOST_CANDIDATES) for name in names)
    return all(any(one.is_whole and one.card == best.card for one in found) for found in each)


def _with_words(typed: str, found: Sequence[CardMatch]) -> list[CardMatch]:
    """Return the candidates whose names have all typed words; where none has, without articles and the like.

    “the ring” may be any ring, but “the lightning bolt” is Lightning Bolt.
    """
    words = {*fold(typed).split()}
    named = [(one, {*fold(one.matched).split()}) for one in found]
    having = [one for one, own in named if words <= own]
    words -= LITTLE
    if having or not words:
        return having
    only = [one for one, own in named if words == own - LITTLE]
    return only or [one for one, own in named if words <= own]


def cards_meant(typed: str, limit: int) -> list[CardMatch]:
    """Return the cards that a typed name may mean: one if it is clear, else those that are likeliest."""
    lookup = Lookup()
    found = lookup.find(typed, limit=limit)
    if found and found[0].card.kind != Card.Kind.CARD:
        return found[:1]
    matches = possible_matches(lookup, ObjectInput(typed, None, frozenset()), found)[:limit]
    clear = len(found) > 1 and found[1].score < found[0].score - _CLEAR
    return matches or (found[:1] if clear else found)


def card_with_name(typed: str) -> Card | None:
    """Return the card with a whole name in any language; None if there is none."""
    found = Lookup().find(typed, limit=1)
    whole = found and found[0].is_whole and found[0].card.kind == Card.Kind.CARD
    return found[0].card if whole else None


def _is_before_comma(typed: str, match: CardMatch) -> bool:
    """Return whether the name has the typed words before its comma."""
    return "," in match.matched and fold(match.matched.partition(",")[0]) == fold(typed)


def _sharing_name(best: CardMatch, found: Sequence[CardMatch]) -> list[CardMatch]:
    """Return the cards that share the whole name of the best candidate; only that one if its English name was typed.

    Of the name of a face, which may be another card's name in another language, only English names count.
    """
    named = [one for one in found if one.is_whole and one.card.kind == Card.Kind.CARD]
    if best.reason is MatchReason.EXACT or len(_once_each(named)) < 2:
        return [best]
    if best.language == "en" and best.reason is MatchReason.FACE:
        named = [one for one in named if one.language == "en"] or named
    return _once_each([one for one in named if not one.card.is_playtest] or named)


def _once_each(found: Iterable[CardMatch]) -> list[CardMatch]:
    """Return candidates that are cards, each once."""
    return list({one.card.oracle_id: one for one in found if one.card.kind == Card.Kind.CARD}.values())


def _continues(typed: str, match: CardMatch) -> bool:
    """Return whether the name goes on with a new word; possessives are other names (“Jace's Ingenuity” for “Jace”)."""
    words, name = fold(typed), fold(match.matched)
    if is_unspaced(words):
        return len(words) > 1
    return len(words) >= _SHORTEST_WORD and name.startswith(f"{words} ")
