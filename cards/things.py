"""What a person types as an object, `NAME[@state,...]` or a card as JSON, becomes a Thing of the name engine."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from cards.engine.asking import CardFacts, Side, Thing
from cards.engine.candidates import Reason
from cards.engine.described import card_described
from cards.engine.folding import fold
from cards.engine.states import Written, in_words, read_written
from cards.facts import facts_of, pairs_of, printed_as
from cards.lookup import Found, find_cards
from cards.models import Card, NameEvent, PrintedName

__all__ = ["ParsedThing", "facts_of", "thing", "thing_of_card"]

_MOST_CANDIDATES = 8
# A name of one wrong letter is taken for what it must be; what is further off is only offered.
_SURE_ENOUGH = 85.0
# A shorter beginning of a name may be anything.
_SHORTEST = 4
_TOGETHER = re.compile(r",?\s+(?:together|both|both (?:names|halves|faces))$|\s*\(both\)$", re.I)
_NAMED = (Reason.FACE, Reason.PRINTED, Reason.FLAVOR, Reason.PREFIX, Reason.TYPING_ERROR)


class ParsedThing(NamedTuple):
    """An object as understood, and the cards that may be meant, the likeliest first.

    ``ambiguous``: the name is as good a name of several cards. ``guessed``: what was typed is no name of the card
    taken, only part of one or mistyped. ``known`` is false where no card was found and the name alone counts.
    """

    thing: Thing
    candidates: tuple[Found, ...] = ()
    ambiguous: bool = False
    guessed: Reason | None = None
    known: bool = True


def thing(typed: str) -> ParsedThing:
    """Understand one object. Raises BadQuestion where it cannot be one; an unknown name is none of these."""
    written = read_written(typed)
    if written.card and not _is_known(written, written.card):
        return ParsedThing(_made(typed, written, _completed(written, written.card)))
    written, found = _searched(written._replace(card=None))
    taken = _taken(written, found)
    if taken is None:
        written = _of_no_card(written)
        known = _needs_no_card(written)
        if "//" in written.name and not known:
            # Two names are those of a split card, as in a description.
            return ParsedThing(_made(typed, written, card_described({"name": written.name})), tuple(found), known=False)
        return ParsedThing(_finished(typed, written, None, None), tuple(found), known=known)
    best = taken.candidate
    facts = facts_of(taken.card)
    if "//" in best.matched and "//" not in written.name and best.is_whole:
        written = written._replace(name=best.matched)
    partial = best.reason in (Reason.PREFIX, Reason.PART, Reason.WORDS)
    made = _made(typed, _flavored(written, taken, facts), _own_card(best.matched, taken, facts), taken)
    return ParsedThing(
        replace(made, partial=partial),
        tuple(found),
        _is_ambiguous(taken, found),
        None if best.is_whole else best.reason,
    )


def thing_of_card(typed: str, card: CardFacts) -> Thing:
    """Understand one object whose card is known already, its name typed as it stands. Raises BadQuestion."""
    return _made(typed, read_written(typed), card)


def _needs_no_card(written: Written) -> bool:
    return bool(written.states & {"token", "emblem", "facedown", "nameless"})


def _of_no_card(written: Written) -> Written:
    """What no card is named: a kind of token that has two faces is one."""
    if written.name.casefold() == "incubator" and "chosen" not in written.states:
        return written._replace(states=written.states | {"token"})
    return written


# ---- Cards that were described ----


def _is_known(written: Written, card: CardFacts) -> bool:
    """Whether a description tells no more than the name of a card that the data have, or of no card at all."""
    if not written.bare:
        return False
    if _needs_no_card(written):
        return bool(written.name)
    found = _same_name(written.name)
    return found is not None and card.layout in ("normal", "split", found.card.layout)


def _same_name(name: str) -> Found | None:
    """The card that has exactly this name, or a side that has it."""
    found = find_cards(name, limit=1)
    return found[0] if found and found[0].reason in (Reason.EXACT, Reason.FACE) else None


def _completed(written: Written, card: CardFacts) -> CardFacts:
    """A described card, with what the data alone tell: names that are one with its, what it melds into."""
    names = {card.name, *(side.name for side in card.sides)}
    if "token" in written.states and "copy" not in written.states and card.kind == "card" and not written.bare:
        card = replace(card, kind="token")
    if not card.interchangeable:
        pairs = pairs_of(names)
        others = tuple(dict.fromkeys(name for pair in pairs for name in pair if name not in names))
        card = replace(card, pairs=pairs, interchangeable=others)
    if card.layout == "meld" and card.melds_into is None and len(card.sides) == 1:
        known = _same_name(card.name)
        if known and known.card.layout == "meld":
            card = replace(card, melds_into=facts_of(known.card).melds_into)
    return card


# ---- Which card is meant ----


def _searched(written: Written) -> tuple[Written, list[Found]]:
    """The cards that may be meant; where none is named so, what the words may tell besides is understood first."""
    found = _found(written)
    if found and found[0].candidate.is_whole:
        return written, found
    told = in_words(written)
    told = told._replace(name=_TOGETHER.sub("", told.name))
    return (told, _found(told)) if told != written else (written, found)


def _found(written: Written) -> list[Found]:
    found = find_cards(written.name, limit=_MOST_CANDIDATES)
    if written.states & {"token", "emblem"} and "copy" not in written.states:
        # A half of a card is no token's name, and a token may have any name; a copy has that of what it copies.
        return [one for one in found if one.reason in (Reason.EXACT, Reason.PRINTED)]
    return found


def _taken(written: Written, found: Sequence[Found]) -> Found | None:
    """The card that is meant; None where nothing found is near enough."""
    if not found:
        return None
    best = found[0]
    if best.candidate.is_whole:
        return best
    if _needs_no_card(written):
        return None
    alone = len(found) == 1 or found[1].candidate.score < best.candidate.score
    return best if alone and best.candidate.score >= _SURE_ENOUGH else _begun(written.name, found)


def _begun(typed: str, found: Sequence[Found]) -> Found | None:
    """The one card that is called by the words typed: those before the comma of its English name."""
    words = fold(typed)
    called = [
        one
        for one in found
        if one.reason is Reason.PREFIX and one.language == "en" and one.card.kind == Card.Kind.CARD
        if "," in one.matched and fold(one.matched.partition(",")[0]) == words
    ]
    return called[0] if len({one.card.oracle_id for one in called}) == 1 and len(words) >= _SHORTEST else None


def _is_ambiguous(taken: Found, found: Sequence[Found]) -> bool:
    """Whether the same printed name is that of another card too. An English whole name is the card's own."""
    if taken.reason is Reason.EXACT or not taken.candidate.is_whole:
        return False
    rivals = [one for one in found if one.candidate.is_whole and one.card.kind == Card.Kind.CARD]
    return len({one.card.oracle_id for one in rivals}) > 1


