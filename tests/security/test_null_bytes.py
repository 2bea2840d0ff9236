"""A null byte, which PostgreSQL does not even look for and SQLite does: it leads nowhere, and breaks nothing."""

import pytest
from django.test import Client

from rulesbase.desk.terminology.actions import suggest
from rulesbase.models import ActionLog
from tests.make import make_user
from tests.security.addresses import EXAMPLES, addresses
from tests.security.doors import ENDING

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.mark.slow
def test_it_stands_in_no_address(client: Client) -> None:
    client.force_login(make_user("jane", "curators"))
    client.raise_request_exception = False
    usual = {one.name: one.path for one in addresses()}
    broken = []
    asked = 0
    for name in EXAMPLES:
        for one in addresses(False, **{name: "a%00b"}):
            if one.path == usual[one.name] or one.name in ENDING:
                continue
            asked += 1
            if (status := client.get(one.path).status_code) >= 500:
                broken.append((one.path, status))
    assert asked > 80
    assert not broken


@pytest.mark.parametrize("query", ["/study/decks/?q=%00", "/study/decks/?q=deck%00+of", "/curate/fr/log/?batch=%00"])
def test_nor_in_what_is_asked_for(client: Client, query: str) -> None:
    client.force_login(make_user("jane", "curators"))
    assert client.get(query).status_code == 200


def test_nor_in_a_reason(client: Client) -> None:
    jane = make_user("jane", "curators")
    client.force_login(jane)
    term = suggest(language="fr", term="lamp", translation="lampe", by=jane)
    form = {"newest": str(term.revision), "reason": "two\0words"}
    assert client.post(f"/curate/terms/fr/{term.pk}/", form).status_code == 302
    assert ActionLog.objects.latest("pk").reason == "two\ufffdwords"
    assert client.post("/curate/fr/bulk/abc/take-back/", {"reason": "\0why"}).status_code == 409
