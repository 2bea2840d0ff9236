"""Resolve objects as typed, `NAME[@state,...]` or a card as JSON, into objects of the name engine."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import NamedTuple

from cards.engine.input.card_json import card_described
from cards.engine.input.object import ObjectInput, parse_object
from cards.engine.lookup.normalize import fold, words_of
from cards.engine.lookup.types import MatchReason
from cards.engine.types import CardFacts, GameObject, Side
from cards.lookup.facts import cached_facts, first_printing_as, pairs_of
from cards.lookup.find_cards import CardMatch, Lookup
from cards.lookup.which_card import (
    MOST_CANDIDATES,
    is_whole_name,
    matches_of,
    names_together,
    needs_no_card,
    possible_matches,
    search_cards,
    states_from_words,
)
from cards.models import Card, NameEvent, PrintedName

_NAMED = (MatchReason.FACE, MatchReason.PRINTED, MatchReason.FLAVOR, MatchReason.PREFIX, MatchReason.TYPING_ERROR)


class ResolvedObject(NamedTuple):
    """A resolved object, and the cards that may be meant, the likeliest first.

    ``guessed``: why the card matched, if the whole name was not typed. ``readings``: the object with each card that
    may be meant, if there are several.
    """

    thing: GameObject
    candidates: tuple[CardMatch, ...] = ()
    guessed: MatchReason | None = None
    readings: tuple["ResolvedObject", ...] = ()

    @property
    def match(self) -> CardMatch | None:
        """Return the candidate that was chosen."""
        oracle_id = self.thing.card.oracle_id if self.thing.card else None
        return next((one for one in self.candidates if one.card.oracle_id == oracle_id), None)


def resolve_objects(typed: Iterable[str]) -> list[ResolvedObject]:
    """Resolve objects. Raise BadQuestion for an impossible object; an unknown name is not an error.

    All names are looked up together: some ten queries for any number of objects, and two for each interchangeable name.
    """
    lookup, wanted = Lookup(), list(typed)
    written = {one: parse_object(one) for one in wanted}
    _look_up(lookup, written.values())
    resolved = {one: _resolve(lookup, one, written[one]) for one in written}
    given = {fold(one.thing.set_name) for one in resolved.values() if one.thing.set_name}
    return [_with_given_name(_with_named_card(resolved[one], resolved.values()), given) for one in wanted]


def _with_given_name(resolved: ResolvedObject, given: Collection[str]) -> ResolvedObject:
    """Return only the name where it is short for a card, but also the whole name that an effect gives an object."""
    if not resolved.guessed or fold(resolved.thing.typed_name) not in given:
        return resolved
    return ResolvedObject(replace(resolved.thing, card=None, side=None, partial=False))


def _with_named_card(resolved: ResolvedObject, every: Iterable[ResolvedObject]) -> ResolvedObject:
    """Add the cards that other objects name to the readings of a short name, if their names have all its words."""
    if not resolved.guessed or resolved.guessed is MatchReason.TYPING_ERROR:
        return resolved
    words = {*words_of(fold(resolved.thing.typed_name))}
    readings = resolved.readings or (resolved,)
    have = {reading.thing.card for reading in readings}
    more = []
    for other in every:
        card = other.thing.card
        if card and not other.guessed and card not in have and words <= {*words_of(fold(card.name))}:
            thing = replace(resolved.thing, card=card, side=other.thing.side)
            more.append(other._replace(thing=thing, guessed=resolved.guessed, readings=()))
    return resolved._replace(readings=(*more, *readings)) if more else resolved


def _look_up(lookup: Lookup, objects: Iterable[ObjectInput]) -> None:
    """Fetch the cards that objects name, and their facts, in few queries."""
    written = [one for one in objects if one.card is None]
    lookup.fetch((one.name for one in written), limit=MOST_CANDIDATES)
    unknown = (one for one in written if not is_whole_name(matches_of(lookup, one)))
    lookup.fetch((states_from_words(one).name for one in unknown), limit=MOST_CANDIDATES)
    searched = [search_cards(lookup, one) for one in written]
    together = (name for one, found in searched if found for name in names_together(one.name, found[0]))
    lookup.fetch(together, limit=MOST_CANDIDATES)
    matches = (match for one, found in searched for match in possible_matches(lookup, one, found))
    cached_facts.of(lookup.state, [match.card.oracle_id for match in matches])


def _facts(lookup: Lookup, card: Card) -> CardFacts:
    """Return the facts of a card that was just found."""
    return cached_facts.of(lookup.state, [card.oracle_id])[card.oracle_id]


def _resolve(lookup: Lookup, typed: str, written: ObjectInput) -> ResolvedObject:
    if written.card and not _is_known(lookup, written, written.card):
        return ResolvedObject(_object_of(lookup, typed, written, _complete(lookup, written, written.card)))
    written, found = search_cards(lookup, written._replace(card=None))
    matches = possible_matches(lookup, written, found)
    if len(matches) > 1:
        readings = tuple(_reading(lookup, typed, written, match, (match,)) for match in matches)
        candidates = tuple(found) if matches[0].is_whole else tuple(matches)
        return readings[0]._replace(candidates=candidates, readings=readings)
    match = matches[0] if matches else None
    if match:
        return _reading(lookup, typed, written, match, tuple(found))
    if written.name.casefold() == "incubator" and "chosen" not in written.states:
        # An Incubator is a token with two faces.
        written = written._replace(states=written.states | {"token"})
    unknown = not needs_no_card(written)
    # Two names are read as a split card, as in a description.
    card = card_described({"name": written.name}) if unknown and "//" in written.name else None
    return ResolvedObject(replace(_object_of(lookup, typed, written, card), unknown=unknown), tuple(found))


def _reading(
    lookup: Lookup, typed: str, written: ObjectInput, match: CardMatch, found: tuple[CardMatch, ...]
) -> ResolvedObject:
    """Return the object with the card of a candidate."""
    facts = _facts(lookup, match.card)
    if "//" in match.matched and "//" not in written.name and match.is_whole:
        written = written._replace(name=match.matched)
    partial = match.reason in (MatchReason.PREFIX, MatchReason.PART, MatchReason.WORDS, MatchReason.NICKNAME)
    written = _with_flavor_name(lookup, written, match, facts)
    made = _object_of(lookup, typed, written, _own_card(match.matched, match, facts), match)
    guessed = None if match.is_whole else match.reason
    return ResolvedObject(replace(made, partial=partial), found, guessed=guessed)


def object_of_card(typed: str, card: CardFacts) -> GameObject:
    """Resolve one object whose card is known. Raise BadQuestion."""
    return _object_of(Lookup(), typed, parse_object(typed), card)


# ---- Cards that were described ----


def _is_known(lookup: Lookup, written: ObjectInput, card: CardFacts) -> bool:
    """Return whether a description has only the name of a known card, or of no card."""
    if not written.bare:
        return False
    if needs_no_card(written):
        return bool(written.name)
    found = _best_by(lookup, written.name, MatchReason.EXACT, MatchReason.FACE)
    return found is not None and card.layout in ("normal", "split", found.card.layout)


def _best_by(lookup: Lookup, name: str, *reasons: MatchReason) -> CardMatch | None:
    """Return the best candidate for a name if it was found for one of these reasons."""
    found = lookup.find(name, limit=1)
    return found[0] if found and found[0].reason in reasons else None


def _complete(lookup: Lookup, written: ObjectInput, card: CardFacts) -> CardFacts:
    """Add to a described card what only the data hold: interchangeable names, the result of a meld."""
    if "token" in written.states and "copy" not in written.states and card.kind == "card" and not written.bare:
        card = replace(card, kind="token")
    if not card.pairs:
        card = replace(card, pairs=pairs_of({card.name, *(side.name for side in card.sides)}))
    if card.layout == "meld" and card.melds_into is None and len(card.sides) == 1:
        known = _best_by(lookup, card.name, MatchReason.EXACT, MatchReason.FACE)
        if known and known.card.layout == "meld":
            card = replace(card, melds_into=_facts(lookup, known.card).melds_into)
    return card


# ---- The names on the card that is meant ----


def _with_flavor_name(lookup: Lookup, written: ObjectInput, match: CardMatch, facts: CardFacts) -> ObjectInput:
    """Set the flavor name in the title bar if it was typed or given as a state."""
    if written.flavor:
        return written._replace(flavor="") if _is_translation(lookup, written.flavor, match) else written
    if match.reason is not MatchReason.FLAVOR or match.matched in facts.interchangeable:
        return written
    return written._replace(flavor=match.matched)


def _is_translation(lookup: Lookup, name: str, match: CardMatch) -> bool:
    """Return whether a name is only the card's name in another language."""
    found = lookup.find(name, limit=MOST_CANDIDATES)
    own = (one for one in found if one.card.oracle_id == match.card.oracle_id)
    return any(one.reason is MatchReason.PRINTED and one.language != "en" for one in own)


