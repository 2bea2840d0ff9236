"""The game's changes of vocabulary, so that a rule reworded throughout keeps looking like itself.

Facts of the rules' history: 2009-07-11 renamed the zones and split "play" into "cast" and "activate"; local
enchantments became Auras in 2005; converted mana cost became mana value in 2021; and so on.
"""

import re
from functools import cache, lru_cache

from rulesbase.engine.folding import masked

# Old phrase -> the newest one. Longest first within a theme; applied to folded text in lower case.
_PHRASES = (
    ("state-based effects?", "state-based action"),
    ("state-based actions?", "state-based action"),
    ("converted mana costs?", "mana value"),
    ("mana values?", "mana value"),
    ("local[- ]enchantments?|creature enchantments?|enchant permanents?", "aura"),
    ("auras?", "aura"),
    ("removed[- ]from[- ]the[- ]game", "exile"),
    ("removed? (?:it |them )?from the game|exiled?", "exile"),
    (
        "(?:comes?|came|coming|(?:puts?|putting)(?: it| them)?|enters?|entered|entering)"
        " (?:in|on)to (?:play|the battlefield)",
        "enter",
    ),
    (
        "enter(?:s|ed|ing)? the battlefield|comes-into-play|enters-the-battlefield|enters?",
        "enter",
    ),
    ("leaves? (?:play|the battlefield)|leaves-play|leaves-the-battlefield", "leave"),
    ("in-play(?: zone)?|in play|on the battlefield|the battlefield", "battlefield"),
    ("text-changing", "text changing"),
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
    # What comes in order is counted anew when something is put in or taken out.
    ("(?:first|second|third|fourth|fifth|sixth)(?=,)", "then"),
)
# One pattern for all, so that a text is read once. Groups in it would make it four times slower, so which phrase was
# found is asked of another.
_MODERN = re.compile(rf"\b(?:{'|'.join(old for old, _ in _PHRASES)})\b")
_WHICH = re.compile(rf"(?:{'|'.join(f'({old})' for old, _ in _PHRASES)})\b")
_WORD = re.compile(r"\{[^{}]+\}|[^\W_]+(?:'[^\W_]+)?|[#+-]?\d+")


@lru_cache(maxsize=8192)
def modern(folded: str) -> str:
    """A folded text in today's words, lower case, references masked. For comparing only, never for showing."""
    return _MODERN.sub(lambda match: _newest(match[0]), masked(folded).lower())


@cache
def _newest(phrase: str) -> str:
    """Today's words for an old phrase; there are a few hundred."""
    # One of them is only a phrase before a comma.
    found = _WHICH.match(f"{phrase},")
    return _PHRASES[found.lastindex - 1][1] if found and found.lastindex else phrase


def words(text: str) -> list[str]:
    """The words of a modernised text, in order."""
    return _WORD.findall(text)
