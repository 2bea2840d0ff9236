"""The data of the history page of a Rule: stages, and the list of changes."""

import datetime
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import count, pairwise, product
from string import ascii_uppercase
from typing import NamedTuple, TypeVar

from rulesbase.archive.catalogue import Catalogue
from rulesbase.archive.change_marks import TEXT_MARKS
from rulesbase.engine.diff.texts import Op, diff
from rulesbase.engine.diff.versions import VersionEntry, compare
from rulesbase.engine.nodes import Kind
from rulesbase.history.queries import History, Span, WordingText
from rulesbase.models import Change

_TINTS = 6


class Stage(NamedTuple):
    """A span, typography aside: one number and one text.

    ``letter`` identifies the text, which began on ``since``.
    """

    first: datetime.date
    last: datetime.date
    until: datetime.date | None
    number: str
    wording: WordingText
    letter: str
    since: datetime.date


def _letters() -> Iterator[str]:
    """Yield A to Z, then AA, AB: names of texts in order of first use."""
    for length in count(1):
        yield from map("".join, product(ascii_uppercase, repeat=length))


def stages_of(spans: Sequence[Span]) -> tuple[Stage, ...]:
    """Merge adjacent spans that differ in typography only; a gap between versions ends a stage."""
    folds = dict.fromkeys(span.wording.fold for span in spans)
    named = dict(zip(folds, _letters(), strict=False))
    stages: list[Stage] = []
    for span in spans:
        before = stages[-1] if stages else None
        follows = before is not None and before.until == span.first - datetime.timedelta(days=1)
        if before and follows and before.wording.fold == span.wording.fold:
            if before.number == span.number:
                stages[-1] = before._replace(last=span.last, until=span.until, wording=span.wording)
                continue
            since = before.since
        else:
            since = span.first
        stages.append(Stage(*span[:4], span.wording, named[span.wording.fold], since))
    return tuple(stages)


def absences(stages: Sequence[Stage]) -> tuple[tuple[datetime.date, datetime.date], ...]:
    """Return (first day, last day) of each period between two stages in which no version had the rule."""
    a_day = datetime.timedelta(days=1)
    return tuple(
        (before.until + a_day, stage.first - a_day)
        for before, stage in pairwise(stages)
        if before.until and before.until + a_day < stage.first
    )


def tints(stages: Sequence[Stage], first: datetime.date, last: datetime.date) -> dict[datetime.date, int]:
    """Map the dates of texts to colours, 0 (oldest) to 5, by their position between two days.

    Up to six dates all get different colours.
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


_Item = TypeVar("_Item")


def _with_before(items: Sequence[_Item]) -> Iterable[tuple[_Item | None, _Item]]:
    return zip([None, *items], items, strict=False)


# ---- Step by step ----


class TimelineChange(NamedTuple):
    """A change at one version, with the texts before and after if they changed.

    ``examples`` are the changed ones as (old, new), empty where there is none.
    """

    date: datetime.date
    number: str
    event: Change | None
    mark: str
    reworded: str
    before: WordingText | None
    since: WordingText | None
    steps: tuple[Op, ...]
    previous: datetime.date | None
    examples: tuple[tuple[str, str], ...]


def timeline_changes(versions: Catalogue, history: History) -> tuple[list[TimelineChange], list[datetime.date]]:
    """Return every change, newest first, and separately the dates of changes in typography only."""
    dates = versions.complete_dates
    starts = {span.first: (before, span) for before, span in _with_before(history.spans)}
    runs = {run.first: (before.texts if before else (), run.texts) for before, run in _with_before(history.examples)}
    changes = [
        _timeline_change(event, starts, dates, runs.get(event.version.date, ((), ()))) for event in history.events
    ]
    first = history.spans[0]
    if not changes or changes[0].date != first.first:
        examples = changed_examples(*runs.get(first.first, ((), ())))
        changes.insert(
            0, TimelineChange(first.first, first.number, None, "added", "", None, first.wording, (), None, examples)
        )
    quiet = [change.date for change in changes if not change.mark and change.reworded == "typo"]
    return [change for change in reversed(changes) if change.mark or change.reworded != "typo"], quiet


def changed_examples(old: Sequence[str], new: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return changed examples (typography aside) as the most similar pairs.

    An added or removed example has an empty partner.
    """
    if tuple(old) == tuple(new):
        return ()
    before, since = (VersionEntry(1, "", Kind.RULE, "", "", tuple(texts)) for texts in (old, new))
    return tuple(
        (one.old_text, one.new_text)
        for one in compare([before], [since], {}, {}).changes
        if one.item == "example" and one.weight != "typography"
    )


def _timeline_change(
    event: Change,
    starts: dict[datetime.date, tuple[Span | None, Span]],
    dates: Sequence[datetime.date],
    examples: tuple[Sequence[str], Sequence[str]],
) -> TimelineChange:
    before, since = starts.get(event.version.date, (None, None))
    old, new = before.wording if before else None, since.wording if since else None
    reworded = (TEXT_MARKS | {"example": "example"}).get(event.weight, "")
    changed = reworded in ("reworded", "wording", "refs")
    steps = tuple(diff(old.words, new.words)) if changed and old and new and old.words != new.words else ()
    mark = "" if event.kind == Change.Kind.UNCHANGED else event.kind
    at = bisect_right(dates, event.version.date) - 1
    previous = dates[at - 1] if at > 0 else None
    number = event.old_number if event.kind == Change.Kind.REMOVED else event.new_number
    shown = changed_examples(*examples) if reworded != "typo" else ()
    return TimelineChange(event.version.date, number, event, mark, reworded, old, new, steps, previous, shown)
