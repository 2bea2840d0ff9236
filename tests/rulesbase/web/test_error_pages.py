"""Pages of errors: in the house's look, in the language of the address, with the number to cite."""

import pytest
from django.conf import LazySettings
from django.test import Client, RequestFactory

from rulesbase.web import error_pages

pytestmark = pytest.mark.urls("tests.rulesbase.web.breaking")
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
def test_a_missing_page_has_its_request_id(address: str) -> None:
    answer = visitor().get(address)
    assert answer.status_code == 404
    assert b"<code>abcd-1234</code>" in answer.content


@pytest.mark.django_db
@pytest.mark.parametrize("prefix", WORDS)
def test_an_address_that_only_takes_forms(prefix: str) -> None:
    answer = visitor().get(f"{prefix}/account/sign-out/")
    assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")
    page = answer.content.decode()
    assert f'<html lang="{WORDS[prefix]}"' in page
    assert f'href="{prefix}/"' in page
    assert "<code>abcd-1234</code>" in page
    assert answer.headers["Cache-Control"] == "no-store"
    assert visitor().head(f"{prefix}/account/sign-out/").content == b""


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

    monkeypatch.setattr(error_pages, "get_template", missing)
    answer = error_pages.server_error(RequestFactory().get("/"))
    assert answer.status_code == 500
    assert b"<h1>Server error</h1>" in answer.content
    assert "The page of an error broke" in caplog.text


UNSURE = "We do not know whether your changes were saved."
UNCHANGED = "Your data were not changed"


@pytest.mark.parametrize("prefix", ["", "/api"])
@pytest.mark.parametrize(
    ("kind", "verb", "message"),
    [
        ("cut", "post", UNSURE),
        ("unreachable", "post", UNSURE),
        ("cut", "get", UNCHANGED),
        # The database is there, and took nothing.
        ("locked", "post", UNCHANGED),
        ("read-only", "post", UNCHANGED),
    ],
)
def test_what_was_sent_as_the_database_went_may_be_stored(prefix: str, kind: str, verb: str, message: str) -> None:
    answer = getattr(visitor(), verb)(f"{prefix}/broken/{kind}/")
    assert answer.status_code == 503
    page = answer.content.decode()
    assert message in page
    assert (UNSURE in page) != (UNCHANGED in page)


@pytest.mark.parametrize("kind", ["full", "quota", "unwritable", "folder"])
def test_no_room_for_a_file_is_reported_in_words_and_in_one_line(kind: str, caplog: pytest.LogCaptureFixture) -> None:
    answer = visitor().post(f"/broken/{kind}/")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "300"
    assert "The server cannot save anything at the moment" in answer.content.decode()
    assert UNCHANGED not in answer.content.decode()
    [record] = caplog.records
    assert record.getMessage().startswith(f"POST /broken/{kind}/ was refused: ")
    assert record.exc_info is None
    assert visitor().post(f"/api/broken/{kind}/").json()["detail"].startswith("The server cannot save")


def test_a_missing_page_has_its_styles_in_development(client: Client, settings: LazySettings) -> None:
    settings.DEBUG = True
    policy = client.get("/nowhere/").headers.get("Content-Security-Policy", "")
    assert "default-src 'none'" not in policy or "style-src" in policy
