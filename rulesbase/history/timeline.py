"""What the page of a Rule's history tells: stages with letters, the age of each phrase, and step by step."""

import datetime
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeVar

from rulesbase.archive.catalogue import Catalogue
from rulesbase.engine.diff import words as diff_words
from rulesbase.engine.diff.versions import Leaf, compare
from rulesbase.engine.diff.words import Op, diff
from rulesbase.engine.nodes import Kind
from rulesbase.engine.text.tokens import tokenize
from rulesbase.history.queries import Event, History, Said, Span
from rulesbase.lineage.traversal import english
from rulesbase.models import Change

_TINTS = 6


class Stage(NamedTuple):
    """A span, typography apart: one number and one wording, which the letter names and which began with ``since``."""

    first: datetime.date
    last: datetime.date
    until: datetime.date | None
    number: str
    said: Said
    letter: str
    since: datetime.date


def letters(count: int) -> list[str]:
    """A to Z, then AA, AB: names of wordings in the order of their first use."""
    names = []
    for at in range(count):
        name, rest = "", at + 1
        while rest:
            rest, digit = divmod(rest - 1, 26)
            name = chr(65 + digit) + name
        names.append(name)
    return names


def stages_of(spans: Sequence[Span]) -> tuple[Stage, ...]:
    """Neighbouring spans that differ in typography only are one stage; a gap between versions ends it."""
    folds = dict.fromkeys(span.said.fold for span in spans)
    named = dict(zip(folds, letters(len(folds)), strict=True))
    stages: list[Stage] = []
    for span in spans:
        before = stages[-1] if stages else None
        follows = before is not None and before.until == span.first - datetime.timedelta(days=1)
        if before and follows and before.said.fold == span.said.fold:
            if before.number == span.number:
                stages[-1] = before._replace(last=span.last, until=span.until, said=span.said)
                continue
            since = before.since
        else:
            since = span.first
        stages.append(Stage(*span[:4], span.said, named[span.said.fold], since))
    return tuple(stages)


def absences(stages: Sequence[Stage]) -> tuple[tuple[datetime.date, datetime.date], ...]:
    """(first day, last day) of each time between two stages in which no version had the rule."""
    a_day = datetime.timedelta(days=1)
    return tuple(
        (before.until + a_day, stage.first - a_day)
        for before, stage in pairwise(stages)
        if before.until and before.until + a_day < stage.first
    )


