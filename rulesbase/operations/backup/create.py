"""Making a backup: the whole database of one moment in one file, read again before it counts."""

import glob
import hashlib
import json
import os
import tempfile
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, BinaryIO

from django.conf import settings
from django.db import DatabaseError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils import timezone

from rulesbase.core.atomic_files import write_atomic
from rulesbase.models import State, Wording
from rulesbase.operations.backup.archive import Manifest, Progress, Refused, Writer, opened, verify
from rulesbase.operations.backup.schema import Schema, schema_of
from rulesbase.operations.backup.tables import Table, all_tables, line_of, rows_of, snapshot

_LEFT_SECONDS = 12 * 3600


@dataclass(frozen=True)
class Backup:
    """A backup that was made; ``database`` tells apart whose it is, without naming it."""

    file: str
    at: str
    tables: int
    rows: int
    size: int
    sha256: str
    database: str


def back_up(path: Path, progress: Progress = lambda done, total: None) -> Backup:
    """Write the whole database to a file, check it by reading it again, and put it in its place at once.

    A file that stood there stays until then. Raises Refused with a sentence where it cannot be; then nothing is left.
    """
    connection = connections["default"]
    with _partial(path) as (file, partial):
        try:
            with zipfile.ZipFile(file, "w", compresslevel=6) as archive, snapshot(connection):
                manifest = _write(Writer(archive), connection, progress)
            file.flush()
            os.fsync(file.fileno())
            with opened(partial) as (written, found):
                if found != manifest:
                    raise Refused("The file does not say what was written to it: is the disk sound?")
                verify(written, found, lambda done, total: progress(total + done, 2 * total))
        except OSError as error:
            raise Refused(f"{path} cannot be written: {error.strerror or error}.") from error
        except DatabaseError as error:
            raise Refused(f"The database cannot be read: {error}".strip()) from error
        done = _told(path, partial, manifest, connection)
        os.replace(partial, path)
    _to_disk(path.parent)
    note_backup(done)
    return done


def _write(writer: Writer, connection: BaseDatabaseWrapper, progress: Progress) -> Manifest:
    schema: Schema = schema_of(connection)
    tables = all_tables(schema.apps)
    counts = {table.name: table.model._base_manager.using(connection.alias).count() for table in tables}
    if not any(counts.get(model._meta.db_table) for model in (State, Wording)):
        # So it is before the first import, and so it must not be written over the backup of a full one. One whose texts
        # are there without that row is damaged, and all the more worth a backup.
        raise Refused("The database has no content yet: neither rules nor cards were ever imported.")
    total, done = sum(counts.values()), 0
    for table in tables:
        listed = writer.table(table.name, table.columns, _lines(table, connection, done, total, progress))
        if listed.rows != counts[table.name]:
            raise Refused(f"{table.name} has {counts[table.name]} rows, and {listed.rows} of them can be read.")
        done += listed.rows
    return writer.finish(timezone.now().isoformat(), settings.VERSION, connection.vendor, schema.migrations)


def _lines(
    table: Table, connection: BaseDatabaseWrapper, before: int, total: int, progress: Progress
) -> Iterator[bytes]:
    for number, row in enumerate(rows_of(table, connection), start=1):
        if number % 5000 == 0:
            progress(before + number, 2 * total)
        yield line_of(row)


@contextmanager
def _partial(path: Path) -> Iterator[tuple[BinaryIO, Path]]:
    """Give a file of our own beside the one that it will be; remove it where that does not come about."""
    if path.is_dir():
        raise Refused(f"{path} is a folder; name the file.")
    try:
        for left in path.parent.glob(f"{glob.escape(path.name)}.*.partial"):
            # What a run that was killed left. No backup takes so long.
            if time.time() - left.stat().st_mtime > _LEFT_SECONDS:
                left.unlink(missing_ok=True)
        # Accounts are in it: nobody else may read it.
        handle, name = tempfile.mkstemp(prefix=f"{path.name}.", suffix=".partial", dir=path.parent)
    except OSError as error:
        raise Refused(f"{path} cannot be written: {error.strerror}.") from error
    file = os.fdopen(handle, "r+b")
    try:
        yield file, Path(name)
    finally:
        Path(name).unlink(missing_ok=True)
        # What could not be written is tried once more as it closes: that must not hide why.
        with suppress(OSError):
            file.close()


def _told(path: Path, written: Path, manifest: Manifest, connection: BaseDatabaseWrapper) -> Backup:
    with written.open("rb") as file:
        sha256 = hashlib.file_digest(file, "sha256").hexdigest()
    return Backup(
        file=str(path.resolve()),
        at=manifest.made_at,
        tables=len(manifest.tables),
        rows=manifest.rows,
        size=written.stat().st_size,
        sha256=sha256,
        database=_database(connection),
    )


def _database(connection: BaseDatabaseWrapper) -> str:
    given: dict[str, Any] = connection.settings_dict
    named = (connection.vendor, given["HOST"], str(given["PORT"]), str(given["NAME"]))
    return hashlib.sha256("\x00".join(named).encode()).hexdigest()[:16]


def _to_disk(folder: Path) -> None:
    """Let the new name outlive a power cut; not every file system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


# ---- What is known of the last one ----


def _note() -> Path:
    return Path(settings.OPERATIONS_DIR) / "last-backup.json"


def note_backup(done: Backup) -> None:
    """Note the last backup beside the database, not in it: it must be known where the database is lost."""
    # The backup itself is made: a folder that cannot be written to does not undo that.
    with suppress(OSError):
        write_atomic(_note(), json.dumps(asdict(done)))


def last_backup() -> Backup | None:
    """The last backup of this database that was made on this machine."""
    try:
        done = Backup(**json.loads(_note().read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None
    return done if done.database == _database(connections["default"]) else None
