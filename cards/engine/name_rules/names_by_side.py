"""Find the names of a card with several, by zone and state. One function for each kind of card."""

from collections.abc import Callable
from functools import partial

from cards.engine.name_rules.card_kinds import Family, may_be_room
from cards.engine.name_rules.object_names import ObjectNames
from cards.engine.name_rules.reasons import because, listed
from cards.engine.name_rules.rule_history import NameRules
from cards.engine.types import CardFacts, GameObject, Side
from rulesbase.engine.messages import gettext_noop as _

# The topic of the rule that decides, the side that has the name, and why.
_Choice = tuple[str, int, str]


def names_by_side(thing: GameObject, card: CardFacts, family: Family, rules: NameRules) -> ObjectNames:
    """Return the names of a card in the state of an object."""
    if family is Family.PLAIN:
        return ObjectNames.sure((_name(card, 0),))
    if family is Family.SPLIT:
        return _split(thing, card, rules)
    if family is Family.STRANGE or not rules[family]:
        return _undecided(card, thing)
    topic, side, message = _RULES[family](thing, card, rules)
    name = _name(card, side)
    return ObjectNames.sure((name,), (because(rules[topic], message, card=card.name, name=name),))


def _name(card: CardFacts, at: int) -> str:
    if at and card.melds_into:
        return card.melds_into.name
    return card.sides[at].name if len(card.sides) > at else card.name


def _undecided(card: CardFacts, thing: GameObject | None = None) -> ObjectNames:
    """Return the first name of a card of a kind without rules, unless it is turned or cast the other way."""
    message = because("", _("No rule of this version covers cards such as %(card)s."), card=card.name)
    every = tuple(side.name for side in card.sides) or (card.name,)
    if card.melds_into:
        every = (*every, card.melds_into.name)
    usual = thing is not None and not thing.side and not thing.states & {"back", "flipped", "melded"}
    return ObjectNames(frozenset(every[:1] if usual else ()), frozenset(every), (message,))


# ---- Split cards and Rooms ----


def _split(thing: GameObject, card: CardFacts, rules: NameRules) -> ObjectNames:
    if not rules["split"]:
        return _undecided(card)
    if thing.zone == "stack":
        return _split_spell(thing, card, rules)
    if thing.zone == "battlefield" or any(state.startswith("locked") for state in thing.states):
        return _room(thing, card, rules)
    names = tuple(side.name for side in card.sides)
    message = _("Anywhere but on the stack, %(card)s has the names of both its halves: %(names)s.")
    return ObjectNames.sure(names, (because(rules["split"], message, card=card.name, names=listed(names)),))


def _split_spell(thing: GameObject, card: CardFacts, rules: NameRules) -> ObjectNames:
    names = tuple(side.name for side in card.sides)
    if "fused" in thing.states:
        if not rules["split_fused"]:
            return _undecided(card)
        message = _("%(card)s was cast fused: the spell has the names of both halves.")
        return ObjectNames.sure(names, (because(rules["split_fused"], message, card=card.name),))
    if thing.side is None:
        message = _(
            "On the stack, only the half that is cast exists. The question does not state which half of %(card)s "
            "was cast."
        )
        return ObjectNames(frozenset(), frozenset(names), (because(rules["split_stack"], message, card=card.name),))
    message = _("On the stack only the half that is cast exists: the spell's name is %(name)s.")
    name = _name(card, thing.side)
    return ObjectNames.sure((name,), (because(rules["split_stack"], message, card=card.name, name=name),))


def _room(thing: GameObject, card: CardFacts, rules: NameRules) -> ObjectNames:
    if not (may_be_room(card) and rules["room"]):
        return _undecided(card)
    locked = {at for at, state in enumerate(("locked-left", "locked-right")) if state in thing.states}
    if thing.side is not None and not locked:
        locked = {1 - thing.side}
    names = tuple(side.name for at, side in enumerate(card.sides) if at not in locked)
    if not names:
        message = _("Both halves of %(card)s are locked, so it has no name.")
        return ObjectNames.sure((), (because(rules["room"], message, card=card.name),))
    message = _("A locked half gives no name to the permanent. %(card)s has only the name %(names)s.")
    if not locked:
        message = _("Both halves of %(card)s are unlocked: it has the names %(names)s.")
    first = because(rules["room"], message, card=card.name, names=listed(names))
    more = because(rules["split_choose"], _("Each split card has two names."))
    return ObjectNames.sure(names, (first, more))


