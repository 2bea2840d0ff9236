"""Counts that all worker processes of a machine share, so that a limit is one limit and not one for each of them.

They stand in a small file that every worker maps into its memory: counting takes some microseconds, waits for no
database, and an import that writes for minutes holds nobody up. The file has a fixed size. Whoever is counted is
found by a keyed hash, so that nobody can tell from it who asked, or choose a place in it.
"""

import errno
import fcntl
import hashlib
import mmap
import os
import struct
import threading
from pathlib import Path

# A row: which window, whose count, how many.
_ROW = struct.Struct("<QQQ")
# Somebody has one of the rows of a bucket; where all are in use the smallest count gives way.
_ROWS = 16
_BUCKETS = 4096
_BUCKET = _ROW.size * _ROWS
SIZE = _BUCKET * _BUCKETS


class Counts:
    """Counts by name and window. Raises OSError where the file cannot be had."""

    def __init__(self, file: Path, secret: str) -> None:
        self._key = hashlib.blake2b(secret.encode(), digest_size=32).digest()
        self._threads = threading.Lock()
        self._pid = 0
        self._path = file
        self._open()

    def _open(self) -> None:
        """Open the file. A worker that was forked opens it again: locks and maps are of one process."""
        self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX)
            try:
                _fill(self._file)
            finally:
                fcntl.lockf(self._file, fcntl.LOCK_UN)
            self._map = mmap.mmap(self._file, SIZE)
        except OSError:
            # Whoever could not have it tries again, and again.
            os.close(self._file)
            raise
        self._pid = os.getpid()

    def add(self, name: str, window: int, more: int = 1) -> int:
        """Count one more of somebody in a window, or so many; how many there are with them."""
        with self._threads:
            if self._pid != os.getpid():
                self._open()
            digest = hashlib.blake2b(name.encode("utf-8", "replace"), key=self._key, digest_size=16).digest()
            start = int.from_bytes(digest[:8], "little") % _BUCKETS * _BUCKET
            whose = int.from_bytes(digest[8:], "little")
            # Of the bucket alone: others count elsewhere meanwhile.
            fcntl.lockf(self._file, fcntl.LOCK_EX, _BUCKET, start)
            try:
                return self._add(start, whose, window, more)
            finally:
                fcntl.lockf(self._file, fcntl.LOCK_UN, _BUCKET, start)

    def _add(self, start: int, whose: int, window: int, more: int) -> int:
        free, least = start, -1
        for at in range(start, start + _BUCKET, _ROW.size):
            then, other, count = _ROW.unpack_from(self._map, at)
            if then == window and other == whose:
                _ROW.pack_into(self._map, at, window, whose, count + more)
                return int(count) + more
            # A row of another window is free.
            in_use = int(count) if then == window else 0
            if least < 0 or in_use < least:
                free, least = at, in_use
        _ROW.pack_into(self._map, free, window, whose, more)
        return more


def _fill(file: int) -> None:
    """Give the file its size. It is written: where the disk is full, counting in a hole would kill the worker."""
    if os.fstat(file).st_size == SIZE:
        return
    if os.pwrite(file, bytes(SIZE), 0) != SIZE:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    os.ftruncate(file, SIZE)
