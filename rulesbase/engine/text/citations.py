"""Citations in free text: the rule numbers it names and their dates, as offsets.

Recognised are ``202.3@2006-05-01``, ``CR 202.3 (2006-05-01)``, ``rule 704.5k (2012)``, ``rules 702.9b-d of May 2006``,
``règle 202.3 (1er mai 2006)``, ``ルール202.3（2006年5月1日）`` and numbers without a date.
"""

import re
from typing import NamedTuple

from rulesbase.engine.languages import JOINS, RANGES, TEXTS, UNSPACED, either
from rulesbase.engine.text.dates import DATE, Period, halfwidth, period_of
from rulesbase.engine.text.numbers import LETTERS, canonical, parse_number
from rulesbase.engine.text.references import find_references
from rulesbase.engine.text.set_names import sets_by_code, sets_by_name

# A range of more rules than this is a typing error.
MOST_IN_RANGE = 60
# Numbers further apart than this form no list; also bounds the work on long runs of blanks.
_JOINED_WITHIN = 16

_DATES = [one.dates for one in TEXTS.values()]
# The patterns are verbose: spaces within words need a backslash.
_LINKS = either(*(word.replace(" ", r"\ ") for dates in _DATES for word in dates.links))
_OPENERS = either(*(word.replace(" ", r"\ ") for dates in _DATES for word in dates.openers))
_BEFORE = rf"(?:(?:{_LINKS}|{_OPENERS})\s+)*"
_CLOSERS = either(*(word for dates in _DATES for word in dates.closers))
_CLOSERS_UNSPACED = either(*(word for code in UNSPACED for word in TEXTS[code].dates.closers))
_CAPITAL = re.compile(r"(?<=\d)[A-Z](?![A-Za-z0-9])")
# A set stands for the version that it came with. Many codes are words in small letters: WAR, ONE, WHO.
_OF_RULES = r"(?:(?:the\s+)?(?:comprehensive\s+rules|rules|c\.?r\.?)\s+(?:of|for|from|with)\s+)?"
_NAMES = either(*(re.escape(name).replace("'", "['\u2019]") for name in sets_by_name()))
# Codes such as 10E have a small letter in a plain text.
_CODES = either(*(re.escape(_CAPITAL.sub(lambda match: match[0].lower(), code.upper())) for code in sets_by_code()))
_SET = rf"{_OF_RULES}[「『]?(?:(?P<s>{_NAMES})(?:\s+core\s+set)?|(?-i:(?P<t>{_CODES})))(?![A-Za-z0-9])[」』]?"
_DAY_OR_SET = rf"(?:{_SET}|{DATE})"
# Behind a number: @date, (date), or a word and a date; a set for a date. Behind @ a code is no word: khm.
_BEHIND = re.compile(
    rf"""(?: \s?@\s?{_DAY_OR_SET.replace("P<", "P<a_").replace("(?-i:", "(?:")}
    | \s?[(\[]\s?{_BEFORE}{_DAY_OR_SET.replace("P<", "P<b_")}\s?(?:{_CLOSERS})?\s?[)\]]
    | ,?\s+(?:{_LINKS})\s+{_BEFORE}{DATE.replace("P<", "P<c_")} )""",
    re.I | re.X,
)
# In a text a comma or a space is not enough; in a citation alone nothing else can follow.
_AT_END = re.compile(rf",?\s+(?:(?:{_LINKS})\s+{_BEFORE})?{_DAY_OR_SET}", re.I | re.X)
_IN_FRONT = re.compile(rf"{_DAY_OR_SET}\s?(?:{_CLOSERS_UNSPACED})?\s?[の的]?\s*", re.I | re.X)
_ARTICLES = either(*(word for one in TEXTS.values() for word in one.articles))
_PLURALS = either(*(one.rules for one in TEXTS.values() if one.is_spaced))
_PLACES = either(*(word for one in TEXTS.values() if one.is_spaced for word in one.places))
# A chapter has three digits: chapter 2 may be that of a Saga card.
_WORDS = re.compile(
    rf"(?:(?:{_ARTICLES}|mtg|magic|comp(?:rehensive)?\.?|c\.?r\.?:?)\s+)*"
    rf"(?:(?:{_PLURALS}|sections?|(?:{_PLACES})(?=\s+[1-9]\d\d))\s+)?",
    re.I,
)
_RANGE = re.compile(rf"\s*(?:-|–|—|~|〜|{RANGES})\s*", re.I)
_JOINED = re.compile(rf"\s*(?:(?:,|;|/|-|–|—|~|〜|、|&|{JOINS}|{RANGES})\s*)*", re.I)
_LETTER = re.compile(r"\(([a-z])\)")
_LETTER_AT_END = re.compile(rf"(?<=\d){_LETTER.pattern}$")


class RuleCitation(NamedTuple):
    """text[start:end] names a rule, as of a day within the period if one is named.

    A range has its two ends as citations; the numbers between them are in ``between`` of the first.
    """

    start: int
    end: int
    number: str
    period: Period | None
    between: tuple[str, ...] = ()


def _plain(text: str) -> str:
    """Return the text with ASCII characters for full-width ones and lower-case letters in numbers; same length."""
    return _CAPITAL.sub(lambda match: match[0].lower(), halfwidth(text))


def _period(match: re.Match[str]) -> Period | None:
    """Return the days that a date or a set in a citation means; None for an impossible date."""
    found = {name.rpartition("_")[2]: value.lower() for name, value in match.groupdict().items() if value}
    if "s" in found:
        of_set = sets_by_name()[found["s"].replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")]
    elif "t" in found:
        of_set = sets_by_code()[found["t"]]
    else:
        return period_of(match)
    return Period(of_set.in_force, of_set.in_force)


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

    A date behind a list of numbers applies to all of them, one behind @ only to its number or range. A chapter counts
    only behind a word such as *rule*.
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
            joined = _RANGE if "@" in behind[0] else _JOINED
            for same in range(_list_start(plain, found, at, joined), at + 1):
                found[same] = found[same]._replace(period=period)
    return found


def _with_letter(plain: str, one: RuleCitation) -> RuleCitation:
    """Return the citation with its letter where that is in brackets: 502.9(b)."""
    letter = _LETTER.match(plain, one.end)
    if letter and "." in one.number and one.number[-1].isdigit():
        return one._replace(end=letter.end(), number=one.number + letter[1])
    return one


def _list_start(plain: str, found: list[RuleCitation], last: int, joined: re.Pattern[str]) -> int:
    """Return the start of the list of numbers that ends with ``last``: only what ``joined`` finds is between them."""
    at = last
    while at:
        before, gap = found[at - 1], found[at].start - found[at - 1].end
        if before.period or gap > _JOINED_WITHIN or not joined.fullmatch(plain, before.end, found[at].start):
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
