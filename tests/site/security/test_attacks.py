"""What somebody who has read the code would try: addresses, headers, names and texts that are meant to do harm."""

import logging
import re
import sys
from logging.config import DictConfigurator
from pathlib import Path
from typing import Any, cast

import pytest
from django.conf import LazySettings
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.test import Client

from rulesbase.accounts.api_tokens import make_token
from rulesbase.core.logging import JsonLines
from rulesbase.downloads.storage import file_of
from rulesbase.models import ApiToken, OpenSession
from rulesbase.study.authored.files import _bare, _shielded
from tests.support.make import PASSWORD, make_user, signed_in

ELSEWHERE = [
    "https://evil.example/",
    "//evil.example/",
    "///evil.example/",
    "/\\evil.example/",
    "\\\\evil.example/",
    "javascript:alert(1)",
    "https:evil.example",
    "\thttps://evil.example/",
    "http://testserver@evil.example/",
    "/%0d%0aSet-Cookie:x=y",
    "no-page-of-ours",
]
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("elsewhere", ELSEWHERE)
def test_no_redirect_leaves_the_site(client: Client, elsewhere: str) -> None:
    make_user("jane")
    answers = [client.get("/display/", {"theme": "dark", "next": elsewhere})]
    form = {"username": "jane", "password": PASSWORD, "next": elsewhere}
    answers.append(client.post("/account/sign-in/", form))
    answers.append(client.get("/account/sign-in/", {"next": elsewhere}))
    answers.append(client.post("/account/watches/remove/", {"next": elsewhere}))
    answers.append(client.get("/admin/login/", {"next": elsewhere}))
    for answer in answers:
        led = answer.headers.get("Location", "/")
        assert re.match(r"/(?![/\\])", led), (elsewhere, led)
        assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize(
    "path", ["//evil.example/..", "/fr//evil.example", "/rules//evil.example", "//evil.example/rules"]
)
def test_a_missing_slash_leads_nowhere_else(client: Client, path: str) -> None:
    led = client.get(path).headers.get("Location", "/")
    assert not led.startswith(("//", "/\\", "http"))


# ---- Headers that somebody else wrote ----


def test_hosts_that_are_not_ours_get_no_page_and_no_mail(settings: LazySettings) -> None:
    settings.ALLOWED_HOSTS = ["rules.example"]
    make_user("jane", email="jane@rules.example")
    hostile = Client(headers={"host": "evil.example"})
    assert hostile.get("/").status_code == 400
    assert hostile.post("/account/reset/", {"email": "jane@rules.example"}).status_code == 400
    ours = Client(headers={"host": "rules.example", "x-forwarded-host": "evil.example", "x-original-url": "/admin/"})
    assert ours.post("/account/reset/", {"email": "jane@rules.example"}).status_code == 200
    assert "evil" not in str(mail.outbox[0].body)
    assert len(mail.outbox) == 1


def test_links_carry_no_port_of_strangers(secure: LazySettings) -> None:
    """The port of a host is the one that is configured, whatever a request says."""
    secure.ALLOWED_HOSTS, secure.HOST_PORTS = ["rules.example", ".other.example"], {".other.example": "8443"}
    secure.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    make_user("jane", email="jane@rules.example")
    asked = {"rules.example:8080": "rules.example", "www.other.example:1": "www.other.example:8443", "evil.example": ""}
    for host, ours in asked.items():
        mail.outbox.clear()
        hostile = Client(headers={"host": host})
        answer = hostile.post("/account/reset/", {"email": "jane@rules.example"}, secure=True)
        assert answer.status_code == (200 if ours else 400)
        assert [f"https://{ours}/account/reset/" in str(sent.body) for sent in mail.outbox] == [True] * bool(ours)
        assert not any(host in str(sent.body) for sent in mail.outbox if host != ours)
    # Nor are they led to one.
    assert Client(headers={"host": "rules.example:8080"}).get("/").headers["Location"] == "https://rules.example/"


@pytest.mark.usefixtures("sample", "caching")
def test_cached_pages_hold_nothing_of_the_first_client(client: Client) -> None:
    """Cached pages: no header but the host and the cookies that Vary names is in them."""
    names = ["x-forwarded-host", "x-forwarded-proto", "x-forwarded-prefix", "forwarded", "x-host", "x-original-url"]
    hostile = Client(headers=dict.fromkeys(names, "evil.example"))
    for path in ("/", "/rules/latest/", "/feeds/versions/", "/api/v1/versions/", "/sitemap.xml", "/robots.txt"):
        hostile.get(path, follow=True)
        assert b"evil.example" not in client.get(path, follow=True).content


def test_a_mail_has_no_headers_of_strangers(client: Client) -> None:
    for address in (
        "jane@rules.example\r\nBcc: eve@evil.example",
        "jane@rules.example\nX: y",
        "a b@c.example, d@e.example",
    ):
        assert client.post("/account/reset/", {"email": address}).status_code == 200
    assert mail.outbox == []


