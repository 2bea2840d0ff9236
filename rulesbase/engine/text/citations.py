"""Citations in free text: the rule numbers it names and their dates, as offsets.

Recognised are ``202.3@2006-05-01``, ``CR 202.3 (2006-05-01)``, ``rule 704.5k (2012)``, ``rules 702.9b-d of May 2006``,
``règle 202.3 (1er mai 2006)``, ``ルール202.3（2006年5月1日）`` and numbers without a date.
"""

import calendar
import datetime
import re
from typing import NamedTuple

from rulesbase.engine.languages import JOINS, RANGES, TEXTS, UNSPACED, either
from rulesbase.engine.text.numbers import LETTERS, canonical, parse_number
from rulesbase.engine.text.references import find_references
from rulesbase.engine.text.set_names import days_of_codes, days_of_names

# A range of more rules than this is a typing error.
MOST_IN_RANGE = 60
# Numbers further apart than this form no list; also bounds the work on long runs of blanks.
_JOINED_WITHIN = 16

_DATES = [one.dates for one in TEXTS.values()]
_MONTHS = {
    name: number
    for dates in _DATES
    for some in (dates.months, dates.short_months)
    for number, names in enumerate(some, 1)
    for name in names.split()
}
_MONTH = either(*_MONTHS)
_ORDINAL = either(*(dates.ordinal for dates in _DATES))
_YEAR = r"(?:199\d|20\d\d)"
# Groups in the order year, month, day, whatever the order in the text; group names end in the number of the form.
_DATE = rf"""(?:
    (?P<y1>{_YEAR})[-/.](?P<m1>\d\d?)(?:[-/.](?P<d1>\d\d?))?(?![\d-])
  | (?P<y2>{_YEAR})\s?年(?:\s?(?P<m2>\d\d?)\s?月(?:\s?(?P<d2>\d\d?)\s?日)?)?
  | (?P<n3>{_MONTH})\.?\s*(?P<d3>\d\d?)(?:{_ORDINAL})?,?\s+(?P<y3>{_YEAR})(?!\d)
  | (?:(?P<d4>\d\d?)(?:\s?(?:{_ORDINAL}))?\s+)?(?P<n4>{_MONTH})\.?,?\s+(?P<y4>{_YEAR})(?!\d)
  | (?P<d6>1[3-9]|2\d|3[01])/(?P<m6>\d\d?)/(?P<y6>{_YEAR})(?!\d)
  | (?P<m7>\d\d?)/(?P<d7>1[3-9]|2\d|3[01])/(?P<y7>{_YEAR})(?!\d)
  | (?P<d8>\d\d?)\.(?P<m8>\d\d?)\.(?P<y8>{_YEAR})(?!\d)
  | (?P<m9>\d\d?)/(?P<y9>{_YEAR})(?![\d/])
  | (?P<y5>{_YEAR})(?!\d|[.-]\d)
)"""
# The patterns are verbose: spaces within words need a backslash.
_LINKS = either(*(word.replace(" ", r"\ ") for dates in _DATES for word in dates.links))
_OPENERS = either(*(word.replace(" ", r"\ ") for dates in _DATES for word in dates.openers))
_BEFORE = rf"(?:(?:{_LINKS}|{_OPENERS})\s+)*"
_CLOSERS = either(*(word for dates in _DATES for word in dates.closers))
_CLOSERS_UNSPACED = either(*(word for code in UNSPACED for word in TEXTS[code].dates.closers))
# Japanese writes its dates without spaces around them.
_ANYWHERE = re.compile(rf"(?<![A-Za-z0-9_./-]){_DATE}", re.I | re.X)
# Day and month, or month and day: the other dates of the text decide.
_EITHER = re.compile(rf"(?<![A-Za-z0-9_./-])(\d\d?)/(\d\d?)/({_YEAR})(?![\d/])")
_DAY_FIRST = re.compile(rf"\b(?:{either(*(dates.day_first_signs for dates in _DATES))})\b")
_CAPITAL = re.compile(r"(?<=\d)[A-Z](?![A-Za-z0-9])")
# A set stands for the version that it came with. Many codes are words in small letters: WAR, ONE, WHO.
_OF_RULES = r"(?:(?:the\s+)?(?:comprehensive\s+rules|rules|c\.?r\.?)\s+(?:of|for|from|with)\s+)?"
_NAMES = either(*(re.escape(name).replace("'", "['\u2019]") for name in days_of_names()))
# Codes such as 10E have a small letter in a plain text.
_CODES = either(*(re.escape(_CAPITAL.sub(lambda match: match[0].lower(), code.upper())) for code in days_of_codes()))
_SET = rf"{_OF_RULES}(?:(?P<s>{_NAMES})(?:\s+core\s+set)?|(?-i:(?P<t>{_CODES})))(?![A-Za-z0-9])"
_DAY_OR_SET = rf"(?:{_SET}|{_DATE})"
# Behind a number: @date, (date), or a word and a date; a set for a date. Behind @ a code is no word: khm.
_BEHIND = re.compile(
    rf"""(?: \s?@\s?{_DAY_OR_SET.replace("P<", "P<a_").replace("(?-i:", "(?:")}
    | \s?[(\[]\s?{_BEFORE}{_DAY_OR_SET.replace("P<", "P<b_")}\s?(?:{_CLOSERS})?\s?[)\]]
    | ,?\s+(?:{_LINKS})\s+{_BEFORE}{_DATE.replace("P<", "P<c_")} )""",
    re.I | re.X,
)
# In a text a comma or a space is not enough; in a citation alone nothing else can follow.
_AT_END = re.compile(rf",?\s+(?:(?:{_LINKS})\s+{_BEFORE})?{_DAY_OR_SET}", re.I | re.X)
_IN_FRONT = re.compile(rf"{_DATE}\s?(?:{_CLOSERS_UNSPACED})?\s?[の的]?\s*", re.I | re.X)
_ARTICLES = either(*(word for one in TEXTS.values() for word in one.articles))
_PLURALS = either(*(one.rules for one in TEXTS.values() if one.is_spaced))
_WORDS = re.compile(
    rf"(?:(?:{_ARTICLES}|mtg|magic|comp(?:rehensive)?\.?|c\.?r\.?:?)\s+)*(?:(?:{_PLURALS}|sections?)\s+)?", re.I
)
_RANGE = re.compile(rf"\s*(?:-|–|—|~|〜|{RANGES})\s*", re.I)
_JOINED = re.compile(rf"\s*(?:(?:,|;|/|-|–|—|~|〜|、|&|{JOINS}|{RANGES})\s*)*", re.I)
_LETTER = re.compile(r"\(([a-z])\)")
_LETTER_AT_END = re.compile(rf"(?<=\d){_LETTER.pattern}$")
_WIDE_LETTER = re.compile("[　\uff01-\uff5e]")
# One character for one, so that offsets do not change.
_WIDE: dict[int, str | int] = {
    ord("　"): " ",
    ord("～"): "〜",
    **{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5E)},
}


