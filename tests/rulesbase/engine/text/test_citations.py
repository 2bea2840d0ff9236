"""Citations in free text: numbers, days, ranges, offsets."""

import datetime

import pytest

from rulesbase.engine.text.citations import find_citations, numbers_between, read_citation
from rulesbase.engine.text.dates import Period, find_dates
from tests.support.timing import yardsticks


def days(first: str, last: str = "") -> Period:
    return Period(datetime.date.fromisoformat(first), datetime.date.fromisoformat(last or first))


@pytest.mark.parametrize(
    ("text", "number", "period"),
    [
        ("202.3@2006-05-01", "202.3", days("2006-05-01")),
        ("rule 704.5k (2012)", "704.5k", days("2012-01-01", "2012-12-31")),
        ("704.5K (February 2012)", "704.5k", days("2012-02-01", "2012-02-29")),
        ("CR: 202.3, as of May 1, 2006", "202.3", days("2006-05-01")),
        ("ルール202.3（2006年5月1日）", "202.3", days("2006-05-01")),
        ("ルール２０２．３ａ（2006年5月版）", "202.3a", days("2006-05-01", "2006-05-31")),
        ("2@2006-05-01", "2", days("2006-05-01")),
        ("202.3", "202.3", None),
        ("702 37a", "702.37a", None),
        (" § 202.3a. ", "202.3a", None),
        ("the Magic Comprehensive Rules 202.3", "202.3", None),
        ("MTG comp. sections 202.3 (version 2015年5月24日版)", "202.3", days("2015-05-24")),
        ("chapter 702", "702", None),
        ("chapitre 702 (2012)", "702", days("2012-01-01", "2012-12-31")),
        ("502.9(b)", "502.9b", None),
        ("502.26(a) (Onslaught)", "502.26a", days("2002-10-10")),
        ("704.5j, M14", "704.5j", days("2013-07-22")),
        ("704.5j, CR of Magic 2014", "704.5j", days("2013-07-22")),
        ("M14 704.5j", "704.5j", days("2013-07-22")),
        ("Magic 2014 rule 704.5j", "704.5j", days("2013-07-22")),
        ("413.2 @ 10E", "413.2", days("2007-07-16")),
        ("202.3@khm", "202.3", days("2021-02-08")),
        ("202.3 [Core 2019]", "202.3", days("2018-07-16")),
        ("202.3 (Dragon’s Maze)", "202.3", days("2013-05-06")),
        ("202.3 (Édition de base 2010)", "202.3", days("2009-07-20")),
        ("202.3, edition de base 2010", "202.3", days("2009-07-20")),
        ("202.3 (L’ascension des Eldrazi)", "202.3", days("2010-04-26")),
        ("基本セット2010の202.3", "202.3", days("2009-07-20")),
        ("『基本セット2010』の202.3", "202.3", days("2009-07-20")),
        ("ルール２０２．３（ラブニカ：ギルドの都）", "202.3", days("2005-10-10")),
    ],
)
def test_one_citation(text: str, number: str, period: Period | None) -> None:
    (cited,) = read_citation(text)
    assert (cited.number, cited.period) == (number, period)


NO_CITATIONS = "|202.3@soon|202.3@2006-13-01|202.3@2006-02-30|202.3 and more|2006-05-01|702.9d-b|702.9-d|702.9b-l"


@pytest.mark.parametrize("text", ["chapter 2", *NO_CITATIONS.split("|")])
def test_no_citation(text: str) -> None:
    assert read_citation(text) == ()


@pytest.mark.parametrize(
    ("text", "numbers", "between"),
    [
        ("702.9b-d@2012", ["702.9b", "702.9d"], ("702.9c",)),
        ("702.9b to 702.9f", ["702.9b", "702.9f"], ("702.9c", "702.9d", "702.9e")),
        ("201.3–201.6", ["201.3", "201.6"], ("201.4", "201.5")),
        ("701.9k-n", ["701.9k", "701.9n"], ("701.9m",)),
        ("702.9b-702.9d", ["702.9b", "702.9d"], ("702.9c",)),
        ("２０２．３～２０２．５", ["202.3", "202.5"], ("202.4",)),
    ],
)
def test_ranges(text: str, numbers: list[str], between: tuple[str, ...]) -> None:
    read = read_citation(text)
    assert [one.number for one in read] == numbers
    assert read[0].between == between
    assert len({one.period for one in read}) == 1


@pytest.mark.parametrize(
    ("first", "last"),
    [("201.3", "202.5"), ("201.5", "201.3"), ("201.3a", "201.4d"), ("201.3", "201.3d"), ("x", "y")],
)
def test_what_is_no_range_has_nothing_between(first: str, last: str) -> None:
    assert numbers_between(first, last) == ()


def test_a_range_may_have_sixty_rules_behind_its_first() -> None:
    assert [len(numbers_between("201.1", last)) for last in ("201.61", "201.62")] == [59, 0]


def test_a_text_with_many() -> None:
    text = "By rules 202.3 and 202.4 (2006-05-01), CR 704.5K and 702.9b–d; chapter 613 of 2009. It cost $100.50."
    found = find_citations(text)
    assert [(text[one.start : one.end], one.number) for one in found] == [
        ("202.3", "202.3"),
        ("202.4", "202.4"),
        ("704.5K", "704.5k"),
        ("702.9b", "702.9b"),
        ("d", "702.9d"),
        ("613", "613"),
    ]
    year = days("2009-01-01", "2009-12-31")
    assert [one.period for one in found] == [days("2006-05-01"), days("2006-05-01"), None, None, None, year]
    assert found[3].between == ("702.9c",)


