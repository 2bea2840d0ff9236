"""Characteristics required of a chosen name, as people write them: ``artifact nonland``, ``mana value 3``."""

import math
import operator
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from cards.engine.input.characteristic_words import NUMBERS, in_rules_words
from cards.engine.types import BadQuestion, Side
from rulesbase.engine.messages import gettext_noop as _

COLOR_LETTERS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
CARD_TYPES = frozenset(
    """creature land artifact enchantment planeswalker battle instant sorcery tribal kindred plane phenomenon vanguard
    scheme conspiracy dungeon""".split()
)
# One card type under both of its names: data may be older or newer than the version.
_RENAMED_TYPES = {"kindred": "tribal", "tribal": "kindred"}
SUPERTYPES = frozenset("basic elite legendary ongoing snow world".split())
_EMPTY = frozenset(
    """a an and any be being card cards choose has have having is its must name named names of the that type types
    with""".split()
)
_MORE_OR_LESS = "greater than|more than|less than|fewer than|at least|at most|equal to"
_COMPARED = rf"(?:\s*(<=|>=|<|>|=)|\s+(?:is\s+)?({_MORE_OR_LESS}))?"
_NUMBER = rf"(\d+|(?:{'|'.join(NUMBERS)})\b)"
_OR_EQUAL = r"(\s+or\s+equal\s+to)?"
_VALUE = re.compile(
    rf"\b(converted\s+mana\s+cost|mana\s+value|cmc|mv|power|toughness)(?:\s+of)?{_COMPARED}{_OR_EQUAL}"
    rf"\s*{_NUMBER}(?:\s+or\s+(less|greater|more|fewer))?"
)
_SIGNS = {"greater than": ">", "more than": ">", "less than": "<", "fewer than": "<", "at least": ">=", "at most": "<="}
_COMPARE = {"=": operator.eq, "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge}
# An exclusion, until the next comma or the word card: “other than a basic land”.
_NOT = re.compile(
    r"\b(?:other than|except(?: for)?|but not|not|isn['’]t|is not|without being)\s+(?:an?\s+|the\s+|named\s+)?"
    r"([\w'’ -]+?)(?=\s+(?:cards?|names?)\b|\s*[,;.]|\s*$)"
)
_NON = re.compile(r"\bnon[ -]+(?=[a-z])")
_ALTERNATIVES = re.compile(r"\S+(?: or \S+)*")
# Words about the game, not the card.
_OF_GAME = re.compile(r"\b(?:games?|formats?)\b")
LONGEST = 2000
_SINGLE_COLOR = re.compile(rf"mono-?({'|'.join(COLOR_LETTERS)})")
_SIZE = re.compile(r"-?\d+(?:\.\d+)?")
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


def read_characteristics(texts: Sequence[str], subtypes: Collection[str] | None = None) -> list[Characteristic]:
    """Return the required characteristics of a text; *or* joins alternatives. Raise BadQuestion.

    ``subtypes`` are the known ones in lower case: another word is refused. Without them every word may be a subtype.
    """
    found: list[Characteristic] = []
    for text in texts:
        if len(text) > LONGEST:
            message = _("The list of characteristics is too long: %(count)s characters. Shorten it.")
            raise BadQuestion(message, count=str(len(text)))
        rest = ";".join(part for part in text.lower().split(";") if not _OF_GAME.search(part))
        rest = _NON.sub("non", in_rules_words(rest))
        found += [_value(match) for match in _VALUE.finditer(rest)]
        rest = _VALUE.sub(" ", rest)
        left = [match[1] for match in _NOT.finditer(rest)]
        found += map(_none_of, left)
        words = [word for word in re.sub(r"[,;.]", " ", _NOT.sub(" ", rest)).split() if word not in _EMPTY]
        if subtypes is not None:
            excluded = [word for part in left for word in part.split() if word not in _EMPTY]
            _refuse_unknown([*words, *excluded], subtypes)
            words = [_singular(word, subtypes) for word in words]
        found += _of_words(words)
    return found


def _refuse_unknown(words: Iterable[str], subtypes: Collection[str]) -> None:
    """Raise BadQuestion for the first word that is no type, subtype, colour or the like."""
    for word in words:
        known = word if word in subtypes else _singular(word.removeprefix("non"), subtypes)
        if word == "or" or known in _KNOWN or known in subtypes or _SINGLE_COLOR.fullmatch(known):
            continue
        near = get_close_matches(known, [*_KNOWN, *subtypes], 3)
        message = _("“%(word)s” is not a characteristic of a card. Similar words: %(near)s.")
        if not near:
            message = _(
                "“%(word)s” is not a characteristic of a card. Use words of a type line, colours, or “mana value 3”."
            )
        raise BadQuestion(message, word=word, near=", ".join(near))


def _singular(word: str, subtypes: Collection[str] = ()) -> str:
    """Return a card type or subtype in the singular."""
    if word.startswith("non") and word not in subtypes:
        return f"non{_singular(word[3:], subtypes)}"
    # The known subtypes have some plurals too: the rules list “artifacts, creatures”.
    for end, one in (("ies", "y"), ("ves", "f"), ("es", ""), ("s", "")):
        singular = word.removesuffix(end) + one
        if word.endswith(end) and (singular in _KNOWN or singular in subtypes):
            return singular
    return word


def _none_of(text: str) -> Characteristic:
    """Return the negation of all words together: a nonbasic land is no “basic land”."""
    inner = _of_words([word for word in text.split() if word not in _EMPTY])
    return Characteristic(f"not {text}", lambda side: not all(one.holds(side) for one in inner))


def _of_words(words: list[str]) -> list[Characteristic]:
    """Return a requirement for each word, and one for words with *or* between them."""
    groups = (match[0].split(" or ") for match in _ALTERNATIVES.finditer(" ".join(words)))
    return [_any([_word(word) for word in group]) for group in groups if group != ["or"]]


def _any(some: list[Characteristic]) -> Characteristic:
    if len(some) == 1:
        return some[0]
    return Characteristic(" or ".join(one.words for one in some), lambda side: any(one.holds(side) for one in some))


def _word(word: str) -> Characteristic:
    word = _singular(word)
    single = _SINGLE_COLOR.fullmatch(word)
    if single:
        return Characteristic(word, lambda side: colors_of(side) == {COLOR_LETTERS[single[1]]})
    if word.startswith("non") and len(word) > len("non"):
        inner = _word(word[3:])
        return Characteristic(word, lambda side: not inner.holds(side))
    if special := _SPECIAL.get(word):
        return Characteristic(word, special)
    if word in COLOR_LETTERS:
        return Characteristic(word, lambda side: COLOR_LETTERS[word] in colors_of(side))
    return Characteristic(word, lambda side: _has_word(side, word))


def _has_word(side: Side, word: str) -> bool:
    words = side.type_line.lower().replace("\N{EM DASH}", " ").replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").split()
    if word.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'") in words or _RENAMED_TYPES.get(word) in words:
        return True
    # A changeling is every creature type in every zone.
    may_be = word not in CARD_TYPES | SUPERTYPES and "creature" in words
    return may_be and bool(_EVERY_TYPE.search(side.text))


def _value(match: re.Match[str]) -> Characteristic:
    what, sign, words, equal, number, more = match.groups()
    limit = NUMBERS[number] if number in NUMBERS else int(number)
    sign = sign or _SIGNS.get(words, "=")
    if equal and sign in ("<", ">"):
        sign += "="
    if more:
        sign = "<=" if more in ("less", "fewer") else ">="
    holds = _COMPARE[sign]
    words_typed = " ".join(match[0].split())
    if what in ("power", "toughness"):
        return Characteristic(words_typed, lambda side: (size := _size(side, what)) is not None and holds(size, limit))
    return Characteristic(words_typed, lambda side: holds(value_of(side), limit), is_of_value=True)


def _size(side: Side, what: str) -> float | None:
    """Return power or toughness; None without one. A star counts as 0 outside the battlefield's abilities (208.2a)."""
    text = side.power if what == "power" else side.toughness
    if text == "\N{INFINITY}":
        return math.inf
    match = _SIZE.match(text)
    return float(match[0]) if match else 0.0 if text else None


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
    return max(
        float(part) if part.isdigit() else 0.0 if part in "XYZ" else 0.5 if part[0] == "H" else 1.0
        for part in symbol.upper().split("/")
    )


_SPECIAL: dict[str, Callable[[Side], bool]] = {
    "colorless": lambda side: not colors_of(side),
    "colored": lambda side: bool(colors_of(side)),
    "monocolored": lambda side: len(colors_of(side)) == 1,
    "multicolored": lambda side: len(colors_of(side)) > 1,
    "permanent": lambda side: not (_has_word(side, "instant") or _has_word(side, "sorcery")),
    "historic": lambda side: any(_has_word(side, word) for word in ("artifact", "legendary", "saga")),
}
_KNOWN = frozenset((*CARD_TYPES, *SUPERTYPES, *COLOR_LETTERS, *_SPECIAL))
