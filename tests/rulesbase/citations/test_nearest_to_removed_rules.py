"""What stands nearest to a removed rule, as JSON."""

import datetime
import json
import re

import pytest
from django.test import Client

from rulesbase.imports.import_file import import_source
from rulesbase.models import Change
from tests.support.commands import output_of
from tests.support.pages import squeezed
from tests.support.texts import Book, Place

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

FIRST = Book(datetime.date(2020, 3, 1)).with_chapter(100, *(Place(f"rule-{at}") for at in range(4)))
SECOND = FIRST.dated(2021).with_chapter(100, *(Place(f"rule-{at}") for at in range(3)))


def test_the_command_and_the_api_name_what_is_nearest(client: Client) -> None:
    for book in (FIRST, SECOND):
        import_source(book.bytes(), name=f"{book.date}.txt")
    stored = {"number": "100.1", "probability": 0.4, "words": ["lantern"], "free": False}
    gone = Change.objects.select_related("rule").get(kind="removed")
    Change.objects.filter(pk=gone.pk).update(nearest=[stored])
    near = {"number": "100.1", "confidence": 0.4, "shared": ["lantern"]}

    (found,) = json.loads(output_of("cite", "100.4@2020-03-01", "--json"))
    assert found["status"] == "removed"
    assert found["nearest"] == [{"version": "2021-03-01", **near}]
    history = client.get(f"/api/v1/rules/{gone.rule.public_id}/").json()
    assert history["changes"][-1]["nearest"] == [near]
    page = squeezed(client.get("/cite/100.4@2020-03-01").content.decode())
    assert re.search(r'href="/rules/2021-03-01/100.1/">100.1</a> <span class="quiet">\(lantern\)', page)
