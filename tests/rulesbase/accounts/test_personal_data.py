"""/account/export/"""

from base64 import b64decode
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from rulesbase.accounts.api_tokens import make_token
from rulesbase.accounts.personal_data import parts
from rulesbase.core.idempotency import RETENTION
from rulesbase.models import SentOnce, User
from tests.rulesbase.accounts.life import ADDRESS, NAME, PLACE, live
from tests.rulesbase.accounts.views.test_second_factor import enrol
from tests.support.make import make_user, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
URL = "/account/export/"


def test_the_export_has_all_personal_data(client: Client) -> None:
    user = live(client)
    response = client.get(URL)
    assert response.headers["Content-Disposition"] == 'attachment; filename="rulesbase-account.json"'
    assert response.headers["Cache-Control"] == "private, no-store"
    data = response.json()
    assert data["account"]["user_name"] == NAME
    assert data["account"]["e_mail"] == ADDRESS
    assert data["account"]["roles"] == ["curators", "readers"]
    assert data["sessions"][0]["browser"] == "Firefox"
    assert data["wrong_passwords"][0]["ip_address"] == PLACE
    assert data["translations"][0]["text"] == "Une carte a un nom."
    assert data["translations"][0]["english"] == "A card has a name."
    assert data["comments"] == [{**data["comments"][0], "text": "Better so.", "on": "Une carte a un nom."}]
    assert data["drafts"][0]["text"] == "no one else has seen this"
    assert b64decode(data["uploads"][0]["base64"]) == b"by Q"
    assert data["second_factor"]["backup_codes_left"] == 10
    assert len(data["administration"]["done_to_the_account"]) == 1
    assert user.password not in response.content.decode()
    assert [part.name for part in parts() if not data[part.name]] == []


def test_every_table_that_refers_to_accounts_is_answered_for() -> None:
    referring = {
        relation.related_model for relation in User._meta.get_fields(include_hidden=True) if relation.auto_created
    }
    answered = {table for part in parts() for table in part.tables}
    missing = {model for model in referring if isinstance(model, type) and model not in answered}
    assert {model.__name__ for model in missing} == set()


def test_nothing_of_others(client: Client) -> None:
    live(client)
    other = signed_in(make_user("jane", email="jane@rules.example"))
    data = other.get(URL).json()
    filled = {name for name in data if data[name] and name not in ("made", "site")}
    assert filled == {"account", "second_factor", "sessions", "administration"} - (
        set() if data["sessions"] else {"sessions"}
    )
    assert data["administration"] == {"done": [], "done_to_the_account": []}
    assert NAME not in other.get(URL).content.decode()


def test_it_only_reads(client: Client) -> None:
    """Under maintenance it would fail else."""
    user = make_user("jane", "curators")
    client.force_login(user)
    row = SentOnce.objects.create(token=make_token(user, "bot", "write", 30).token, key="k", digest="d", body={})
    assert [one["key"] for one in client.get(URL).json()["answers_for_repetitions"]] == ["k"]
    SentOnce.objects.update(made_at=timezone.now() - RETENTION - timedelta(seconds=1))
    assert client.get(URL).json()["answers_for_repetitions"] == []
    assert SentOnce.objects.get() == row


def test_keys_are_never_exported(client: Client) -> None:
    user = make_user("jane")
    codes = enrol(client, user)
    page = client.get(URL).content.decode()
    assert not any(code in page for code in codes)
    later = signed_in(user)
    assert later.get(URL).headers["Location"].startswith("/account/second-factor/")
