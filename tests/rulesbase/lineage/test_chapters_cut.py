"""A chapter that is cut out of another one: what is stored, what its history and a comparison tell."""

import re
from itertools import permutations

import pytest
from django.test import Client

from rulesbase.models import Change, Kinship
from tests.rulesbase.imports.test_import_order import imported_each
from tests.rulesbase.lineage.corrected import LEFT, PART, RIGHT, WHOLE, book, public_id, rule_at, store

pytestmark = pytest.mark.django_db

# 102 goes into 101, and is cut out of it again under the same title.
BOOKS = [
    book(2018, WHOLE, LEFT).with_chapter(102, RIGHT, PART),
    book(2019, WHOLE, LEFT, RIGHT, PART),
    book(2020, WHOLE, LEFT).with_chapter(102, RIGHT, PART),
]
TEXTS = [one.bytes() for one in BOOKS]


def events(client: Client, place: str) -> dict[str, str]:
    """Return day -> its event in the history of the Rule at a place."""
    page = client.get(f"/rule/{public_id(place)}/").content.decode()
    found = re.findall(r'<li id="e([\d-]+)">(.*?)</li>', page, re.S)
    return {day: " ".join(re.sub("<[^>]+>", " ", answer).split()) for day, answer in found}


def test_the_history_shows_it(client: Client) -> None:
    store(TEXTS[1:])
    [relation] = Kinship.objects.filter(kind="split")
    assert (relation.old_id, relation.new_id, str(relation.version.date)) == (
        rule_at("101@2019"),
        rule_at("102@2020"),
        "2020-03-01",
    )
    assert Change.objects.get(rule=relation.new).kind == "split"
    answer = events(client, "102@2020")["2020-03-01"]
    assert "formerly a part of 101" in answer
    assert "back in the rules" not in answer
    compared = client.get("/compare/2019-03-01/2020-03-01/").content.decode()
    assert "split into 2" in compared


def test_what_is_cut_out_again_came_back(client: Client) -> None:
    store(TEXTS)
    assert rule_at("102@2018") == rule_at("102@2020")
    answer = events(client, "102@2020")["2020-03-01"]
    assert "formerly a part of 101" in answer
    assert "back in the rules" in answer


def test_in_any_order() -> None:
    expected, *found = imported_each(list(permutations(TEXTS)))
    assert expected.changes
    assert found == [expected] * 5
