"""Null bytes and halves of characters in whatever is sent: to every address, in every field, by anybody."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from pytest_django import DjangoDbBlocker

from config.typed import TypedText
from rulesbase.accounts.api_tokens import make_token
from rulesbase.models import ReadingItem, RuleNote, User
from tests.access.library import ADA, fill
from tests.access.places import CURATOR, NOBODY, known, places
from tests.databases import Databases, borrowed, rolled_back
from tests.make import make_user
from tests.security.addresses import addresses
from tests.security.doors import ENDING
from tests.security.typing_all import broken_by_fields, broken_by_forms, forms_in

pytestmark = pytest.mark.postgres

# What an id is of, by what stands before it in the address.
KINDS = {
    "/account/watches/mails/": ("digest",),
    "/curate/fr/": ("rule",),
    "/curate/questions/": ("written",),
    "/rule/": ("rule",),
    "/study/decks/": ("own_deck", "deck"),
    "/study/lists/": ("list",),
    "/study/notes/": ("note",),
    "/study/questions/": ("question",),
}
NO_TEXT = ("\0", "a\0", "\ud800", "a\ud800")


@pytest.fixture
def facts(databases: Databases, django_db_blocker: DjangoDbBlocker) -> Iterator[dict[str, str]]:
    """Lend a database in which every page has something to show, and say what stands where in it."""
    with django_db_blocker.unblock():
        name = databases.own("reachable", fill)
        with borrowed(name):
            # Ada sees all of the admin too.
            User.objects.filter(username=ADA).update(is_superuser=True)
            yield known()


def somebody(by: str) -> Client:
    """The browser of somebody; errors come as answers."""
    client = Client(raise_request_exception=False)
    if by:
        client.force_login(User.objects.get(username=by))
        # Noted now, the session is not noted anew with each request that is undone.
        client.get("/")
    return client


def paths_of(facts: dict[str, str]) -> list[str]:
    """Every address, with things that are there: ids are of what stands before them."""
    item = ReadingItem.objects.filter(of__public_id=facts["list"])[0]
    shared = {"a": facts["earlier"], "b": facts["date"], "slug": "wick-wax", "number": "201.2", "place": "201.2"}
    shared |= {"question": facts["own_card"], "item_id": item.public_id, "pk": "1", "key": facts["upload"]}
    found = []
    for one in addresses(False, **facts | shared | {"public_id": "{id}"}):
        before, braces, _behind = one.path.partition("{id}")
        kinds = KINDS[before] if braces else ("date",)
        found += [one.path.format(id=facts[kind]) for kind in kinds if one.name not in ENDING]
    found += [one.path for one in addresses(True) if one.name != "logout"]
    return list(dict.fromkeys(found))


@pytest.mark.slow
@pytest.mark.parametrize("by", [NOBODY, CURATOR])
@pytest.mark.parametrize("verb", ["get", "post"])
def test_in_every_field_that_an_address_looks_for(facts: dict[str, str], by: str, verb: str) -> None:
    client = somebody(by)
    secret = make_token(User.objects.get(username=by), "typed", "write", 30).secret if by else ""
    headers = {"authorization": f"Bearer {secret}"} if secret else {}
    paths = paths_of(facts)
    assert len(paths) > 200
    broken = [
        one
        for path in paths
        for one in broken_by_fields(client, verb, path, headers if path.startswith("/api/") else {})
    ]
    assert not broken, broken


@pytest.mark.slow
@pytest.mark.parametrize("by", [NOBODY, CURATOR])
def test_in_every_form_that_stands_in_a_page(facts: dict[str, str], by: str) -> None:
    client = somebody(by)
    forms = {
        form
        for place in places(facts)
        if place.by == by and (answer := client.get(place.address)).status_code == 200
        for form in forms_in(place.address, answer.content)
        if not form.address.endswith(("/sign-out/", "/end/"))
    }
    assert len(forms) > (100 if by else 10)
    assert broken_by_forms(client, sorted(forms)) == []


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
    client = somebody(NOBODY)
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
@pytest.mark.parametrize("path", ["/", "/search/?q=a", "/study/", "/account/"])
def test_in_cookies(path: str) -> None:
    names = (settings.SESSION_COOKIE_NAME, settings.THEME_COOKIE_NAME, settings.MESSAGES_COOKIE_NAME, "csrftoken", "x")
    # As cookies write it; a browser would take it back to a null byte as well.
    given = "; ".join(f'{name}="a\\000"' for name in names)
    for verb in ("GET", "POST"):
        answer = Client(raise_request_exception=False).generic(verb, path, headers={"cookie": given})
        assert answer.status_code < 500


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


@pytest.mark.usefixtures("sample")
def test_nothing_goes_without_a_sign() -> None:
    """What is no text is read as U+FFFD, in names of fields too; what else was typed stays."""
    client = Client()
    client.force_login(make_user("jane", "curators"))
    assert 'value="two\ufffd words"' in client.get("/search/?q=two%00+words").content.decode()
    assert b'value="two' not in client.get("/search/?q%00=two+words").content
    note = {"at": "201.1", "lang": "en", "note": "Ask\0 this."}
    assert client.post("/study/notes/add/", note).status_code == 302
    assert RuleNote.objects.get().note == "Ask\ufffd this."


def test_too_many_fields_leave_no_address_unread() -> None:
    def page(request: HttpRequest) -> HttpResponse:
        return HttpResponse(request.path + request.path_info)

    crowd = "&".join(f"f{at}" for at in range(settings.DATA_UPLOAD_MAX_NUMBER_FIELDS or 0))
    answer = TypedText(page)(RequestFactory().get(f"/rule/%00/?{crowd}&more"))
    assert isinstance(answer, HttpResponse)
    assert answer.content.decode() == "/rule/\ufffd/" * 2