def test_offsets_survive_wide_letters() -> None:
    text = "ルール１０４．３ａ（2012年7月）と205.1"
    assert [text[one.start : one.end] for one in find_citations(text)] == ["１０４．３ａ", "205.1"]


def test_a_number_that_touches_the_name_of_the_rules() -> None:
    (cited,) = find_citations("起因型能力はCR603.3b（2016年）による")
    assert (cited.number, cited.period) == ("603.3b", days("2016-01-01", "2016-12-31"))
    assert find_citations("SCR603.3b") == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    ["202.3 " * 9000, "202.3" + " " * 50_000 + "202.4", "of the " * 9000, "(" * 50_000],
    ids=["numbers", "spaces", "words", "brackets"],
)
def test_long_texts_take_no_long_time(text: str) -> None:
    assert yardsticks(lambda: (find_citations(text), find_dates(text), read_citation(text[:2000]))) < 240


@pytest.mark.parametrize(("room", "dated"), [(1, 2), (16, 2), (17, 1), (40, 1)])
def test_a_day_is_that_of_a_list_whose_numbers_stand_together(room: int, dated: int) -> None:
    found = find_citations(f"rules 202.3{',':<{room}}202.4 (2006-05-01)")
    assert [one.number for one in found if one.period] == ["202.3", "202.4"][2 - dated :]


def test_a_day_behind_an_at_sign_is_that_of_its_number_or_range() -> None:
    found = find_citations("704.5k and 202.3@2006-05-01, 601.2a-d@2010-05-01")
    assert [one.number for one in found if one.period is None] == ["704.5k"]
    assert [str(one.period.first)[:4] for one in found if one.period] == ["2006", "2010", "2010"]


DAY = Period(datetime.date(2015, 5, 24), datetime.date(2015, 5, 24))
MONTH = Period(datetime.date(2015, 5, 1), datetime.date(2015, 5, 31))
YEAR = Period(datetime.date(2015, 1, 1), datetime.date(2015, 12, 31))


def period_of(text: str) -> Period | None:
    found = read_citation(text)
    return found[0].period if found else None


FIGURES = "2015-05-24 2015/5/24 2015.5.24 2015年5月24日 24/5/2015 05/24/2015 24.05.2015"
NAMED = ["May 24 2015", "May 24th, 2015", "may 24st 2015", "May 24nd, 2015", "May 24rd, 2015"]
NAMED += ["24 May 2015", "24th May, 2015", "24er mai 2015"]
NO_DAYS = "1989 2115 2015-05-24-1 2015-13 2015-02-30 5/6/2015 32/5/2015 24/13/2015 20151 2015-5-245"


@pytest.mark.parametrize(
    ("written", "period"),
    [
        *((written, DAY) for written in (*FIGURES.split(), *NAMED, "2015 年 5 月 24 日")),
        *((written, MONTH) for written in ("2015-05", "2015/05", "2015年5月", "May 2015", "mai, 2015")),
        *((written, YEAR) for written in ("2015", "2015年")),
        *((written, None) for written in (*NO_DAYS.split(), "May 24, 20151")),
    ],
)
def test_every_form_of_a_day(written: str, period: Period | None) -> None:
    assert period_of(f"202.3 ({written})") == period
    assert period_of(f"202.3 [{written}]") == period
    assert period_of(f"202.3@{written}") == period


@pytest.mark.parametrize(
    "front",
    ["2015年5月24日", "2015年5月24日の", "2015年5月24日的", "2015年5月24日版 の ", "2015-05-24時点の", "May 24, 2015 "],
)
def test_a_day_in_front(front: str) -> None:
    assert period_of(f"{front}202.3") == DAY


@pytest.mark.parametrize(
    ("words", "in_a_text"),
    [
        *((words, True) for words in ("as of", "as of the", *"effective dated of from in du en de au".split())),
        *((words, False) for words in ("version", "since", "the", "version du", "le", "version of the")),
    ],
)
def test_words_before_a_day(words: str, in_a_text: bool) -> None:
    assert period_of(f"202.3 ({words} May 24, 2015)") == DAY
    (found,) = find_citations(f"By 202.3, {words} May 24, 2015, it is so.")
    assert (found.period == DAY) is in_a_text


@pytest.mark.parametrize("dash", "-|–|—|~|〜|～|to|through|thru|à|から|至|到| - | to ".split("|"))
def test_what_makes_a_range(dash: str) -> None:
    found = read_citation(f"202.3{dash}202.5 (2015)")
    assert [(one.number, one.between, one.period) for one in found] == [
        ("202.3", ("202.4",), YEAR),
        ("202.5", (), YEAR),
    ]


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("See 502.26a (Onslaught) and 202.3.", [("502.26a", days("2002-10-10")), ("202.3", None)]),
        ("Both 704.5j and 704.5k (M14) say so.", [("704.5j", days("2013-07-22")), ("704.5k", days("2013-07-22"))]),
        # Words, chapters of the rules and codes in small letters are no sets.
        ("rule 704.5j (war), rule 904 (Archenemy)", [("704.5j", None), ("904", None)]),
        ("704.5j, Onslaught says", [("704.5j", None)]),
        ("502.9(b) and 502.9 (b)", [("502.9b", None), ("502.9", None)]),
        ("rule 502(b), 502.9a(b), 502.9(bc)", [("502", None), ("502.9a", None), ("502.9", None)]),
    ],
)
def test_sets_and_letters_in_brackets_in_a_text(text: str, cited: list[tuple[str, Period | None]]) -> None:
    assert [(one.number, one.period) for one in find_citations(text)] == cited