class Period(NamedTuple):
    """The days that a citation may mean, first and last: one day, a month or a year."""

    first: datetime.date
    last: datetime.date


class RuleCitation(NamedTuple):
    """text[start:end] names a rule, as of a day within the period if one is named.

    A range has its two ends as citations; the numbers between them are in ``between`` of the first.
    """

    start: int
    end: int
    number: str
    period: Period | None
    between: tuple[str, ...] = ()


class DateMention(NamedTuple):
    """text[start:end] names a day, a month or a year."""

    start: int
    end: int
    period: Period


def _plain(text: str) -> str:
    """Return the text with ASCII characters for full-width ones and lower-case letters in numbers; same length."""
    if _WIDE_LETTER.search(text):
        text = text.translate(_WIDE)
    return _CAPITAL.sub(lambda match: match[0].lower(), text)


def _period(match: re.Match[str]) -> Period | None:
    """Return the days that a date or set in a text means; None for an impossible date."""
    found = {name.rpartition("_")[2][0]: value for name, value in match.groupdict().items() if value}
    if "s" in found:
        of_set = days_of_names()[found["s"].lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")]
        return Period(of_set, of_set)
    if "t" in found:
        of_set = days_of_codes()[found["t"].lower()]
        return Period(of_set, of_set)
    year, day = int(found["y"]), int(found.get("d", 0))
    month = _MONTHS[found["n"].lower()] if "n" in found else int(found.get("m", 0))
    try:
        if day:
            return Period(datetime.date(year, month, day), datetime.date(year, month, day))
        last = calendar.monthrange(year, month or 12)[1]
        return Period(datetime.date(year, month or 1, 1), datetime.date(year, month or 12, last))
    except (ValueError, calendar.IllegalMonthError):
        return None


def find_dates(text: str) -> list[DateMention]:
    """Return all days, months and years that a text names, in order."""
    plain = _plain(text)
    matches = ((match, _period(match)) for match in _ANYWHERE.finditer(plain))
    found = [DateMention(match.start(), match.end(), period) for match, period in matches if period]
    return sorted((*found, *_either(plain)), key=lambda one: one.start)


def first_day(text: str) -> datetime.date | None:
    """Return the first whole day that a text names."""
    return next((one.period.first for one in find_dates(text) if one.period.first == one.period.last), None)


def _either(plain: str) -> list[DateMention]:
    """Return dates such as 04/02/2011, in the order (day or month first) that the text shows elsewhere.

    Empty if the text does not show an order and its language does not write the day first.
    """
    pairs = [(match, int(match[1]), int(match[2])) for match in _EITHER.finditer(plain)]
    day_first = {a > b for _, a, b in pairs if max(a, b) > 12}
    if not day_first and _DAY_FIRST.search(plain):
        day_first = {True}
    if len(day_first) != 1:
        return []
    order = next(iter(day_first))
    found = []
    for match, a, b in pairs:
        if max(a, b) <= 12 and min(a, b) > 0:
            day = datetime.date(int(match[3]), b if order else a, a if order else b)
            found.append(DateMention(match.start(), match.end(), Period(day, day)))
    return found


def numbers_between(first: str, last: str) -> tuple[str, ...]:
    """Return the numbers between the two ends of a range, without them; empty if they form no range."""
    a, b = parse_number(first), parse_number(last)
    if a is None or b is None or a.chapter != b.chapter:
        return ()
    if a.letter and b.letter and a.rule == b.rule and len(a.letter) == len(b.letter) == 1:
        stem = first[:-1]
        return tuple(stem + letter for letter in LETTERS if a.letter < letter < b.letter)
    if a.letter or b.letter or not a.rule or not 1 < b.rule - a.rule <= MOST_IN_RANGE:
        return ()
    return tuple(f"{a.chapter}.{rule}" for rule in range(a.rule + 1, b.rule))


def find_citations(text: str) -> list[RuleCitation]:
    """Return all rule numbers that a text names, in order, each with its date.

    A date behind a list of numbers applies to all of them. A chapter counts only behind a word such as *rule*.
    """
    plain = _plain(text)
    refs = find_references(plain)
    found = [_with_letter(plain, RuleCitation(ref.start, ref.end, ref.number, None)) for ref in refs]
    for at, one in enumerate(found[:-1]):
        after = found[at + 1]
        if after.start - one.end <= _JOINED_WITHIN and _RANGE.fullmatch(plain, one.end, after.start):
            found[at] = one._replace(between=numbers_between(one.number, after.number))
    for at, one in enumerate(found):
        behind = _BEHIND.match(plain, one.end)
        if behind and (period := _period(behind)):
            for same in range(_list_start(plain, found, at), at + 1):
                found[same] = found[same]._replace(period=period)
    return found


def _with_letter(plain: str, one: RuleCitation) -> RuleCitation:
    """Return the citation with its letter where that is in brackets: 502.9(b)."""
    letter = _LETTER.match(plain, one.end)
    if letter and "." in one.number and one.number[-1].isdigit():
        return one._replace(end=letter.end(), number=one.number + letter[1])
    return one


def _list_start(plain: str, found: list[RuleCitation], last: int) -> int:
    """Return the start of the list of numbers that ends with ``last``: no words and no date are between them."""
    at = last
    while at:
        before, gap = found[at - 1], found[at].start - found[at - 1].end
        if before.period or gap > _JOINED_WITHIN or not _JOINED.fullmatch(plain, before.end, found[at].start):
            break
        at -= 1
    return at


def read_citation(text: str) -> tuple[RuleCitation, ...]:
    """Return the citation that a whole text is: its number, or the two ends of a range. Empty if it is none.

    Sections and chapters need no word before them here: ``202@2006``.
    """
    plain = _plain(text)
    start, end = len(plain) - len(plain.lstrip()), len(plain.rstrip().rstrip(".,;"))
    period = None
    front = _IN_FRONT.match(plain, start)
    if front and front.end() < end and (period := _period(front)):
        start = front.end()
    ends = () if period else (*_BEHIND.finditer(plain, start, end), *_AT_END.finditer(plain, start, end))
    for behind in ends:
        if behind.end() == end and (period := _period(behind)):
            end = behind.start()
            break
    words = _WORDS.match(plain, start, end)
    start = words.end() if words else start
    whole = canonical(_LETTER_AT_END.sub(r"\1", plain[start:end]))
    if whole:
        return (RuleCitation(start, end, whole, period),)
    for dash in _RANGE.finditer(plain, start, end):
        first, last = canonical(plain[start : dash.start()]), plain[dash.end() : end]
        letter = first is not None and last in LETTERS and last > first[-1] and first[-1].isalpha()
        second = (first or "")[:-1] + last if letter else canonical(last)
        if first and second:
            one = RuleCitation(start, dash.start(), first, period, numbers_between(first, second))
            return one, RuleCitation(dash.end(), end, second, period)
    return ()
