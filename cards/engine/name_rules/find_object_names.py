"""Find the names of an object as of a version, with reasons."""

from dataclasses import replace

from cards.engine.name_rules.added_names import has_all_names, names_after_effects
from cards.engine.name_rules.card_kinds import Family, family_of, is_room, usual_names
from cards.engine.name_rules.names_by_side import names_by_side
from cards.engine.name_rules.object_names import ObjectNames
from cards.engine.name_rules.reasons import because
from cards.engine.name_rules.rule_history import NameRules
from cards.engine.name_rules.tokens import names_of_token
from cards.engine.types import CardFacts, GameObject
from rulesbase.engine.messages import gettext_noop as _

# A possible name of all objects that no rule names: two of them may have the same name.
_UNKNOWN = ""
NAMELESS_STATES = frozenset(("facedown", "nameless"))
# Face-down cards that are neither spells nor permanents have rules of their own.
_FACEDOWN_IN_ZONE = {"exile": "facedown_exile", "command": "facedown_command"}


def names_of_object(thing: GameObject, rules: NameRules, legal: bool | None = None) -> ObjectNames:
    """Return the names of an object. ``legal``: whether the names that an effect adds are legal in the format."""
    found = _printed_names(thing, rules)
    if thing.flavor:
        found = _with_flavor_name(thing, found, rules)
    if "copy" in thing.states and not found.nameless:
        message = _("%(object)s is a copy: it has the name of the object it copies.")
        found = replace(found, reasons=(*found.reasons, because(rules["copiable"], message, object=thing.name)))
    if not (thing.set_name or thing.sticker or thing.also):
        return found
    names, maybe, reasons = names_after_effects(thing, found.names, found.maybe, rules, legal)
    has_all = has_all_names(thing) and bool(rules["added"])
    return replace(found, names=names, maybe=maybe, reasons=(*found.reasons, *reasons), has_all=has_all)


def _with_flavor_name(thing: GameObject, printed: ObjectNames, rules: NameRules) -> ObjectNames:
    """Add the reason for a flavor name in the corner of the printing."""
    if rules["flavor"]:
        message = _(
            "Under the rules, %(flavor)s in the upper left corner of the card does not count as a name. Only the name "
            "in the second title bar counts."
        )
        return replace(printed, reasons=(because(rules["flavor"], message, flavor=thing.flavor), *printed.reasons))
    reason = because("", _("No rule of this version covers an alternate name printed in the title bar of a card."))
    maybe = printed.maybe | {thing.flavor}
    return replace(printed, names=frozenset(), maybe=maybe, reasons=(reason, *printed.reasons))


def _printed_names(thing: GameObject, rules: NameRules) -> ObjectNames:
    """Return the names by card, side and state alone."""
    if thing.states & NAMELESS_STATES:
        return _facedown_names(thing, rules)
    if "emblem" in thing.states or thing.kind == "emblem":
        return _emblem_names(thing, rules)
    if "chosen" in thing.states and thing.kind == "token" and "token" not in thing.states:
        # The name alone: its token would be named with the word Token.
        return ObjectNames.sure((thing.name,))
    if "token" in thing.states or thing.kind == "token":
        return _token_names(thing, rules)
    return _names_of_card(thing, thing.card, rules) if thing.card else ObjectNames.sure((thing.name,))


def _token_names(thing: GameObject, rules: NameRules) -> ObjectNames:
    """Return the names of a token. A copy of a card has those of the card in its state on the battlefield."""
    card = thing.card
    if "copy" not in thing.states or card is None or card.kind != "card" or family_of(card) is Family.PLAIN:
        names, reasons = names_of_token(thing, rules)
        return ObjectNames.sure(names, reasons, is_token=True)
    split = family_of(card) is Family.SPLIT and not is_room(card)
    in_play = frozenset() if thing.zone or split else frozenset(("battlefield",))
    return replace(_names_of_card(replace(thing, states=thing.states | in_play), card, rules), is_token=True)


def _names_of_card(thing: GameObject, card: CardFacts, rules: NameRules) -> ObjectNames:
    family = family_of(card)
    if is_only_name(thing):
        return ObjectNames.sure(usual_names(card) if thing.side is None else (thing.name,), family=family)
    found = names_by_side(thing, card, family, rules)
    return replace(found, family=family, split=family is Family.SPLIT and len(found.names) > 1)


def is_only_name(thing: GameObject) -> bool:
    """Return whether a name is meant, not an object: a chosen one, or that of a half or face."""
    if "chosen" in thing.states:
        return True
    if thing.card is None or thing.side is None or thing.states or thing.also or thing.set_name or thing.sticker:
        return False
    return thing.side > 0 or family_of(thing.card) is Family.SPLIT


def _facedown_names(thing: GameObject, rules: NameRules) -> ObjectNames:
    if "facedown" not in thing.states:
        return ObjectNames.sure((), (because("", _("%(object)s has no name."), object=thing.name),))
    rule = rules[_FACEDOWN_IN_ZONE.get(thing.zone, "facedown")]
    if not rule:
        message = because("", _("No rule of this version covers face-down cards."))
        return ObjectNames(frozenset(), frozenset((thing.name, _UNKNOWN)), (message,))
    message = because(rule, _("%(object)s is face down: it has no name."), object=thing.name)
    general = _(
        "A face-down object has only the characteristics listed by the ability or rule that allowed it to be face down."
    )
    more = because(rules["facedown_general"], general)
    is_general = thing.zone not in _FACEDOWN_IN_ZONE and bool(more.number)
    return ObjectNames.sure((), (message, more) if is_general else (message,))


def _emblem_names(thing: GameObject, rules: NameRules) -> ObjectNames:
    if not rules["emblem"]:
        silent = because("", _("No rule of this version covers emblems."))
        return ObjectNames(frozenset(), frozenset((thing.name, _UNKNOWN)), (silent,))
    if rules.has_mark("emblem", "some") and thing.name.casefold() == "the ring":
        message = _("Most emblems have no name, but the rules give %(object)s a name.")
        return ObjectNames.sure(("The Ring",), (because(rules["emblem"], message, object=thing.name),))
    return ObjectNames.sure((), (because(rules["emblem"], _("An emblem has no name.")),))
