"""Since when each phrase of the newest text of a Rule has been in it."""

import datetime
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from rulesbase.engine.diff.texts import phrases
from rulesbase.engine.text.tokens import count_words
from rulesbase.history.timeline import Stage, absences


class Phrase(NamedTuple):
    """Words of the newest text with the date they were added, and the space around them."""

    lead: str
    text: str
    gap: str
    since: datetime.date
    tint: int


class Age(NamedTuple):
    """A date on which current words were added, and how many."""

    since: datetime.date
    letter: str
    tint: int
    words: int


class Blame(NamedTuple):
    """The newest text by the age of its phrases."""

    phrases: tuple[Phrase, ...]
    ages: tuple[Age, ...]


def blame_of(stages: Sequence[Stage], tint: dict[datetime.date, int]) -> Blame:
    """Return the date of each phrase of the newest text."""
    text = stages[-1].wording.words
    letter = {stage.since: stage.letter for stage in stages}
    found: list[Phrase] = []
    counts: Counter[datetime.date] = Counter()
    texts = [(stage.first, stage.wording.words) for stage in stages]
    # Empty where the rule was missing, so that words that return get the date of the return.
    texts += [(first, "") for first, _last in absences(stages)]
    for phrase in phrases(sorted(texts)):
        words = text[phrase.start : phrase.end]
        shown = words.strip()
        lead, _, gap = words.partition(shown) if shown else (words, "", "")
        found.append(Phrase(lead, shown, gap, phrase.since, tint[phrase.since]))
        counts[phrase.since] += count_words(shown)
    ages = (Age(day, letter[day], tint[day], counts[day]) for day in sorted(counts))
    return Blame(tuple(found), tuple(ages))
