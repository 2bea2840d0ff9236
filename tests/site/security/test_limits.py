"""How often anybody may try, ask and send: each limit, who it leaves alone, and what is shown."""

import time

import pytest
from django.conf import LazySettings
from django.core.cache import caches
from django.test import Client

from rulesbase.citations.views import MOST_CITED
from rulesbase.imports.uploads import CannotUpload, store_upload
from rulesbase.models import User
from rulesbase.web.rate_limits.limits import RateLimit, visits_left
from tests.support.make import PASSWORD, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
HERE, ELSEWHERE = "203.0.113.5", "203.0.113.6"
SIGN_IN = "/account/sign-in/"


@pytest.fixture(autouse=True)
def counted(settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counts in the memory of this process, at one moment."""
    memory = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "limits"}
    settings.CACHES = settings.CACHES | {"counts": memory}
    caches["counts"].clear()
    monkeypatch.setattr(time, "time", lambda: 1_000_000_000.0)


def sign_in(name: str, place: str, password: str = "wrong") -> int:
    return Client().post(SIGN_IN, {"username": name, "password": password}, REMOTE_ADDR=place).status_code


def test_an_account_is_not_tried_from_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulesbase.backends.SIGN_INS_OF_ACCOUNT", RateLimit("a", 6))
    make_user("jane", email="jane@rules.example")
    names = ["jane", "jane@rules.example"] * 3
    assert [sign_in(name, f"198.51.100.{at}") for at, name in enumerate(names)] == [200] * 6
    refused = Client().post(SIGN_IN, {"username": "jane", "password": PASSWORD}, REMOTE_ADDR="198.51.100.99")
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) <= 3600
    assert sign_in("john", "198.51.100.99") == 200


def test_a_network_of_ipv6_is_one_place_for_wrong_passwords() -> None:
    make_user("jane")
    assert [sign_in("jane", f"2001:db8:0:1::{at}") for at in range(6)][-1] == 429
    assert sign_in("jane", "2001:db8:0:2::1", PASSWORD) == 302


def test_a_new_password_ends_that_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulesbase.backends.SIGN_INS_OF_ACCOUNT", RateLimit("a", 2))
    user = make_user("jane")
    assert [sign_in("jane", f"198.51.100.{at}") for at in range(3)] == [200, 200, 429]
    user.set_password("a quite new battery")
    user.save()
    assert sign_in("jane", HERE, "a quite new battery") == 302


def test_a_place_does_not_try_all_accounts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulesbase.backends.SIGN_INS_FROM_PLACE", RateLimit("p", 4))
    make_user("jane")
    assert [sign_in(f"missing{at}", HERE) for at in range(5)] == [200] * 4 + [429]
    assert sign_in("jane", HERE, PASSWORD) == 429
    assert sign_in("jane", ELSEWHERE, PASSWORD) == 302


def test_pages_that_cost_much(settings: LazySettings, client: Client) -> None:
    settings.PAGE_RATE = 3
    asked = ["/search/?q=a", "/fr/search/?q=b", "/ja/compare/", "/names/"]
    statuses = [client.get(path, REMOTE_ADDR=HERE).status_code for path in asked]
    assert statuses == [200, 200, 200, 429]
    refused = client.get("/fr/names/suggest/?q=a", REMOTE_ADDR=HERE)
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "21")
    assert client.head("/names/", REMOTE_ADDR=HERE).content == b""
    assert b'<html lang="fr"' in refused.content
    # It is made outside the middleware of pages, and may load its styles all the same.
    assert "style-src 'self'" in refused.headers["Content-Security-Policy"]
    assert client.get("/help/marks/", REMOTE_ADDR=HERE).status_code == 200
    assert client.get("/search/?q=a", REMOTE_ADDR=ELSEWHERE).status_code == 200


def test_pages_of_documents_that_cost_much(settings: LazySettings, client: Client) -> None:
    settings.PAGE_RATE = 3
    asked = ["/documents/mtr/search/?q=a", "/fr/documents/ipg/compare/", "/documents/?q=b", "/documents/mtr/cite/"]
    statuses = [client.get(path, REMOTE_ADDR=HERE).status_code for path in asked]
    assert statuses[3] == 429
    assert 429 not in statuses[:3]
    assert client.get("/documents/mtr/latest/", REMOTE_ADDR=HERE).status_code != 429


def test_a_text_has_so_many_citations(client: Client) -> None:
    answer = client.post("/cite/", {"text": "100.1a " * (MOST_CITED + 1)}, REMOTE_ADDR=HERE)
    assert answer.status_code == 422
    assert "This request is too large." in answer.content.decode()


@pytest.mark.parametrize("path", ["/feeds/versions/", "/fr/study/decks/nothing1/anki.txt"])
def test_what_is_made_anew_for_each_visit_counts(settings: LazySettings, client: Client, path: str) -> None:
    """Another query string each time gets no cached page."""
    settings.PAGE_RATE = 1
    statuses = [client.get(f"{path}?{at}", REMOTE_ADDR=HERE).status_code == 429 for at in range(3)]
    assert statuses == [False, True, True]


def test_a_long_text_counts_as_many_visits(settings: LazySettings, client: Client) -> None:
    """What anybody pastes takes as long as it has numbers."""
    settings.PAGE_RATE = 20
    texts = ["100.1a ", *["100.1a " * 5000] * 3, ""]
    statuses = [client.post("/cite/", {"text": text}, REMOTE_ADDR=HERE).status_code for text in texts]
    assert [status == 429 for status in statuses] == [False, False, False, True, True]


def test_it_is_counted_at_once(monkeypatch: pytest.MonkeyPatch, client: Client) -> None:
    """By weight, and not by asking the cache again and again."""
    asked: list[int] = []

    def count(name: str, most: int, seconds: int, more: int = 1) -> int:
        asked.append(more)
        return most - more

    monkeypatch.setattr("rulesbase.web.rate_limits.limits.visits_left", count)
    client.post("/cite/", {"text": "100.1a " * 50000}, REMOTE_ADDR=HERE)
    assert asked == [20]
    monkeypatch.undo()
    assert [visits_left("somebody", 30, 60, more) for more in (20, 3, 1)] == [10, 7, 6]


def test_each_worker_allows_its_share(settings: LazySettings) -> None:
    settings.WORKERS = 3
    assert [visits_left("somebody", 7, 60) for _ in range(3)] == [1, 0, -1]
    assert [visits_left("somebody else", 2, 60) for _ in range(2)] == [0, -1]


def test_clients_on_this_machine_are_not_limited(settings: LazySettings, client: Client) -> None:
    settings.PAGE_RATE = 1
    assert {client.get("/search/?q=a", REMOTE_ADDR="127.0.0.1").status_code for _ in range(4)} == {200}


def test_behind_a_proxy_it_is_the_visitor_who_is_counted(settings: LazySettings, client: Client) -> None:
    settings.PAGE_RATE, settings.TRUSTED_PROXIES = 1, ["127.0.0.1"]
    headers = {"x-forwarded-for": f"{ELSEWHERE}, {HERE}"}
    tries = [client.get("/compare/", headers=headers, REMOTE_ADDR="127.0.0.1").status_code for _ in range(2)]
    assert tries == [200, 429]
    assert client.get("/compare/", headers={"x-forwarded-for": ELSEWHERE}, REMOTE_ADDR="127.0.0.1").status_code == 200


def test_files_of_one_person(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulesbase.imports.uploads.UPLOADS", RateLimit("u", 2))
    jane, john = make_user("jane"), make_user("john")

    def send(user: User) -> None:
        store_upload(user, b"100. General", "a.txt")

    send(jane)
    send(jane)
    with pytest.raises(CannotUpload, match="too many files"):
        send(jane)
    send(john)