def _flavored(written: Written, taken: Found, facts: CardFacts) -> Written:
    """A name that stands in a title bar instead of the card's own, if that is what was typed or said."""
    if written.flavor:
        return written._replace(flavor="") if _is_translation(written.flavor, taken) else written
    if taken.reason is not Reason.FLAVOR or taken.matched in facts.interchangeable:
        return written
    return written._replace(flavor=taken.matched)


def _is_translation(name: str, taken: Found) -> bool:
    """Whether a name is only what the card is called in another language."""
    return any(
        one.reason is Reason.PRINTED and one.language != "en"
        for one in find_cards(name, limit=_MOST_CANDIDATES)
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


def _made(typed: str, written: Written, card: CardFacts, taken: Found | None = None) -> Thing:
    side = _side_of(written, card)
    if side is None and taken is not None and taken.reason in _NAMED:
        side = _printed_side(taken, card)
    return _finished(typed, written, card, side)


def _side_of(written: Written, card: CardFacts) -> int | None:
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


def _finished(typed: str, written: Written, card: CardFacts | None, side: int | None) -> Thing:
    also = dict(_also(written.also))
    if card and side is not None and not 0 <= side < len(card.sides):
        side = None
    return Thing(
        typed=typed,
        card=card,
        states=written.states - {"left", "right", "front"},
        also=tuple(name for name, _facts in also.items()),
        set_name=_english(written.set_name),
        flavor=written.flavor,
        side=side,
        also_cards={name: facts for name, facts in also.items() if facts},
        sticker=written.sticker,
        said=written.name,
    )


def _also(names: Iterable[str]) -> Iterable[tuple[str, CardFacts | None]]:
    """Added names in English, with their cards where known."""
    for name in names:
        found = _whole(name)
        yield (found.name, facts_of(found.card)) if found else (name, None)


def _english(name: str) -> str:
    found = _whole(name) if name else None
    return found.name if found else name


def _whole(name: str) -> Found | None:
    """The card of a whole name."""
    found = find_cards(name, limit=1)
    return found[0] if found and found[0].reason in (Reason.EXACT, Reason.PRINTED) else None
