"""The names of a card with several, by zone and state. One function for each kind of card."""

from collections.abc import Callable
from typing import NamedTuple

from cards.engine.rules.card_kinds import Family, may_be_room
from cards.engine.rules.reasons import because, listed
from cards.engine.rules.rule_history import GoverningRule, NameRules
from cards.engine.types import CardFacts, Reason, Side, Thing
from rulesbase.engine.messages import gettext_noop as _


class SideNames(NamedTuple):
    """Sure names, possible names where no rule decides, and reasons."""

    names: tuple[str, ...]
    maybe: tuple[str, ...] = ()
    reasons: tuple[Reason, ...] = ()


def sides_of(thing: Thing, card: CardFacts, family: Family, rules: NameRules) -> SideNames:
    """Return the names of a card in the state of an object."""
    rule = _RULES.get(family)
    return rule(thing, card, rules) if rule else SideNames((card.sides[0].name if card.sides else card.name,))


def _name(card: CardFacts, at: int) -> str:
    return card.sides[at].name if len(card.sides) > at else card.name


def _undecided(card: CardFacts, thing: Thing | None = None) -> SideNames:
    """Return the first name of a card of a kind without rules, unless it is turned or cast the other way."""
    message = because("", _("No rule of this version covers cards such as %(card)s."), card=card.name)
    every = tuple(side.name for side in card.sides) or (card.name,)
    if card.melds_into:
        every = (*every, card.melds_into.name)
    usual = thing is not None and not thing.side and not thing.states & {"back", "flipped", "melded"}
    return SideNames(every[:1] if usual else (), every, (message,))


def _one(place: GoverningRule, message: str, name: str, card: CardFacts) -> SideNames:
    return SideNames((name,), (), (because(place, message, card=card.name, name=name),))


# ---- Split cards and Rooms ----


def _split(thing: Thing, card: CardFacts, rules: NameRules) -> SideNames:
    if not rules["split"]:
        return _undecided(card)
    if thing.zone == "stack":
        return _split_spell(thing, card, rules)
    if thing.zone == "battlefield" or any(state.startswith("locked") for state in thing.states):
        return _room(thing, card, rules)
    names = tuple(side.name for side in card.sides)
    message = _("Anywhere but on the stack, %(card)s has the names of both its halves: %(names)s.")
    return SideNames(names, (), (because(rules["split"], message, card=card.name, names=listed(names)),))


def _split_spell(thing: Thing, card: CardFacts, rules: NameRules) -> SideNames:
    names = tuple(side.name for side in card.sides)
    if "fused" in thing.states:
        if not rules["split_fused"]:
            return _undecided(card)
        message = _("%(card)s was cast fused: the spell has the names of both halves.")
        return SideNames(names, (), (because(rules["split_fused"], message, card=card.name),))
    if thing.side is None:
        message = _(
            "On the stack only the half that is cast exists. The question does not state which half of %(card)s."
        )
        return SideNames((), names, (because(rules["split_stack"], message, card=card.name),))
    message = _("On the stack only the half that is cast exists: the spell's name is %(name)s.")
    return _one(rules["split_stack"], message, _name(card, thing.side), card)


def _room(thing: Thing, card: CardFacts, rules: NameRules) -> SideNames:
    if not (may_be_room(card) and rules["room"]):
        return _undecided(card)
    locked = {at for at, state in enumerate(("locked-left", "locked-right")) if state in thing.states}
    if thing.side is not None and not locked:
        locked = {1 - thing.side}
    names = tuple(side.name for at, side in enumerate(card.sides) if at not in locked)
    if not names:
        message = _("Both halves of %(card)s are locked, so it has no name.")
        return SideNames((), (), (because(rules["room"], message, card=card.name),))
    message = _("A locked half gives a permanent no name. %(card)s has %(names)s.")
    if not locked:
        message = _("Both halves of %(card)s are unlocked: it has %(names)s.")
    first = because(rules["room"], message, card=card.name, names=listed(names))
    more = because(rules["split_choose"], _("Each split card has two names."))
    return SideNames(names, (), (first, more))


# ---- Flip cards ----


def _flip(thing: Thing, card: CardFacts, rules: NameRules) -> SideNames:
    if not rules["flip"]:
        return _undecided(card, thing)
    on_the_battlefield = thing.zone in ("", "battlefield")
    if on_the_battlefield and ("flipped" in thing.states or thing.side == 1):
        message = _("%(card)s is flipped: its name is %(name)s instead of its normal one.")
        return _one(rules["flip"], message, _name(card, 1), card)
    message = _("Unless it is flipped on the battlefield, a flip card has only its normal name: %(name)s.")
    return _one(rules["flip"], message, _name(card, 0), card)


