"""Names of tokens, as of a version."""

import re
from collections.abc import Collection, Iterable
from typing import NamedTuple

from cards.engine.input.characteristics import CARD_TYPES
from cards.engine.name_rules.names_by_side import is_back
from cards.engine.name_rules.reasons import because, unique_reasons
from cards.engine.name_rules.rule_history import NameRules
from cards.engine.name_rules.verdicts import decided
from cards.engine.types import Answer, BadQuestion, GameObject, Question, Reason, Side, Verdict
from rulesbase.engine.messages import gettext_noop as _
from rulesbase.engine.messages import verbatim

Names = frozenset[str]
_INTO = re.compile(r"\s*(?:=>|->|=|:|\N{RIGHTWARDS ARROW})\s*|\s+(?:to|into)\s+")
_SIZE = re.compile(r"[\dX*]+/[\dX*]+")
_BESIDES = frozenset("token tokens legendary basic snow world colorless white blue black red green and".split())
# Subtypes of tokens that are no creature types: of artifacts, enchantments and lands.
_NO_CREATURES = frozenset(
    """Vehicle Treasure Clue Food Gold Blood Powerstone Map Junk Lander Mutagen Vibranium Incubator Equipment
    Fortification Contraption Attraction Bobblehead Spacecraft Stone Shard Role Aura Curse Saga Shrine Rune Class Case
    Room Cartouche Background Forest Island Mountain Plains Swamp Desert Gate Cave Locus Lair Sphere Mine
    Tower""".split()
)


# Kinds of token whose name the rules state; the topics of the rule history have the same names.
PREDEFINED = {
    "Walker": "Walker",
    "Cursed Role": "Cursed",
    "Monster Role": "Monster",
    "Royal Role": "Royal",
    "Sorcerer Role": "Sorcerer",
    "Virtuous Role": "Virtuous",
    "Wicked Role": "Wicked",
    "Young Hero Role": "Young Hero",
}
INCUBATOR_BACK = "Phyrexian Token"


class TokenWords(NamedTuple):
    """The words that describe a token: its subtypes, and its card types where given."""

    subtypes: tuple[str, ...]
    types: frozenset[str]

    @property
    def is_creature(self) -> bool:
        """Return whether it is a creature: as given, or by its subtypes."""
        if self.types:
            return "creature" in self.types
        return any(word.capitalize() not in _NO_CREATURES for word in self.subtypes)


def words_of(typed: Iterable[str]) -> TokenWords:
    """Parse the words that describe a token, without power and toughness: `1/1 red and white Goblin`."""
    words = [word for text in typed for word in text.replace("\N{EM DASH}", " ").replace(",", " ").split()]
    words = [word for word in words if not _SIZE.fullmatch(word)]
    types = frozenset(word.lower() for word in words if word.lower() in CARD_TYPES)
    others = tuple(word for word in words if word.lower() not in CARD_TYPES | _BESIDES)
    return TokenWords(others, types)


def named_by_default(words: TokenWords, rules: NameRules) -> tuple[str, tuple[Reason, ...]]:
    """Return the default name of a token; empty where no rule gives one."""
    name = " ".join(words.subtypes)
    given, defined = _as_defined(name, rules)
    if given:
        return given, defined
    rule = rules["token"]
    if not words.subtypes:
        return "", (because(rule, _("The token has no subtype that could give it a name.")),)
    if "creature" in rule.marks and not words.is_creature:
        message = _("The rule on the names of tokens covers only creature tokens. This token is not a creature token.")
        return "", (because(rule, message),)
    if "type" in rule.marks:
        message = _("In this version the name of a token is its creature type: %(name)s.")
    elif "word" in rule.marks:
        name = f"{name} Token"
        message = _(
            "If the effect gives a token no name, its name is its subtypes followed by the word “Token”: %(name)s."
        )
    else:
        message = _("If the effect gives a token no name, its name is its subtypes: %(name)s.")
    reasons = [because(rule, message, name=name)]
    if words.subtypes == ("Incubator",) and rules["token Incubator"]:
        message = _("The rules define Incubator tokens, but give a name only to the back face.")
        reasons.append(because(rules["token Incubator"], message))
    return name, tuple(reasons)


