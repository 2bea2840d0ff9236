"""What is sent is weighed before it is read, and who sends it is asked before that."""

import io
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest

from rulesbase.accounts.api_tokens import make_token
from tests.support.make import make_user, signed_in

pytestmark = pytest.mark.usefixtures("sample")
HUGE = 40 * 1024 * 1024


class Unread(io.BytesIO):
    """A body that counts its reads."""

    taken = 0

    def read(self, size: int | None = -1, /) -> bytes:
        self.taken += 1
        return b""


def send(path: str, weight: int | str, cookies: str = "", **more: str) -> tuple[int, int]:
    """The status of a POST that says how heavy it is, and how often somebody read of it."""
    body = Unread()
    environ: dict[str, Any] = {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": path,
        "SERVER_NAME": "testserver",
        "SERVER_PORT": "80",
        "CONTENT_LENGTH": str(weight),
        "CONTENT_TYPE": "multipart/form-data; boundary=x",
        "HTTP_COOKIE": cookies,
        "wsgi.input": body,
        **more,
    }
    return WSGIHandler().get_response(WSGIRequest(environ)).status_code, body.taken


def cookies_of(role: str) -> str:
    client = signed_in(make_user(f"of-{role}", role))
    return "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())


@pytest.mark.parametrize(
    "path", ["/account/sign-in/", "/account/sign-up/", "/study/sync/", "/account/unsubscribe/x/", "/nothing/"]
)
def test_forms_above_the_limit_are_not_read(path: str) -> None:
    status, taken = send(path, 3_000_000)
    assert status == (404 if path == "/nothing/" else 413)
    assert taken == 0


def test_zeros_before_a_length_hide_nothing() -> None:
    assert send("/account/sign-in/", "0" * 18 + "3000000") == (413, 0)
    # Of a text to import something is read and dropped, for a browser that still sends.
    assert send("/curate/import/", "0" * 18 + str(HUGE), cookies_of("curators"))[0] == 413


@pytest.mark.parametrize(
    "path",
    [
        "/curate/import/",
        "/curate/fr/exchange/",
        "/curate/questions/exchange/",
        "/study/decks/make/",
        "/curate/fr/bulk/",
    ],
)
def test_strangers_send_no_files(path: str) -> None:
    """Not even within the limit: the form is not read before it is known who sends it."""
    assert send(path, 1_000_000)[1] == 0


@pytest.mark.parametrize("path", ["/curate/import/", "/curate/fr/exchange/", "/curate/questions/exchange/"])
def test_nor_do_people_without_the_right(path: str) -> None:
    assert send(path, 1_000_000, cookies_of("readers")) == (403, 0)


def test_the_api_checks_the_right_before_it_reads() -> None:
    """A body of 40 MB is what an import may bring; a translator may bring none."""
    secret = make_token(make_user("jane", "translators-fr"), "x", "write", 30).secret
    more = {"CONTENT_TYPE": "application/json", "HTTP_AUTHORIZATION": f"Bearer {secret}"}
    assert send("/api/v1/desk/imports/", HUGE, **more) == (403, 0)
    assert send("/api/v1/desk/imports/", HUGE, CONTENT_TYPE="application/json") == (401, 0)
    secret = make_token(make_user("john", "editors-fr"), "x", "write", 30).secret
    status, taken = send("/api/v1/desk/imports/", HUGE, **more | {"HTTP_AUTHORIZATION": f"Bearer {secret}"})
    assert (status, taken > 0) == (400, True)


def test_bodies_of_the_api_are_weighed_too() -> None:
    secret = make_token(make_user("jane", "editors-fr"), "x", "write", 30).secret
    more = {"CONTENT_TYPE": "application/json", "HTTP_AUTHORIZATION": f"Bearer {secret}"}
    assert send("/api/v1/desk/imports/", 2 * HUGE, **more) == (413, 0)
