"""Parsing of objects: `NAME[@state,...]`, or a card described as JSON in place of the name."""

import re
import unicodedata
from typing import NamedTuple

from cards.engine.input.card_json import read_description
from cards.engine.types import ZONES, BadQuestion, CardFacts
from rulesbase.engine.messages import gettext_noop as _

STATES = frozenset(ZONES) | frozenset(
    """flipped back facedown token copy melded left right locked-left locked-right front fused nameless emblem chosen
    named default""".split()
)
VALUES = ("also", "set", "flavor", "sticker")
_NEED_NO_NAME = frozenset(("facedown", "nameless", "emblem", "token"))
# Synonyms of the states.
_ALIASES = {
    "facedown": "face-down morph morphed manifested cloaked disguised",
    "nameless": "no-name unnamed noname",
    "back": "transformed back-face backside back-side other-face",
    "front": "front-face front-side untransformed unflipped face-up",
    "flipped": "flip",
    "melded": "meld",
    "copy": "copied copies",
    "token": "tokens",
    "left": "left-half",
    "right": "right-half adventure omen",
    "fused": "fuse both-halves",
    "locked-left": "left-locked",
    "locked-right": "right-locked",
    "stack": "spell cast",
    "battlefield": "permanent play in-play unlocked unlocked-both both-unlocked fully-unlocked",
    "graveyard": "grave gy",
    "library": "deck",
    "exile": "exiled",
    "command": "command-zone",
}
_WORD_OF = {alias: state for state, aliases in _ALIASES.items() for alias in aliases.split()}
# Words for two states. An unlocked half implies that the other is locked, unless both are named.
_PAIRS = dict.fromkeys(("locked", "locked-both", "both-locked", "fully-locked"), ("locked-left", "locked-right"))
_UNLOCKED = {"unlocked-left": "locked-right", "unlocked-right": "locked-left"}
_UNLOCKED |= {"left-unlocked": "locked-right", "right-unlocked": "locked-left"}
_PLACE = re.compile(r"^(?:in|on|into|from)-(?:(?:the|a|my|your)-)?")
LONGEST = 20_000
_KEY = rf"(?:{'|'.join(VALUES)})="
_KNOWN = [*STATES, *_WORD_OF, *_PAIRS, *_UNLOCKED]
_STATE = "|".join(sorted(_KNOWN, key=len, reverse=True))
_AT = re.compile(rf"@(?=\s*(?:{_KEY}|[a-z][a-z -]*(?:[,;@+]|$)))", re.I)
_COMMA = re.compile(rf"\s*[,;@+]\s*(?=(?:{_KEY})|(?:{_STATE})\s*(?:[,;@+]|$))", re.I)
_LOOSE = re.compile(r"\s*[,;]\s*")
# Objects described in words.
_FACEDOWN = re.compile(
    r"(?:(?:an?|the|another|other|one|first|second)\s+)?(?:\d/\d\s+)?face[- ]?down(?:\s+\S+){0,4}", re.I
)
_NAMELESS = re.compile(
    r"(?:(?:an?|the|another|other|one|first|second)\s+)?(?:nameless|unnamed|no[- ]name)"
    r"(?:\s+(?:\d/\d\s+)?(?:creature|card|permanent|object|spell|token|demon))?",
    re.I,
)
_ASIDE = re.compile(r"(\S.*?)\s*\((face[- ]?down|nameless|unnamed|token|emblem)\)", re.I)
_EMBLEM = re.compile(r"(?:.*\s)?emblem", re.I)
_TOKEN_NAMED = re.compile(r"(?:an?\s+)?(?:\S+\s+){0,3}token\s+(?:named|called)\s+(.+)", re.I)
_TOKEN = re.compile(r"(?:(?:an?|the)\s+)?(\S.*?)(?:\s+creature|\s+artifact)*\s+tokens?(?:\s+with\s.+)?", re.I)


class ObjectInput(NamedTuple):
    """An object as typed: the name or description of a card, the states, and given names.

    ``bare``: the description has only name and layout.
    """

    name: str
    card: CardFacts | None
    states: frozenset[str]
    also: tuple[str, ...] = ()
    set_name: str = ""
    flavor: str = ""
    sticker: str = ""
    bare: bool = False


