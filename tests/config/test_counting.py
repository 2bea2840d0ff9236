"""Counts that processes share."""

import errno
import multiprocessing
import os
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

from config import counting, limits
from config.counting import Counts

pytestmark = pytest.mark.postgres


def test_each_has_a_count_in_each_window(tmp_path: Path) -> None:
    counts = Counts(tmp_path / "counts", "secret")
    assert [counts.add("a", 7) for _ in range(3)] == [1, 2, 3]
    assert (counts.add("b", 7), counts.add("a", 8), counts.add("a", 8)) == (1, 1, 2)
    # It is there for whoever opens the file after this; who knows no secret finds nobody in it.
    assert Counts(tmp_path / "counts", "secret").add("a", 8) == 3
    assert Counts(tmp_path / "counts", "other").add("a", 8) == 1
    assert (tmp_path / "counts").stat().st_size == counting.SIZE
    assert (tmp_path / "counts").stat().st_mode & 0o777 == 0o600


def test_many_are_counted_at_once(tmp_path: Path) -> None:
    counts = Counts(tmp_path / "counts", "secret")
    assert (counts.add("a", 7, 20), counts.add("a", 7, 3), counts.add("a", 7)) == (20, 23, 24)


def test_a_full_bucket_forgets_who_came_least(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "_BUCKETS", 1)
    counts = Counts(tmp_path / "counts", "secret")
    for _ in range(5):
        counts.add("often", 1)
    for at in range(1000):
        counts.add(f"visitor {at}", 1)
    assert counts.add("often", 1) == 6
    # A new window has room for all.
    assert [counts.add(f"visitor {at}", 2) for at in range(16)] == [1] * 16


def test_threads_count_together(tmp_path: Path) -> None:
    counts = Counts(tmp_path / "counts", "secret")
    threads = [threading.Thread(target=lambda: [counts.add("a", 1) for _ in range(500)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts.add("a", 1) == 2001


def _count(path: Path) -> None:
    counts = Counts(path, "secret")
    for _ in range(500):
        counts.add("a", 1)
    # Forked from one that has the file open.
    child = os.fork()
    for _ in range(250):
        counts.add("a", 1)
    if not child:
        os._exit(0)
    os.waitpid(child, 0)


@pytest.mark.slow
def test_processes_count_together(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_count, args=(tmp_path / "counts",)) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0, 0]
    assert Counts(tmp_path / "counts", "secret").add("a", 1) == 2001


def test_a_file_that_is_damaged_or_cannot_be_had(tmp_path: Path) -> None:
    (tmp_path / "short").write_bytes(b"\xff" * 100)
    assert Counts(tmp_path / "short", "secret").add("a", 1) == 1
    (tmp_path / "noise").write_bytes(os.urandom(counting.SIZE))
    assert Counts(tmp_path / "noise", "secret").add("a", 1) == 1
    with pytest.raises(OSError, match="directory"):
        Counts(tmp_path, "secret")


def test_a_file_that_could_not_be_had_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk does not stay so: nor does each worker count for itself until it ends, or fill up with open files."""
    now = [1000.0]
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: now[0]))
    monkeypatch.setattr(counting, "_fill", _full)
    path, opened = str(tmp_path / "counts"), len(os.listdir("/proc/self/fd"))
    assert limits._counts(path, "secret") is None
    assert len(os.listdir("/proc/self/fd")) == opened
    monkeypatch.undo()
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: now[0]))
    assert limits._counts(path, "secret") is None
    now[0] += 61
    counts = limits._counts(path, "secret")
    assert counts is not None
    assert counts.add("somebody", 7) == 1


def _full(file: int) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
