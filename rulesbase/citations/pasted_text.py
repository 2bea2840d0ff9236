"""A pasted text, such as an article or a ruling: of which day it is, and what its rule numbers mean now."""

import datetime
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from rulesbase.archive.catalogue import Catalogue, CatalogueVersion
from rulesbase.citations.resolve import Meaning, Resolution, Tenure, meanings, tenures
from rulesbase.engine.text.citations import Cited, Period, find_citations, find_dates
from rulesbase.engine.text.normalize import fold, masked
from rulesbase.lineage.traversal import Standing, english

# A text is of its year in too many ways: "the winner of 2005". Days and months are stated on purpose.
_LONGEST_STATED = datetime.timedelta(days=31)
# Articles about changes come out some weeks before the rules; the archive may lack the very next version.
_AHEAD = datetime.timedelta(days=60)


class Stretch(NamedTuple):
    """Versions in a row in which all numbers of a text mean the same rules."""

    first: datetime.date
    last: datetime.date


class Guess(NamedTuple):
    """Of which version a text is.

    ``how`` is asked (the reader says it), stated (the text says it), numbers (only then did all of its numbers
    exist with these meanings), or unclear: then ``choices`` are the stretches that fit as well, newest first.
    ``named`` is the day that the text names, where it speaks of the version that came next.
    """

    day: datetime.date | None
    how: str
    choices: tuple[Stretch, ...] = ()
    named: datetime.date | None = None


class Found(NamedTuple):
    """A citation of the text, what it means, and what happened to its words: same, refs, reworded or nothing."""

    cited: Cited
    meanings: tuple[Meaning, ...]
    words: str

    @property
    def main(self) -> Meaning:
        """What it means; of several things the newest."""
        return self.meanings[-1]

    @property
    def address(self) -> str:
        """The citation as its address has it."""
        return f"{self.main.number}@{self.main.then}" if self.main.then else self.main.number

    @property
    def renumbered(self) -> bool:
        """Whether it is another number now, or several."""
        return bool(self.main.resolution.numbers) and self.main.resolution.numbers != (self.cited.number,)


class Piece(NamedTuple):
    """A stretch of the text: a citation, or None for the words between."""

    text: str
    found: Found | None


class Reading(NamedTuple):
    """A text with its citations."""

    guess: Guess
    pieces: tuple[Piece, ...]
    found: tuple[Found, ...]
    listed: tuple[Found, ...]


def words_since(resolution: Resolution) -> str:
    """What happened to the cited words: same (typography apart), refs, reworded; empty where there is no heir."""
    if resolution.cited is None or not resolution.heirs:
        return ""
    return compare(resolution.cited, resolution.heirs[0])


def compare(old: Standing, new: Standing) -> str:
    """Whether two wordings are the same, differ in references only (refs), or in substance (reworded)."""
    if old.fold == new.fold:
        return "same"
    return "refs" if masked(fold(old.words)) == masked(fold(new.words)) else "reworded"


def read_text(versions: Catalogue, text: str, to: CatalogueVersion, day: datetime.date | None) -> Reading:
    """Find and resolve all rule numbers of a text. ``day`` is of when it is, if the reader says so."""
    cited = find_citations(text)
    open_ones = [one for one in cited if one.period is None]
    guess = Guess(day, "asked") if day else _guess(versions, text, cited, open_ones)
    dated = [_dated(one, guess.day) for one in cited]
    found = tuple(
        Found(one, tuple(some), words_since(some[-1].resolution))
        for one, some in zip(dated, meanings(versions, dated, to), strict=True)
    )
    once = {(one.cited.number, one.cited.period): one for one in reversed(found)}
    return Reading(guess, _pieces(text, found), found, tuple(reversed(once.values())))


def _dated(cited: Cited, day: datetime.date | None) -> Cited:
    return cited._replace(period=Period(day, day)) if cited.period is None and day else cited


def _pieces(text: str, found: Sequence[Found]) -> tuple[Piece, ...]:
    pieces: list[Piece] = []
    end = 0
    for one in found:
        start, stop = one.cited.start, one.cited.end
        pieces += [Piece(text[end:start], None), Piece(text[start:stop], one)]
        end = stop
    return (*pieces, Piece(text[end:], None))


def _guess(versions: Catalogue, text: str, cited: Sequence[Cited], undated: Sequence[Cited]) -> Guess:
    """By the days that the text names apart from those of its citations, else by its numbers. One query."""
    numbers = list(dict.fromkeys(one.number for one in undated))
    if not numbers:
        return Guess(None, "numbers")
    held = tenures(versions, numbers)
    dates = [version.date for version in english(versions)]
    fit = {date: _meant(held, numbers, date) for date in dates}
    if stated := _stated(text, cited, dates):
        return _by_days(stated, {date: len(meant) for date, meant in fit.items()}, dates)
    most = max(map(len, fit.values()), default=0)
    if not most:
        return Guess(dates[-1] if dates else None, "numbers")
    stretches = []
    for (_, meant), run in groupby(enumerate(dates), lambda item: (len(fit[item[1]]) == most, fit[item[1]])):
        if len(meant) == most:
            days = [date for _, date in run]
            stretches.append(Stretch(days[0], days[-1]))
    how = "numbers" if len(stretches) == 1 else "unclear"
    return Guess(stretches[-1].last, how, tuple(reversed(stretches)) if how == "unclear" else ())


def _by_days(
    stated: Mapping[datetime.date, datetime.date], fit: Mapping[datetime.date, int], dates: Sequence[datetime.date]
) -> Guess:
    """A text is no older than the newest day that it names; of announcements the rules that came next fit better."""
    newest = max(stated)
    most = max(fit[date] for date in stated.values())
    ahead = next((date for date in dates if newest < date <= newest + _AHEAD), None)
    if ahead and fit[ahead] > most:
        return Guess(ahead, "stated", named=newest)
    if fit[stated[newest]] == most:
        return Guess(newest, "stated")
    best = sorted((day for day, date in stated.items() if fit[date] == most), reverse=True)
    if len({stated[day] for day in best}) == 1:
        return Guess(best[0], "stated")
    return Guess(best[0], "unclear", tuple(Stretch(stated[day], stated[day]) for day in best))


def _meant(held: dict[str, list[Tenure]], numbers: Sequence[str], date: datetime.date) -> tuple[tuple[str, int], ...]:
    """The numbers that exist in the version of a date, each with its Rule."""
    return tuple(
        (number, tenure.rule)
        for number in numbers
        for tenure in held.get(number, ())
        if tenure.first <= date <= tenure.last
    )


def _stated(text: str, cited: Sequence[Cited], dates: Sequence[datetime.date]) -> dict[datetime.date, datetime.date]:
    """The days that a text names, each with the version in force then."""
    own = {one.period for one in cited}
    found: dict[datetime.date, datetime.date] = {}
    for one in find_dates(text):
        before = [date for date in dates if date <= one.period.last]
        if one.period not in own and one.period.last - one.period.first < _LONGEST_STATED and before:
            found[one.period.last] = before[-1]
    return found