def _as_defined(name: str, rules: NameRules) -> tuple[str, tuple[Reason, ...]]:
    """Return the name that the rules give to tokens with these subtypes or this name, and why; empty without one."""
    words = name.title()
    for token, given in PREDEFINED.items():
        if words in (token, given, f"Aura {token}") and (rule := rules[f"token {token}"]):
            message = _("The rules define %(token)s tokens and name them %(name)s.")
            return given, (because(rule, message, token=token, name=given),)
    return "", ()


def names_of_token(thing: GameObject, rules: NameRules) -> tuple[Names, tuple[Reason, ...]]:
    """Return the names of a token among the objects of a question.

    If a card is named X, the token X has that name (it was made or named after the card); otherwise X are its subtypes.
    The states *named* and *default* choose one of the two.
    """
    card, name = thing.card, thing.name
    known = card is not None and card.kind == "card" and thing.side is None
    described = [name]
    if card is not None and card.kind == "token":
        sides = card.sides or (Side(card.name),)
        side = sides[1] if is_back(thing) and len(sides) > 1 else sides[0]
        name, line = side.name, side.type_line
        subtypes = line.partition("\N{EM DASH}")[2].split()
        known = bool(line) and not (subtypes and set(name.split()) <= {*subtypes, "Token"})
        described = [line.partition("\N{EM DASH}")[0], *subtypes] if subtypes else [name]
    if _is_incubator_back(thing) and rules["token Incubator"]:
        return frozenset((INCUBATOR_BACK,)), (_incubator(rules),)
    if "named" in thing.states or (known and "default" not in thing.states):
        message = _("The effect that created the token gave it this name: %(name)s.")
        return frozenset((name,)), (because(rules["token"], message, name=name), *_as_defined(name, rules)[1])
    name, reasons = named_by_default(words_of(described), rules)
    return frozenset((name,) if name else ()), reasons


def _is_incubator_back(thing: GameObject) -> bool:
    front = thing.card.sides[0].name if thing.card and thing.card.sides else thing.name
    return front.removesuffix(" Token") == "Incubator" and is_back(thing)


def _incubator(rules: NameRules) -> Reason:
    message = _("The rules name the back face of an Incubator token %(name)s.")
    return because(rules["token Incubator"], message, name=INCUBATOR_BACK)


# ---- The question ----


def token(question: Question, rules: NameRules) -> Answer:
    """Answer with the name of a token by its subtypes, a given name, and text changes before or after it was made."""
    options = question.options
    words = words_of(question.texts("subtypes"))
    name = str(options.get("name") or "")
    if not name and not words.subtypes:
        raise BadQuestion(_("Enter the subtypes of the token, or the name that it is given."))
    if options.get("card"):
        return _by_card_name(str(options["card"]), rules)
    if options.get("back"):
        return _back(words, rules)
    changes = changes_of(question.texts("changed"))
    if name:
        return _given(name, words, rules, has_text_change=bool(changes))
    if not changes:
        return _answer(*named_by_default(words, rules))
    return _changed(words, changes, bool(options.get("existing")), rules)


