"""Which of its names a card with several has, by where it is and which way up. One function per kind of card."""

from collections.abc import Callable
from typing import NamedTuple

from cards.engine.rules.card_kinds import Family, may_be_room
from cards.engine.rules.reasons import because, listed
from cards.engine.rules.rule_history import Law, Place
from cards.engine.sayings import gettext_noop as _
from cards.engine.types import CardFacts, Reason, Side, Thing


class Sides(NamedTuple):
    """Names that a card has, names that it may have where no rule decides, and why."""

    names: tuple[str, ...]
    maybe: tuple[str, ...] = ()
    reasons: tuple[Reason, ...] = ()


def sides_of(thing: Thing, card: CardFacts, family: Family, law: Law) -> Sides:
    """The names of a card in the state that a thing is in."""
    rule = _RULES.get(family)
    return rule(thing, card, law) if rule else Sides((card.sides[0].name if card.sides else card.name,))


def _name(card: CardFacts, at: int) -> str:
    return card.sides[at].name if len(card.sides) > at else card.name


def _undecided(card: CardFacts, thing: Thing | None = None) -> Sides:
    """A kind of card that the rules do not know yet: it has its first name, unless turned or cast the other way."""
    told = because("", _("No rule of this version speaks of cards such as %(card)s."), card=card.name)
    every = tuple(side.name for side in card.sides) or (card.name,)
    if card.melds_into:
        every = (*every, card.melds_into.name)
    usual = thing is not None and not thing.side and not thing.states & {"back", "flipped", "melded"}
    return Sides(every[:1] if usual else (), every, (told,))


def _one(place: Place, message: str, name: str, card: CardFacts) -> Sides:
    return Sides((name,), (), (because(place, message, card=card.name, name=name),))


# ---- Split cards and Rooms ----


def _split(thing: Thing, card: CardFacts, law: Law) -> Sides:
    if not law["split"]:
        return _undecided(card)
    if thing.zone == "stack":
        return _split_spell(thing, card, law)
    if thing.zone == "battlefield" or any(state.startswith("locked") for state in thing.states):
        return _room(thing, card, law)
    names = tuple(side.name for side in card.sides)
    told = _("Anywhere but on the stack, %(card)s has the names of both its halves: %(names)s.")
    return Sides(names, (), (because(law["split"], told, card=card.name, names=listed(names)),))


def _split_spell(thing: Thing, card: CardFacts, law: Law) -> Sides:
    names = tuple(side.name for side in card.sides)
    if "fused" in thing.states:
        if not law["split_fused"]:
            return _undecided(card)
        told = _("%(card)s was cast fused: the spell has the names of both halves.")
        return Sides(names, (), (because(law["split_fused"], told, card=card.name),))
    if thing.side is None:
        told = _("On the stack only the half that is cast exists; which half of %(card)s, was not said.")
        return Sides((), names, (because(law["split_stack"], told, card=card.name),))
    told = _("On the stack only the half that is cast exists: the spell's name is %(name)s.")
    return _one(law["split_stack"], told, _name(card, thing.side), card)


def _room(thing: Thing, card: CardFacts, law: Law) -> Sides:
    if not (may_be_room(card) and law["room"]):
        return _undecided(card)
    locked = {at for at, state in enumerate(("locked-left", "locked-right")) if state in thing.states}
    if thing.side is not None and not locked:
        locked = {1 - thing.side}
    names = tuple(side.name for at, side in enumerate(card.sides) if at not in locked)
    if not names:
        told = _("Both halves of %(card)s are locked and lend it no name: it has none.")
        return Sides((), (), (because(law["room"], told, card=card.name),))
    told = _("A locked half lends a permanent no name; %(card)s has %(names)s.")
    if not locked:
        told = _("Both halves of %(card)s are unlocked: it has %(names)s.")
    first = because(law["room"], told, card=card.name, names=listed(names))
    more = because(law["split_choose"], _("Each split card has two names."))
    return Sides(names, (), (first, more))


# ---- Flip cards ----


def _flip(thing: Thing, card: CardFacts, law: Law) -> Sides:
    if not law["flip"]:
        return _undecided(card, thing)
    on_the_battlefield = thing.zone in ("", "battlefield")
    if on_the_battlefield and ("flipped" in thing.states or thing.side == 1):
        told = _("%(card)s is flipped: its name is %(name)s instead of its normal one.")
        return _one(law["flip"], told, _name(card, 1), card)
    told = _("Unless it is flipped on the battlefield, a flip card has only its normal name: %(name)s.")
    return _one(law["flip"], told, _name(card, 0), card)


# ---- Double-faced cards ----


