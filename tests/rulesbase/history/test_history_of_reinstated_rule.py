"""The history of a rule that was taken out and reinstated: what its page tells and draws."""

import re

import pytest
from django.test import Client

from rulesbase.models import Rule
from tests.rulesbase.lineage.corrected import LEFT, RIGHT, WHOLE, book, rule_at, store

pytestmark = pytest.mark.django_db


def page(client: Client, place: str) -> str:
    public_id = Rule.objects.get(pk=rule_at(place) or 0).public_id
    answer = client.get(f"/rule/{public_id}/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_gap_is_drawn_and_reported(client: Client) -> None:
    store(
        [
            book(2015, WHOLE, LEFT, RIGHT).bytes(),
            book(2017, WHOLE, RIGHT).bytes(),
            book(2019, LEFT, WHOLE, RIGHT).bytes(),
        ]
    )
    reported = page(client, "101.1@2019")
    plain = " ".join(re.sub("<[^>]+>", "", reported).split())
    assert "From 1 March 2017 to 28 February 2019, the text was not in the rules." in plain
    assert "<title>this rule did not exist from 2017-03-01 to 2019-02-28</title>" in reported
    [line] = re.findall(r'<svg class="away" x="([\d.]+)%" y="\d+" width="([\d.]+)%"', reported)
    # Two of the nearly five years from the first version to the end of 2019.
    assert 35 < float(line[0]) < 46
    assert 38 < float(line[1]) < 45
    events = dict(re.findall(r'<li id="e([\d-]+)">(.*?)</li>', reported, re.S))
    assert "back in the rules" in events["2019-03-01"]
    assert "back in the rules" not in events["2015-03-01"] + events["2017-03-01"]
    never_left = page(client, "101.2@2019")
    assert "back in the rules" not in never_left
    assert 'class="away"' not in never_left
