"""Terms of the glossary that are also common words: whether a use in a text has the meaning of the game.

`rulesbase/data/common_words.csv` lists the forms of each term and when a use counts: ``never``; ``capital``, if it
has a capital; ``if`` or ``unless`` the pattern matches the text around the use and covers it.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from rulesbase.engine.data_tables import data_rows

# Characters around a use in which a pattern is looked for.
_AROUND = 80
_SENTENCE = re.compile(r"(?:^|[.!?:\n]|[“\"(‘—])\s*$")
_WORD_BEFORE = re.compile(r"([^\W\d_][\w’']*) $")
_WORD_BEHIND = re.compile(r" ([^\W\d_])")


class _Condition(NamedTuple):
    link: str
    pattern: re.Pattern[str]


@lru_cache(maxsize=8)
def _conditions(language: str) -> Mapping[str, _Condition]:
    """Return the conditions of the common words of a language, by form in lower case."""
    return {
        word: _Condition(row["link"], re.compile(row["pattern"], re.I))
        for row in data_rows("rulesbase/data/common_words.csv")
        if row["language"] == language
        for word in row["words"].split()
    }


def in_game_meaning(text: str, start: int, end: int, language: str) -> bool:
    """Return whether text[start:end], a form of a term, has the meaning of the game.

    False for a part of a hyphenated word ("left-hand") and a word of a longer name ("Wall of Kelp", "Drain Power").
    """
    word = text[start:end]
    if "-" in text[max(0, start - 1) : end + 1] and _in_hyphenated_word(text, start, end):
        return False
    if word[0].isupper() and " " not in word and _in_name(text, start, end):
        return False
    condition = _conditions(language).get(word.lower())
    if condition is None:
        return True
    if condition.link == "capital":
        return word[0].isupper()
    if condition.link == "never":
        return False
    first = max(0, start - _AROUND)
    covered = any(
        first + match.start() <= start and end <= first + match.end()
        for match in condition.pattern.finditer(text[first : end + _AROUND])
    )
    return covered is (condition.link == "if")


def _in_hyphenated_word(text: str, start: int, end: int) -> bool:
    if text[end : end + 1] == "-" and text[end + 1 : end + 2].isalnum():
        return True
    if text[start - 1 : start] != "-":
        return False
    before = text[max(0, start - 4) : start - 1]
    return before[-1:].isalnum() and before.lower() != "non"


def _in_name(text: str, start: int, end: int) -> bool:
    """Return whether text[start:end], a word with a capital, is beside another one within a sentence."""
    behind = _WORD_BEHIND.match(text, end)
    if behind and behind[1].isupper():
        return True
    left = text[max(0, start - _AROUND) : start]
    before = _WORD_BEFORE.search(left)
    return bool(before and before[1][0].isupper() and not _SENTENCE.search(left[: before.start()]))
