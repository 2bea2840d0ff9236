"""Restore a backup: verify the file, then replace the content of the database in one transaction."""

import secrets
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from django.contrib.contenttypes.models import ContentType
from django.db import DatabaseError, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from rulesbase.archive import text_index
from rulesbase.imports.batch import analyse, first_line
from rulesbase.models import State
from rulesbase.operations.backup.archive import Manifest, Progress, Refused, TableInfo, open_backup, rows, verify
from rulesbase.operations.backup.schema import (
    Schema,
    check_file,
    check_target,
    is_current,
    step_back,
    step_forward,
)
from rulesbase.operations.backup.tables import BadRow, Table, all_tables, empty_all, fill, rows_of, settle

# What every database holds from its beginning, and what its own housekeeping leaves.
_ALWAYS = {
    "auth_group", "auth_group_permissions", "auth_permission", "axes_accessattempt", "axes_accessattemptexpiration",
    "axes_accessfailurelog", "axes_accesslog", "cards_rulingsread", "django_content_type", "django_session",
    "rulesbase_sentmail", "rulesbase_state",
}  # fmt: skip

_FAR = 1_000_000_000


class RestoreResult(NamedTuple):
    """Counts of a restored backup."""

    manifest: Manifest
    texts: int
    brought_up: bool


class Steps(NamedTuple):
    """Progress callbacks of the steps: verification, insertion, comparison, search index."""

    checked: Progress
    filled: Progress
    compared: Progress
    indexed: Progress


def _silent(done: int, total: int) -> None:
    del done, total


QUIET = Steps(_silent, _silent, _silent, _silent)


def restore(path: Path, *, force: bool = False, steps: Steps = QUIET) -> RestoreResult:
    """Replace the whole content of the database by that of a backup.

    Raises Refused with a sentence where the file is no whole backup, or one of a newer program, or where the database
    holds something and ``force`` is not set; then nothing has changed. Cut off at any moment, nothing has changed.
    """
    connection = connections["default"]
    with open_backup(path) as (archive, manifest):
        check_target(connection)
        schema = check_file(manifest, connection)
        _check_tables(manifest, schema)
        if not force and (held := existing_content(connection)):
            raise Refused(f"The database holds something ({held}). With --force all of it is replaced.")
        verify(archive, manifest, steps.checked)
        try:
            with _keys_checked_at_the_end(connection), transaction.atomic(using=connection.alias):
                texts = _replace(archive, manifest, schema, connection, steps)
        except DatabaseError as error:
            raise Refused(f"The database took nothing of it: {first_line(error)}") from error
        except BadRow as error:
            raise Refused(f"The database took nothing of it. {error}") from error
    _forget()
    return RestoreResult(manifest, texts, not is_current(schema))


def existing_content(connection: BaseDatabaseWrapper) -> str:
    """Describe in a few words the content that a fresh database does not have; empty for a fresh one."""
    counts = {
        table.name: table.model._base_manager.using(connection.alias).count()
        for table in all_tables()
        if table.name not in _ALWAYS
    }
    full = sorted(((count, name) for name, count in counts.items() if count), reverse=True)
    return ", ".join(f"{count} rows in {name}" for count, name in full[:3])


def _check_tables(manifest: Manifest, schema: Schema) -> None:
    """Raise Refused unless the backup has the tables and columns of its migrations."""
    made = {table.name: table.columns for table in all_tables(schema.apps)}
    listed = {table.name: table.columns for table in manifest.tables}
    if wrong := sorted(name for name in made.keys() | listed.keys() if made.get(name) != listed.get(name)):
        raise Refused(f"The backup does not fit its own migrations: {wrong[0]} has other columns, or is missing.")


def _replace(
    archive: zipfile.ZipFile, manifest: Manifest, schema: Schema, connection: BaseDatabaseWrapper, steps: Steps
) -> int:
    """All within one transaction: who reads meanwhile sees what was there before. Returns the number of texts."""
    before = State.objects.using(connection.alias).order_by("-generation").first()
    empty_all(all_tables(), connection)
    text_index.empty()
    if not is_current(schema):
        step_back(schema, connection)
    tables = {table.name: table for table in all_tables(schema.apps)}
    if not is_current(schema):
        # The way back may have written some again: rights, groups.
        empty_all(list(tables.values()), connection)
    done = 0
    for listed in manifest.tables:
        done += fill(tables[listed.name], rows(archive, listed), connection)
        steps.filled(done, manifest.rows)
    settle(list(tables.values()), connection)
    _compare(archive, manifest, tables, connection, steps.compared)
    if not is_current(schema):
        step_forward(connection)
        settle(all_tables(), connection)
    _raise_generation(before, connection)
    return text_index.rebuild(steps.indexed)


def _compare(
    archive: zipfile.ZipFile,
    manifest: Manifest,
    tables: dict[str, Table],
    connection: BaseDatabaseWrapper,
    progress: Progress,
) -> None:
    """Read all rows back. Raises Refused if the database changed one."""
    done = 0
    for listed in manifest.tables:
        for number, (given, taken) in enumerate(_pairs(archive, listed, tables[listed.name], connection), start=1):
            if given != taken:
                raise Refused(f"The database took nothing of it: {listed.name}, row {number} came out as another one.")
        done += listed.rows
        progress(done, manifest.rows)


def _pairs(
    archive: zipfile.ZipFile, listed: TableInfo, table: Table, connection: BaseDatabaseWrapper
) -> Iterator[tuple[Any, Any]]:
    return zip_longest(rows(archive, listed), rows_of(table, connection))


def _raise_generation(before: State | None, connection: BaseDatabaseWrapper) -> None:
    """Raise State.generation, so that pages cached from the old content and from the backup's own time are stale."""
    state, _ = State.objects.using(connection.alias).get_or_create(pk=1)
    old = before.generation if before else 0
    # Further than any writer came meanwhile, by chance: a cache may still hold pages of the instance that the backup
    # is of, made after it. It is not emptied: counts of tries and visits of all machines may lie there too. With
    # `translated` as it was it does not seem that nothing but translations had changed.
    state.generation = max(old, state.generation) + 1 + secrets.randbelow(_FAR)
    state.save(using=connection.alias)


@contextmanager
def _keys_checked_at_the_end(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Check foreign keys once at the end on SQLite, instead of for each row."""
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        yield
        return
    with connection.constraint_checks_disabled():
        yield


def _forget() -> None:
    """Clear caches of the old content, and update the statistics of the database."""
    # The restore is committed: if this fails, queries are only slower until the next ANALYZE.
    ContentType.objects.clear_cache()
    analyse()
