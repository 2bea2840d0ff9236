"""The file of a backup: a ZIP with the rows of each table, and a manifest of its content.

``manifest.json`` has the format, the program, the migrations, and for each table its columns, number of rows and the
SHA-256 of its lines. ``tables/<name>.jsonl`` has one row a line, as an array in the order of the columns. Times and
dates are ISO 8601, bytes Base64. The list at the end of a ZIP shows whether a file was cut off.
"""

import hashlib
import io
import json
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple, Self, cast

from rulesbase.core.number_format import counted

FORMAT = "rulesbase-backup"
EDITION = 1
MANIFEST = "manifest.json"
_MOST_MANIFEST = 4 * 1024 * 1024
# The longest row is an uploaded file of 45 MB. A file made to fill the memory may hold a line without an end.
_LONGEST_LINE = 128 * 1024 * 1024
Progress = Callable[[int, int], None]


class BackupRefused(Exception):
    """A backup cannot be made or used. The message says why."""


class TableInfo(NamedTuple):
    """A table in the manifest."""

    name: str
    columns: list[str]
    rows: int
    sha256: str

    @property
    def part(self) -> str:
        """Return its file name in the ZIP."""
        return f"tables/{self.name}.jsonl"


class Manifest(NamedTuple):
    """The manifest of a backup. ``migrations`` are (application, name) of every application with tables."""

    made_at: str
    program: str
    engine: str
    migrations: list[list[str]]
    tables: list[TableInfo]

    @property
    def rows(self) -> int:
        """Return the number of rows of all tables."""
        return sum(table.rows for table in self.tables)

    def as_json(self) -> str:
        """Return the manifest as stored in the file."""
        body = self._asdict() | {"tables": [table._asdict() for table in self.tables]}
        return json.dumps({"format": FORMAT, "edition": EDITION, **body}, indent=1)

    @classmethod
    def read(cls, text: bytes, name: str) -> Self:
        """Read a manifest. Raises BackupRefused for an invalid one or a later format."""
        foreign = BackupRefused(f"{name} is not a backup of Rulesbase.")
        try:
            body = json.loads(text)
            if body["format"] != FORMAT:
                raise foreign
            if body["edition"] > EDITION:
                raise BackupRefused(
                    f"{name} was written by a newer Rulesbase ({body['program']}), in a form unknown here."
                )
            tables = [TableInfo(**one) for one in body["tables"]]
            migrations = [[str(app), str(migration)] for app, migration in body["migrations"]]
            return cls(body["made_at"], body["program"], body["engine"], migrations, tables)
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise foreign from error


@contextmanager
def open_backup(path: Path) -> Iterator[tuple[zipfile.ZipFile, Manifest]]:
    """Open a backup and read its manifest. Raises BackupRefused for another kind of file or one that is cut off."""
    try:
        with path.open("rb") as file:
            begins = file.read(4)
        archive = zipfile.ZipFile(path)
    except zipfile.BadZipFile as error:
        cut = begins == b"PK\x03\x04"
        raise BackupRefused(
            f"{path.name} is cut off: its end is missing." if cut else f"{path.name} is not a backup of Rulesbase."
        ) from error
    except OSError as error:
        raise BackupRefused(f"{path} cannot be read: {error.strerror}.") from error
    with archive:
        try:
            known = archive.getinfo(MANIFEST).file_size <= _MOST_MANIFEST
            text = archive.read(MANIFEST) if known else b""
        except KeyError as error:
            raise BackupRefused(f"{path.name} is not a backup of Rulesbase.") from error
        except (zipfile.BadZipFile, zlib.error, OSError, EOFError, RuntimeError) as error:
            raise BackupRefused(f"{path.name} is damaged: its manifest cannot be read.") from error
        yield archive, Manifest.read(text, path.name)


def lines(archive: zipfile.ZipFile, table: TableInfo) -> Iterator[bytes]:
    """Yield the lines of a table. Raises BackupRefused if they differ from the manifest."""
    seen, count = hashlib.sha256(), 0
    try:
        with archive.open(table.part) as part:
            for line in _split(part):
                if len(line) > _LONGEST_LINE:
                    raise BackupRefused(f"The backup is damaged: {table.part} has a line without an end.")
                seen.update(line)
                count += 1
                yield line
    except (KeyError, zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError) as error:
        raise BackupRefused(f"The backup is damaged: {table.part} cannot be read ({error}).") from error
    if (count, seen.hexdigest()) != (table.rows, table.sha256):
        raise BackupRefused(
            f"The backup is damaged: {table.part} differs from the manifest "
            f"({count} of {counted(table.rows, 'row', 'rows')})."
        )


def _split(part: IO[bytes]) -> Iterator[bytes]:
    """Yield the lines of a file; a line that is too long is cut off."""
    buffer = io.BufferedReader(cast(io.RawIOBase, part), 1 << 16)
    return iter(lambda: buffer.readline(_LONGEST_LINE + 1), b"")


def rows(archive: zipfile.ZipFile, table: TableInfo) -> Iterator[Any]:
    """Yield the rows of a table as JSON values. Raises like `lines`, and for a line that is no JSON."""
    for number, line in enumerate(lines(archive, table), start=1):
        try:
            yield json.loads(line)
        except (ValueError, RecursionError) as error:
            raise BackupRefused(f"The backup is damaged: {table.part}, line {number} is not a row.") from error


def verify(archive: zipfile.ZipFile, manifest: Manifest, progress: Progress) -> None:
    """Read the whole backup. Raises BackupRefused unless the rows of every table are those of the manifest."""
    promised = {table.part for table in manifest.tables} | {MANIFEST}
    if len(promised) != len(manifest.tables) + 1 or set(archive.namelist()) != promised:
        raise BackupRefused("The backup is damaged: its parts are not those that its manifest lists.")
    done = 0
    for table in manifest.tables:
        for _line in lines(archive, table):
            pass
        done += table.rows
        progress(done, manifest.rows)


def write_table(archive: zipfile.ZipFile, name: str, columns: list[str], lines: Iterator[bytes]) -> TableInfo:
    """Write a table, in constant memory."""
    seen, count = hashlib.sha256(), 0
    table = TableInfo(name, columns, 0, "")
    with archive.open(table.part, "w", force_zip64=True) as part:
        for line in lines:
            count += 1
            seen.update(line)
            part.write(line)
    return table._replace(rows=count, sha256=seen.hexdigest())
