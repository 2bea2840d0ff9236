"""Null bytes and halves of characters in whatever is sent: to every address, in every field, by anybody."""

import json
import re
from collections.abc import Iterator
from itertools import cycle
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from rulesbase.accounts.api_tokens import make_token
from rulesbase.models import User
from tests.site.access.library import ADA, fill
from tests.site.access.places import ANONYMOUS, CURATOR, known
from tests.site.crawl.seeds import real_addresses
from tests.site.security.addresses import EXAMPLES, addresses
from tests.site.security.visitor import ENDING
from tests.support.databases import rolled_back
from tests.support.lending import lent

pytestmark = pytest.mark.postgres

NO_TEXT = ("\0", "a\0", "\ud800", "a\ud800")
FORM = "application/x-www-form-urlencoded"
IN_QUERIES = ("q=a%00", "%00=a", "q=%ED%A0%80")
# As cookies write a null byte, and the bytes of half a character.
IN_COOKIES = ('x="a\\000"', "x=\xed\xa0\x80")


# A database in which every page has something to show.
reachable = lent("reachable", fill)


@pytest.fixture
def facts(reachable: None) -> dict[str, str]:
    """Return what stands where in the database; Ada sees all of the admin too."""
    User.objects.filter(username=ADA).update(is_superuser=True)
    return known()


def somebody(by: str) -> Client:
    """The browser of somebody; errors come as answers."""
    client = Client(raise_request_exception=False)
    if by:
        client.force_login(User.objects.get(username=by))
        # Noted now, the session is not noted anew with each request that is undone.
        client.get("/")
    return client


@pytest.mark.slow
@pytest.mark.parametrize("by", [ANONYMOUS, CURATOR])
def test_everywhere(facts: dict[str, str], by: str) -> None:
    """In the query, in a cookie and in the fields of forms, whatever they are called.

    One check refuses them at all addresses, so each gets another of them in turn; the curator begins with the second.
    """
    client = somebody(by)
    secret = make_token(User.objects.get(username=by), "typed", "write", 30).secret if by else ""
    paths = [path for name, path in real_addresses().items() if name not in ENDING]
    paths += [one.path for one in addresses(admin=True) if one.name != "logout"]
    broken = []
    in_query, in_cookie, in_form = cycle(IN_QUERIES), cycle(IN_COOKIES), cycle(IN_QUERIES)
    if by:
        next(in_form)
    assert len(paths) > 200
    for path in paths:
        headers = {"authorization": f"Bearer {secret}"} if by and path.startswith("/api/") else {}
        with rolled_back():
            found = {
                client.get(f"{path}?{next(in_query)}", headers=headers).status_code,
                client.get(path, headers=headers | {"cookie": next(in_cookie)}).status_code,
            }
            sent = client.post(path, next(in_form), content_type=FORM, headers=headers).status_code
        if found != {400} or sent >= 500:
            broken.append((path, found, sent))
    assert not broken, broken


@pytest.mark.django_db
def test_in_paths() -> None:
    client = Client(raise_request_exception=False)
    typed = dict(zip(EXAMPLES, cycle(("a%00b", "a%ED%A0%80", "%FF")), strict=False))
    paths = [one.path for name, part in typed.items() for one in addresses(False, **{name: part}) if part in one.path]
    assert len(paths) > 80
    assert [path for path in paths if client.get(path).status_code != 400] == []


@pytest.mark.usefixtures("sample")
def test_what_is_text_passes() -> None:
    for query in ("q=%EF%BF%BD", "q=%E8%A6%8F", "q=%25%30%30", "q=100%", "%zz=%"):
        assert Client().get(f"/search/?{query}", headers={"cookie": "x=%00; y=\xe8\xa6\x8f"}).status_code in (200, 302)
    assert Client().get("/rule/%2500/").status_code == 404


def bodies(description: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each address of the API that takes a body, with an example of it."""
    shapes = description["components"]["schemas"]
    for path, verbs in description["paths"].items():
        content = verbs.get("post", {}).get("requestBody", {}).get("content", {}).get("application/json")
        if content:
            shape = content["schema"]
            shape = shapes[shape["$ref"].rpartition("/")[2]] if "$ref" in shape else shape
            yield path, shape.get("example", {"text": "See 201.2.", "citations": ["201.2"]})


@pytest.mark.slow
def test_in_every_body_of_the_api(facts: dict[str, str]) -> None:
    client = somebody(ANONYMOUS)
    secret = make_token(User.objects.get(username=ADA), "typed", "write", 30).secret
    broken, sent = [], 0
    for path, example in bodies(client.get("/api/v1/schema/?format=json").json()):
        for part, typed in ((part, typed) for part in example for typed in NO_TEXT):
            old = example[part]
            body = json.dumps(example | {part: [typed] if isinstance(old, list) else typed})
            with rolled_back():
                answer = client.post(
                    re.sub(r"{(\w+)}", lambda part: {"language": "fr", "rule": "201.2"}.get(part[1], "1"), path),
                    body,
                    content_type="application/json",
                    headers={"authorization": f"Bearer {secret}"},
                )
            sent += 1
            if answer.status_code >= 500:
                broken.append((path, body))
    assert sent > 100
    assert not broken, broken


@pytest.mark.slow
@pytest.mark.parametrize("typed", NO_TEXT)
@pytest.mark.parametrize("path", ["/study/sync/", "/study/take-over/"])
def test_in_what_pages_send_as_data(facts: dict[str, str], path: str, typed: str) -> None:
    one = {"key": typed, "question": typed, "how": typed, "grade": 3, "at": typed, "text": typed, typed: typed}
    whole = {"grades": [one], "undone": [typed], "aside": [one], "decks": [typed], "account": typed, typed: one}
    for sent in (whole, {**whole, "grades": [one | {"question": facts["question"]}]}, [typed], typed):
        for account in ({}, {"account": str(User.objects.get(username=ADA).pk)}):
            body = json.dumps(sent | account if isinstance(sent, dict) else sent)
            answer = somebody(ADA).post(path, body, content_type="application/json")
            assert answer.status_code < 500, body
    # A form is none of it.
    assert somebody(ADA).post(path, {"grades": typed.replace("\ud800", "")}).status_code == 400


def test_in_the_names_and_the_contents_of_files(facts: dict[str, str]) -> None:
    client = somebody(ADA)
    for path in ("/study/decks/make/", "/curate/import/", "/curate/fr/exchange/", "/curate/questions/exchange/"):
        for name, content in (
            ("a\0b.txt", b"\0\xed\xa0\x80\t\0\n"),
            ("a\0.json", b'["\\u0000\\ud800"]'),
            ("\0.csv", b"\0,\0"),
        ):
            answer = client.post(path, {"file": SimpleUploadedFile(name, content), "name": "x\0", "do": "file\0"})
            assert answer.status_code < 500, (path, name)


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize("encoding", ["zlib", "unicode_escape", "utf-7", "idna", "hex"])
def test_by_an_encoding_that_is_none_of_texts(encoding: str) -> None:
    client = Client(raise_request_exception=False)
    for path in ("/search/", "/cards/", "/api/v1/search/"):
        answer = client.get(f"{path}?q=%5Cud800+2AA-", content_type=f"text/plain; charset={encoding}")
        assert answer.status_code in (200, 302, 400), path
    sent = b'--x\r\nContent-Disposition: form-data; name="text"\r\n\r\n\\ud800+2AA-\r\n--x--\r\n'
    answer = client.generic("POST", "/cite/", sent, f"multipart/form-data; boundary=x; charset={encoding}")
    assert answer.status_code == 400
