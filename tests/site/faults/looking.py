"""Readers: they ask for pages all the time, and remember every answer that they ever got."""

import hashlib
import threading
import time
from collections import defaultdict
from collections.abc import Sequence
from types import TracebackType
from typing import NamedTuple, Self

from tests.site.faults.serving import Answer, Served

# What a page may be while a worker or a database is gone.
_GONE = {0, 503}


class Look(NamedTuple):
    """An answer: when it came, its status, and a digest of what it said."""

    at: float
    status: int
    digest: str


def digest_of(answer: Answer) -> Look:
    """What is remembered of an answer. Where a page is not there, its words (they cite a number) do not count."""
    said = answer.body if answer.status == 200 else b""
    return Look(time.monotonic(), answer.status, hashlib.sha256(said).hexdigest())


class Readers:
    """A context manager. ``look`` asks once and in quiet; meanwhile a thread asks for the same pages all the time."""

    def __init__(self, served: Served, pages: Sequence[str], *, pause: float = 0.05) -> None:
        self.served, self.pages, self.pause = served, list(pages), pause
        self.seen: defaultdict[str, list[Look]] = defaultdict(list)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._read, daemon=True)

    def _read(self) -> None:
        while not self._over.is_set():
            for page in self.pages:
                self.seen[page].append(digest_of(self.served.ask("GET", page)))
                if self._over.wait(self.pause):
                    return

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()


def quiet(served: Served, pages: Sequence[str]) -> dict[str, Look]:
    """The pages as they are while nothing happens."""
    return {page: digest_of(served.ask("GET", page)) for page in pages}


def half_visible(readers: Readers, quiet_looks: Sequence[dict[str, Look]], *, may_be_gone: bool = False) -> list[str]:
    """What readers saw that is none of what stood there in quiet moments: before, after the fault, after recovery."""
    found: list[str] = []
    for page, looks in readers.seen.items():
        allowed = {(one[page].status, one[page].digest) for one in quiet_looks if page in one}
        odd = [look for look in looks if (look.status, look.digest) not in allowed]
        if may_be_gone:
            odd = [look for look in odd if look.status not in _GONE]
        if odd:
            statuses = sorted({look.status for look in odd})
            found.append(f"{page}: {len(odd)} of {len(looks)} answers ({statuses}) are none of the quiet ones")
    return found
