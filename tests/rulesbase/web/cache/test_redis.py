"""The cache that all machines share: what comes back from it, and how pages do without it."""

import logging
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest
from django.conf import LazySettings
from django.core.cache import cache
from django.test import Client
from fakeredis import TcpFakeServer
from pytest_django import DjangoDbBlocker

from config.env import env_cache
from rulesbase.web.rate_limits.limits import visits_left
from tests.site.access.library import fill
from tests.site.access.places import known
from tests.support.databases import Databases, borrowed

# No server listens there.
NOWHERE = "redis://127.0.0.1:9/0"


def use(settings: LazySettings, address: str) -> None:
    """Use the cache at an address, as the settings do."""
    found = env_cache("NO_SUCH_VARIABLE", address)
    memory = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": address}
    shared = {name: value for name, value in found.items() if name != "KEY_FUNCTION"} | {"KEY_PREFIX": "counts"}
    settings.CACHES = {"default": found, "counts": memory, "shared-counts": shared}


@contextmanager
def listening(server: socket.socket) -> Iterator[list[socket.socket]]:
    """Take connections, and never answer them; yield those taken so far."""
    held: list[socket.socket] = []

    def listen() -> None:
        with suppress(OSError):
            while True:
                held.append(server.accept()[0])

    thread = threading.Thread(target=listen, daemon=True)
    thread.start()
    try:
        yield held
    finally:
        server.shutdown(socket.SHUT_RDWR)
        thread.join()
        for one in held:
            one.close()


@pytest.fixture
def redis(settings: LazySettings) -> Iterator[None]:
    """Return once a Redis answers, which lives in this process."""
    with TcpFakeServer(("127.0.0.1", 0)) as server:
        # It would wait for connections that stay open.
        server.block_on_close = False
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        use(settings, f"redis://127.0.0.1:{server.server_address[1]}/0")
        yield
        server.shutdown()
        thread.join()


@pytest.fixture
def facts(databases: Databases, django_db_blocker: DjangoDbBlocker) -> Iterator[dict[str, str]]:
    """Lend a database in which every page has something to show, and say what stands where in it."""
    with django_db_blocker.unblock(), borrowed(databases.own("reachable", fill)):
        yield known()


@pytest.mark.usefixtures("redis")
@pytest.mark.parametrize(
    "path",
    ["/", "/archive/heat/", "/offline/names", "/api/v1/versions/", "/compare/{earlier}/{date}/?lang=fr"],
)
def test_pages_are_the_same_from_the_cache(facts: dict[str, str], settings: LazySettings, path: str) -> None:
    address = path.format_map(facts)
    # Of people with a session only parts of pages are cached.
    several = [Client().get(address, headers={"cookie": cookie}) for cookie in ("", "", "sessionid=x", "sessionid=x")]
    settings.CACHES = settings.CACHES | {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}
    assert {answer.status_code for answer in several} == {200}
    assert {answer.content for answer in several} == {Client().get(address).content}


@pytest.mark.usefixtures("redis")
def test_all_workers_count_together(settings: LazySettings) -> None:
    assert [visits_left("somebody", 3, 3600, more) for more in (1, 1, 2)] == [2, 1, -1]
    settings.WORKERS = 3
    assert visits_left("somebody", 30, 3600) == 25


@pytest.mark.django_db
def test_it_works_without(settings: LazySettings, caplog: pytest.LogCaptureFixture, client: Client) -> None:
    use(settings, NOWHERE)
    cache.set("a", 1, 60)
    assert cache.get("a", "nothing") == "nothing"
    assert cache.get_many(["a", "b"]) == {}
    # Each worker counts its share alone then.
    settings.WORKERS = 2
    assert [visits_left("somebody", 4, 3600) for _ in range(3)] == [1, 0, -1]
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json()["cache"] == "the cache does not answer"
    output = [(record.levelno, record.getMessage()) for record in caplog.records if record.name == "config.cache"]
    assert len(output) <= 1
    for line in output:
        assert line == (logging.WARNING, "The shared cache does not answer, and nothing is cached: ConnectionError")


@pytest.mark.parametrize("path", ["/", "/api/v1/versions/"])
def test_one_that_hangs_costs_less_than_a_second(facts: dict[str, str], settings: LazySettings, path: str) -> None:
    path = path.format_map(facts)
    assert Client().get(path).status_code == 200
    with socket.create_server(("127.0.0.1", 0)) as server, listening(server) as connections:
        use(settings, f"redis://127.0.0.1:{server.getsockname()[1]}/0")
        assert Client().get(path, REMOTE_ADDR="203.0.113.9").status_code == 200
        # Each question to the cache opens a connection and waits for so many seconds.
        assert 0 < len(connections) * settings.CACHES["default"]["OPTIONS"]["SOCKET_TIMEOUT"] < 1
