"""Many rows written again: what was set and nothing else, whatever the kind of the column."""

import datetime

import pytest
from django.db import IntegrityError
from pytest_django import DjangoAssertNumQueries

from rulesbase.core.database.bulk_update import update_rows
from rulesbase.models import Question, Rule, Version

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
DAY = datetime.date(2026, 6, 19)


def questions(count: int) -> list[Question]:
    return Question.objects.bulk_create(
        [Question(key=f"q{at}", kind="own", number="1", data={"at": at}) for at in range(count)]
    )


@pytest.mark.slow
def test_rows_get_their_new_values(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    rows, rule = questions(2500), Rule.objects.create()
    for at, row in enumerate(rows):
        # An empty value may come first or last, a number, a day, a link, what is written as JSON.
        row.rule, row.day = (rule, DAY) if at % 3 else (None, None)
        row.data, row.retired_why, row.number = {"é": [at, None]}, f"it's “{at}” %s", "not to be written"
    with django_assert_max_num_queries(6):
        update_rows(rows, ["rule", "day", "data", "retired_why"])
    for at, row in enumerate(Question.objects.order_by("pk")):
        assert (row.rule_id, row.day) == ((rule.pk, DAY) if at % 3 else (None, None))
        assert (row.data, row.retired_why, row.number) == ({"é": [at, None]}, f"it's “{at}” %s", "1")


def test_other_rows_and_columns_stay() -> None:
    first, second = questions(2)
    first.kind, first.key = "cloze", "another"
    update_rows([first], ["kind", "key"])
    first.refresh_from_db()
    assert first.key == "another"
    assert list(Question.objects.order_by("pk").values_list("kind", flat=True)) == ["cloze", "own"]
    update_rows([], ["kind"])
    second.refresh_from_db()
    assert second.kind == "own"


@pytest.mark.django_db(transaction=True)
def test_all_or_nothing() -> None:
    versions = [Version.objects.create(date=datetime.date(2020, month, 1)) for month in (1, 2, 3)]
    versions[0].date = versions[1].date = DAY
    with pytest.raises(IntegrityError):
        update_rows(versions, ["date"])
    assert not Version.objects.filter(date=DAY).exists()
