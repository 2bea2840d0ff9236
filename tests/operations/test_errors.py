"""Pages of errors: in the house's look, in the language of the address, with the number to cite."""

import pytest
from django.test import Client, RequestFactory

from config import errors

pytestmark = pytest.mark.urls("tests.operations.breaking")
WORDS = {"": "en", "/fr": "fr", "/ja": "ja"}


def visitor() -> Client:
    return Client(raise_request_exception=False, headers={"x-request-id": "abcd-1234"})


@pytest.mark.parametrize("prefix", WORDS)
@pytest.mark.parametrize(("kind", "status"), [("program", 500), ("database", 503)])
def test_something_broke(prefix: str, kind: str, status: int) -> None:
    """No mark of a database: the page of the error asks nothing."""
    answer = visitor().get(f"{prefix}/broken/{kind}/")
    assert answer.status_code == status
    page = answer.content.decode()
    assert f'<html lang="{WORDS[prefix]}"' in page
    assert "<code>abcd-1234</code>" in page
    assert 'class="masthead"' in page
    assert answer.headers["X-Request-ID"] == "abcd-1234"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers.get("Retry-After") == ("30" if status == 503 else None)


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/nothing/", "/fr/nothing/", "/ja/nothing/"])
def test_not_found(address: str) -> None:
    answer = visitor().get(address)
    assert answer.status_code == 404
    assert b"<code>abcd-1234</code>" in answer.content


def test_what_cannot_be_read(settings: object) -> None:
    setattr(settings, "ALLOWED_HOSTS", ["rules.example.org"])  # noqa: B010
    answer = visitor().get("/fr/help/marks/", headers={"host": "evil.example.org"})
    assert answer.status_code == 400
    page = answer.content.decode()
    assert '<html lang="fr"' in page
    assert "<code>abcd-1234</code>" in page
    assert "evil" not in page


@pytest.mark.parametrize(("kind", "status"), [("program", 500), ("database", 503)])
def test_programs_get_a_problem(kind: str, status: int) -> None:
    answer = visitor().get(f"/api/broken/{kind}/")
    assert answer.status_code == status
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.json()["status"] == status
    assert answer.json()["request_id"] == "abcd-1234"


def test_even_without_its_style_sheets(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    def missing(name: str) -> None:
        raise ValueError("Missing staticfiles manifest entry")

    monkeypatch.setattr(errors, "get_template", missing)
    answer = errors.server_error(RequestFactory().get("/"))
    assert answer.status_code == 500
    assert b"<h1>Something broke</h1>" in answer.content
    assert "The page of an error broke" in caplog.text
