"""Create a backup: a snapshot of the whole database in one file, verified before it is put in place."""

import glob
import hashlib
import json
import os
import tempfile
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from django.conf import settings
from django.db import DatabaseError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils import timezone

from rulesbase.core.files import sha256_of, write_atomic
from rulesbase.models import State, Wording
from rulesbase.operations.backup.archive import (
    MANIFEST,
    BackupRefused,
    Manifest,
    Progress,
    open_backup,
    verify,
    write_table,
)
from rulesbase.operations.backup.schema import schema_of
from rulesbase.operations.backup.tables import all_tables, line_of, rows_of, snapshot

_LEFT_SECONDS = 12 * 3600


class Backup(NamedTuple):
    """A finished backup; ``database`` is a digest that identifies the database."""

    file: str
    at: str
    tables: int
    rows: int
    size: int
    sha256: str
    database: str


def back_up(path: Path, progress: Progress = lambda done, total: None) -> Backup:
    """Write the whole database to a file, read it again to check it, and replace an old file by it.

    Raises BackupRefused if that is not possible; then the old file stays and no other is left.
    """
    connection = connections["default"]
    with _partial(path) as (file, partial):
        try:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive, snapshot(connection):
                manifest = _write(archive, connection, progress)
            file.flush()
            os.fsync(file.fileno())
            with open_backup(partial) as (written, found):
                if found != manifest:
                    raise BackupRefused("The file differs from what was written to it. The disk may be faulty.")
                verify(written, found, lambda done, total: progress(total + done, 2 * total))
        except OSError as error:
            raise BackupRefused(f"{path} cannot be written: {error.strerror or error}.") from error
        except DatabaseError as error:
            raise BackupRefused(f"The database cannot be read: {error}".strip()) from error
        done = Backup(
            file=str(path.resolve()),
            at=manifest.made_at,
            tables=len(manifest.tables),
            rows=manifest.rows,
            size=partial.stat().st_size,
            sha256=sha256_of(partial),
            database=_database(connection),
        )
        os.replace(partial, path)
    note_backup(done)
    return done


def _write(archive: zipfile.ZipFile, connection: BaseDatabaseWrapper, progress: Progress) -> Manifest:
    schema = schema_of(connection)
    tables = all_tables(schema.apps)
    counts = {table.name: table.model._base_manager.using(connection.alias).count() for table in tables}
    if not any(counts.get(model._meta.db_table) for model in (State, Wording)):
        # Do not overwrite the backup of a full database with an empty one. A damaged database that has texts but no
        # row of State is backed up.
        raise BackupRefused("The database has no content yet: neither rules nor cards were ever imported.")
    total = sum(counts.values())
    manifest = Manifest(timezone.now().isoformat(), settings.VERSION, connection.vendor, schema.migrations, [])
    for table in tables:
        written = write_table(archive, table.name, table.columns, map(line_of, rows_of(table, connection)))
        if written.rows != counts[table.name]:
            raise BackupRefused(f"{table.name} has {counts[table.name]} rows, and {written.rows} of them can be read.")
        manifest.tables.append(written)
        progress(manifest.rows, 2 * total)
    archive.writestr(MANIFEST, manifest.as_json())
    return manifest


@contextmanager
def _partial(path: Path) -> Iterator[tuple[BinaryIO, Path]]:
    """Open a temporary file beside the target; remove it unless it was renamed."""
    if path.is_dir():
        raise BackupRefused(f"{path} is a folder; name the file.")
    try:
        for left in path.parent.glob(f"{glob.escape(path.name)}.*.partial"):
            # Left by a killed run: no backup takes so long.
            if time.time() - left.stat().st_mtime > _LEFT_SECONDS:
                left.unlink(missing_ok=True)
        # mkstemp makes it readable for its owner only, as it contains accounts.
        handle, name = tempfile.mkstemp(prefix=f"{path.name}.", suffix=".partial", dir=path.parent)
    except OSError as error:
        raise BackupRefused(f"{path} cannot be written: {error.strerror}.") from error
    file = os.fdopen(handle, "r+b")
    try:
        yield file, Path(name)
    finally:
        Path(name).unlink(missing_ok=True)
        # Closing flushes again and may fail; that must not hide the first error.
        with suppress(OSError):
            file.close()


def _database(connection: BaseDatabaseWrapper) -> str:
    given: dict[str, Any] = connection.settings_dict
    named = (connection.vendor, given["HOST"], str(given["PORT"]), str(given["NAME"]))
    return hashlib.sha256("\x00".join(named).encode()).hexdigest()[:16]


# ---- The record of the last backup ----


def _record_file() -> Path:
    return Path(settings.OPERATIONS_DIR) / "last-backup.json"


def note_backup(done: Backup) -> None:
    """Record the last backup in a file outside the database, which may be lost."""
    # The backup itself succeeded, so ignore a folder that is not writable.
    with suppress(OSError):
        write_atomic(_record_file(), json.dumps(done._asdict()))


def last_backup() -> Backup | None:
    """Return the last backup of this database made on this machine, or None."""
    try:
        done = Backup(**json.loads(_record_file().read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None
    return done if done.database == _database(connections["default"]) else None
