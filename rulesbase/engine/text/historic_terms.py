"""Changes of the game's vocabulary, so that a rule reworded throughout still compares as similar.

For example, on 2009-07-11 zones were renamed and "play" became "cast" and "activate". Local enchantments became Auras
in 2005; converted mana cost became mana value in 2021.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache, lru_cache
from sys import intern

from rulesbase.engine.text.normalize import masked

# Old phrase -> the newest one. Longest first within a theme; applied to folded text in lower case.
_PHRASES = (
    ("state-based effects?|state-based actions?", "state-based action"),
    ("converted mana costs?|mana values?", "mana value"),
    ("local[- ]enchantments?|creature enchantments?|enchant permanents?|auras?", "aura"),
    ("removed[- ]from[- ]the[- ]game|removed? (?:it |them )?from the game|exiled?", "exile"),
    (
        "c(?:omes?|ame|oming) (?:in|on)to (?:play|the battlefield)"
        "|put(?:s|ting)?(?: it| them)? (?:in|on)to (?:play|the battlefield)"
        "|enter(?:s|ed|ing)? (?:in|on)to (?:play|the battlefield)"
        "|enter(?:s|ed|ing)? the battlefield|comes-into-play|enters-the-battlefield|enters?",
        "enter",
    ),
    ("leaves? (?:play|the battlefield)|leaves-play|leaves-the-battlefield", "leave"),
    ("in-play(?: zone)?|in play|on the battlefield|the battlefield", "battlefield"),
    ("text-changing", "text changing"),
    ("characteristic-(?:setting|defining)", "characteristic-defining"),
    ("his or her|its owner's|their", "their"),
    ("he or she|they", "they"),
    ("him or her|them", "them"),
    ("plays?|played|playing|casts?|casting|activat(?:es?|ed|ing)", "cast"),
    ("creature or player|any target", "any target"),
    ("cards?", "card"),
    ("objects?", "object"),
    ("permanents?", "permanent"),
    ("spells?", "spell"),
    ("players?", "player"),
    ("abilit(?:y|ies)", "ability"),
    ("tokens?", "token"),
    ("creatures?", "creature"),
    ("colors?", "color"),
    ("duplicates?|cop(?:y|ies)", "copy"),
    ("expansion symbols?|set symbols?", "set symbol"),
    ("names a card|name a card|chooses? a card name", "choose card name"),
    ("discard phase", "cleanup step"),
    # Ordinals change when a step is inserted or removed.
    ("first(?=,)|second(?=,)|third(?=,)|fourth(?=,)|fifth(?=,)|sixth(?=,)", "then"),
)


def _by_first_letter() -> str:
    """Return a pattern of all phrases, grouped by first letter: a word is compared with few of them."""
    endings: defaultdict[str, list[str]] = defaultdict(list)
    for old, _ in _PHRASES:
        # A bar inside a group does not separate phrases.
        for phrase in re.split(r"\|(?![^(]*\))", old):
            endings[phrase[0]].append(phrase[1:])
    return "|".join([f"{letter}(?:{'|'.join(some)})" for letter, some in endings.items()])


# Capturing groups in this pattern would make it four times slower, so a second pattern finds which phrase matched.
_MODERN = re.compile(rf"\b(?:{_by_first_letter()})\b")
_WHICH = re.compile(rf"(?:{'|'.join(f'({old})' for old, _ in _PHRASES)})\b")
_WORD = re.compile(r"\{[^{}]+\}|[^\W_]+(?:'[^\W_]+)?|[#+-]?\d+")
# For ASCII texts, in half the time.
_ASCII_WORD = re.compile(r"[A-Za-z0-9]+(?:'[A-Za-z0-9]+)?|\{[^{}]+\}|[#+-]\d+")


@lru_cache(maxsize=8192)
def modern(folded: str) -> str:
    """Return a folded text in today's vocabulary, lower case, references masked. For comparison only."""
    return _MODERN.sub(lambda match: _newest(match[0]), masked(folded).lower())


@cache
def _newest(phrase: str) -> str:
    """Return today's words for an old phrase; there are a few hundred."""
    # One of the phrases needs a comma behind it.
    found = _WHICH.match(f"{phrase},")
    return _PHRASES[found.lastindex - 1][1] if found and found.lastindex else phrase


def words(text: str) -> Iterator[str]:
    """Yield the words of a modernised text, in order. Equal words are one object, which speeds up sets."""
    return map(intern, (_ASCII_WORD if text.isascii() else _WORD).findall(text))
