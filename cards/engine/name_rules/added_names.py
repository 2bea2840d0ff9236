"""Names that effects add to an object or set, and name stickers."""

from cards.engine.name_rules.card_kinds import has_type
from cards.engine.name_rules.reasons import because
from cards.engine.name_rules.rule_history import NameRules
from cards.engine.types import CardFacts, GameObject, Reason, Verdict
from rulesbase.engine.messages import gettext_noop as _

# The only card that adds names. Given as an added name, it means all the names that it adds.
SPY_KIT = "Spy Kit"
Names = frozenset[str]


def names_after_effects(
    thing: GameObject, names: Names, maybe: Names, rules: NameRules, legal: bool | None
) -> tuple[Names, Names, tuple[Reason, ...]]:
    """Return the sure and the possible names after effects set, lengthened and added some, and the reasons."""
    reasons: list[Reason] = []
    if thing.set_name:
        names, maybe = _with_set_name(thing, maybe, rules, reasons)
    if thing.sticker:
        names, maybe = _with_sticker(thing, names, maybe, rules, reasons)
    for added in thing.also:
        if added != SPY_KIT:
            sure, perhaps = _added_name(added, thing.also_cards.get(added), rules, legal, reasons)
            names, maybe = names | sure, maybe | sure | perhaps
    return names, maybe, tuple(reasons)


def _with_set_name(thing: GameObject, maybe: Names, rules: NameRules, reasons: list[Reason]) -> tuple[Names, Names]:
    new = frozenset((thing.set_name,))
    if rules["set"]:
        message = _("An effect set the name of %(object)s: it has only the name %(name)s and has lost any other.")
        reasons.append(because(rules["set"], message, object=thing.name, name=thing.set_name))
        return new, new
    message = _("No rule of this version says whether an object keeps its old name when an effect sets a new one.")
    reasons.append(because("", message))
    return new, new | maybe


def _with_sticker(
    thing: GameObject, names: Names, maybe: Names, rules: NameRules, reasons: list[Reason]
) -> tuple[Names, Names]:
    longer = frozenset(name for old in maybe for name in _insertions(old, thing.sticker)) or frozenset((thing.sticker,))
    if not rules["sticker"]:
        reasons.append(because("", _("No rule of this version covers name stickers.")))
        return frozenset(), maybe | longer
    message = _(
        "A name sticker adds %(words)s to the name of %(object)s. The controller of the object chose "
        "where to add the words."
    )
    reasons.append(because(rules["sticker"], message, words=thing.sticker, object=thing.name))
    return longer if len(longer) == 1 and names == maybe else frozenset(), longer


def _insertions(name: str, words: str) -> list[str]:
    """Return the results of adding words to a name: before it, or behind any of its words."""
    old = name.split()
    return [" ".join([*old[:at], words, *old[at:]]) for at in range(len(old) + 1)]


def _added_name(
    name: str, card: CardFacts | None, rules: NameRules, legal: bool | None, reasons: list[Reason]
) -> tuple[Names, Names]:
    """Return the names, sure and possible, that one more name adds."""
    one: Names = frozenset((name,))
    is_added = is_nonlegendary_creature(card)
    if not rules["added"]:
        reasons.append(because("", _("No rule of this version covers additional names of an object.")))
        return frozenset(), frozenset() if is_added is False else one
    if is_added is False:
        message = _(
            "The effect gives the object only names of nonlegendary creature cards. %(name)s is not such a name."
        )
        reasons.append(because(rules["added"], message, name=name))
        return frozenset(), frozenset()
    if is_added is None:
        message = _(
            "The effect gives the object only names of nonlegendary creature cards. According to the question, "
            "%(name)s is such a name."
        )
        reasons.append(because(rules["added"], message, name=name))
    verdict, message = _by_legality(rules, legal)
    reasons.append(because(rules["added"], message, name=name))
    return one if verdict is Verdict.YES else frozenset(), frozenset() if verdict is Verdict.NO else one


def _by_legality(rules: NameRules, legal: bool | None) -> tuple[Verdict, str]:
    """Return whether the name of a nonlegendary creature card is added, and why."""
    if legal or not rules.has_mark("added", "legal"):
        return Verdict.YES, _(
            "The effect gives an object the names of all nonlegendary creature cards: %(name)s is one of them."
        )
    if legal is False:
        return Verdict.NO, _(
            "The effect gives the object only names of cards that are legal in the format. %(name)s is not legal in "
            "the format."
        )
    return Verdict.UNCLEAR, _(
        "The effect gives the object only names of cards that are legal in the format. The question does not state "
        "whether %(name)s is legal."
    )


def is_nonlegendary_creature(card: CardFacts | None) -> bool | None:
    """Return whether a card is one whose name the effect adds; None where the data do not show it."""
    if card is None:
        return None
    if card.kind != "card":
        return False
    side = card.sides[0] if card.sides else None
    if side is None or not side.type_line:
        return None
    return has_type(side, "Creature") and not has_type(side, "Legendary")


def has_all_names(thing: GameObject) -> bool:
    """Return whether the object has all the names of nonlegendary creature cards."""
    return SPY_KIT in thing.also


def shares_added_name(
    other: GameObject, names: Names, rules: NameRules, legal: bool | None, reasons: list[Reason]
) -> Verdict:
    """Return whether an object with all the names that the one card adds shares one with another object."""
    is_added = True if has_all_names(other) else _has_creature_name(other, names)
    if not rules["added"]:
        reasons.append(because("", _("No rule of this version covers additional names of an object.")))
        return Verdict.NO if is_added is False else Verdict.UNCLEAR
    if is_added is False:
        message = _("The effect adds only names of nonlegendary creature cards. %(name)s is not such a name.")
        verdict = Verdict.NO
    elif is_added:
        verdict, message = _by_legality(rules, legal)
    else:
        message = _(
            "The effect gives the object only names of nonlegendary creature cards. The card data do not state whether "
            "%(name)s is such a name."
        )
        verdict = Verdict.UNCLEAR
    reasons.append(because(rules["added"], message, name=other.name))
    return verdict


def _has_creature_name(thing: GameObject, names: Names) -> bool | None:
    """Return whether an object has the usual name of its card, and this is a nonlegendary creature card."""
    if thing.set_name or thing.sticker:
        return None
    is_added = is_nonlegendary_creature(thing.card)
    return thing.card.sides[0].name in names if is_added and thing.card else is_added