def tints(stages: Sequence[Stage], first: datetime.date, last: datetime.date) -> dict[datetime.date, int]:
    """The steps of age, 0 (oldest) to 5, of the days on which words came, by the time between two days.

    Where there are six such days or fewer, no two have the same step.
    """
    days = sorted({stage.since for stage in stages})
    whole = (last - first).days + 1
    steps = [min(_TINTS - 1, _TINTS * (day - first).days // whole) for day in days]
    if len(days) <= _TINTS:
        for at in range(1, len(steps)):
            steps[at] = max(steps[at], steps[at - 1] + 1)
        for at in range(len(steps)):
            steps[at] = min(steps[at], _TINTS - len(steps) + at)
    return dict(zip(days, steps, strict=True))


# ---- Ages ----


class Phrase(NamedTuple):
    """Words of the newest wording with the day since which they stand there, and the space around them."""

    lead: str
    text: str
    gap: str
    since: datetime.date
    tint: int


class Age(NamedTuple):
    """A day on which words came that still stand, and how many."""

    since: datetime.date
    letter: str
    tint: int
    words: int


@lru_cache(maxsize=256)
def _steps(old: str, new: str) -> tuple[Op, ...]:
    return tuple(diff(old, new))


@lru_cache(maxsize=64)
def _phrases(texts: tuple[tuple[datetime.date, str], ...]) -> Sequence[diff_words.Phrase[datetime.date]]:
    return diff_words.phrases(texts)


class Blame(NamedTuple):
    """The newest wording by the age of its phrases."""

    phrases: tuple[Phrase, ...]
    ages: tuple[Age, ...]


def blame_of(stages: Sequence[Stage], tint: dict[datetime.date, int]) -> Blame:
    """Since when each phrase of the newest wording stands there."""
    text = stages[-1].said.words
    letter = {stage.since: stage.letter for stage in stages}
    found: list[Phrase] = []
    counts: Counter[datetime.date] = Counter()
    for phrase in _phrases(tuple((stage.first, stage.said.words) for stage in _with_gaps(stages))):
        words = text[phrase.start : phrase.end]
        shown = words.strip()
        lead, _, gap = words.partition(shown) if shown else (words, "", "")
        found.append(Phrase(lead, shown, gap, phrase.since, tint[phrase.since]))
        counts[phrase.since] += sum(any(map(str.isalnum, token)) for token in tokenize(shown, "en"))
    ages = (Age(day, letter[day], tint[day], counts[day]) for day in sorted(counts))
    return Blame(tuple(found), tuple(ages))


_NOTHING = Said(0, "", "", 0)


def _with_gaps(stages: Sequence[Stage]) -> Iterable[Stage]:
    """The stages, with an empty one where the rule was gone for a while: what returns is as old as its return."""
    for before, stage in _with_before(stages):
        if before and before.until and before.until + datetime.timedelta(days=1) < stage.first:
            yield before._replace(first=before.until, said=_NOTHING)
        yield stage


_Item = TypeVar("_Item")


def _with_before(items: Sequence[_Item]) -> Iterable[tuple[_Item | None, _Item]]:
    return zip([None, *items], items, strict=False)


# ---- Step by step ----


class Moment(NamedTuple):
    """What happened at one version: the change, and the wordings before and since where words changed.

    ``examples`` are those that changed, each as it was and as it is, empty where there was or is none.
    """

    date: datetime.date
    number: str
    event: Event | None
    mark: str
    reworded: str
    before: Said | None
    since: Said | None
    steps: tuple[Op, ...]
    previous: datetime.date | None
    examples: tuple[tuple[str, str], ...]


_WEIGHTS = {Change.Weight.SUBSTANCE: "reworded", Change.Weight.REFERENCES: "refs", Change.Weight.TYPOGRAPHY: "typo"}


def moments_of(versions: Catalogue, history: History) -> tuple[list[Moment], list[datetime.date]]:
    """Every change, newest first, down to the first version that has it; apart, the days of mere typography."""
    dates = [version.date for version in english(versions)]
    starts = {span.first: (before, span) for before, span in _with_before(history.spans)}
    runs = {run.first: (before.texts if before else (), run.texts) for before, run in _with_before(history.examples)}
    moments = [_moment(event, starts, dates, runs.get(event.version, ((), ()))) for event in history.events]
    born = history.spans[0]
    if not moments or moments[0].date != born.first:
        examples = changed_examples(*runs.get(born.first, ((), ())))
        moments.insert(0, Moment(born.first, born.number, None, "added", "", None, born.said, (), None, examples))
    quiet = [moment.date for moment in moments if not moment.mark and moment.reworded == "typo"]
    return [moment for moment in reversed(moments) if moment.mark or moment.reworded != "typo"], quiet


def changed_examples(old: Sequence[str], new: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """The examples that differ, typography apart, paired so that they are most alike; what is new or gone has an
    empty partner."""
    if tuple(old) == tuple(new):
        return ()
    before, since = (Leaf(1, "", Kind.RULE, "", "", tuple(texts)) for texts in (old, new))
    found = (
        one
        for one in compare([before], [since], {}, {}).changes
        if one.item == "example" and one.weight != "typography"
    )
    return tuple((one.old_text, one.new_text) for one in found)


def _moment(
    event: Event,
    starts: dict[datetime.date, tuple[Span | None, Span]],
    dates: Sequence[datetime.date],
    examples: tuple[Sequence[str], Sequence[str]],
) -> Moment:
    before, since = starts.get(event.version, (None, None))
    old, new = before.said if before else None, since.said if since else None
    reworded = _WEIGHTS.get(Change.Weight(event.weight), "example" if event.weight == Change.Weight.EXAMPLE else "")
    changed = old is not None and new is not None and reworded in ("reworded", "refs") and old.words != new.words
    steps = _steps(old.words, new.words) if changed and old and new else ()
    mark = "" if event.kind == Change.Kind.UNCHANGED else event.kind
    at = bisect_right(dates, event.version) - 1
    previous = dates[at - 1] if at > 0 else None
    number = event.old_number if event.kind == Change.Kind.REMOVED else event.new_number
    shown = changed_examples(*examples) if reworded != "typo" else ()
    return Moment(event.version, number, event, mark, reworded, old, new, steps, previous, shown)
