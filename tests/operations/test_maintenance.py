"""Maintenance: everything is read, nothing is written, and whoever writes is told when to come again."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client

from rulesbase.maintenance import RETRY_AFTER, begin, end, maintenance
from rulesbase.models import OpenSession, User
from tests.curating.library import signed_in
from tests.make import PASSWORD, make_user


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
    assert end()
    assert client.post("/account/delete/", {}).status_code == 200


@pytest.mark.usefixtures("sample")
def test_a_page_that_writes_as_it_is_read() -> None:
    """Signing in by a page is a POST; but a GET that is about to write is stopped too, at the database."""
    from django.http import HttpRequest, HttpResponse
    from django.test import RequestFactory

    from config.operating import writes_refused

    def view(request: HttpRequest) -> HttpResponse:
        try:
            with transaction.atomic():
                User.objects.create_user("eve")
        except Exception:
            return HttpResponse("done")
        return HttpResponse("done")

    begin()
    answer = writes_refused(view)(RequestFactory().get("/account/"))
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


def test_command(tmp_path: Path) -> None:
    def said(*words: str) -> str:
        out = StringIO()
        call_command("maintenance", *words, stdout=out)
        return out.getvalue()

    assert "off" in said("status")
    assert "wait 60 s" in said("on", "--retry-after", "60")
    told = json.loads(said("status", "--json"))
    assert told["on"]
    assert told["retry_after"] == 60
    assert list(tmp_path.iterdir()) == [tmp_path / "maintenance"]
    assert "people can write" in said("off")
    assert json.loads(said("status", "--json")) == {"on": False}
    with pytest.raises(CommandError, match="from 1 to a week"):
        said("on", "--retry-after", "0")


def test_by_the_setting_or_by_hand(settings: LazySettings, tmp_path: Path) -> None:
    settings.MAINTENANCE = True
    assert maintenance() == ("", RETRY_AFTER)
    with pytest.raises(CommandError, match="setting MAINTENANCE holds"):
        call_command("maintenance", "off")
    settings.MAINTENANCE = False
    assert maintenance() is None
    (tmp_path / "maintenance").touch()
    assert maintenance() == ("", RETRY_AFTER)
    for written in ("on".encode("utf-16"), b"\xff\xfe\xfd", b'{"since": "", "retry_after": Infinity}', b"null"):
        (tmp_path / "maintenance").write_bytes(written)
        assert maintenance() == ("", RETRY_AFTER)
