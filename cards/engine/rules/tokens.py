"""What tokens are named, as of a version."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cards.engine.rules.reasons import WORDS, because, once
from cards.engine.rules.rule_history import Law
from cards.engine.sayings import Saying, verbatim
from cards.engine.sayings import gettext_noop as _
from cards.engine.types import Answer, BadQuestion, CardFacts, Question, Reason, Side, Thing, Verdict

Names = frozenset[str]
_INTO = re.compile(r"\s*(?:=>|->|=|:|\N{RIGHTWARDS ARROW})\s*|\s+(?:to|into)\s+")
CARD_TYPES = frozenset("artifact battle creature enchantment instant kindred land planeswalker sorcery tribal".split())
_BESIDES = frozenset("token tokens legendary basic snow world colorless white blue black red green".split())
# Subtypes of tokens that are no creature types: of artifacts, enchantments and lands.
_NO_CREATURES = frozenset(
    """Vehicle Treasure Clue Food Gold Blood Powerstone Map Junk Lander Mutagen Vibranium Incubator Equipment
    Fortification Contraption Attraction Bobblehead Spacecraft Stone Shard Role Aura Curse Saga Shrine Rune Class Case
    Room Cartouche Background Forest Island Mountain Plains Swamp Desert Gate Cave Locus Lair Sphere Mine
    Tower""".split()
)


# Kinds of token whose name the rules state; the topics of the table of epochs bear their names.
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


class Words(NamedTuple):
    """The words that a token is described by: its subtypes, and its card types where said."""

    subtypes: tuple[str, ...]
    types: frozenset[str]

    @property
    def is_creature(self) -> bool:
        """Whether it is a creature: as said, or going by its subtypes."""
        if self.types:
            return "creature" in self.types
        return any(word.capitalize() not in _NO_CREATURES for word in self.subtypes)


def words_of(typed: Iterable[str]) -> Words:
    """What is told of a token, taken apart."""
    words = [word for text in typed for word in text.replace("\N{EM DASH}", " ").replace(",", " ").split()]
    types = frozenset(word.lower() for word in words if word.lower() in CARD_TYPES)
    kept = tuple(word for word in words if word.lower() not in CARD_TYPES | _BESIDES)
    return Words(kept, types)


def named_by_default(words: Words, law: Law) -> tuple[str, tuple[Reason, ...]]:
    """The name of a token whose name nobody states; empty where no rule gives one."""
    name = " ".join(words.subtypes)
    defined = _defined(name, law)
    if defined:
        return PREDEFINED[defined], (_as_defined(defined, law),)
    place = law["token"]
    if not words.subtypes:
        return "", (because(place, _("It has no subtype that could give it a name.")),)
    if "creature" in place.marks and not words.is_creature:
        return "", (because(place, _("The rule gives a name to creature tokens only, and this is none.")),)
    if "type" in place.marks:
        told = _("In this version name and creature type of a token are one and the same: it is named %(name)s.")
    elif "word" in place.marks:
        name = f"{name} Token"
        told = _("A token that is given no name has its subtypes and the word Token as its name: %(name)s.")
    else:
        told = _("A token that is given no name has its subtypes as its name: %(name)s.")
    return name, (because(place, told, name=name), *_front(words, law))


def _front(words: Words, law: Law) -> tuple[Reason, ...]:
    """Of a token that the rules define with two faces, and name only the back one."""
    if words.subtypes != ("Incubator",) or not law["token Incubator"]:
        return ()
    told = _("The rules define Incubator tokens; they state a name for the back face only.")
    return (because(law["token Incubator"], told),)


def _defined(name: str, law: Law) -> str:
    """The kind of token that the rules define and name so, by its subtypes or its name; empty where none is."""
    words = name.title()
    for token, given in PREDEFINED.items():
        if words in (token, given, f"Aura {token}") and law[f"token {token}"]:
            return token
    return ""


def _as_defined(token: str, law: Law) -> Reason:
    told = _("The rules define %(token)s tokens and name them %(name)s.")
    return because(law[f"token {token}"], told, token=token, name=PREDEFINED[token])


def names_of_token(thing: Thing, law: Law) -> tuple[Names, tuple[Reason, ...]]:
    """The names of a token among the objects of a question.

    A token said to be `X` is named so where X is a card's name, as a token made or named after it; else X are its
    subtypes. The states *named* and *default* say which is meant.
    """
    card, name = thing.card, thing.name
    known = card is not None and card.kind == "card" and thing.side is None
    described = [name]
    if card is not None and card.kind == "token":
        side = _side_up(thing, card)
        name, line = side.name, side.type_line
        subtypes = line.partition("\N{EM DASH}")[2].split()
        known = bool(line) and not (subtypes and set(name.split()) <= {*subtypes, "Token"})
        described = [line.partition("\N{EM DASH}")[0], *subtypes] if subtypes else [name]
    if _is_incubator_back(thing) and law["token Incubator"]:
        return frozenset((INCUBATOR_BACK,)), (_incubator(law),)
    if "named" in thing.states or (known and "default" not in thing.states):
        told = _("What made the token gave it its name: %(name)s.")
        defined = _defined(name, law)
        more = (_as_defined(defined, law),) if defined else ()
        return frozenset((name,)), (because(law["token"], told, name=name), *more)
    name, reasons = named_by_default(words_of(described), law)
    return frozenset((name,) if name else ()), reasons


def _side_up(thing: Thing, card: CardFacts) -> Side:
    sides = card.sides or (Side(card.name),)
    turned = "back" in thing.states or thing.side == 1
    return sides[1] if turned and len(sides) > 1 else sides[0]


def _is_incubator_back(thing: Thing) -> bool:
    front = thing.card.sides[0].name if thing.card and thing.card.sides else thing.name
    return front.removesuffix(" Token") == "Incubator" and ("back" in thing.states or thing.side == 1)


def _incubator(law: Law) -> Reason:
    told = _("The rules name the back face of an Incubator token %(name)s.")
    return because(law["token Incubator"], told, name=INCUBATOR_BACK)


# ---- The question ----


def token(question: Question, law: Law) -> Answer:
    """The name of a token of some subtypes, given a name or not, its words changed before it was made or after."""
    options = question.options
    typed = options.get("subtypes") or ()
    words = words_of(typed if isinstance(typed, tuple) else (str(typed),))
    name = str(options.get("name") or "")
    if not name and not words.subtypes:
        raise BadQuestion(Saying(_("Say which subtypes the token has, or which name it is given.")))
    if options.get("back"):
        return _back(words, law)
    if name:
        return _given(name, words, law)
    changes = changes_of(options.get("changed"))
    if not changes:
        return _answer(*named_by_default(words, law))
    return _changed(words, changes, bool(options.get("existing")), law)


def changes_of(option: object) -> tuple[tuple[str, str], ...]:
    """Text changes as typed, `A=B`. Raises BadQuestion."""
    typed: Sequence[str] = (option,) if isinstance(option, str) else option if isinstance(option, tuple) else ()
    found = []
    for text in typed:
        old, *rest = (part.strip() for part in _INTO.split(text, maxsplit=1))
        new = rest[0] if rest else ""
        if not (old and new):
            raise BadQuestion(Saying(_("Write a text change as OLD=NEW, for example Soldier=Wizard.")))
        found.append((old, new))
    return tuple(found)


def _answer(name: str, reasons: tuple[Reason, ...]) -> Answer:
    if not name:
        return Answer(Verdict.UNCLEAR, WORDS[Verdict.UNCLEAR], once(reasons))
    return Answer(Verdict.YES, verbatim(name), once(reasons), settled_by=reasons[0].says)


def _back(words: Words, law: Law) -> Answer:
    if words.subtypes == ("Incubator",) and law["token Incubator"]:
        return Answer(Verdict.YES, verbatim(INCUBATOR_BACK), (_incubator(law),))
    told = because("", _("No rule of this version names the back face of such a token."))
    return Answer(Verdict.UNCLEAR, WORDS[Verdict.UNCLEAR], (told,))


def _given(name: str, words: Words, law: Law) -> Answer:
    reasons = [because(law["token"], _("What makes the token gives it its name: %(name)s."), name=name)]
    defined = _defined(name, law)
    if defined:
        reasons.append(_as_defined(defined, law))
    if not words.subtypes and law["token_by_name"]:
        told = _("Where only a name is given, the card of that name gives the token its characteristics.")
        reasons.append(because(law["token_by_name"], told))
    if law.says("token", "type") and words.subtypes and " ".join(words.subtypes) != name:
        told = _("The rule makes its creature type the same as its name; it does not say which of the two gives way.")
        reasons.append(because(law["token"], told))
        return _answer("", tuple(reasons))
    return _answer(name, tuple(reasons))


def _changed(words: Words, changes: tuple[tuple[str, str], ...], existing: bool, law: Law) -> Answer:
    """After a text change of the token itself, or of the spell or ability before it made the token."""
    if existing:
        name, reasons = named_by_default(words, law)
        told = _("The token has its name since it was made: a text change may change its type, but not its name.")
        made = (because(law["text_made"], told),) if law["text_made"] else ()
        return _answer(name, (because(law["text"], told), *made, *reasons))
    if law.says("text", "types"):
        name, reasons = named_by_default(words, law)
        told = _("A text change cannot change a creature type in this version: the token keeps its name.")
        return _answer(name, (because(law["text"], told), *reasons))
    if not law["text_token"]:
        silent = because("", _("No rule of this version says what a text change does to the words that name a token."))
        return _answer("", (silent, *named_by_default(words, law)[1]))
    into = {old.lower(): new for old, new in changes}
    new = Words(tuple(into.get(word.lower(), word) for word in words.subtypes), words.types)
    name, reasons = named_by_default(new, law)
    told = _("The word is used as a creature type, so it can be changed, and the token's name is made of the new word.")
    return _answer(name, (because(law["text_token"], told), *reasons))