def test_lines_of_the_log_cannot_be_forged() -> None:
    record = logging.LogRecord("x", logging.ERROR, "", 0, 'a\n{"level": "info"}\r\u2028b', (), None)
    line = JsonLines().format(record)
    assert len(line.splitlines()) == 1 or "\u2028" in line
    assert "\n" not in line
    assert "\r" not in line


@pytest.mark.parametrize("sign", ["\n", "\r", "\x1b", "\x85", "\u2028", "\u202e", "\ud800"])
def test_nor_lines_for_people(settings: LazySettings, sign: str) -> None:
    """As they are set up; a path may hold any sign, and what an error says too."""
    logs = cast(dict[str, Any], settings.LOGGING)
    plain = DictConfigurator(logs).configure_formatter(dict(logs["formatters"]["plain"]))
    line = "2026-01-01 00:00:00,000 ERROR root [-]: nothing to see"

    def data(message: str, *output: str) -> list[str]:
        how = sys.exc_info() if sys.exc_info()[0] else None
        record = logging.LogRecord("x", logging.ERROR, "", 0, message, output, how)
        record.request_id = "-"
        return str(plain.format(record)).splitlines()

    [refused] = data("POST %s was refused", f"/a{sign}{line}")
    assert refused.endswith(f" ERROR x [-]: POST /a{sign.encode('unicode_escape').decode()}{line} was refused")
    try:
        raise ValueError(f"a{sign}{line}")
    except ValueError:
        first, *behind = data("Broken")
    assert first.endswith(" ERROR x [-]: Broken")
    assert all(one.startswith("  ") for one in behind)
    assert sign not in "".join(behind)


# ---- Names of files ----


@pytest.mark.parametrize(
    "name", ["../../secret", "..%2f..%2fsecret", "/etc/passwd", "a/../../b", "%00", ".", "..", "a\x00b"]
)
def test_downloads_stay_in_their_folder(client: Client, settings: LazySettings, tmp_path: Path, name: str) -> None:
    settings.DOWNLOADS_DIR = tmp_path / "downloads"
    (tmp_path / "secret").write_text("hidden from everybody")
    (tmp_path / "downloads" / "files").mkdir(parents=True)
    assert file_of("0" * 64, name) is None
    assert file_of(name, "secret") is None
    for path in (f"/downloads/files/{'0' * 64}/{name}", f"/downloads/files/{name}/secret", f"/static/{name}"):
        assert b"hidden from everybody" not in client.get(path).content


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "'=1", "\n=1", "＝1"])
def test_no_spreadsheet_takes_a_cell_for_a_formula(cell: str) -> None:
    data = _shielded(cell)
    assert data[0] == "'" or data[0] not in "=+-@\t\r\n＝＋－＠"
    assert _bare(data) == cell


# ---- What answers tell ----


def test_a_wrong_name_costs_as_much_as_a_wrong_password(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time of a sign-in is that of its one hash, made for accounts that are not there too."""
    made: list[str] = []
    encode = MD5PasswordHasher.encode

    def counted(self: MD5PasswordHasher, password: str, salt: str) -> str:
        made.append(password)
        return encode(self, password, salt)

    make_user("jane", email="jane@rules.example")
    closed = make_user("closed")
    closed.is_active = False
    closed.save()
    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    costs = []
    for name in ("jane", "jane@rules.example", "missing", "missing@rules.example", "closed"):
        made.clear()
        client.post("/account/sign-in/", {"username": name, "password": "wrong"})
        costs.append(len(made))
    assert costs == [1] * 5


# ---- Things of others ----


@pytest.mark.slow
def test_things_of_others_are_not_there(client: Client) -> None:
    """Sessions, tokens, decks, cards, notes, lists, mails and uploads, by their ids."""
    jane, eve = make_user("jane", "curators"), make_user("eve", "curators")
    owner = signed_in(jane)
    owner.get("/account/")
    token = make_token(jane, "mine", "write", 30).token
    deck = owner.post("/study/decks/make/", {"name": "Mine"}).headers["Location"]
    owner.post(f"{deck}change/", {"how": "card", "ask": "Secret question", "answer": "Secret answer"})
    owner.post("/study/lists/", {"title": "Mine", "name": "Mine"})
    upload = owner.post("/curate/import/", {"text": "100. General\n100.1. Secret words.", "name": "x"}).headers[
        "Location"
    ]
    client.force_login(eve)
    session = OpenSession.objects.get(user=jane)
    tries = [
        (f"/account/sessions/{session.pk}/end/", {}),
        (f"/account/tokens/{token.pk}/revoke/", {}),
        (f"{deck}change/", {"how": "delete"}),
        (f"{deck}change/", {"how": "card", "ask": "a", "answer": "b"}),
        (upload, {"do": "discard"}),
    ]
    for path, form in tries:
        assert client.post(path, form).status_code == 404, path
    for path in (deck, upload, f"{deck.rstrip('/')}.json", f"{deck}anki.txt"):
        answer = client.get(path)
        assert answer.status_code == 404, path
        assert b"Secret" not in answer.content
    assert ApiToken.objects.filter(pk=token.pk).exists()
    assert owner.get(deck).status_code == 200
    assert owner.get(upload).status_code == 200
