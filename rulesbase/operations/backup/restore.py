"""Restore a backup: verify the file, then replace the content of the database in one transaction."""

import secrets
import zipfile
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from django.contrib.contenttypes.models import ContentType
from django.db import DatabaseError, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from rulesbase.archive import text_index
from rulesbase.core.database.database_errors import first_line
from rulesbase.core.database.planner_statistics import update_planner_statistics
from rulesbase.core.number_format import counted
from rulesbase.models import State
from rulesbase.operations.backup.archive import BackupRefused, Manifest, Progress, open_backup, rows, verify
from rulesbase.operations.backup.schema import Schema, check_file, check_target, is_current, step_back, step_forward
from rulesbase.operations.backup.tables import (
    Table,
    all_tables,
    check_constraints_and_sequences,
    empty_all,
    insert_rows,
    rows_of,
)

# Tables that are not empty in a new database.
_ALWAYS = {
    "auth_group", "auth_group_permissions", "auth_permission", "axes_accessattempt", "axes_accessattemptexpiration",
    "axes_accessfailurelog", "axes_accesslog", "cards_rulingsread", "django_content_type", "django_session",
    "rulesbase_sentmail", "rulesbase_state",
}  # fmt: skip

_FAR = 1_000_000_000


class RestoreResult(NamedTuple):
    """A restored backup: its manifest, the number of indexed texts, and whether its tables were migrated."""

    manifest: Manifest
    texts: int
    migrated: bool


def restore(path: Path, *, force: bool, progress: Progress) -> RestoreResult:
    """Replace the whole content of the database by that of a backup. An interrupted restore changes nothing.

    Each row makes three steps of progress: it is verified, written, and read back.
    Raises BackupRefused for a damaged file or one of a newer program, and for a database with content unless ``force``.
    """
    connection = connections["default"]
    with open_backup(path) as (archive, manifest):
        check_target(connection)
        schema = check_file(manifest, connection)
        _check_tables(manifest, schema)
        if not force and (content := existing_content(connection)):
            raise BackupRefused(f"The database is not empty ({content}). Use --force to replace its content.")
        verify(archive, manifest, lambda done, total: progress(done, 3 * total))
        try:
            # SQLite checks foreign keys once at the end instead of for each row.
            with connection.constraint_checks_disabled(), transaction.atomic(using=connection.alias):
                texts = _replace(archive, manifest, schema, connection, progress)
        except DatabaseError as error:
            raise BackupRefused(f"The database reported an error: {first_line(error)}") from error
    ContentType.objects.clear_cache()
    # The restore is committed: if this fails, queries are only slower until the next ANALYZE.
    update_planner_statistics()
    return RestoreResult(manifest, texts, not is_current(schema))


def existing_content(connection: BaseDatabaseWrapper) -> str:
    """Describe in a few words the content that a fresh database does not have; empty for a fresh one."""
    counts = {
        table.name: table.model._base_manager.using(connection.alias).count()
        for table in all_tables()
        if table.name not in _ALWAYS
    }
    full = sorted(((count, name) for name, count in counts.items() if count), reverse=True)
    return ", ".join(f"{counted(count, 'row', 'rows')} in {name}" for count, name in full[:3])


def _check_tables(manifest: Manifest, schema: Schema) -> None:
    """Raise BackupRefused unless the backup has the tables and columns of its migrations."""
    # The order of columns differs: models have one, and migrations another.
    made = {table.name: sorted(table.columns) for table in all_tables(schema.apps)}
    listed = {table.name: sorted(table.columns) for table in manifest.tables}
    if wrong := sorted(name for name in made.keys() | listed.keys() if made.get(name) != listed.get(name)):
        raise BackupRefused(f"The backup does not match its migrations: {wrong[0]} is missing or has other columns.")


def _replace(
    archive: zipfile.ZipFile,
    manifest: Manifest,
    schema: Schema,
    connection: BaseDatabaseWrapper,
    progress: Progress,
) -> int:
    """Replace the content inside a transaction; return the number of indexed texts."""
    before = State.objects.using(connection.alias).order_by("-generation").first()
    empty_all(all_tables(), connection)
    text_index.empty()
    if not is_current(schema):
        step_back(schema, connection)
    tables = {table.name: table for table in all_tables(schema.apps)}
    if not is_current(schema):
        # Migrating back may have written rights and groups again.
        empty_all(list(tables.values()), connection)
    tables |= {listed.name: tables[listed.name]._replace(columns=listed.columns) for listed in manifest.tables}
    done = 0
    for listed in manifest.tables:
        insert_rows(tables[listed.name], rows(archive, listed), connection)
        done += listed.rows
        progress(manifest.rows + done, 3 * manifest.rows)
    check_constraints_and_sequences(list(tables.values()), connection)
    _compare(archive, manifest, tables, connection, progress)
    if not is_current(schema):
        step_forward(connection)
        check_constraints_and_sequences(all_tables(), connection)
    _raise_generation(before, connection)
    return text_index.rebuild()


def _compare(
    archive: zipfile.ZipFile,
    manifest: Manifest,
    tables: dict[str, Table],
    connection: BaseDatabaseWrapper,
    progress: Progress,
) -> None:
    """Read all rows back. Raises BackupRefused if the database changed one."""
    done = 0
    for listed in manifest.tables:
        pairs = zip_longest(rows(archive, listed), rows_of(tables[listed.name], connection))
        for number, (given, taken) in enumerate(pairs, start=1):
            if given != taken:
                raise BackupRefused(f"Row {number} of {listed.name} differs after writing.")
        done += listed.rows
        progress(2 * manifest.rows + done, 3 * manifest.rows)


def _raise_generation(before: State | None, connection: BaseDatabaseWrapper) -> None:
    """Raise State.generation, so that pages cached from the old content and from the backup's own time are stale."""
    state, _ = State.objects.using(connection.alias).get_or_create(pk=1)
    old = before.generation if before else 0
    # A random distance: a shared cache may hold pages of the backed-up instance that are newer than the backup. The
    # cache is not cleared, as it also has the rate limits of all machines.
    state.generation = max(old, state.generation) + 1 + secrets.randbelow(_FAR)
    state.save(using=connection.alias)
