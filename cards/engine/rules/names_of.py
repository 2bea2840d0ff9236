"""Which names an object has as of a version, and why."""

from dataclasses import dataclass, replace

from cards.engine.rules.added_names import with_added
from cards.engine.rules.card_kinds import Family, family_of, is_emblem, is_room, is_token
from cards.engine.rules.reasons import because
from cards.engine.rules.rule_history import Law
from cards.engine.rules.sides import Sides, sides_of
from cards.engine.rules.tokens import names_of_token
from cards.engine.sayings import gettext_noop as _
from cards.engine.types import CardFacts, Reason, Thing

# Stands for the name of what no rule speaks of: no name is like it, but it may be no name, or any.
UNKNOWN = ""
_NAMELESS = frozenset(("facedown", "nameless"))


@dataclass(frozen=True)
class Held:
    """The names of an object: those it has for sure, those it may have where no rule decides, and the reasons.

    ``is_name`` marks something that is no object but only a name, such as a chosen one. ``split`` marks a split card
    that has both of its halves' names.
    """

    names: frozenset[str]
    maybe: frozenset[str]
    reasons: tuple[Reason, ...] = ()
    family: Family = Family.PLAIN
    is_name: bool = False
    is_token: bool = False
    split: bool = False

    @property
    def nameless(self) -> bool:
        """Whether it has no name for sure."""
        return not self.maybe


def held_by(thing: Thing, law: Law, legal: bool | None = None) -> Held:
    """The names of an object. ``legal``: whether the names that an effect adds are of cards legal in the format."""
    held = _titled(thing, _printed(thing, law), law) if thing.flavor else _printed(thing, law)
    if "copy" in thing.states and not held.nameless:
        told = because(
            law["copiable"], _("%(object)s is a copy: it takes the name of what it copies."), object=thing.name
        )
        held = replace(held, reasons=(*held.reasons, told))
    if not (thing.set_name or thing.sticker or thing.also):
        return held
    names, maybe, reasons = with_added(thing, held.names, held.maybe, law, legal)
    return replace(held, names=names, maybe=maybe, reasons=(*held.reasons, *reasons))


def _titled(thing: Thing, held: Held, law: Law) -> Held:
    """Another name stands in the corner of the printing."""
    if law["flavor"]:
        told = _("%(flavor)s, in the corner, is no name for the rules; that in the second title bar is.")
        return replace(held, reasons=(because(law["flavor"], told, flavor=thing.flavor), *held.reasons))
    silent = because("", _("No rule of this version speaks of another name in the title bar."))
    maybe = held.maybe | {thing.flavor}
    return replace(held, names=frozenset(), maybe=maybe, reasons=(silent, *held.reasons))


def _printed(thing: Thing, law: Law) -> Held:
    """The names by card, side and state alone."""
    card = thing.card
    if thing.states & _NAMELESS:
        return _facedown(thing, law)
    if "emblem" in thing.states or is_emblem(card):
        return _emblem(thing, law)
    if "token" in thing.states or is_token(card):
        return _token(thing, law)
    if card is None:
        names = frozenset((thing.name,))
        return Held(names, names, is_name="chosen" in thing.states)
    return _of_card(thing, card, law)


def _token(thing: Thing, law: Law) -> Held:
    """The names of a token. One that is a copy of a card has those that the card has in its state, in play."""
    card = thing.card
    if "copy" not in thing.states or card is None or card.kind != "card" or family_of(card) is Family.PLAIN:
        names, reasons = names_of_token(thing, law)
        return Held(names, names, reasons, is_token=True)
    split = family_of(card) is Family.SPLIT and not is_room(card)
    in_play = frozenset() if thing.zone or split else frozenset(("battlefield",))
    return replace(_of_card(replace(thing, states=thing.states | in_play), card, law), is_token=True)


def _of_card(thing: Thing, card: CardFacts, law: Law) -> Held:
    family = family_of(card)
    if is_only_name(thing):
        names = frozenset((thing.name,)) if thing.side is not None else _all_names(card)
        return Held(names, names, family=family, is_name=True)
    found: Sides = sides_of(thing, card, family, law)
    names = frozenset(found.names)
    both = family is Family.SPLIT and len(names) > 1
    return Held(names, names | frozenset(found.maybe), found.reasons, family, split=both)


def is_only_name(thing: Thing) -> bool:
    """Whether a name is meant, not an object: it was chosen, or is that of a mere half or face."""
    if "chosen" in thing.states:
        return True
    if thing.card is None or thing.side is None or thing.states or thing.also or thing.set_name or thing.sticker:
        return False
    return thing.side > 0 or family_of(thing.card) is Family.SPLIT


def _all_names(card: CardFacts) -> frozenset[str]:
    if family_of(card) is Family.SPLIT:
        return frozenset(side.name for side in card.sides)
    return frozenset((card.sides[0].name if card.sides else card.name,))


def _facedown(thing: Thing, law: Law) -> Held:
    if "facedown" not in thing.states:
        return Held(frozenset(), frozenset(), (because("", _("%(object)s has no name."), object=thing.name),))
    if not law["facedown"]:
        told = because("", _("No rule of this version speaks of face-down cards."))
        return Held(frozenset(), frozenset((thing.name, UNKNOWN)), (told,))
    told = because(law["facedown"], _("%(object)s is face down: it has no name."), object=thing.name)
    more = because(law["facedown_general"], _("What is face down has what the rule lists and nothing else."))
    return Held(frozenset(), frozenset(), (told, more) if more.number else (told,))


def _emblem(thing: Thing, law: Law) -> Held:
    if not law["emblem"]:
        told = because("", _("No rule of this version speaks of emblems."))
        return Held(frozenset(), frozenset((thing.name, UNKNOWN)), (told,))
    if law.says("emblem", "some") and thing.name.casefold() == "the ring":
        names = frozenset(("The Ring",))
        told = because(law["emblem"], _("Most emblems have no name; the rules give %(object)s one."), object=thing.name)
        return Held(names, names, (told,))
    return Held(frozenset(), frozenset(), (because(law["emblem"], _("An emblem has no name.")),))
