"""What a person types as an object, `NAME[@state,...]` or a card as JSON, becomes a Thing of the name engine."""

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from cards.engine.input.card_json import card_described
from cards.engine.input.object import ObjectInput, read_written
from cards.engine.lookup.types import MatchReason
from cards.engine.types import BadQuestion, CardFacts, Side, Thing
from cards.lookup.facts import facts_kept, facts_of, pairs_of, printed_as
from cards.lookup.lookup import Found, Lookup
from cards.lookup.which_card import (
    MOST_CANDIDATES,
    found_of,
    is_ambiguous,
    is_whole_name,
    needs_no_card,
    searched,
    taken_of,
    told_by_words,
)
from cards.models import Card, NameEvent, PrintedName

__all__ = ["ParsedThing", "facts_of", "thing", "thing_of_card", "things"]

_NAMED = (MatchReason.FACE, MatchReason.PRINTED, MatchReason.FLAVOR, MatchReason.PREFIX, MatchReason.TYPING_ERROR)


class ParsedThing(NamedTuple):
    """An object as understood, and the cards that may be meant, the likeliest first.

    ``ambiguous``: the name is as good a name of several cards. ``guessed``: what was typed is no name of the card
    taken, only part of one or mistyped. ``known`` is false where no card was found and the name alone counts.
    """

    thing: Thing
    candidates: tuple[Found, ...] = ()
    ambiguous: bool = False
    guessed: MatchReason | None = None
    known: bool = True


def things(typed: Iterable[str]) -> list[ParsedThing]:
    """Understand objects. Raises BadQuestion where one cannot be any; an unknown name is none of these.

    What the names mean is looked up for all at once: some ten queries, whatever their number.
    """
    lookup, wanted = Lookup(), list(typed)
    _look_up(lookup, wanted)
    known: dict[str, ParsedThing] = {}
    for one in wanted:
        if one not in known:
            known[one] = _understood(lookup, one)
    return [known[one] for one in wanted]


def thing(typed: str) -> ParsedThing:
    """Understand one object; as ``things`` does."""
    return things([typed])[0]


def _look_up(lookup: Lookup, typed: Iterable[str]) -> None:
    """Find the cards that objects name, and their facts, so that nothing is looked up for each of them."""
    written = [one for one in map(_readable, dict.fromkeys(typed)) if one and one.card is None]
    lookup.fetch((one.name for one in written), limit=MOST_CANDIDATES)
    lookup.fetch(
        (told_by_words(one).name for one in written if not is_whole_name(found_of(lookup, one))), limit=MOST_CANDIDATES
    )
    taken = (taken_of(*searched(lookup, one)) for one in written)
    facts_kept.of(lookup.now, [one.card.oracle_id for one in taken if one])


def _readable(typed: str) -> ObjectInput | None:
    try:
        return read_written(typed)
    except BadQuestion:
        # It is refused in its turn.
        return None


def _facts(lookup: Lookup, card: Card) -> CardFacts:
    """The facts of a card that was just found."""
    return facts_kept.of(lookup.now, [card.oracle_id]).get(card.oracle_id) or facts_of(card)


def _understood(lookup: Lookup, typed: str) -> ParsedThing:
    written = read_written(typed)
    if written.card and not _is_known(lookup, written, written.card):
        return ParsedThing(_made(lookup, typed, written, _completed(lookup, written, written.card)))
    written, found = searched(lookup, written._replace(card=None))
    taken = taken_of(written, found)
    if taken is None:
        written = _of_no_card(written)
        known = needs_no_card(written)
        if "//" in written.name and not known:
            # Two names are those of a split card, as in a description.
            return ParsedThing(
                _made(lookup, typed, written, card_described({"name": written.name})), tuple(found), known=False
            )
        return ParsedThing(_finished(lookup, typed, written, None, None), tuple(found), known=known)
    best = taken.candidate
    facts = _facts(lookup, taken.card)
    if "//" in best.matched and "//" not in written.name and best.is_whole:
        written = written._replace(name=best.matched)
    partial = best.reason in (MatchReason.PREFIX, MatchReason.PART, MatchReason.WORDS)
    written = _flavored(lookup, written, taken, facts)
    made = _made(lookup, typed, written, _own_card(best.matched, taken, facts), taken)
    return ParsedThing(
        replace(made, partial=partial),
        tuple(found),
        is_ambiguous(taken, found),
        None if best.is_whole else best.reason,
    )


def thing_of_card(typed: str, card: CardFacts) -> Thing:
    """Understand one object whose card is known already, its name typed as it stands. Raises BadQuestion."""
    return _made(Lookup(), typed, read_written(typed), card)


def _of_no_card(written: ObjectInput) -> ObjectInput:
    """What no card is named: a kind of token that has two faces is one."""
    if written.name.casefold() == "incubator" and "chosen" not in written.states:
        return written._replace(states=written.states | {"token"})
    return written


# ---- Cards that were described ----


def _is_known(lookup: Lookup, written: ObjectInput, card: CardFacts) -> bool:
    """Whether a description tells no more than the name of a card that the data have, or of no card at all."""
    if not written.bare:
        return False
    if needs_no_card(written):
        return bool(written.name)
    found = _same_name(lookup, written.name)
    return found is not None and card.layout in ("normal", "split", found.card.layout)


