"""Characteristics required of a chosen name, as people write them: ``artifact nonland``, ``mana value 3``."""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from cards.engine.types import BadQuestion, Side
from rulesbase.engine.messages import Message
from rulesbase.engine.messages import gettext_noop as _

_COLORS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
_TYPES = frozenset(
    """creature land artifact enchantment planeswalker battle instant sorcery tribal kindred plane phenomenon vanguard
    scheme conspiracy dungeon""".split()
)
_SUPERTYPES = frozenset("basic elite legendary ongoing snow world".split())
_EMPTY = frozenset(
    """a an and any be being card cards choose has have having is its must name named names of the that type types
    with""".split()
)
_VALUE = re.compile(
    r"(?:converted\s+mana\s+cost|mana\s+value|cmc|mv)\s*(<=|>=|<|>|=)?\s*(\d+)(?:\s+or\s+(less|greater|more|fewer))?"
)
# An exclusion, until the next comma or the word card: “other than a basic land”.
_NOT = re.compile(
    r"\b(?:other than|except(?: for)?|but not|not|isn['’]t|is not|without being)\s+(?:an?\s+|the\s+|named\s+)?"
    r"([\w'’ -]+?)(?=\s+(?:cards?|names?)\b|\s*[,;.]|\s*$)"
)
_NON = re.compile(r"\bnon[ -]+(?=[a-z])")
# Words about the game, not the card.
_OF_GAME = re.compile(r"\b(?:games?|formats?)\b")
LONGEST = 2000
_COST = re.compile(r"\{([^}]+)\}")
# Characteristic-defining abilities.
_EVERY_TYPE = re.compile(r"(?im)^(?:changeling\b|.+ is every creature type\b)")
_NO_COLOR = re.compile(r"(?im)^(?:devoid\b|(?P<who>.+?) is colorless\b)")
_ITSELF = re.compile(r"this (?:card|creature|object|spell)", re.I)


class Characteristic(NamedTuple):
    """One requirement for a side; ``is_of_value``: it is about the mana value."""

    words: str
    holds: Callable[[Side], bool]
    is_of_value: bool = False


def read_qualities(texts: Sequence[str]) -> list[Characteristic]:
    """Return the required characteristics of a text; *or* joins alternatives. Raises BadQuestion."""
    found: list[Characteristic] = []
    for text in texts:
        if len(text) > LONGEST:
            message = _("Characteristics in %(count)s characters are too many.")
            raise BadQuestion(Message(message, {"count": str(len(text))}))
        rest = ";".join(part for part in text.lower().split(";") if not _OF_GAME.search(part))
        rest = _NON.sub("non", rest)
        found += [_none_of(match[1]) for match in _NOT.finditer(rest)]
        rest = re.sub(r"[,;.]", " ", _NOT.sub(" ", rest))
        found += [_value(match) for match in _VALUE.finditer(rest)]
        words = [word for word in _VALUE.sub(" ", rest).split() if word not in _EMPTY]
        found += _of_words(words)
    return found


def _none_of(text: str) -> Characteristic:
    """Return the negation of all words together: a nonbasic land is no “basic land”."""
    inner = _of_words([word for word in text.split() if word not in _EMPTY])
    return Characteristic(f"not {text}", lambda side: not all(one.holds(side) for one in inner))


def _of_words(words: list[str]) -> list[Characteristic]:
    found: list[Characteristic] = []
    at = 0
    while at < len(words):
        group = [words[at]]
        while at + 2 < len(words) and words[at + 1] == "or":
            at += 2
            group.append(words[at])
        at += 1
        if group == ["or"]:
            continue
        found.append(_any([_word(word) for word in group]))
    return found


def _any(some: list[Characteristic]) -> Characteristic:
    if len(some) == 1:
        return some[0]
    return Characteristic(" or ".join(one.words for one in some), lambda side: any(one.holds(side) for one in some))


def _word(word: str) -> Characteristic:
    if word.startswith("non") and len(word) > len("non"):
        inner = _word(word[3:].lstrip("-"))
        return Characteristic(word, lambda side: not inner.holds(side))
    special = _SPECIAL.get(word)
    if special:
        return Characteristic(word, special)
    if word in _COLORS:
        return Characteristic(word, lambda side: _COLORS[word] in colors_of(side))
    return Characteristic(word, lambda side: _has_word(side, word))


def _has_word(side: Side, word: str) -> bool:
    words = side.type_line.lower().replace("\N{EM DASH}", " ").replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").split()
    if word.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'") in words:
        return True
    # A changeling is every creature type in every zone.
    may_be = word not in _TYPES | _SUPERTYPES and "creature" in words
    return may_be and bool(_EVERY_TYPE.search(side.text))


def _value(match: re.Match[str]) -> Characteristic:
    sign, number, more = match[1] or "=", int(match[2]), match[3]
    if more:
        sign = "<=" if more in ("less", "fewer") else ">="
    tests: dict[str, Callable[[float], bool]] = {
        "=": lambda value: value == number,
        "<": lambda value: value < number,
        ">": lambda value: value > number,
        "<=": lambda value: value <= number,
        ">=": lambda value: value >= number,
    }
    holds = tests[sign]
    return Characteristic(match[0].strip(), lambda side: holds(value_of(side)), is_of_value=True)


def colors_of(side: Side) -> frozenset[str]:
    """Return the colours of a side as letters: as given, else those of its mana cost, unless it has none."""
    if side.colors:
        return frozenset(side.colors)
    none = _NO_COLOR.search(side.text)
    if none and (not none["who"] or none["who"] == side.name or _ITSELF.fullmatch(none["who"])):
        return frozenset()
    return frozenset(letter for symbol in _COST.findall(side.mana_cost) for letter in symbol if letter in "WUBRG")


def value_of(side: Side) -> float:
    """Return the mana value of a side: as given, else the sum of its mana cost."""
    if side.mana_value is not None:
        return side.mana_value
    return sum(_symbol_value(symbol) for symbol in _COST.findall(side.mana_cost))


def _symbol_value(symbol: str) -> float:
    parts = symbol.upper().split("/")
    values = [
        float(part) if part.isdigit() else 0.0 if part in "XYZ" else 0.5 if part[0] == "H" else 1.0 for part in parts
    ]
    return max(values)


def _is_permanent(side: Side) -> bool:
    return not (_has_word(side, "instant") or _has_word(side, "sorcery"))


_SPECIAL: dict[str, Callable[[Side], bool]] = {
    "colorless": lambda side: not colors_of(side),
    "colourless": lambda side: not colors_of(side),
    "colored": lambda side: bool(colors_of(side)),
    "monocolored": lambda side: len(colors_of(side)) == 1,
    "multicolored": lambda side: len(colors_of(side)) > 1,
    "permanent": _is_permanent,
    "historic": lambda side: any(_has_word(side, word) for word in ("artifact", "legendary", "saga")),
}
