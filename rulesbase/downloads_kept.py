"""The folder of finished downloads: each file under the SHA-256 of its content, and slips that say which is current.

``files/<digest>/<name>`` never changes once it is there. ``slips/<name>.json`` says which digest a name has now.
Both are written elsewhere and renamed, so that whoever is stopped at any moment leaves nothing half; what such a one
leaves behind is known by its lock, which ends with the process.
"""

import fcntl
import hashlib
import json
import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO

from django.conf import settings

NAME = re.compile(r"[a-z0-9]+(?:[.-][a-z0-9]+)*")
DIGEST = re.compile(r"[0-9a-f]{64}")
# Whoever was just sent to an address shall find it there still.
_GRACE_SECONDS = 3600


@dataclass(frozen=True, slots=True)
class Kept:
    """A finished file. ``stamp`` is the state of all content when it was last known to be true, ``fingerprint``
    that of what it is made of; ``built`` is a moment in ISO form."""

    name: str
    sha256: str
    size: int
    built: str
    stamp: str
    fingerprint: str

    @property
    def path(self) -> Path:
        """Where its bytes are."""
        return _folder("files") / self.sha256 / self.name


def _folder(*parts: str) -> Path:
    return Path(settings.DOWNLOADS_DIR, *parts)


def current(name: str) -> Kept | None:
    """What a name stands for now; None where it was never built, or where its bytes are gone."""
    try:
        kept = Kept(**json.loads(_folder("slips", f"{name}.json").read_bytes()))
    except (OSError, ValueError, TypeError):
        return None
    return kept if kept.path.is_file() else None


def file_of(digest: str, name: str) -> Path | None:
    """The bytes of an address; None where there are none. What is no digest and no name is never looked for."""
    if not DIGEST.fullmatch(digest) or len(name) > 200 or not NAME.fullmatch(name):
        return None
    path = _folder("files", digest, name)
    return path if path.is_file() else None


@contextmanager
def builder_of(name: str) -> Iterator[None]:
    """Be the only one on this machine that builds this name; others wait, and find it done."""
    folder = _folder("locks")
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / name, "wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextmanager
def workshop() -> Iterator[Path]:
    """An empty folder on the same disk for what is not finished; gone afterwards, or with the next sweep."""
    base = _folder("unfinished")
    base.mkdir(parents=True, exist_ok=True)
    with ExitStack() as held:
        # Until it has its lock it looks like one that somebody left.
        with _unswept():
            folder = Path(tempfile.mkdtemp(dir=base))
            held.callback(shutil.rmtree, folder, ignore_errors=True)
            lock = held.enter_context(open(folder / ".lock", "wb"))
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder


@contextmanager
def _unswept(operation: int = fcntl.LOCK_SH) -> Iterator[None]:
    """Let nobody sweep meanwhile; who sweeps (``LOCK_EX``) waits for all who must not be disturbed."""
    folder = _folder("locks")
    folder.mkdir(parents=True, exist_ok=True)
    # No name of a download begins with a dot.
    with open(folder / ".sweep", "wb") as lock:
        fcntl.flock(lock, operation)
        yield


class Digesting:
    """A binary file that is written and digested at once."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file, self._hash = file, hashlib.sha256()

    def write(self, data: bytes) -> int:
        """Write and digest."""
        self._hash.update(data)
        return self._file.write(data)

    def hexdigest(self) -> str:
        """The digest of all that was written."""
        return self._hash.hexdigest()


def digest_of(path: Path) -> str:
    """The SHA-256 of a file, read piece by piece."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def keep(finished: Path, name: str, *, stamp: str, fingerprint: str) -> Kept:
    """Take a finished file in under its digest, and say that its name means it from now on."""
    digest = digest_of(finished)
    built = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    kept = Kept(name, digest, finished.stat().st_size, built, stamp, fingerprint)
    _settle(finished)
    # Bytes that nothing leads to yet are what a sweep removes.
    with _unswept():
        kept.path.parent.mkdir(parents=True, exist_ok=True)
        os.replace(finished, kept.path)
        _write_slip(kept)
    return kept


def write_slip(kept: Kept) -> None:
    """Say what a name means from now on."""
    with _unswept():
        _write_slip(kept)


def _write_slip(kept: Kept) -> None:
    folder = _folder("slips")
    folder.mkdir(parents=True, exist_ok=True)
    with workshop() as unfinished:
        slip = unfinished / "slip"
        slip.write_text(json.dumps(asdict(kept)), encoding="utf-8")
        os.replace(slip, folder / f"{kept.name}.json")


def _settle(path: Path) -> None:
    """Let the bytes reach the disk before a name leads to them."""
    with path.open("rb") as file:
        os.fsync(file.fileno())


def sweep(known: Iterable[str] | None = None) -> int:
    """Remove what no name means any more, and what somebody who was stopped left; return how many files went.

    With ``known``, names that are not among these go too, such as those of a version that was taken back.
    """
    with _unswept(fcntl.LOCK_EX):
        return _swept(None if known is None else set(known))


def _swept(wanted: set[str] | None) -> int:
    for slip in _folder("slips").glob("*.json"):
        if wanted is not None and slip.name.removesuffix(".json") not in wanted:
            slip.unlink(missing_ok=True)
    meant = {kept.sha256 for slip in _folder("slips").glob("*.json") if (kept := current(slip.name[:-5]))}
    gone = 0
    for folder in _folder("files").glob("*"):
        if folder.name not in meant and _is_old(folder):
            shutil.rmtree(folder, ignore_errors=True)
            gone += 1
    for folder in _folder("unfinished").glob("*"):
        if _is_left(folder):
            shutil.rmtree(folder, ignore_errors=True)
    return gone


def _is_old(folder: Path) -> bool:
    try:
        return time.time() - folder.stat().st_mtime > _GRACE_SECONDS
    except FileNotFoundError:
        return False


def _is_left(folder: Path) -> bool:
    """Whether nobody works in a folder any more: then its lock is free. A moment passes before it is taken."""
    try:
        with open(folder / ".lock", "rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
    except BlockingIOError:
        return False
    except OSError:
        return _is_old(folder)
