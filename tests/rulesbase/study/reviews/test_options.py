"""Options of study: what a form may say."""

from datetime import date
from typing import Any

import pytest

from rulesbase.models import StudyOptions, User
from rulesbase.study.reviews.options import day_at, limits_on, options_of, save_options
from tests.support.studied import NOW

pytestmark = pytest.mark.django_db
FORM = {
    "time_zone": "Europe/Paris",
    "day_starts": "5",
    "new_a_day": "12",
    "reviews_a_day": "80",
    "retention": "0.92",
    "knows": "2022-04-29",
    **{f"easy_{weekday}": "100" for weekday in range(7)},
}


def test_options_of_the_form_are_saved(user: User) -> None:
    assert save_options(user, {**FORM, "easy_6": "25", "easy_0": "0"}).errors == {}
    stored = options_of(user)
    assert (stored.time_zone, stored.day_starts, stored.new_a_day, stored.reviews_a_day) == ("Europe/Paris", 5, 12, 80)
    assert (stored.retention, stored.knows) == (0.92, date(2022, 4, 29))
    assert stored.easy_days == [0, 100, 100, 100, 100, 100, 25]
    assert limits_on(stored, day_at(stored, NOW)) == (0, 0)
    save_options(user, FORM)
    assert options_of(user).easy_days == []
    assert StudyOptions.objects.count() == 1


def test_those_who_never_chose(user: User) -> None:
    assert options_of(user).new_a_day == 10
    assert not StudyOptions.objects.exists()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("time_zone", "Mars/Olympus"),
        ("time_zone", "../../etc/passwd"),
        ("time_zone", "posixrules\x00"),
        ("day_starts", "24"),
        ("new_a_day", "1001"),
        ("reviews_a_day", "10000"),
        ("retention", "0.99"),
        ("retention", "nan"),
        ("knows", "soon"),
        ("easy_3", "101"),
    ],
)
def test_a_wrong_option_is_named_and_nothing_is_saved(user: User, field: str, value: Any) -> None:
    form = save_options(user, {**FORM, field: value})
    assert field in form.errors
    assert options_of(user).time_zone == "UTC"