def _own_card(matched: str, match: CardMatch, facts: CardFacts) -> CardFacts:
    """Return the facts of the card named by an interchangeable name; data may list it as a flavor name."""
    if matched not in facts.interchangeable:
        return facts
    other = {one: two for pair in facts.pairs for one, two in (pair, pair[::-1])}
    renamed = facts.with_names(other)
    name = " // ".join(side.name for side in renamed.sides) if len(renamed.sides) > 1 else matched
    released = first_printing_as(matched, match.card)
    return replace(renamed, name=name, sides=renamed.sides or (Side(matched),), released=released)


# ---- The object for the engine ----


def _side_of(written: ObjectInput, card: CardFacts, match: CardMatch | None) -> int | None:
    """Return the index of the side that was named, in any language, or that ``left`` or ``right`` means."""
    names = [side.name for side in card.sides]
    if len(set(names)) < 2:
        return None
    if "left" in written.states:
        return 0
    if "right" in written.states:
        return 1
    folded, typed = [name.casefold() for name in names], written.name.casefold()
    if typed in folded:
        return folded.index(typed)
    if match is None or match.reason not in _NAMED:
        return None
    matched = match.matched
    if matched in names:
        return names.index(matched)
    of_faces = PrintedName.objects.filter(card=match.card, face__isnull=False)
    # A corrected name belongs to the face with the wrong name.
    before = NameEvent.objects.filter(card_name=match.card.name, instead=matched).values("printed")
    rows = of_faces.filter(name=matched) | of_faces.filter(name__in=before)
    return rows.values_list("face__position", flat=True).first()


def _object_of(
    lookup: Lookup, typed: str, written: ObjectInput, card: CardFacts | None, match: CardMatch | None = None
) -> GameObject:
    also = dict(_also(lookup, written.also))
    return GameObject(
        typed=typed,
        card=card,
        states=written.states - {"left", "right", "front"},
        also=tuple(also),
        set_name=_english(lookup, written.set_name),
        flavor=written.flavor,
        side=_side_of(written, card, match) if card else None,
        also_cards={name: facts for name, facts in also.items() if facts},
        sticker=written.sticker,
        typed_name=written.name,
    )


def _also(lookup: Lookup, names: Iterable[str]) -> Iterable[tuple[str, CardFacts | None]]:
    """Yield added names in English, with their cards if known."""
    for name in names:
        found = _best_by(lookup, name, MatchReason.EXACT, MatchReason.PRINTED)
        yield (found.name, _facts(lookup, found.card)) if found else (name, None)


def _english(lookup: Lookup, name: str) -> str:
    found = _best_by(lookup, name, MatchReason.EXACT, MatchReason.PRINTED) if name else None
    return found.name if found else name