def changes_of(typed: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Parse text changes `A=B`. Raise BadQuestion."""
    found = []
    for text in typed:
        old, *rest = (part.strip() for part in _INTO.split(text, maxsplit=1))
        new = rest[0] if rest else ""
        if not (old and new):
            raise BadQuestion(_("Write a text change as OLD=NEW, for example Soldier=Wizard."))
        found.append((old, new))
    return tuple(found)


def _answer(name: str, reasons: tuple[Reason, ...]) -> Answer:
    if not name:
        return decided(Verdict.UNCLEAR, reasons)
    return Answer(Verdict.YES, verbatim(name), unique_reasons(reasons), settled_by=reasons[0].message)


def _back(words: TokenWords, rules: NameRules) -> Answer:
    if words.subtypes == ("Incubator",) and rules["token Incubator"]:
        return Answer(Verdict.YES, verbatim(INCUBATOR_BACK), (_incubator(rules),))
    message = because("", _("No rule of this version gives a name to the back face of this token."))
    return decided(Verdict.UNCLEAR, (message,))


def unknown_subtypes(typed: Iterable[str], known: Collection[str]) -> list[str]:
    """Return the words that describe a token and are no known subtype (in lower case), type or colour."""
    words = words_of(typed).subtypes
    if " ".join(words).title() in {*PREDEFINED, *PREDEFINED.values()}:
        return []
    return [word for word in words if word.lower() not in known and word != "Role"]


def _by_card_name(name: str, rules: NameRules) -> Answer:
    """Answer for a token that is made by the name of a card."""
    if rules["token_by_name"]:
        message = _(
            "If an effect creates a token by naming a card, the token has the characteristics of that card. Its name "
            "is %(name)s."
        )
        return _answer(name, (because(rules["token_by_name"], message, name=name),))
    message = _("%(name)s is the name of a card. No rule of this version covers tokens created by naming a card.")
    return _answer("", (because(rules["token"], message, name=name),))


def _given(name: str, words: TokenWords, rules: NameRules, *, has_text_change: bool) -> Answer:
    """Answer for a token with a name that the effect gives it; a text change does not change this name."""
    reasons = [because(rules["token"], _("The effect that creates the token gives it this name: %(name)s."), name=name)]
    reasons += _as_defined(name, rules)[1]
    if not words.subtypes and rules["token_by_name"]:
        message = _(
            "If the effect gives only a name for the token, the card with this name determines the characteristics of "
            "the token."
        )
        reasons.append(because(rules["token_by_name"], message))
    if rules.has_mark("token", "type") and words.subtypes and " ".join(words.subtypes) != name:
        message = _(
            "By this rule, the name and the creature type of the token are the same. The rule does not state whether "
            "a text change affects the name or the type."
        )
        reasons.append(because(rules["token"], message))
        return _answer("", tuple(reasons))
    if has_text_change and not rules["text"]:
        reasons.append(because("", _("No rule of this version states whether a text change affects a name.")))
        return _answer("", tuple(reasons))
    if has_text_change:
        message = _("A text change never changes a given name, even if the name contains the changed word.")
        reasons.append(because(rules["text"], message))
    return _answer(name, tuple(reasons))


def _changed(words: TokenWords, changes: tuple[tuple[str, str], ...], existing: bool, rules: NameRules) -> Answer:
    """Answer after a text change of the token itself, or of the spell or ability before it made the token."""
    name, reasons = named_by_default(words, rules)
    if existing:
        message = _("The token got its name when it was created: a text change may change its type, but not its name.")
        made = (because(rules["text_made"], message),) if rules["text_made"] else ()
        return _answer(name, (because(rules["text"], message), *made, *reasons))
    if rules.has_mark("text", "types"):
        message = _("A text change cannot change a creature type in this version: the token keeps its name.")
        return _answer(name, (because(rules["text"], message), *reasons))
    into = {old.lower(): new for old, new in changes}
    new = TokenWords(tuple(into.get(word.lower(), word) for word in words.subtypes), words.types)
    if new == words:
        message = _("The text change replaces no word of the name of this token.")
        return _answer(name, (*reasons, because(rules["text_token"], message)))
    if not rules["text_token"]:
        silent = because("", _("No rule of this version says what a text change does to the words that name a token."))
        return _answer("", (*reasons, silent))
    name, reasons = named_by_default(new, rules)
    message = _(
        "A word of this token’s name is also used as a creature type. So a text change can change this word before the "
        "token is created. The name of the token then contains the new word."
    )
    return _answer(name, (because(rules["text_token"], message), *reasons))