# ---- Double-faced cards ----


def _dfc(thing: Thing, card: CardFacts, rules: NameRules) -> SideNames:
    if not rules["dfc"]:
        return _undecided(card, thing)
    back = "back" in thing.states or thing.side == 1
    if thing.zone == "stack":
        return _dfc_spell(back, card, rules)
    if back and thing.zone in ("", "battlefield"):
        message = _("With its back face up %(card)s has only the name of that face: %(name)s.")
        return _one(rules["dfc_back"], message, _name(card, 1), card)
    if thing.zone == "battlefield":
        message = _("With its front face up %(card)s has only the name of that face: %(name)s.")
        return _one(rules["dfc_front"], message, _name(card, 0), card)
    return _front(card, rules)


def _dfc_spell(back: bool, card: CardFacts, rules: NameRules) -> SideNames:
    if back and rules.says("dfc_spell", "back"):
        message = _("Cast with its back face up, the spell has only the name of that face: %(name)s.")
        return _one(rules["dfc_spell"], message, _name(card, 1), card)
    message = _("On the stack %(card)s has its front face up and only the name of that face: %(name)s.")
    return _one(rules["dfc_spell"], message, _name(card, 0), card)


def _front(card: CardFacts, rules: NameRules) -> SideNames:
    message = _("Except on the stack and the battlefield, %(card)s has the name of its front face: %(name)s.")
    return _one(rules["dfc"], message, _name(card, 0), card)


def _modal(thing: Thing, card: CardFacts, rules: NameRules) -> SideNames:
    if not rules["modal"]:
        return _undecided(card, thing)
    back = "back" in thing.states or thing.side == 1
    if thing.zone in ("stack", "battlefield") or (back and not thing.zone):
        message = _("As a spell or permanent, %(card)s has only the name of the face that is up: %(name)s.")
        return _one(rules["modal"], message, _name(card, 1 if back else 0), card)
    return _front(card, rules)


# ---- Meld cards ----


def _meld(thing: Thing, card: CardFacts, rules: NameRules) -> SideNames:
    if not rules["meld"]:
        return _undecided(card, thing)
    result = meld_result(card)
    melded = is_meld_result(card) or bool(thing.states & {"melded", "back"}) or thing.side == 1
    if result and melded and (is_meld_result(card) or thing.zone in ("", "battlefield")):
        message = _("Melded on the battlefield it has only the name of the combined back face: %(name)s.")
        return _one(rules["meld_melded"], message, result.name, card)
    message = _("Unless it is melded on the battlefield, a meld card has the name of its front face: %(name)s.")
    return _one(rules["meld"], message, _name(card, 0), card)


def meld_result(card: CardFacts) -> Side | None:
    """Return the combined back face of a meld card."""
    return card.melds_into or (card.sides[1] if len(card.sides) > 1 else None)


def is_meld_result(card: CardFacts) -> bool:
    """Return whether the data have the combined back face itself as the card."""
    return card.melds_into is not None and card.melds_into.name == card.name


# ---- Cards with a second frame ----


def _framed(topic: str) -> Callable[[Thing, CardFacts, NameRules], SideNames]:
    """Return the rule for adventurer and omen cards: the second name is that of the spell cast that way."""

    def rule(thing: Thing, card: CardFacts, rules: NameRules) -> SideNames:
        if not rules[topic]:
            return _undecided(card, thing)
        if thing.side == 1 and thing.zone == "stack":
            message = _("Cast as %(name)s, the spell has only its alternative characteristics, and that name.")
            return _one(rules[f"{topic}_spell"], message, _name(card, 1), card)
        message = _("Unless it is cast in the other way, %(card)s has only its normal name: %(name)s.")
        return _one(rules[topic], message, _name(card, 0), card)

    return rule


def _prepare(thing: Thing, card: CardFacts, rules: NameRules) -> SideNames:
    if not rules["prepare"]:
        return _undecided(card, thing)
    if thing.side == 1 and thing.zone in ("stack", "exile"):
        message = _("The copy that a prepared permanent makes has only the prepare spell's characteristics: %(name)s.")
        return _one(rules["prepare_spell"], message, _name(card, 1), card)
    message = _("In every zone %(card)s has only its normal name: %(name)s.")
    return _one(rules["prepare"], message, _name(card, 0), card)


def _strange(thing: Thing, card: CardFacts, _rules: NameRules) -> SideNames:
    return _undecided(card, thing)


_RULES: dict[Family, Callable[[Thing, CardFacts, NameRules], SideNames]] = {
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
