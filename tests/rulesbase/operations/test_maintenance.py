"""Maintenance: everything can be read, nothing is written, and writes are answered with when to try again."""

import bz2
import json
import os
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client
from django.utils import timezone

from rulesbase.accounts.mail import address_digest
from rulesbase.core.maintenance import RETRY_AFTER, begin, end, maintenance
from rulesbase.models import Draft, Entry, OpenSession, Rule, SentMail, Upload, User
from tests.support.commands import output_of
from tests.support.make import PASSWORD, make_user, signed_in

pytestmark = pytest.mark.postgres


@pytest.mark.usefixtures("sample")
def test_read_on_and_write_nothing(caplog: pytest.LogCaptureFixture) -> None:
    client = signed_in(make_user("ada"))
    begin(600)
    assert client.get("/rules/2023-03-01/").status_code == 200
    # Where somebody is signed in is not noted meanwhile, and the page is there all the same.
    noted = OpenSession.objects.count()
    assert client.get("/account/").status_code == 200
    assert OpenSession.objects.count() == noted
    for address, lang in (("/account/delete/", "en"), ("/fr/account/delete/", "fr"), ("/admin/", "en")):
        answer = client.post(address, {"password": PASSWORD})
        assert answer.status_code == 503
        assert answer.headers["Retry-After"] == "600"
        assert f'<html lang="{lang}"' in answer.content.decode()
    assert User.objects.filter(username="ada").exists()
    assert caplog.records == []
    end()
    assert client.post("/account/delete/", {}).status_code == 200


@pytest.mark.usefixtures("sample")
def test_a_page_that_writes_as_it_is_read() -> None:
    """Signing in by a page is a POST; but a GET that is about to write is stopped too, at the database."""
    from django.http import HttpRequest, HttpResponse
    from django.test import RequestFactory

    from rulesbase.web.middleware.maintenance import maintenance_mode

    def view(request: HttpRequest) -> HttpResponse:
        try:
            with transaction.atomic():
                User.objects.create_user("eve")
        except Exception:
            return HttpResponse("done")
        return HttpResponse("done")

    begin()
    answer = maintenance_mode(view)(RequestFactory().get("/account/"))
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == str(RETRY_AFTER)
    assert not User.objects.filter(username="eve").exists()


@pytest.mark.usefixtures("sample")
def test_the_api_answers_questions_and_takes_nothing() -> None:
    begin()
    assert Client().get("/api/v1/versions/").status_code == 200
    assert Client().get("/readyz").json()["maintenance"] is True
    asked = Client().post("/api/v1/citations/", {"citations": ["1@2023-03-01"]}, content_type="application/json")
    assert asked.status_code != 503


def test_maintenance_is_switched_by_the_command(tmp_path: Path) -> None:
    def output(*words: str) -> str:
        return output_of("maintenance", *words)

    assert "off" in output("status")
    assert "Retry-After: 60 s" in output("on", "--retry-after", "60")
    reported = json.loads(output("status", "--json"))
    assert reported["on"]
    assert reported["retry_after"] == 60
    assert list(tmp_path.iterdir()) == [tmp_path / "maintenance"]
    assert "the site accepts writes" in output("off")
    assert json.loads(output("status", "--json")) == {"on": False}
    with pytest.raises(CommandError, match="from 1 to a week"):
        output("on", "--retry-after", "0")


def test_by_the_setting_or_by_hand(settings: LazySettings, tmp_path: Path) -> None:
    settings.MAINTENANCE = True
    assert maintenance() == ("", RETRY_AFTER)
    with pytest.raises(CommandError, match="MAINTENANCE is set"):
        call_command("maintenance", "off")
    settings.MAINTENANCE = False
    assert maintenance() is None
    # A marker that cannot be read counts: its owner may have closed the file to others.
    (tmp_path / "maintenance").mkdir()
    assert maintenance() == ("", RETRY_AFTER)
    (tmp_path / "maintenance").rmdir()
    assert maintenance() is None
    (tmp_path / "maintenance").touch()
    assert maintenance() == ("", RETRY_AFTER)
    for written in ("on".encode("utf-16"), b"\xff\xfe\xfd", b'{"since": "", "retry_after": Infinity}', b"null"):
        (tmp_path / "maintenance").write_bytes(written)
        assert maintenance() == ("", RETRY_AFTER)


def test_the_server_may_read_what_its_owner_wrote(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        begin()
    finally:
        os.umask(before)
    assert (tmp_path / "maintenance").stat().st_mode & 0o777 == 0o644


@pytest.mark.slow
@pytest.mark.usefixtures("sample")
def test_what_is_only_read_is_read() -> None:
    """Pages that note something on the way, or put something in order, leave that for later."""
    user = make_user("cora", "curators", email="cora@rules.example")
    client = signed_in(user)
    SentMail.objects.create(digest=address_digest(user.email))
    old = SentMail.objects.create(digest=address_digest(user.email))
    SentMail.objects.filter(pk=old.pk).update(sent_at=timezone.now() - timedelta(hours=2))
    Upload.objects.create(user=user, name="a.txt", size=1, sha256="0" * 64, packed=bz2.compress(b"x"))
    Upload.objects.update(touched_at=timezone.now() - timedelta(days=2))
    english = Entry.objects.filter(edition__language="en", edition__version__date="2023-03-01", number="201.1")
    there = Rule.objects.get(entries__in=english)
    account = ("", "sessions/", "watches/", "second-factor/", "export/")
    study = ("?overview", "booth/", "notes/", "lists/", "path/", "options/")
    desk = ("", "import/", "fr/", f"fr/{there.public_id}/", "status/", "terms/fr/")
    pages = [*(f"/account/{page}" for page in account), *(f"/study/{page}" for page in study)]
    pages += [f"/curate/{page}" for page in desk]
    begin()
    reported = {page: client.get(page) for page in pages}
    assert {page: answer.status_code for page, answer in reported.items()} == dict.fromkeys(pages, 200)
    assert "<code>" not in reported["/account/second-factor/"].content.decode().partition("<main")[2]
    assert client.get("/account/second-factor/picture.svg").status_code == 404
    assert len(reported["/account/export/"].json()["mails_of_the_last_hour"]) == 1
    assert not Draft.objects.exists()
    assert SentMail.objects.count() == 2
    assert Upload.objects.exists()
    end()
    # Later it is done.
    for page in pages:
        assert client.get(page).status_code == 200
    assert Draft.objects.get().user == user
    assert not Upload.objects.exists()
    assert client.get("/account/second-factor/picture.svg").status_code == 200