# ---- Flip cards and double-faced cards ----

_FRONT = _("Except on the stack and the battlefield, %(card)s has the name of its front face: %(name)s.")


def _flip(thing: GameObject, _card: CardFacts, _rules: NameRules) -> _Choice:
    if thing.zone in ("", "battlefield") and ("flipped" in thing.states or thing.side == 1):
        return "flip", 1, _("%(card)s is flipped: its name is %(name)s instead of its normal one.")
    return "flip", 0, _("Unless it is flipped on the battlefield, a flip card has only its normal name: %(name)s.")


def _dfc(thing: GameObject, _card: CardFacts, rules: NameRules) -> _Choice:
    back = is_back(thing)
    if thing.zone == "stack" and back and rules.has_mark("dfc_spell", "back"):
        return "dfc_spell", 1, _("Cast with its back face up, the spell has only the name of that face: %(name)s.")
    if thing.zone == "stack":
        message = _("On the stack, %(card)s has its front face up and only the name of that face: %(name)s.")
        return "dfc_spell", 0, message
    if back and thing.zone in ("", "battlefield"):
        return "dfc_back", 1, _("With its back face up, %(card)s has only the name of that face: %(name)s.")
    if thing.zone == "battlefield":
        return "dfc_front", 0, _("With its front face up, %(card)s has only the name of that face: %(name)s.")
    return "dfc", 0, _FRONT


def _modal(thing: GameObject, _card: CardFacts, _rules: NameRules) -> _Choice:
    back = is_back(thing)
    if thing.zone in ("stack", "battlefield") or (back and not thing.zone):
        message = _("As a spell or permanent, %(card)s has only the name of the face that is up: %(name)s.")
        return "modal", int(back), message
    return "dfc", 0, _FRONT


def is_back(thing: GameObject) -> bool:
    """Return whether the back face is up, or was named."""
    return "back" in thing.states or thing.side == 1


# ---- Meld cards ----


def _meld(thing: GameObject, card: CardFacts, _rules: NameRules) -> _Choice:
    melded = "melded" in thing.states or is_back(thing)
    if is_meld_result(card) or (melded and meld_result(card) and thing.zone in ("", "battlefield")):
        message = _(
            "When melded on the battlefield, the permanent has only the name of the combined back face: %(name)s."
        )
        return "meld_melded", 1, message
    return "meld", 0, _("Unless it is melded on the battlefield, a meld card has the name of its front face: %(name)s.")


def meld_result(card: CardFacts) -> Side | None:
    """Return the combined back face of a meld card."""
    return card.melds_into or (card.sides[1] if len(card.sides) > 1 else None)


def is_meld_result(card: CardFacts) -> bool:
    """Return whether the data have the combined back face itself as the card."""
    return card.melds_into is not None and card.melds_into.name == card.name


# ---- Cards with a second frame ----


def _framed(topic: str, thing: GameObject, _card: CardFacts, _rules: NameRules) -> _Choice:
    """Return the choice for adventurer and omen cards: the second name is that of the spell cast that way."""
    if thing.side == 1 and thing.zone == "stack":
        message = _("Cast as %(name)s, the spell has only its alternative characteristics, including this name.")
        return f"{topic}_spell", 1, message
    message = _("Unless it is cast with its alternative characteristics, %(card)s has only its normal name: %(name)s.")
    return topic, 0, message


def _prepare(thing: GameObject, _card: CardFacts, _rules: NameRules) -> _Choice:
    if thing.side == 1 and thing.zone in ("stack", "exile"):
        message = _("The copy that a prepared permanent makes has only the prepare spell's characteristics: %(name)s.")
        return "prepare_spell", 1, message
    return "prepare", 0, _("In every zone %(card)s has only its normal name: %(name)s.")


_RULES: dict[Family, Callable[[GameObject, CardFacts, NameRules], _Choice]] = {
    Family.FLIP: _flip,
    Family.DFC: _dfc,
    Family.MODAL: _modal,
    Family.MELD: _meld,
    Family.ADVENTURE: partial(_framed, "adventure"),
    Family.OMEN: partial(_framed, "omen"),
    Family.PREPARE: _prepare,
}
