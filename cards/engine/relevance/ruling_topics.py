"""The rules that a ruling rests on, by the words of the ruling and the keywords of its card.

The table is `cards/data/ruling_topics.csv`: a rule (named as in `mechanics.py`), the confidence of a match in percent,
and the pattern. The confidences were fitted to rulings judged by hand.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from typing import NamedTuple

from cards.engine.relevance.card_text import FoldedText
from cards.engine.relevance.keywords import keyword_titles
from cards.engine.relevance.weighted_rules import NamedRule, best_first
from rulesbase.engine.data_tables import data_rows

# Links below this confidence, in percent, are not stored. `make score ARGS=rulings` prints what the judged table gives.
THRESHOLD = 75
MOST_RULES = 3
# A ruling about a keyword that its card has is nearly always about the rule of that keyword.
_KEYWORD = 90
_ENDING = r"(?:s|es|d|ed|ing)?"
# Rulings mention these keywords as examples, and enchanted and equipped objects, without being about their rules.
_IN_PASSING = ("Enchant", "Equip", "Flying", "Haste", "Reach", "Vigilance")


class Topic(NamedTuple):
    """A pattern of rulings and its rule."""

    rule: str
    confidence: int
    pattern: re.Pattern[str]


@cache
def topics() -> tuple[Topic, ...]:
    """Read the table."""
    return tuple(
        Topic(row["rule"], int(row["confidence"]), re.compile(row["pattern"]))
        for row in data_rows("cards/data/ruling_topics.csv")
    )


def rules_of_ruling(
    text: str, names: Iterable[str], keywords: Sequence[str], titles: Collection[str]
) -> list[NamedRule]:
    """Return at most three rules for a ruling, the surest first, none below the threshold.

    ``names`` and ``keywords`` are those of its card, ``titles`` those of the version of its day.
    """
    folded = FoldedText(text, names)
    return best_first((*_keywords(folded, keywords, titles), *_topics(folded)))[:MOST_RULES]


def _topics(text: FoldedText) -> Iterable[NamedRule]:
    for one in topics():
        if one.confidence >= THRESHOLD and (match := one.pattern.search(text.folded)):
            yield NamedRule(one.rule, one.confidence, text.words(match.start(), match.end()))


def _keywords(text: FoldedText, keywords: Sequence[str], titles: Collection[str]) -> Iterable[NamedRule]:
    for keyword in keywords:
        match = None if keyword in _IN_PASSING else _pattern(keyword).search(text.folded)
        if match:
            for title in keyword_titles(keyword, titles)[:1]:
                yield NamedRule(f"={title}", _KEYWORD, text.words(match.start(), match.end()))


@cache
def _pattern(keyword: str) -> re.Pattern[str]:
    word = keyword.lower()
    # Explore, explored, exploring.
    stem = f"{re.escape(word[:-1])}(?:e|es|ed|ing)" if word.endswith("e") else re.escape(word) + _ENDING
    return re.compile(rf"\b{stem}\b")