def parse_object(typed: str) -> ObjectInput:
    """Parse an object. Raise BadQuestion."""
    if len(typed) > LONGEST:
        message = _("This name is too long: %(count)s characters. No card has such a long name.")
        raise BadQuestion(message, count=str(len(typed)))
    typed = "".join(sign for sign in typed if unicodedata.category(sign) != "Cf")
    if "\x00" in typed or not typed.strip():
        raise BadQuestion(_("A name is missing. Enter a name for each object."))
    if typed.lstrip().startswith("{"):
        return _parse_description(typed)
    name, *rest = _AT.split(typed, maxsplit=1)
    states, given = _parse_states(rest[0] if rest else "")
    if not name.strip() and not states & _NEED_NO_NAME:
        raise BadQuestion(_("A name is missing. Enter a name for each object."))
    return _object_input(" ".join(name.split()), None, states, given)


def _parse_description(typed: str) -> ObjectInput:
    found = read_description(typed)
    states, given = _parse_states(found.rest)
    states |= found.states
    if not found.name and not states & _NEED_NO_NAME:
        raise BadQuestion(_("The description of a card needs a “name”."))
    if found.flavor:
        given.append(("flavor", found.flavor))
    return _object_input(found.name, found.card, states, given)._replace(bare=found.bare)


def _object_input(
    name: str, card: CardFacts | None, states: frozenset[str], given: list[tuple[str, str]]
) -> ObjectInput:
    also = tuple(value for key, value in given if key == "also")
    # Of other names that are given twice the first counts.
    first = dict(reversed(given))
    set_name, flavor, sticker = (first.get(key, "") for key in ("set", "flavor", "sticker"))
    return ObjectInput(name, card, states, also, set_name, flavor, sticker)


# ---- States ----


def _parse_states(rest: str) -> tuple[frozenset[str], list[tuple[str, str]]]:
    words: set[str] = set()
    given: list[tuple[str, str]] = []
    for part in _COMMA.split(rest.strip()):
        key, equals, value = part.partition("=")
        if equals and key.strip().lower() in VALUES:
            if not value.strip():
                raise BadQuestion(_("Write a name after “%(state)s=”, for example %(state)s=Clone."), state=key)
            given.append((key.strip().lower(), value.strip()))
            continue
        for word in _LOOSE.split(part.strip().lower()):
            words |= _states_named(word) if word else set()
    return _combine_states(words), given


def _states_named(word: str) -> set[str]:
    """Return the states that a word, or a few of them, stand for."""
    one = _PLACE.sub("", "-".join(word.split()))
    one = _WORD_OF.get(one, one)
    if one in _PAIRS:
        return {*_PAIRS[one]}
    if one in STATES or one in _UNLOCKED:
        return {one}
    several = word.split()
    if len(several) > 1:
        return set().union(*map(_states_named, several))
    values = {"state": word, "states": ", ".join(sorted(STATES)) + ", " + ", ".join(f"{v}=NAME" for v in VALUES)}
    raise BadQuestion(_("“%(state)s” is not a state of an object. Allowed: %(states)s."), **values)


def _combine_states(words: set[str]) -> frozenset[str]:
    unlocked = {_UNLOCKED[word] for word in words & _UNLOCKED.keys()}
    states = words - _UNLOCKED.keys()
    if unlocked:
        states |= {"battlefield"} | (unlocked if len(unlocked) == 1 else set())
    if states & {"left", "right"} == {"left", "right"}:
        states = (states - {"left", "right"}) | {"fused", "stack"}
    return frozenset(states)


def read_described_object(written: ObjectInput) -> ObjectInput:
    """Return an object described in words, such as “face-down creature” or “Goblin Scout token”."""
    name, states = _match_description(written.name)
    if not states or (written.states & {"named", "chosen"} and "token" in states):
        return written
    return written._replace(name=name, states=written.states | states)


def _match_description(name: str) -> tuple[str, frozenset[str]]:
    for pattern, state in ((_FACEDOWN, "facedown"), (_NAMELESS, "nameless"), (_EMBLEM, "emblem")):
        if pattern.fullmatch(name):
            return name, frozenset((state,))
    if aside := _ASIDE.fullmatch(name):
        return aside[1], frozenset(_states_named(aside[2].lower()))
    if named := _TOKEN_NAMED.fullmatch(name):
        return named[1], frozenset(("token", "named"))
    token = _TOKEN.fullmatch(name)
    return (token[1], frozenset(("token",))) if token else (name, frozenset())
