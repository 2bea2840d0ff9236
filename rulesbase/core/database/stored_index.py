"""Indexes in memory that are stored in the database, so that a new process reads them instead of building them.

An index is a set of columns: lists of texts, and arrays of numbers. It has a stamp of what it was built from; with
another stamp it is built again, and stored if the database is free.
"""

import hashlib
import json
import sys
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rulesbase.core.database.write_lock import write_if_free
from rulesbase.models import StoredIndex

Columns = Mapping[str, "Sequence[str] | array[Any]"]
_TEXTS = "texts"
# A smaller index, in bytes, is built as fast as it is read.
_LEAST = 100_000


def stamp_of(parts: Iterable[str], code: Iterable[str]) -> str:
    """Return a digest of texts, of the source files ``code`` that build an index of them, and of the byte order."""
    digest = hashlib.blake2b(sys.byteorder.encode(), digest_size=32)
    for file in code:
        digest.update(Path(file).read_bytes())
    digest.update("\0".join(parts).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def stored_columns(name: str, stamp: str, build: Callable[[], Columns], *, least: int | None = None) -> Columns:
    """Return the stored columns of a name if they have this stamp; else build them, and store them unless
    they are small: less than ``least`` bytes.

    One query.
    """
    row = StoredIndex.objects.filter(name=name, stamp=stamp).values_list("columns", flat=True).first()
    if row is not None:
        return unpacked(bytes(row))
    columns = build()
    data = packed(columns)
    if len(data) >= (_LEAST if least is None else least):
        values = {"stamp": stamp, "columns": data}
        write_if_free(lambda: StoredIndex.objects.update_or_create(name=name, defaults=values))
    return columns


def packed(columns: Columns) -> bytes:
    """Return columns as bytes: a line of JSON with name, type and length of each, then their contents."""
    parts: list[bytes] = []
    head: list[tuple[str, str, int, int]] = []
    for name, column in columns.items():
        kind: str
        if isinstance(column, array):
            kind, data = column.typecode, column.tobytes()
        else:
            kind, data = _TEXTS, "\0".join(column).encode("utf-8", "surrogatepass")
        head.append((name, kind, len(column), len(data)))
        parts.append(data)
    return b"\n".join((json.dumps(head).encode(), b"".join(parts)))


def unpacked(data: bytes) -> Columns:
    """Return the columns in bytes of `packed`."""
    start = data.index(b"\n") + 1
    columns: dict[str, Sequence[str] | array[Any]] = {}
    for name, kind, count, length in json.loads(data[:start]):
        part = data[start : start + length]
        start += length
        if kind == _TEXTS:
            columns[name] = part.decode("utf-8", "surrogatepass").split("\0") if count else []
        else:
            columns[name] = array(kind, part)
    return columns
