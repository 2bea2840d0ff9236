"""Bad input: the right status, a problem that says what to do, never a fault of the server."""

import json
from itertools import product
from typing import Any
from urllib.parse import quote

import pytest
from django.http import QueryDict
from django.test import Client

from rulesbase.models import TermEntry
from tests.rulesbase.desk.programs import Program
from tests.support.make import make_user

pytestmark = pytest.mark.usefixtures("library")
HOSTILE = [
    "' OR 1=1 --",
    '"',
    "'",
    "\\",
    "%",
    "_",
    "*",
    "NEAR(a b)",
    'a" AND "b',
    "-x",
    "(((",
    "<script>",
    "\u202e\u0301" * 20,
    "x" * 10_000,
    "\0",
    "a\0b",
    "😀" * 50,
    "../../etc",
]
FIELDS = [
    "card/fuzzy?name=",
    "cards/?q=",
    "cards/?type=",
    "cards/?set=",
    "rulings/?q=",
    "rulings/?number=",
    "rules/?number=",
    "versions/latest/entries/?below=",
    "citations/?cite=",
    "names/?question=same&card=Fire&card=",
    "names/?question=choose&card=Fire&with=",
    "versions/?language=",
    "versions/?cursor=",
    "versions/?fields=",
    "versions/?since=",
    "search/?q=",
    "search/through/?q=",
]


def problem(response: Any) -> dict[str, Any]:
    """The problem that was answered; fails where it is none."""
    assert response.headers["Content-Type"] == "application/problem+json"
    answer: dict[str, Any] = json.loads(response.content)
    assert answer["status"] == response.status_code
    assert answer["title"]
    assert answer["detail"]
    assert answer["type"].startswith("/api/v1/docs/#problem-")
    return answer


@pytest.mark.slow
def test_hostile_words_do_no_harm(client: Client) -> None:
    for field, text in product(FIELDS, HOSTILE):
        response = client.get(f"/api/v1/{field}{quote(text)}")
        assert response.status_code in (200, 400, 404), text
        if "\x00" in text:
            # Refused before any view reads it, as a problem all the same.
            assert (response.status_code, response.headers["Content-Type"]) == (400, "application/problem+json")
        elif response.status_code != 200:
            problem(response)


PARAMETERS = [
    ("versions/?limit=1000000", "limit", "1 to 200"),
    ("versions/?limit=0", "limit", "1 to 200"),
    ("versions/?limit=1&limit=2", "limit", "twice"),
    ("versions/?fields=version,nonsense", "fields", "editions"),
    ("versions/?page=2", "page", "cursor"),
    ("versions/?since=2020-02-30", "since", "YYYY-MM-DD"),
    ("versions/?sample=yes", "sample", "true or false"),
    ("versions/?cursor=abc", "cursor", "Start without a cursor"),
    ("versions/latest/entries/?kind=verse", "kind", "subrule"),
    ("citations/", "cite", "required"),
    ("citations/?" + "&cite=1" * 51, "cite", "at most 50"),
]


def test_a_parameter_that_cannot_be_used_is_named(client: Client) -> None:
    for address, parameter, says in PARAMETERS:
        answer = problem(client.get(f"/api/v1/{address}"))
        assert (answer["status"], answer["parameter"]) == (400, parameter), address
        assert says in answer["detail"]


def test_a_cursor_is_good_at_its_own_address_only(client: Client) -> None:
    following = client.get("/api/v1/versions/?limit=1").json()["next"]
    cursor = QueryDict(following.partition("?")[2])["cursor"]
    assert client.get(f"/api/v1/versions/?limit=1&cursor={cursor}").status_code == 200
    assert client.get(f"/api/v1/editions/?cursor={cursor}").status_code == 400


def test_a_cursor_of_before_is_answered_with_begin_again(client: Client) -> None:
    # As they were made until 2026: a list in base64, and a signature.
    old = "WyIyMDExLTA5LTMwIl0:2hLr3cP8v1yBq5XW7kzQy0a1b2c3d4e5f6g7h8i9j0k"
    answer = problem(client.get(f"/api/v1/versions/?limit=2&cursor={old}"))
    assert (answer["status"], answer["parameter"], answer["type"]) == (
        400,
        "cursor",
        "/api/v1/docs/#problem-no-such-page",
    )
    assert "Start without a cursor" in answer["detail"]


def test_a_cursor_behind_the_longest_term_is_taken() -> None:
    jane = make_user("jane", "curators")
    for term in ("😀" * 200, "😁" * 200, "😂" * 200):
        TermEntry.objects.create(
            language="fr", term=term, translation="x", status="suggested", origin="curator", revision=1, author=jane
        )
    program = Program("jane")
    seen, path = [], "terms/fr/?limit=1"
    while path:
        got = program.get(path).data
        seen += [one["term"][0] for one in got["results"]]
        path = (got["next"] or "").partition("/api/v1/desk/")[2]
    assert seen == ["😀", "😁", "😂"]


MISSING = [
    ("nowhere/", "/api/v1/"),
    ("versions/1066/", "1999"),
    ("versions/1998-01-01/", "1999"),
    ("versions/tomorrow/", "2011-09-30"),
    ("versions/latest/entries/999.9/", "999.9"),
    ("versions/latest/entries/?lang=xx", "Editions of this version: en"),
    ("versions/latest/tree/?root=999", "999"),
    ("changes/1990/2020/", "1999"),
    ("citations/hello/", "202.3@2006-05-01"),
    ("rules/zzzzzzzz/", "zzzzzzzz"),
    ("cards/lightning-bolts/", "fuzzy"),
    ("names/?question=same&card=Fire", "two"),
    ("search/?q=a&lang=xx", "Editions of this version: en"),
]


def test_a_404_says_where_to_go(client: Client) -> None:
    for address, says in MISSING:
        answer = problem(client.get(f"/api/v1/{address}"))
        assert answer["status"] == 404
        assert says in answer["detail"]


BODIES = [
    (b" ", "application/json", 400),
    (b"[]", "application/json", 400),
    (b"{", "application/json", 400),
    (b"\xff\xfe", "application/json", 400),
    (b"[" * 100_000, "application/json", 400),
    (b'{"citations": []}', "application/json", 400),
    (b'{"citations": [1]}', "application/json", 400),
    # Half a character, which an answer could not repeat.
    (b'{"citations": ["\\ud800"]}', "application/json", 400),
    (b'{"\\ud800": 1}', "application/json", 400),
    (b'{"citations": ["1"], "to": ' + b"9" * 5000 + b"}", "application/json", 400),
    (b'{"citations": ["1"], "more": 1}', "application/json", 400),
    (b'{"citations": ["1"], "to": "soon"}', "application/json", 400),
    (b'{"citations": ["1"], "to": "1066"}', "application/json", 404),
    (json.dumps({"citations": ["202.3@2006"] * 5000}).encode(), "application/json", 400),
    (json.dumps({"citations": ["x" * 201]}).encode(), "application/json", 400),
    (json.dumps({"citations": ["x" * 300_000]}).encode(), "application/json", 413),
    (b"cite=1", "application/x-www-form-urlencoded", 415),
]


def test_a_body_that_cannot_be_used(client: Client) -> None:
    for body, kind, status in BODIES:
        assert problem(client.post("/api/v1/citations/", body, content_type=kind))["status"] == status, body[:60]


def test_nothing_can_be_written(client: Client) -> None:
    for method in (client.post, client.put, client.patch, client.delete):
        response = method("/api/v1/versions/latest/?fields=name")
        assert response.headers["Allow"] == "GET, HEAD, OPTIONS"
        assert problem(response)["status"] == 405
