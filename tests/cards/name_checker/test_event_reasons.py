"""When and why something happened to a name, in the language of the interface."""

from unittest.mock import patch

import pytest
from django.utils import translation
from django.utils.html import escape

from cards.models import NameEvent
from cards.name_checker.event_reasons import REASONS
from cards.templatetags.cards import reason_of
from rulesbase.engine.data_tables import data_rows
from rulesbase.templatetags.dates import partial_day


@pytest.mark.parametrize(
    ("written", "shown"),
    [("2011", "2011"), ("2011-05", "May 2011"), ("2011-05-18", "18 May 2011")],
)
def test_a_day_is_written_as_far_as_it_is_known(written: str, shown: str) -> None:
    assert partial_day(written) == f'<time datetime="{written}">{shown}</time>'


@pytest.mark.parametrize("written", ["", "some day", "2011-13", "2011-05-18-3", "<b>"])
def test_what_is_no_day_stands_as_it_is(written: str) -> None:
    assert partial_day(written) == escape(written)


def test_the_reasons_that_come_with_the_software_can_be_translated() -> None:
    shipped = {row["reason"] for row in data_rows("cards/data/name_events.csv")}
    assert set(REASONS) == shipped
    with (
        translation.override("fr"),
        patch(
            "cards.name_checker.event_reasons.gettext",
            side_effect=lambda result: {REASONS[0]: "Parce que."}.get(result, result),
        ),
    ):
        assert reason_of(NameEvent(reason=REASONS[0])) == " <span>Parce que.</span>"
        # An untranslated text names its language; texts of curators are not looked up.
        assert reason_of(NameEvent(reason="My own <words>")) == ' <span lang="en">My own &lt;words&gt;</span>'
        assert reason_of(NameEvent()) == ""
