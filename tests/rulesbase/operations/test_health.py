"""/healthz and /readyz, numbers of requests, lines of the log."""

import io
import json
import logging
import re

import pytest
from django.core.cache import cache
from django.db import OperationalError, connection
from django.test import Client

from rulesbase.core.logging import JsonLines, WithRequest, request_id
from rulesbase.operations import health

pytestmark = pytest.mark.postgres


def test_alive_without_database(client: Client) -> None:
    """No mark of a database: a query would fail this test."""
    answer = client.get("/healthz", headers={"host": "10.0.0.7"})
    assert (answer.status_code, answer.content) == (200, b"alive\n")
    assert answer.headers["Cache-Control"] == "no-store"
    assert client.head("/healthz").content == b""
    assert client.post("/healthz").status_code == 405


@pytest.mark.django_db
def test_ready_with_database_migrations_and_cache(client: Client) -> None:
    answer = client.get("/readyz", headers={"host": "10.0.0.7"})
    assert answer.json() == {
        "ready": True, "maintenance": False, "database": "ok", "migrations": "ok", "cache": "ok",
    }  # fmt: skip
    assert answer.status_code == 200


@pytest.mark.django_db
def test_not_ready_without_database(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It says what is wrong, in words of its own: what a driver says may name accounts."""

    def gone(*_: object, **__: object) -> None:
        raise OperationalError('password authentication failed for user "rules" at db.example.org')

    monkeypatch.setattr(connection, "cursor", gone)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["database"] == "the database does not answer"
    assert not answer.json()["ready"]
    assert b"example" not in answer.content
    assert caplog.records == []


@pytest.mark.django_db
def test_not_ready_before_the_migrations(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_migrated", set())
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE name = '0017_tokens'")
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["migrations"] == "1 migration is not applied: run manage.py migrate"


@pytest.mark.django_db
def test_not_ready_without_cache(client: Client, monkeypatch: pytest.MonkeyPatch, caching: None) -> None:
    def gone(*_: object, **__: object) -> None:
        raise ConnectionError("redis://:secret@cache:6379")

    monkeypatch.setattr(type(cache._connections["default"]), "set", gone)  # type: ignore[attr-defined]
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["cache"] == "the cache does not answer"


@pytest.mark.parametrize("given", ["", "short", "a" * 65, "abcd 1234", "abcdefgh\x0b", "<script>1", "-abcdefgh"])
def test_another_is_made_anew(client: Client, given: str) -> None:
    first, second = (client.get("/healthz", headers={"x-request-id": given}) for _ in range(2))
    assert re.fullmatch(r"[0-9a-f]{16}", first.headers["X-Request-ID"])
    assert first.headers["X-Request-ID"] != second.headers["X-Request-ID"]


def test_a_line_of_the_log_is_one_object() -> None:
    stream = io.StringIO()
    handler, logger = logging.StreamHandler(stream), logging.Logger("some.where")
    handler.setFormatter(JsonLines())
    handler.addFilter(WithRequest())
    logger.addHandler(handler)
    token = request_id.set("abcd-1234")
    try:
        raise ValueError("two\nlines")
    except ValueError:
        logger.exception("What %s\nsaid", "somebody")
    request_id.reset(token)
    logger.warning("outside")
    first, second = map(json.loads, stream.getvalue().splitlines())
    assert first["message"] == "What somebody\nsaid"
    assert (first["level"], first["logger"], first["request_id"]) == ("error", "some.where", "abcd-1234")
    assert "ValueError: two" in first["error"]
    assert second["request_id"] == "-"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:]+\.\d{3}\+00:00", second["time"])
