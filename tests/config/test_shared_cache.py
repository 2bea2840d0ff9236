"""The cache of all machines without Redis behind it: nothing is kept, nothing breaks, nobody waits twice."""

import logging
import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import LazySettings
from django.core.cache import caches
from django.test import Client

from config import program as programs
from config import shared_cache
from config.limits import count_of
from config.shared_cache import SharedCache, by_program

# Nobody listens there.
NOWHERE = "redis://127.0.0.1:9/0"


def pauses(caplog: pytest.LogCaptureFixture) -> list[int]:
    """For how many seconds Redis was left alone, by each line of the log."""
    return [int(found) for record in caplog.records for found in re.findall(r"\b(\d+) s\b", record.getMessage())]


@pytest.fixture
def gone() -> Iterator[SharedCache]:
    """Return a cache whose Redis refuses connections."""
    shared_cache.forget_silence()
    yield SharedCache(NOWHERE, {})
    shared_cache.forget_silence()


def test_it_works_without(gone: SharedCache, caplog: pytest.LogCaptureFixture) -> None:
    gone.set("a", 1, 60)
    gone.set_many({"a": 1})
    assert gone.get("a") is None
    assert gone.get("a", "nothing") == "nothing"
    assert gone.get_many(["a", "b"]) == {}
    assert gone.add("a", 1)
    assert not gone.has_key("a")
    assert not gone.touch("a")
    assert not gone.delete("a")
    gone.delete_many(["a"])
    assert gone.count("somebody", 60) is None
    assert not gone.answers()
    with pytest.raises(ValueError, match="not found"):
        gone.incr("a")
    # Of thirteen questions one was asked.
    assert [record.levelno for record in caplog.records] == [logging.WARNING]


def test_a_pause_ends(gone: SharedCache, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    gone.get("a")
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + shared_cache.PAUSE + 1)
    gone.get("a")
    assert len(caplog.records) == 2


def test_nobody_empties_it(gone: SharedCache) -> None:
    """The counts of all limits lie there too."""
    with pytest.raises(NotImplementedError):
        gone.clear()


def test_pauses_grow_and_end_with_the_first_answer(
    gone: SharedCache, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now = [1000.0]
    monkeypatch.setattr(shared_cache, "time", SimpleNamespace(monotonic=lambda: now[0]))
    waits = [5, 10, 20, 40, 60, 60]
    for wait in waits:
        assert gone.get("a") is None
        now[0] += wait - 1
        assert gone._asked(lambda: "asked", "not asked") == "not asked"
        now[0] += 2
    assert gone._asked(lambda: "asked", "not asked") == "asked"
    gone.get("a")
    assert pauses(caplog) == [*waits, 5]


def test_one_that_always_answers_late_is_done_without(
    gone: SharedCache, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now = [1000.0]
    monkeypatch.setattr(shared_cache, "time", SimpleNamespace(monotonic=lambda: now[0]))

    def asked(seconds: float) -> bool:
        def answer() -> bool:
            now[0] += seconds
            return True

        return gone._asked(answer, False)

    # Late now and then is no reason.
    assert [asked(took) for took in (0.25, 0.25, 0.01, 0.25, 0.25, 0.25, 0.01)] == [*[True] * 6, False]
    now[0] += shared_cache.PAUSE
    # Still late: once is enough, and it is left alone for longer.
    assert [asked(0.25), asked(0.01)] == [True, False]
    assert pauses(caplog) == [5, 10]


def test_one_that_hangs_is_asked_once() -> None:
    """It takes connections, and never says anything: to ask again is to wait again."""
    shared_cache.forget_silence()
    asked: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        held = []

        def listen() -> None:
            with suppress(OSError):
                while True:
                    one, _address = server.accept()
                    held.append(one)
                    asked.append(one.recv(4096))

        thread = threading.Thread(target=listen, daemon=True)
        thread.start()
        cache = SharedCache(f"redis://127.0.0.1:{server.getsockname()[1]}/0", {})
        assert cache.get("a", "nothing") == "nothing"
        assert cache.count("somebody", 60) is None
        server.shutdown(socket.SHUT_RDWR)
        thread.join()
    for one in held:
        one.close()
    assert len(asked) == 1
    shared_cache.forget_silence()


def test_visits_are_counted_on_each_machine_then(gone: SharedCache, settings: LazySettings, tmp_path: Path) -> None:
    settings.CACHES = {"default": {"BACKEND": "config.shared_cache.SharedCache", "LOCATION": NOWHERE}}
    assert isinstance(caches["default"], SharedCache)
    assert [count_of("somebody", 7, 60, str(tmp_path / "counts")) for _ in range(3)] == [1, 2, 3]


@pytest.mark.django_db
@pytest.mark.usefixtures("gone")
def test_a_machine_without_redis_is_ready(client: Client, settings: LazySettings) -> None:
    settings.CACHES = {"default": {"BACKEND": "config.shared_cache.SharedCache", "LOCATION": NOWHERE}}
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json()["cache"] == "the cache does not answer"


def test_two_programs_share_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    before = by_program("key", "", 1)
    assert by_program("key", "", 1) == before
    monkeypatch.setattr(shared_cache, "program", lambda: "f" * 64)
    assert by_program("key", "", 1) != before


def test_a_program_is_known_by_what_it_says_wherever_it_lies(tmp_path: Path, settings: LazySettings) -> None:
    def laid_down(place: str, words: str) -> str:
        (tmp_path / place / "config").mkdir(parents=True)
        (tmp_path / place / "config" / "a.py").write_text(words)
        settings.BASE_DIR, settings.STATIC_ROOT = tmp_path / place, tmp_path / place / "static"
        programs.program.cache_clear()
        return programs.program()

    try:
        one, two, other = laid_down("one", "a = 1"), laid_down("two", "a = 1"), laid_down("other", "a = 2")
        (tmp_path / "two" / "config" / "example.sh.txt").write_text("curl")
        programs.program.cache_clear()
        settings.BASE_DIR = tmp_path / "two"
        with_example = programs.program()
        settings.OFFLINE = not settings.OFFLINE
        otherwise = laid_down("three", "a = 1")
    finally:
        programs.program.cache_clear()
    assert one == two
    assert len({one, other, otherwise, with_example}) == 4
