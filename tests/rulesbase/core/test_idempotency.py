"""Answers stored for repetitions: a limit for each account; those needed least are deleted first."""

import pytest

from rulesbase.accounts.api_tokens import make_token
from rulesbase.core import idempotency
from rulesbase.core.idempotency import StoredResponse, run_once
from rulesbase.models import ApiToken, SentOnce
from tests.support.make import make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def token() -> ApiToken:
    return make_token(make_user("tess"), "bot", "write", 30).token


@pytest.fixture(autouse=True)
def each_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Letters are counted with each answer."""
    monkeypatch.setattr(idempotency, "_EVERY", 1)


def send(token: ApiToken, key: str, status: int = 200, letters: int = 10) -> StoredResponse:
    return run_once(token, key, "the same", lambda: StoredResponse(status, {"text": "x" * letters}))


def stored() -> list[str]:
    return list(SentOnce.objects.order_by("pk").values_list("key", flat=True))


def test_refusals_go_first_then_the_oldest(token: ApiToken, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idempotency, "MOST_ANSWERS", 10)
    other = make_token(token.user, "second", "write", 30).token
    for at in range(10):
        send(token if at % 2 else other, str(at), 409 if at == 3 else 200)
    assert stored() == [str(at) for at in range(10)]
    send(token, "10")
    # One more than has to, whichever token it was.
    assert stored() == ["1", "2", "4", "5", "6", "7", "8", "9", "10"]
    assert send(token, "9").again
    assert not send(token, "3").again


def test_letters_count_too(token: ApiToken, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idempotency, "MOST_LETTERS", 10_000)
    for at in range(50):
        send(token, str(at), 409 if at % 2 else 200, 1_000)
    assert len(stored()) < 10
    assert stored()[-1] == "49"
    # The newest answer stays, however long it is, and is sent again.
    send(token, "long", 200, 50_000)
    assert stored() == ["long"]
    found = send(token, "long", 200, 1)
    assert (found.again, len(found.body["text"])) == (True, 50_000)


def test_others_keep_theirs(token: ApiToken, monkeypatch: pytest.MonkeyPatch) -> None:
    other = make_token(make_user("rene"), "bot", "write", 30).token
    send(other, "theirs", 409)
    monkeypatch.setattr(idempotency, "MOST_ANSWERS", 2)
    for at in range(5):
        send(token, str(at))
    assert send(other, "theirs", 409).again
