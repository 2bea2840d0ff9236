"""Store finished downloads by the SHA-256 of their content, with a pointer from each name to its current digest.

``files/<digest>/<name>`` never changes. ``slips/<name>.json`` has the current digest of a name. Both are written to a
temporary file and renamed, so an interrupted process leaves no partial file. A missing file is rebuilt on request.
"""

import fcntl
import json
import os
import re
import shutil
import tempfile
import time
from collections.abc import Container, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from django.conf import settings

from rulesbase.core.files import sha256_of, write_atomic

NAME = re.compile(r"[A-Za-z0-9]+(?:[.-][A-Za-z0-9]+)*")
DIGEST = re.compile(r"[0-9a-f]{64}")
# A client that was just redirected to a file must still get it.
_GRACE_SECONDS = 3600
# The longest time that a build may take.
_BUILD_SECONDS = 24 * 3600


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A finished file. ``stamp`` is that of the content it was built from, ``built`` an ISO 8601 timestamp."""

    name: str
    sha256: str
    size: int
    built: str
    stamp: str

    @property
    def path(self) -> Path:
        """The path of the file."""
        return _folder("files") / self.sha256 / self.name


def _folder(*parts: str) -> Path:
    return Path(settings.DOWNLOADS_DIR, *parts)


def current_file(name: str) -> StoredFile | None:
    """Return the current file of a name; None if it was never built or is missing."""
    try:
        slip = json.loads(_folder("slips", f"{name}.json").read_bytes())
        # Earlier releases stored another field.
        slip.pop("fingerprint", None)
        stored = StoredFile(**slip)
    except (OSError, ValueError, TypeError):
        return None
    return stored if stored.path.is_file() else None


def file_of(digest: str, name: str) -> Path | None:
    """Return the path of a file; None if it is missing or if the digest or name is invalid."""
    if not DIGEST.fullmatch(digest) or len(name) > 200 or not NAME.fullmatch(name):
        return None
    path = _folder("files", digest, name)
    return path if path.is_file() else None


@contextmanager
def build_lock(name: str) -> Iterator[None]:
    """Hold the lock for building a file name on this machine; other processes wait."""
    folder = _folder("locks")
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / name, "wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Create a temporary folder on the same disk; remove it afterwards."""
    base = _folder("unfinished")
    base.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=base, ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def store_file(finished: Path, name: str, *, stamp: str) -> StoredFile:
    """Move a finished file to its digest and point its name to it."""
    digest = sha256_of(finished)
    built = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    stored = StoredFile(name, digest, finished.stat().st_size, built, stamp)
    with finished.open("rb") as file:
        # The content must be on disk before the pointer is written.
        os.fsync(file.fileno())
    stored.path.parent.mkdir(parents=True, exist_ok=True)
    os.replace(finished, stored.path)
    slips = _folder("slips")
    slips.mkdir(parents=True, exist_ok=True)
    write_atomic(slips / f"{name}.json", json.dumps(asdict(stored)))
    return stored


def remove_outdated(known: Container[str] | None = None) -> int:
    """Remove files without a pointer and unfinished files older than a day; return how many files were removed.

    With ``known``, also remove the pointers of other names, such as those of a version that was undone.
    """
    for slip in _folder("slips").glob("*.json"):
        if known is not None and slip.name.removesuffix(".json") not in known:
            slip.unlink(missing_ok=True)
    current_digests = {
        stored.sha256 for slip in _folder("slips").glob("*.json") if (stored := current_file(slip.name[:-5]))
    }
    old = [
        path
        for path in _folder("files").glob("*")
        if path.name not in current_digests and _is_older(path, _GRACE_SECONDS)
    ]
    for folder in (*old, *(path for path in _folder("unfinished").glob("*") if _is_older(path, _BUILD_SECONDS))):
        shutil.rmtree(folder, ignore_errors=True)
    return len(old)


def _is_older(folder: Path, seconds: float) -> bool:
    try:
        return time.time() - folder.stat().st_mtime > seconds
    except FileNotFoundError:
        return False
