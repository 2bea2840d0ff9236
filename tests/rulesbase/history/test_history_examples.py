"""The examples of a rule in its history: what changed of them at each version, and between two days."""

import datetime
import re

import pytest
from django.test import Client
from django.utils.html import escape

from rulesbase.api.serializers import LineageSerializer
from rulesbase.archive.catalogue import catalogue
from rulesbase.history.queries import history_of
from rulesbase.history.timeline import timeline_changes
from tests.support.lending import lent_books
from tests.support.make import rule_at
from tests.support.texts import Book, Place

DUSK, DAWN = "A keeper's lamp is lit at dusk.", "A keeper's lamp is lit at dawn."
RAIN = "Rain puts no harbour out of play, ever."
TAIL = 'It is "lit" by all.'
REST = (Place("b"), Place("c"), Place("d"))
FIRST = Book(datetime.date(2010, 3, 1)).with_chapter(201, Place("a", TAIL, (DUSK,)), *REST)
SECOND = FIRST.dated(2012).with_chapter(201, Place("a", TAIL, (DAWN,)), *REST)
THIRD = FIRST.dated(2014).with_chapter(201, Place("a", "And so it ends.", (DAWN, RAIN)), *REST)
FOURTH = FIRST.dated(2016).with_chapter(201, Place("a", "And so it ends."), *REST)

_archive = lent_books(FIRST, SECOND, THIRD, FOURTH, autouse=True)


def test_changes_of_examples_are_in_the_history() -> None:
    history = history_of(catalogue(), rule_at("201.1", "2010-03-01"))
    assert history
    moments, _ = timeline_changes(catalogue(), history)
    reported = {moment.date.year: (moment.reworded, moment.examples) for moment in moments}
    dusk, dawn, rain = (f"Example: {text}" for text in (DUSK, DAWN, RAIN))
    assert reported[2012] == ("example", ((dusk, dawn),))
    assert reported[2014] == ("reworded", (("", rain),))
    assert set(reported[2016][1]) == {(dawn, ""), (rain, "")}
    assert reported[2010] == ("", (("", dusk),))
    runs = LineageSerializer(history).data["examples"]
    assert runs == [
        {"first": "2010-03-01", "texts": [dusk]},
        {"first": "2012-03-01", "texts": [dawn]},
        {"first": "2014-03-01", "texts": [dawn, rain]},
        {"first": "2016-03-01", "texts": []},
    ]


def test_the_page(client: Client) -> None:
    page = client.get(f"/rule/{rule_at('201.1', '2010-03-01').public_id}/").content.decode()
    events = dict(re.findall(r'<li id="e(\d{4})-\d\d-\d\d">(.*?)</li>', page, re.S))
    assert re.search(r"<del>.*dusk.*</del><ins>.*dawn", events["2012"])
    assert re.search(r"<ins>.*Rain puts no harbour", events["2014"])
    # What came with the rule is no change.
    assert escape(DUSK) in events["2010"]
    assert escape(TAIL) in events["2010"]
    assert "<ins>" not in events["2010"]


@pytest.mark.parametrize(
    ("query", "gone", "new"),
    [
        ("?from=2010-03-01&to=2014-03-01", "dusk", "Rain"),
        # Any day works.
        ("?from=2011-12-31&to=2015-02-03", "dusk", "Rain"),
        ("?from=2014-03-01&to=2016-03-01", "Rain", ""),
        # Without days: its whole life.
        ("", "dusk", ""),
    ],
)
def test_between_two_days(client: Client, query: str, gone: str, new: str) -> None:
    page = client.get(f"/rule/{rule_at('201.1', '2010-03-01').public_id}/{query}").content.decode()
    sides = page[page.index('id="sp"') : page.index('id="st"')]
    assert re.search(rf"<del>[^\n]*{gone}", sides)
    assert bool(re.search(rf"<ins>[^\n]*{new or 'Rain'}", sides)) == bool(new)
