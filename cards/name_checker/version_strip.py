"""Draw the versions as a strip for the form, with marks where the rules for a kind of question changed."""

import datetime
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from cards.engine.name_rules.rule_history import TABLE
from cards.engine.types import QuestionKind
from cards.name_checker.query_params import QuestionParams
from rulesbase.core.dates import day_text
from rulesbase.core.grouping import grouped

# Topics of the table of epochs for each kind of question.
TOPICS: Mapping[QuestionKind, tuple[str, ...]] = {
    QuestionKind.SAME: ("same", "english", "interchangeable_same"),
    QuestionKind.DIFFERENT: ("different", "different_first", "interchangeable_same"),
    QuestionKind.CHOOSE: ("choose", "qualities", "interchangeable_choose"),
    QuestionKind.ENGLISH: ("oracle", "english", "flavor"),
    QuestionKind.REFERS: ("self", "granted", "gained", "shortened"),
    QuestionKind.TOKEN: ("token", "token_by_name", "text_token"),
    QuestionKind.DECK: ("deck", "commander", "interchangeable_deck"),
    QuestionKind.PLAY: ("oracle", "format", "flavor"),
    QuestionKind.NAMED: ("described", "described_card", "described_spell", "described_source", "same"),
}


class StripMark(NamedTuple):
    """A version in which the rules changed; ``numbers`` decide since then."""

    date: datetime.date
    x: float
    href: str
    numbers: str
    title: str
    current: bool


class VersionStrip(NamedTuple):
    """All versions on a line in equal steps, so that the slider over it agrees."""

    turns: tuple[StripMark, ...]
    years: tuple[tuple[int, float], ...]
    x: float
    at: int
    last: int


def strip_of(
    params: QuestionParams,
    dates: Sequence[datetime.date],
    here: datetime.date,
    turns: Sequence[tuple[datetime.date, Sequence[str]]],
) -> VersionStrip | None:
    """Draw the strip. ``dates`` are those of all versions in order, ``turns`` days of changes with rule numbers.

    A change on a day without a version belongs to the next version. None if there are fewer than two versions.
    """
    if len(dates) < 2:
        return None
    last = len(dates) - 1

    def x(at: int) -> float:
        return round(100 * at / last, 2)

    marks: dict[int, list[str]] = {}
    for day, numbers in turns:
        at = next((at for at, date in enumerate(dates) if date >= day), None)
        if at is not None:
            marks.setdefault(at, []).extend(number for number in numbers if number not in marks[at])
    at_here = max((at for at, date in enumerate(dates) if date <= here), default=0)
    shown = []
    for at, numbers in sorted(marks.items()):
        # Translators: the date of a version, and the rules that changed in it.
        title = _("%(date)s: %(numbers)s") if numbers else "%(date)s"
        words = title % {"date": day_text(dates[at]), "numbers": ", ".join(numbers)}
        href = params.at(dates[at].isoformat()).href
        shown.append(StripMark(dates[at], x(at), href, " ".join(numbers), words, at == at_here))
    return VersionStrip(tuple(shown), _years(dates, x), x(at_here), at_here, last)


def rule_changes(kind: QuestionKind) -> Sequence[tuple[datetime.date, Sequence[str]]]:
    """Return the days on which the rules for a kind of question changed, with the numbers that decide since then."""
    found = grouped((day, place.number) for topic in TOPICS[kind] for day, place in TABLE[topic])
    return [(day, [number for number in numbers if number]) for day, numbers in sorted(found.items())]


def _years(dates: Sequence[datetime.date], x: Callable[[int], float]) -> tuple[tuple[int, float], ...]:
    """Return the first version of every fifth year, and its x."""
    first: dict[int, int] = {}
    for at, date in enumerate(dates):
        first.setdefault(date.year, at)
    return tuple((year, x(at)) for year, at in first.items() if year % 5 == 0)
