"""Options of study: what a form may say."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.utils import timezone

from rulesbase.models import User
from rulesbase.study.reviews.actions import save_options
from rulesbase.study.reviews.options import options_of

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
        ("knows", "2999-01-01"),
        ("easy_3", "101"),
    ],
)
def test_a_wrong_option_is_named_and_nothing_is_saved(user: User, field: str, value: Any) -> None:
    form = save_options(user, {**FORM, field: value})
    assert field in form.errors
    assert options_of(user).time_zone == "UTC"


def test_today_is_the_day_where_the_learner_lives(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = datetime(2026, 7, 1, 20, tzinfo=UTC)
    monkeypatch.setattr(timezone, "now", lambda: evening)
    assert not save_options(user, {**FORM, "time_zone": "Asia/Tokyo", "knows": "2026-07-02"}).errors
    assert save_options(user, {**FORM, "time_zone": "Europe/Paris", "knows": "2026-07-02"}).errors == {
        "knows": ["Choose today or an earlier day."]
    }
