"""Pages that the workers of one server share: found by all of them, by no other server, and bounded."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from config import kept_pages
from config.kept_pages import KeptPage, KeptPages

PAGE = KeptPage({"Content-Type": "text/html", "ETag": '"1"'}, b"<p>A lamp.</p>")
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Let every process have been started by one and the same run of a server."""
    monkeypatch.setattr(kept_pages, "_run_of", lambda process: f"{process}-1-boot")
    return monkeypatch


def file_of(folder: Path) -> Path:
    [file] = folder.glob("*.sqlite3")
    return file


@pytest.mark.usefixtures("run")
def test_what_one_worker_keeps_the_others_find(tmp_path: Path) -> None:
    one, other = KeptPages(tmp_path / "kept"), KeptPages(tmp_path / "kept")
    assert other.get("a") is None
    one.set("a", PAGE)
    one.set("a", PAGE._replace(content=b"another"))
    assert other.get("a") == PAGE
    assert other.get("b") is None
    # For nobody else on this machine.
    assert (tmp_path / "kept").stat().st_mode & 0o077 == 0


def test_the_next_run_begins_with_nothing(tmp_path: Path, run: pytest.MonkeyPatch) -> None:
    KeptPages(tmp_path).set("a", PAGE)
    before = file_of(tmp_path)
    run.setattr(kept_pages, "_run_of", lambda process: f"{process}-2-boot")
    assert KeptPages(tmp_path).get("a") is None
    assert not before.exists()


def test_nothing_is_kept_where_runs_cannot_be_told_apart(tmp_path: Path, run: pytest.MonkeyPatch) -> None:
    run.setattr(kept_pages, "_run_of", lambda _process: None)
    pages = KeptPages(tmp_path)
    pages.set("a", PAGE)
    assert pages.get("a") is None
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("run")
def test_what_was_kept_first_goes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_pages, "_LOOK", 4)
    pages = KeptPages(tmp_path, max_bytes=400_000)
    for at in range(80):
        pages.set(f"{at}", KeptPage({}, b"x" * 20_000))
    held = [at for at in range(80) if pages.get(f"{at}")]
    assert held == list(range(held[0], 80))
    assert 8 <= len(held) <= 24


@pytest.mark.usefixtures("run")
def test_a_damaged_page_is_none(tmp_path: Path) -> None:
    pages = KeptPages(tmp_path)
    pages.set("a", PAGE)
    with sqlite3.connect(file_of(tmp_path)) as file:
        file.execute("UPDATE page SET content = ?", [b"<p>A lump.</p>"])
    file.close()
    assert pages.get("a") is None


@pytest.mark.usefixtures("run")
@pytest.mark.parametrize("change", ["headers = '{}'", "headers = NULL", "content = NULL", "content = 'x'", "key = 'b'"])
def test_nor_is_one_that_others_are_mixed_into(tmp_path: Path, change: str) -> None:
    pages = KeptPages(tmp_path)
    pages.set("a", PAGE)
    with sqlite3.connect(file_of(tmp_path)) as file:
        file.execute(f"UPDATE page SET {change}")
    file.close()
    assert pages.get("a") is pages.get("b") is None


def test_a_file_that_others_open_at_the_same_moment_is_tried_again(tmp_path: Path, run: pytest.MonkeyPatch) -> None:
    run.setattr(kept_pages, "_WAIT", 0)
    with sqlite3.connect(tmp_path / f"{os.getppid()}-1-boot.sqlite3", isolation_level=None) as other:
        other.execute("BEGIN EXCLUSIVE")
        pages = KeptPages(tmp_path)
        assert pages.get("a") is None
        other.execute("COMMIT")
    other.close()
    pages.set("a", PAGE)
    assert pages.get("a") == PAGE


@pytest.mark.usefixtures("run")
def test_a_broken_file_and_a_folder_that_cannot_be_made_stop_nothing(tmp_path: Path) -> None:
    (tmp_path / f"{os.getppid()}-1-boot.sqlite3").write_bytes(b"no database" * 1000)
    (tmp_path / "taken").write_text("a file")
    for folder in (tmp_path, tmp_path / "taken"):
        pages = KeptPages(folder)
        assert pages.get("a") is None
        pages.set("a", PAGE)


@pytest.mark.usefixtures("run")
def test_a_disk_that_was_full_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(kept_pages, "time", SimpleNamespace(monotonic=lambda: now[0]))
    (tmp_path / "taken").write_text("a file")
    pages = KeptPages(tmp_path / "taken")
    pages.set("a", PAGE)
    (tmp_path / "taken").unlink()
    pages.set("a", PAGE)
    assert pages.get("a") is None
    now[0] += 61
    pages.set("a", PAGE)
    assert pages.get("a") == PAGE


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="Only Linux tells runs apart.")
def test_workers_of_one_process_are_of_one_run() -> None:
    asked = "import os; from config.kept_pages import _run_of; print(_run_of(os.getppid()))"
    one, other = (
        subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True, cwd=ROOT).stdout
        for _ in range(2)
    )
    assert one == other != "None\n"
    # Started by another program, such as a shell: nobody knows whether the next one it starts is of this run.
    shell = subprocess.run(
        ["sh", "-c", f'{sys.executable} -c "{asked}"; true'], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert shell.stdout == "None\n"
