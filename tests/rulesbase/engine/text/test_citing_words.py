"""Words of citations: every month, every form of a day, every word before and behind a number."""

import datetime

import pytest

from rulesbase.engine.text.citations import Period, find_dates, read_citation

DAY = Period(datetime.date(2015, 5, 24), datetime.date(2015, 5, 24))
MONTH = Period(datetime.date(2015, 5, 1), datetime.date(2015, 5, 31))
YEAR = Period(datetime.date(2015, 1, 1), datetime.date(2015, 12, 31))


def period_of(text: str) -> Period | None:
    found = read_citation(text)
    return found[0].period if found else None


@pytest.mark.parametrize(
    ("written", "period"),
    [
        *(
            (written, DAY)
            for written in (
                "2015-05-24",
                "2015/5/24",
                "2015.5.24",
                "2015年5月24日",
                "2015 年 5 月 24 日",
                "May 24 2015",
                "May 24th, 2015",
                "may 24st 2015",
                "May 24nd, 2015",
                "May 24rd, 2015",
                "24 May 2015",
                "24th May, 2015",
                "24/5/2015",
                "05/24/2015",
                "24.05.2015",
                "24er mai 2015",
            )
        ),
        *((written, MONTH) for written in ("2015-05", "2015/05", "2015年5月", "May 2015", "mai, 2015")),
        *((written, YEAR) for written in ("2015", "2015年")),
        *(
            (written, None)
            for written in (
                "1989",
                "2115",
                "2015-05-24-1",
                "2015-13",
                "2015-02-30",
                "5/6/2015",
                "32/5/2015",
                "24/13/2015",
                "May 24, 20151",
                "20151",
                "2015-5-245",
            )
        ),
    ],
)
def test_every_form_of_a_day(written: str, period: Period | None) -> None:
    assert period_of(f"202.3 ({written})") == period
    assert period_of(f"202.3 [{written}]") == period
    assert period_of(f"202.3@{written}") == period


@pytest.mark.parametrize(
    "front", ["2015年5月24日", "2015年5月24日の", "2015年5月24日版 の ", "2015-05-24時点の", "May 24, 2015 "]
)
def test_a_day_in_front(front: str) -> None:
    assert period_of(f"{front}202.3") == DAY


@pytest.mark.parametrize("dash", "-|–|—|~|〜|～|to|through|thru|à|から|至|到| - | to ".split("|"))
def test_what_makes_a_range(dash: str) -> None:
    found = read_citation(f"202.3{dash}202.5 (2015)")
    assert [(one.number, one.between, one.period) for one in found] == [
        ("202.3", ("202.4",), YEAR),
        ("202.5", (), YEAR),
    ]


@pytest.mark.parametrize(
    ("typed", "numbers"),
    [
        ("702.9b-d", ["702.9b", "702.9d"]),
        ("702.9d-b", []),
        ("702.9-d", []),
        ("702.9b-702.9d", ["702.9b", "702.9d"]),
        ("２０２．３～２０２．５", ["202.3", "202.5"]),
        ("702 37a", ["702.37a"]),
        ("702-704", ["702", "704"]),
        ("702.9b-dd", []),
        ("702.9b-l", []),
    ],
)
def test_ranges_of_letters(typed: str, numbers: list[str]) -> None:
    assert [one.number for one in read_citation(typed)] == numbers


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("on 3/4/2015 and 24/5/2015", "2015-04-03"),
        ("on 3/4/2015 and 5/24/2015", "2015-03-04"),
        ("on 3/4/2015", None),
        ("le 3/4/2015", "2015-04-03"),
        ("versions du 3/4/2015", "2015-04-03"),
    ],
)
def test_day_and_month_or_month_and_day(text: str, day: str | None) -> None:
    found = [one.period.first for one in find_dates(text) if text[one.start : one.end] == "3/4/2015"]
    assert found == ([datetime.date.fromisoformat(day)] if day else [])