def _same_name(lookup: Lookup, name: str) -> Found | None:
    """The card that has exactly this name, or a side that has it."""
    found = lookup.find(name, limit=1)
    return found[0] if found and found[0].reason in (MatchReason.EXACT, MatchReason.FACE) else None


def _completed(lookup: Lookup, written: ObjectInput, card: CardFacts) -> CardFacts:
    """A described card, with what the data alone tell: names that are one with its, what it melds into."""
    names = {card.name, *(side.name for side in card.sides)}
    if "token" in written.states and "copy" not in written.states and card.kind == "card" and not written.bare:
        card = replace(card, kind="token")
    if not card.interchangeable:
        pairs = pairs_of(names)
        others = tuple(dict.fromkeys(name for pair in pairs for name in pair if name not in names))
        card = replace(card, pairs=pairs, interchangeable=others)
    if card.layout == "meld" and card.melds_into is None and len(card.sides) == 1:
        known = _same_name(lookup, card.name)
        if known and known.card.layout == "meld":
            card = replace(card, melds_into=_facts(lookup, known.card).melds_into)
    return card


# ---- The names on the card that is meant ----


def _flavored(lookup: Lookup, written: ObjectInput, taken: Found, facts: CardFacts) -> ObjectInput:
    """A name that stands in a title bar instead of the card's own, if that is what was typed or said."""
    if written.flavor:
        return written._replace(flavor="") if _is_translation(lookup, written.flavor, taken) else written
    if taken.reason is not MatchReason.FLAVOR or taken.matched in facts.interchangeable:
        return written
    return written._replace(flavor=taken.matched)


def _is_translation(lookup: Lookup, name: str, taken: Found) -> bool:
    """Whether a name is only what the card is called in another language."""
    return any(
        one.reason is MatchReason.PRINTED and one.language != "en"
        for one in lookup.find(name, limit=MOST_CANDIDATES)
        if one.card.oracle_id == taken.card.oracle_id
    )


def _own_card(matched: str, taken: Found, facts: CardFacts) -> CardFacts:
    """Interchangeable names are names of cards; data may give them as a title of the other card."""
    if matched not in facts.interchangeable or matched in (facts.name, *(side.name for side in facts.sides)):
        return facts
    other = {one: two for pair in facts.pairs for one, two in (pair, pair[::-1])}
    sides = tuple(replace(side, name=other.get(side.name, side.name)) for side in facts.sides)
    name = " // ".join(side.name for side in sides) if len(sides) > 1 else matched
    names = {facts.name, *(side.name for side in facts.sides)}
    return replace(
        facts,
        name=name,
        sides=sides or (Side(matched),),
        interchangeable=tuple(sorted(names)),
        released=printed_as(matched, taken.card),
    )


# ---- The thing ----


def _made(lookup: Lookup, typed: str, written: ObjectInput, card: CardFacts, taken: Found | None = None) -> Thing:
    side = _side_of(written, card)
    if side is None and taken is not None and taken.reason in _NAMED:
        side = _printed_side(taken, card)
    return _finished(lookup, typed, written, card, side)


def _side_of(written: ObjectInput, card: CardFacts) -> int | None:
    """The side that was named, or that the state left or right means."""
    names = [side.name.casefold() for side in card.sides]
    if len(set(names)) < 2:
        return None
    if "left" in written.states:
        return 0
    if "right" in written.states:
        return 1
    typed = written.name.casefold()
    return names.index(typed) if typed in names else None


def _printed_side(taken: Found, card: CardFacts) -> int | None:
    """The side whose name in another language, or in another spelling, was typed."""
    if len({side.name for side in card.sides}) < 2:
        return None
    matched = taken.matched
    names = [side.name for side in card.sides]
    if matched in names:
        return names.index(matched)
    of_faces = PrintedName.objects.filter(card=taken.card, face__isnull=False)
    # A name that was corrected since is that of the face whose name was wrong.
    before = NameEvent.objects.filter(card_name=taken.card.name, instead=matched).values("printed")
    rows = of_faces.filter(name=matched) | of_faces.filter(name__in=before)
    return rows.values_list("face__position", flat=True).first()


def _finished(lookup: Lookup, typed: str, written: ObjectInput, card: CardFacts | None, side: int | None) -> Thing:
    also = dict(_also(lookup, written.also))
    if card and side is not None and not 0 <= side < len(card.sides):
        side = None
    return Thing(
        typed=typed,
        card=card,
        states=written.states - {"left", "right", "front"},
        also=tuple(name for name, _facts in also.items()),
        set_name=_english(lookup, written.set_name),
        flavor=written.flavor,
        side=side,
        also_cards={name: facts for name, facts in also.items() if facts},
        sticker=written.sticker,
        typed_name=written.name,
    )


def _also(lookup: Lookup, names: Iterable[str]) -> Iterable[tuple[str, CardFacts | None]]:
    """Added names in English, with their cards where known."""
    for name in names:
        found = _whole(lookup, name)
        yield (found.name, _facts(lookup, found.card)) if found else (name, None)


def _english(lookup: Lookup, name: str) -> str:
    found = _whole(lookup, name) if name else None
    return found.name if found else name


def _whole(lookup: Lookup, name: str) -> Found | None:
    """The card of a whole name."""
    found = lookup.find(name, limit=1)
    return found[0] if found and found[0].reason in (MatchReason.EXACT, MatchReason.PRINTED) else None
