"""Names that effects add to an object or set, and name stickers."""

from cards.engine.rules.card_kinds import has_type
from cards.engine.rules.reasons import because
from cards.engine.rules.rule_history import Law
from cards.engine.sayings import gettext_noop as _
from cards.engine.types import CardFacts, Reason, Thing, Verdict

# The one card that adds names; as an added name it stands for all the names that it adds.
SPY_KIT = "Spy Kit"
Names = frozenset[str]


def with_added(
    thing: Thing, names: Names, maybe: Names, law: Law, legal: bool | None
) -> tuple[Names, Names, tuple[Reason, ...]]:
    """The names after effects set, lengthened and added some: those for sure, those perhaps, and why."""
    reasons: list[Reason] = []
    if thing.set_name:
        names, maybe = _set(thing, maybe, law, reasons)
    if thing.sticker:
        names, maybe = _stuck(thing, names, maybe, law, reasons)
    for added in thing.also:
        if added != SPY_KIT:
            sure, perhaps = _added(added, thing.also_cards.get(added), law, legal, reasons)
            names, maybe = names | sure, maybe | sure | perhaps
    return names, maybe, tuple(reasons)


def _set(thing: Thing, maybe: Names, law: Law, reasons: list[Reason]) -> tuple[Names, Names]:
    new = frozenset((thing.set_name,))
    if law["set"]:
        told = _("An effect set the name of %(object)s: it has only the name %(name)s and has lost any other.")
        reasons.append(because(law["set"], told, object=thing.name, name=thing.set_name))
        return new, new
    told = _("No rule of this version says whether an object keeps its old name when an effect sets a new one.")
    reasons.append(because("", told))
    return new, new | maybe


def _stuck(thing: Thing, names: Names, maybe: Names, law: Law, reasons: list[Reason]) -> tuple[Names, Names]:
    longer = frozenset(name for old in maybe for name in _longer(old, thing.sticker)) or frozenset((thing.sticker,))
    if not law["sticker"]:
        reasons.append(because("", _("No rule of this version speaks of name stickers.")))
        return frozenset(), maybe | longer
    told = _("A name sticker adds %(words)s to the name of %(object)s; where in the name, its controller chose.")
    reasons.append(because(law["sticker"], told, words=thing.sticker, object=thing.name))
    return longer if len(longer) == 1 and names == maybe else frozenset(), longer


def _longer(name: str, words: str) -> list[str]:
    """A name with words added: before it, or behind any of its words."""
    old = name.split()
    return [" ".join([*old[:at], words, *old[at:]]) for at in range(len(old) + 1)]


def _added(
    name: str, card: CardFacts | None, law: Law, legal: bool | None, reasons: list[Reason]
) -> tuple[Names, Names]:
    """A name as one more name: for sure, or perhaps."""
    one: Names = frozenset((name,))
    gives = is_nonlegendary_creature(card)
    if not law["added"]:
        reasons.append(because("", _("No rule of this version speaks of names that an object has besides its own.")))
        return frozenset(), frozenset() if gives is False else one
    if gives is False:
        told = _("Only names of nonlegendary creature cards are added: %(name)s is none.")
        reasons.append(because(law["added"], told, name=name))
        return frozenset(), frozenset()
    if gives is None:
        told = _("Only names of nonlegendary creature cards are added; that %(name)s is one, the question says.")
        reasons.append(because(law["added"], told, name=name))
    return _if_legal(name, law, legal, reasons)


def _if_legal(name: str, law: Law, legal: bool | None, reasons: list[Reason]) -> tuple[Names, Names]:
    one: Names = frozenset((name,))
    if not law.says("added", "legal") or legal:
        told = _("The effect adds the name of every nonlegendary creature card: %(name)s is one.")
        reasons.append(because(law["added"], told, name=name))
        return one, one
    if legal is False:
        told = _("Only names of cards legal in the format are added: %(name)s is not legal there.")
        reasons.append(because(law["added"], told, name=name))
        return frozenset(), frozenset()
    told = _("Only names of cards legal in the format are added; whether %(name)s is legal was not said.")
    reasons.append(because(law["added"], told, name=name))
    return frozenset(), one


def is_nonlegendary_creature(card: CardFacts | None) -> bool | None:
    """Whether a card is one whose name the effect adds; None where the data do not tell."""
    if card is None:
        return None
    if card.kind != "card":
        return False
    side = card.sides[0] if card.sides else None
    if side is None or not side.type_line:
        return None
    return has_type(side, "Creature") and not has_type(side, "Legendary")


def has_all_names(thing: Thing) -> bool:
    """Whether the object has all the names of nonlegendary creature cards."""
    return SPY_KIT in thing.also


def given_by_kit(other: Thing, names: Names, law: Law, legal: bool | None, reasons: list[Reason]) -> Verdict:
    """Whether an object with all the names that the one card adds has one of another's: for sure, perhaps, or not."""
    gives = True if has_all_names(other) else _has_creature_name(other, names)
    if not law["added"]:
        reasons.append(because("", _("No rule of this version speaks of names that an object has besides.")))
        return Verdict.NO if gives is False else Verdict.UNCLEAR
    if gives is False:
        told = _("The effect adds names of nonlegendary creature cards only: %(name)s is none.")
        verdict = Verdict.NO
    elif gives and (legal or not law.says("added", "legal")):
        told = _("The effect adds the name of every nonlegendary creature card: %(name)s is one.")
        verdict = Verdict.YES
    elif gives and legal is False:
        told = _("Only names of cards legal in the format are added: %(name)s is not legal there.")
        verdict = Verdict.NO
    elif gives:
        told = _("Only names of cards legal in the format are added; whether %(name)s is legal was not said.")
        verdict = Verdict.UNCLEAR
    else:
        told = _("Names of nonlegendary creature cards are added; whether %(name)s is one, the data do not say.")
        verdict = Verdict.UNCLEAR
    reasons.append(because(law["added"], told, name=other.name))
    return verdict


def _has_creature_name(thing: Thing, names: Names) -> bool | None:
    """Whether a name of an object is that of a nonlegendary creature card, which is its card's usual one."""
    gives = is_nonlegendary_creature(thing.card)
    if not gives or thing.card is None or thing.set_name or thing.sticker:
        return None if thing.set_name or thing.sticker else gives
    return thing.card.sides[0].name in names
