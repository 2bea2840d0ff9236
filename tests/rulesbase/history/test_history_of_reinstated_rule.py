"""The history of rules and chapters that were taken out and reinstated: what is stored, shown and drawn."""

import re
from itertools import permutations

import pytest
from django.test import Client

from rulesbase.models import Change, Kinship
from tests.rulesbase.imports.test_import_order import imported_each
from tests.rulesbase.lineage.corrected import LEFT, PART, RIGHT, WHOLE, book, public_id, rule_at, store
from tests.support.pages import page_of

pytestmark = pytest.mark.django_db

# 102 goes into 101, and is cut out of it again under the same title.
BOOKS = [
    book(2018, WHOLE, LEFT).with_chapter(102, RIGHT, PART),
    book(2019, WHOLE, LEFT, RIGHT, PART),
    book(2020, WHOLE, LEFT).with_chapter(102, RIGHT, PART),
]
TEXTS = [one.bytes() for one in BOOKS]


def page(client: Client, place: str) -> str:
    return page_of(client, f"/rule/{public_id(place)}/")


def words(html: str) -> str:
    return " ".join(re.sub("<[^>]+>", "", html).split())


def events(html: str) -> dict[str, str]:
    """Return day -> its event in a history."""
    found = re.findall(r'<li id="e([\d-]+)">(.*?)</li>', html, re.S)
    return {day: words(event) for day, event in found}


def test_the_gap_of_a_rule_is_drawn_and_reported(client: Client) -> None:
    lives = [book(2015, WHOLE, LEFT, RIGHT), book(2017, WHOLE, RIGHT), book(2019, LEFT, WHOLE, RIGHT)]
    store([one.bytes() for one in lives])
    reported = page(client, "101.1@2019")
    assert "From 1 March 2017 to 28 February 2019, the text was not in the rules." in words(reported)
    assert "<title>this rule did not exist from 2017-03-01 to 2019-02-28</title>" in reported
    [line] = re.findall(r'<svg class="away" x="([\d.]+)%" y="\d+" width="([\d.]+)%"', reported)
    # Two of the nearly five years from the first version to the end of 2019.
    assert 35 < float(line[0]) < 46
    assert 38 < float(line[1]) < 45
    assert [day for day, event in events(reported).items() if "back in the rules" in event] == ["2019-03-01"]
    never_left = page(client, "101.2@2019")
    assert "back in the rules" not in never_left
    assert 'class="away"' not in never_left


def test_a_chapter_that_was_cut_out_is_a_part(client: Client) -> None:
    store(TEXTS[1:])
    [relation] = Kinship.objects.filter(kind="split")
    ends = (relation.old_id, relation.new_id, str(relation.version.date))
    assert ends == (rule_at("101@2019"), rule_at("102@2020"), "2020-03-01")
    assert Change.objects.get(rule=relation.new).kind == "split"
    answer = events(page(client, "102@2020"))["2020-03-01"]
    assert "formerly a part of 101" in answer
    assert "back in the rules" not in answer
    assert "split into 2" in page_of(client, "/compare/2019-03-01/2020-03-01/")


def test_what_is_cut_out_again_came_back(client: Client) -> None:
    store(TEXTS)
    assert rule_at("102@2018") == rule_at("102@2020")
    answer = events(page(client, "102@2020"))["2020-03-01"]
    assert "formerly a part of 101" in answer
    assert "back in the rules" in answer


def test_chapters_are_cut_in_any_order() -> None:
    expected, *found = imported_each(list(permutations(TEXTS)))
    assert expected.changes
    assert found == [expected] * 5
