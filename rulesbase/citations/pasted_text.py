"""Citations in a pasted text: its version, and what its rule numbers mean now."""

import datetime
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from rulesbase.archive.catalogue import Catalogue, CatalogueVersion
from rulesbase.citations.resolve import Meaning, Resolution, Tenure, meanings, tenures
from rulesbase.engine.diff.change_weight import coarse_weight
from rulesbase.engine.text.citations import RuleCitation, find_citations, read_citation
from rulesbase.engine.text.dates import Period, find_dates

# A year alone proves little ("the winner of 2005"); days and months are stated on purpose.
_LONGEST_STATED = datetime.timedelta(days=31)
# Articles about changes appear some weeks before the rules; the archive may lack the next version.
_AHEAD = datetime.timedelta(days=60)
# A longer line is more than one citation.
_LONGEST_CITATION = 200


class DateGuess(NamedTuple):
    """The version that a text refers to.

    ``how`` is asked (given by the reader), stated (in the text), numbers (the versions with most of its numbers), or
    unclear. If unclear, ``choices`` are the equally likely dates, newest first: each from the first to the last of
    consecutive versions in which all numbers mean the same rules. ``named`` is the date in the text if the next version
    fits better.
    """

    day: datetime.date | None
    how: str
    choices: tuple[Period, ...] = ()
    named: datetime.date | None = None


class ResolvedCitation(NamedTuple):
    """A citation with its meanings; ``words`` is the change of its text: same, refs, reworded or empty."""

    cited: RuleCitation
    meanings: tuple[Meaning, ...]
    words: str

    @property
    def main(self) -> Meaning:
        """Return its meaning; the newest of several."""
        return self.meanings[-1]

    @property
    def address(self) -> str:
        """Return the citation as in its address."""
        return f"{self.main.number}@{self.main.then}" if self.main.then else self.main.number

    @property
    def renumbered(self) -> bool:
        """Return whether its number changed, or became several."""
        return bool(self.main.resolution.numbers) and self.main.resolution.numbers != (self.cited.number,)


class CitedTextPart(NamedTuple):
    """A part of the text: a citation, or None for the words between."""

    text: str
    found: ResolvedCitation | None


class CitedText(NamedTuple):
    """A text with its citations; ``listed`` has each number and date once."""

    guess: DateGuess
    pieces: tuple[CitedTextPart, ...]
    listed: tuple[ResolvedCitation, ...]


def words_since(resolution: Resolution) -> str:
    """Return how the cited text changed: same (except typography), refs, reworded; empty without a successor."""
    if resolution.cited is None or not resolution.successors:
        return ""
    old, new = resolution.cited, resolution.successors[0]
    weight = "none" if old.fold == new.fold else coarse_weight(old.words, new.words)
    return {"references": "refs", "substance": "reworded"}.get(weight, "same")


def read_text(versions: Catalogue, text: str, to: CatalogueVersion, day: datetime.date | None) -> CitedText:
    """Find and resolve all rule numbers of a text; ``day`` is its date if the reader gives one."""
    cited = [one if one.period else _dated_in_front(text, one) for one in find_citations(text)]
    guess = DateGuess(day, "asked") if day else _guess(versions, text, cited)
    then = Period(guess.day, guess.day) if guess.day else None
    dated = [one._replace(period=one.period or then) for one in cited]
    found = tuple(
        ResolvedCitation(one, tuple(some), words_since(some[-1].resolution))
        for one, some in zip(dated, meanings(versions, dated, to), strict=True)
    )
    once = {(one.cited.number, one.cited.period): one for one in reversed(found)}
    return CitedText(guess, _pieces(text, found), tuple(reversed(once.values())))


def _dated_in_front(text: str, one: RuleCitation) -> RuleCitation:
    """Return the citation with the date in front of it if its line holds nothing else: ``M10 601.2``."""
    start, end = text.rfind("\n", 0, one.start) + 1, text.find("\n", one.end)
    line = text[start : end if end >= 0 else len(text)]
    alone = read_citation(line) if len(line) <= _LONGEST_CITATION else ()
    return one._replace(period=alone[0].period) if len(alone) == 1 and alone[0].number == one.number else one


def _pieces(text: str, found: Sequence[ResolvedCitation]) -> tuple[CitedTextPart, ...]:
    pieces: list[CitedTextPart] = []
    end = 0
    for one in found:
        start, stop = one.cited.start, one.cited.end
        pieces += [CitedTextPart(text[end:start], None), CitedTextPart(text[start:stop], one)]
        end = stop
    return (*pieces, CitedTextPart(text[end:], None))


def _guess(versions: Catalogue, text: str, cited: Sequence[RuleCitation]) -> DateGuess:
    """Guess the version from dates in the text outside citations, else from its numbers. One query."""
    numbers = list(dict.fromkeys(one.number for one in cited if one.period is None))
    if not numbers:
        return DateGuess(None, "numbers")
    spans = tenures(versions, numbers)
    dates = versions.complete_dates
    fit = {date: _meant(spans, numbers, date) for date in dates}
    if stated := _stated(text, cited, dates):
        return _by_days(stated, {date: len(meant) for date, meant in fit.items()}, dates)
    most = max(map(len, fit.values()), default=0)
    if not most:
        return DateGuess(dates[-1] if dates else None, "numbers")
    stretches = []
    for (_, meant), run in groupby(enumerate(dates), lambda item: (len(fit[item[1]]) == most, fit[item[1]])):
        if len(meant) == most:
            days = [date for _, date in run]
            stretches.append(Period(days[0], days[-1]))
    how = "numbers" if len(stretches) == 1 else "unclear"
    return DateGuess(stretches[-1].last, how, tuple(reversed(stretches)) if how == "unclear" else ())


def _by_days(
    stated: Mapping[datetime.date, datetime.date], fit: Mapping[datetime.date, int], dates: Sequence[datetime.date]
) -> DateGuess:
    """Return the newest date in the text, or the next version if its numbers fit that better."""
    newest = max(stated)
    most = max(fit[date] for date in stated.values())
    ahead = next((date for date in dates if newest < date <= newest + _AHEAD), None)
    if ahead and fit[ahead] > most:
        return DateGuess(ahead, "stated", named=newest)
    if fit[stated[newest]] == most:
        return DateGuess(newest, "stated")
    best = sorted((day for day, date in stated.items() if fit[date] == most), reverse=True)
    if len({stated[day] for day in best}) == 1:
        return DateGuess(best[0], "stated")
    return DateGuess(best[0], "unclear", tuple(Period(stated[day], stated[day]) for day in best))


def _meant(spans: dict[str, list[Tenure]], numbers: Sequence[str], date: datetime.date) -> tuple[tuple[str, int], ...]:
    """Return the numbers that exist in the version of a date, each with its Rule."""
    return tuple(
        (number, tenure.rule)
        for number in numbers
        for tenure in spans.get(number, ())
        if tenure.first <= date <= tenure.last
    )


def _stated(
    text: str, cited: Sequence[RuleCitation], dates: Sequence[datetime.date]
) -> dict[datetime.date, datetime.date]:
    """Return the dates in a text, each with the version in force then."""
    own = {one.period for one in cited}
    found: dict[datetime.date, datetime.date] = {}
    for one in find_dates(text):
        before = [date for date in dates if date <= one.period.last]
        if one.period not in own and one.period.last - one.period.first < _LONGEST_STATED and before:
            found[one.period.last] = before[-1]
    return found