def _dfc(thing: Thing, card: CardFacts, law: Law) -> Sides:
    if not law["dfc"]:
        return _undecided(card, thing)
    back = "back" in thing.states or thing.side == 1
    if thing.zone == "stack":
        return _dfc_spell(back, card, law)
    if back and thing.zone in ("", "battlefield"):
        told = _("With its back face up %(card)s has only the name of that face: %(name)s.")
        return _one(law["dfc_back"], told, _name(card, 1), card)
    if thing.zone == "battlefield":
        told = _("With its front face up %(card)s has only the name of that face: %(name)s.")
        return _one(law["dfc_front"], told, _name(card, 0), card)
    return _front(card, law)


def _dfc_spell(back: bool, card: CardFacts, law: Law) -> Sides:
    if back and law.says("dfc_spell", "back"):
        told = _("Cast with its back face up, the spell has only the name of that face: %(name)s.")
        return _one(law["dfc_spell"], told, _name(card, 1), card)
    told = _("On the stack %(card)s has its front face up and only the name of that face: %(name)s.")
    return _one(law["dfc_spell"], told, _name(card, 0), card)


def _front(card: CardFacts, law: Law) -> Sides:
    told = _("Anywhere but on the stack or the battlefield, %(card)s goes by the name of its front: %(name)s.")
    return _one(law["dfc"], told, _name(card, 0), card)


def _modal(thing: Thing, card: CardFacts, law: Law) -> Sides:
    if not law["modal"]:
        return _undecided(card, thing)
    back = "back" in thing.states or thing.side == 1
    if thing.zone in ("stack", "battlefield") or (back and not thing.zone):
        told = _("As a spell or permanent, %(card)s has only the name of the face that is up: %(name)s.")
        return _one(law["modal"], told, _name(card, 1 if back else 0), card)
    return _front(card, law)


# ---- Meld cards ----


def _meld(thing: Thing, card: CardFacts, law: Law) -> Sides:
    if not law["meld"]:
        return _undecided(card, thing)
    result = meld_result(card)
    melded = is_meld_result(card) or bool(thing.states & {"melded", "back"}) or thing.side == 1
    if result and melded and (is_meld_result(card) or thing.zone in ("", "battlefield")):
        told = _("Melded on the battlefield it has only the name of the combined back face: %(name)s.")
        return _one(law["meld_melded"], told, result.name, card)
    told = _("Unless it is melded on the battlefield, a meld card goes by the name of its front: %(name)s.")
    return _one(law["meld"], told, _name(card, 0), card)


def meld_result(card: CardFacts) -> Side | None:
    """The combined back face that a meld card is half of."""
    return card.melds_into or (card.sides[1] if len(card.sides) > 1 else None)


def is_meld_result(card: CardFacts) -> bool:
    """Whether the data give the combined back face itself as the card."""
    return card.melds_into is not None and card.melds_into.name == card.name


# ---- Cards with a second frame ----


def _framed(topic: str) -> Callable[[Thing, CardFacts, Law], Sides]:
    """Adventurer and omen cards: the second name is that of the spell cast that way."""

    def rule(thing: Thing, card: CardFacts, law: Law) -> Sides:
        if not law[topic]:
            return _undecided(card, thing)
        if thing.side == 1 and thing.zone == "stack":
            told = _("Cast as %(name)s, the spell has only its alternative characteristics, and that name.")
            return _one(law[f"{topic}_spell"], told, _name(card, 1), card)
        told = _("Unless it is a spell cast the other way, %(card)s has only its normal name: %(name)s.")
        return _one(law[topic], told, _name(card, 0), card)

    return rule


def _prepare(thing: Thing, card: CardFacts, law: Law) -> Sides:
    if not law["prepare"]:
        return _undecided(card, thing)
    if thing.side == 1 and thing.zone in ("stack", "exile"):
        told = _("The copy that a prepared permanent makes has only the prepare spell's characteristics: %(name)s.")
        return _one(law["prepare_spell"], told, _name(card, 1), card)
    told = _("In every zone %(card)s has only its normal name: %(name)s.")
    return _one(law["prepare"], told, _name(card, 0), card)


def _strange(thing: Thing, card: CardFacts, _law: Law) -> Sides:
    return _undecided(card, thing)


_RULES: dict[Family, Callable[[Thing, CardFacts, Law], Sides]] = {
    Family.SPLIT: _split,
    Family.FLIP: _flip,
    Family.DFC: _dfc,
    Family.MODAL: _modal,
    Family.MELD: _meld,
    Family.ADVENTURE: _framed("adventure"),
    Family.OMEN: _framed("omen"),
    Family.PREPARE: _prepare,
    Family.STRANGE: _strange,
}
