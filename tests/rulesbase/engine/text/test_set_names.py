"""The set that a version came with."""

import datetime

import pytest

from rulesbase.engine.text.set_names import set_names, set_of_version


@pytest.mark.parametrize(
    ("day", "code"),
    [
        ("2013-07-13", "M14"),
        # The set was released two days before the version, or twelve days after it.
        ("1999-04-23", "6ED"),
        ("2012-07-01", "M13"),
        # Of two sets the nearer one counts.
        ("2023-04-14", "MOM"),
        # Between two sets, and a correction ten days after one.
        ("2003-12-01", None),
        ("2021-02-15", None),
    ],
)
def test_a_version_comes_with_the_set_that_is_released_next(day: str, code: str | None) -> None:
    found = set_of_version(datetime.date.fromisoformat(day))
    assert (found.code if found else None) == code


def test_the_table_is_in_order_with_each_code_once() -> None:
    days = [one.released for one in set_names()]
    assert days == sorted(days)
    assert len({one.code for one in set_names()}) == len(days)
