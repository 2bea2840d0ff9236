"""The folder of finished downloads: each file under the SHA-256 of its content, and slips that say which is current.

``files/<digest>/<name>`` never changes once it is there. ``slips/<name>.json`` says which digest a name has now.
Both are written elsewhere and renamed, so that a process that is stopped leaves nothing half. A file that is missing
is built again by the next visit.
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
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from django.conf import settings

from rulesbase.core.atomic_files import write_atomic

NAME = re.compile(r"[a-z0-9]+(?:[.-][a-z0-9]+)*")
DIGEST = re.compile(r"[0-9a-f]{64}")
# A visitor who was just redirected to a file must still find it.
_GRACE_SECONDS = 3600
# The longest time that building a file may take.
_BUILD_SECONDS = 24 * 3600


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
    """Give an empty folder on the same disk for unfinished files; remove it afterwards."""
    base = _folder("unfinished")
    base.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=base, ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def digest_of(path: Path) -> str:
    """The SHA-256 of a file, read piece by piece."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def keep(finished: Path, name: str, *, stamp: str, fingerprint: str) -> Kept:
    """Take a finished file in under its digest, and say that its name means it from now on."""
    digest = digest_of(finished)
    built = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    kept = Kept(name, digest, finished.stat().st_size, built, stamp, fingerprint)
    with finished.open("rb") as file:
        # The bytes must reach the disk before a name leads to them.
        os.fsync(file.fileno())
    kept.path.parent.mkdir(parents=True, exist_ok=True)
    os.replace(finished, kept.path)
    write_slip(kept)
    return kept


def write_slip(kept: Kept) -> None:
    """Say what a name means from now on."""
    folder = _folder("slips")
    folder.mkdir(parents=True, exist_ok=True)
    write_atomic(folder / f"{kept.name}.json", json.dumps(asdict(kept)))


def sweep(known: Iterable[str] | None = None) -> int:
    """Remove files that no name means any more, and unfinished ones of a day ago; return how many files went.

    With ``known``, names that are not among these go too, such as those of a version that was taken back.
    """
    wanted = None if known is None else set(known)
    for slip in _folder("slips").glob("*.json"):
        if wanted is not None and slip.name.removesuffix(".json") not in wanted:
            slip.unlink(missing_ok=True)
    meant = {kept.sha256 for slip in _folder("slips").glob("*.json") if (kept := current(slip.name[:-5]))}
    old = [path for path in _folder("files").glob("*") if path.name not in meant and _is_older(path, _GRACE_SECONDS)]
    for folder in (*old, *(path for path in _folder("unfinished").glob("*") if _is_older(path, _BUILD_SECONDS))):
        shutil.rmtree(folder, ignore_errors=True)
    return len(old)


def _is_older(folder: Path, seconds: float) -> bool:
    try:
        return time.time() - folder.stat().st_mtime > seconds
    except FileNotFoundError:
        return False
