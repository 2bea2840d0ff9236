"""Finished pages that the workers of one server share, so that none makes again what another has made.

They lie in an SQLite file beside the data, bounded in size: what was kept first goes first. The file belongs to one
run of the server, told by the process that started its workers: with the next run, which may serve another database,
an empty one begins. Nothing depends on it: whatever goes wrong with it, pages are made.
"""

import json
import logging
import os
import sqlite3
import threading
import time
import zlib
from pathlib import Path
from typing import NamedTuple

MAX_BYTES = 512 * 1024 * 1024
# How many pages are kept between two looks at the size.
_LOOK = 64
# Milliseconds to wait for another worker that writes; a page that has to wait longer is not kept.
_WAIT = 100
# So long each worker keeps pages for itself, in seconds, where the file could not be used.
_TRY_AGAIN = 60.0
_TABLE = """CREATE TABLE IF NOT EXISTS page
    (id INTEGER PRIMARY KEY, key TEXT UNIQUE, headers TEXT, sum INT, content BLOB)"""
_INSERT = "INSERT OR IGNORE INTO page (key, headers, sum, content) VALUES (?, ?, ?, ?)"
log = logging.getLogger(__name__)


class KeptPage(NamedTuple):
    """A page as it was sent."""

    headers: dict[str, str]
    content: bytes


class KeptPages:
    """The pages of one run of a server. Nothing is kept where the system does not tell one run from another."""

    def __init__(self, folder: Path, max_bytes: int = MAX_BYTES) -> None:
        """``folder`` is made where it is missing."""
        self._folder, self._max_bytes = folder, max_bytes
        self._threads = threading.Lock()
        self._pid, self._written = 0, 0
        self._connection: sqlite3.Connection | None = None
        self._again_at: float | None = None

    def get(self, key: str) -> KeptPage | None:
        """A page, if any worker has kept it."""
        with self._threads:
            try:
                connection = self._open()
                found = (
                    connection
                    and connection.execute("SELECT headers, sum, content FROM page WHERE key = ?", [key]).fetchone()
                )
            except (sqlite3.Error, OSError) as error:
                self._give_up(error)
                return None
        try:
            headers, held, content = found or ("", None, b"")
            return KeptPage(json.loads(headers), content) if _sum_of(key, headers, content) == held else None
        except TypeError:
            # A damaged row holds anything.
            return None

    def set(self, key: str, page: KeptPage) -> None:
        """Keep a page; those kept first make room for it."""
        headers = json.dumps(page.headers)
        row = [key, headers, _sum_of(key, headers, page.content), page.content]
        with self._threads:
            try:
                if connection := self._open():
                    connection.execute(_INSERT, row)
                    self._written += 1
                    if self._written % _LOOK == 0:
                        self._make_room(connection)
            except (sqlite3.Error, OSError) as error:
                self._give_up(error)

    def _open(self) -> sqlite3.Connection | None:
        """The file of this run. A worker that was forked opens it again."""
        waited = self._again_at is not None and time.monotonic() >= self._again_at
        if self._pid == os.getpid() and not waited:
            return self._connection
        self._pid, self._connection, self._again_at = os.getpid(), None, None
        run = _run_of(os.getppid())
        if run is None:
            return None
        self._folder.mkdir(exist_ok=True, mode=0o700)
        self._remove_others()
        connection = sqlite3.connect(
            self._folder / f"{run}.sqlite3", timeout=_WAIT / 1000, isolation_level=None, check_same_thread=False
        )
        for words in ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=OFF", _TABLE):
            connection.execute(words)
        self._connection = connection
        return connection

    def _remove_others(self) -> None:
        """Remove the files of servers that have ended."""
        for file in self._folder.glob("*.sqlite3*"):
            run = file.name.partition(".")[0]
            parent = run.partition("-")[0]
            if parent.isdecimal() and _run_of(int(parent)) != run:
                file.unlink(missing_ok=True)

    def _make_room(self, connection: sqlite3.Connection) -> None:
        pages, free, size = (
            connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count", "page_size")
        )
        if (pages - free) * size > self._max_bytes:
            connection.execute("DELETE FROM page WHERE id < (SELECT min(id) + (max(id) - min(id)) / 4 FROM page)")

    def _give_up(self, error: Exception) -> None:
        """Do without, where it is more than another worker that writes at this moment."""
        if not isinstance(error, sqlite3.OperationalError) or "locked" not in str(error):
            log.warning("Pages are kept by each worker for itself: %s", error)
            # A full disk does not stay so, whatever else was wrong with the file.
            self._connection, self._again_at = None, time.monotonic() + _TRY_AGAIN
        elif self._connection is None:
            # While it was opened: others, that began at the same moment, did so too. The next page tries again.
            self._pid = 0


def _sum_of(key: str, headers: str, content: bytes) -> int:
    """What a row must add up to, so that no page comes with the headers, or under the address, of another."""
    return zlib.crc32(content, zlib.crc32(f"{key}\0{headers}\0".encode()))


def _run_of(process: int) -> str | None:
    """One run of a server: its first process, the moment that began, and the system it runs on since it was started.

    None where the system does not tell, and for a process of another program: that one did not start our workers.
    """
    try:
        if os.readlink(f"/proc/{process}/exe") != os.readlink("/proc/self/exe"):
            return None
        stat = Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace")
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii")
    except OSError:
        return None
    # Behind the name in brackets the twentieth field.
    return f"{process}-{stat.rpartition(')')[2].split()[19]}-{boot[:8]}"
