"""Read and write all tables row by row, in one format for SQLite and PostgreSQL."""

import base64
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any, NamedTuple

from django.apps import apps as current_apps
from django.apps.registry import Apps
from django.core.management.color import no_style
from django.db import models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.functions import Collate

from rulesbase.core.database import append_only

_AT_ONCE = 2000
# Types that JSON lacks are strings that the field can parse: dates, times, ids.
_WRITTEN = {"DateField", "DateTimeField", "UUIDField"}
_TEXTS = {"CharField", "SlugField", "TextField"}


class Table(NamedTuple):
    """A table with the names of all its columns, in one schema."""

    model: type[models.Model]
    columns: list[str]

    @property
    def name(self) -> str:
        """Return its name in the database."""
        return str(self.model._meta.db_table)

    @property
    def fields(self) -> Sequence["models.Field[Any, Any]"]:
        """Return its columns, in the order of the values of a row."""
        fields = {field.column: field for field in self.model._meta.concrete_fields}
        return [fields[column] for column in self.columns]


def all_tables(apps: Apps = current_apps) -> list[Table]:
    """Return every table by name, with those of many-to-many fields, without the search index."""
    found = apps.get_models(include_auto_created=True)
    own = {model._meta.db_table: model for model in found if model._meta.managed and not model._meta.proxy}
    return [Table(own[name], [str(field.column) for field in own[name]._meta.concrete_fields]) for name in sorted(own)]


@contextmanager
def snapshot(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Read from one snapshot of the database inside; writers do not wait."""
    if connection.in_atomic_block:
        yield
        return
    # A new connection would set its own transaction mode.
    connection.ensure_connection()
    mode = getattr(connection, "transaction_mode", None)
    # SQLite's usual IMMEDIATE would block all writers. PostgreSQL has no such mode and ignores it.
    connection.transaction_mode = "DEFERRED"  # type: ignore[attr-defined]
    # In the order of `empty_all`, so that both cannot deadlock.
    names = [connection.ops.quote_name(name) for name in sorted(connection.introspection.table_names())]
    try:
        with transaction.atomic(using=connection.alias):
            if connection.vendor == "postgresql":
                with connection.cursor() as cursor:
                    cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                    # Locked before the first query fixes the snapshot: a restore that truncates a table later would
                    # make it empty in the snapshot too. Readers and writers go on.
                    if names:
                        cursor.execute(f"LOCK TABLE {', '.join(names)} IN ACCESS SHARE MODE")
            yield
            # Nothing was written, so a damaged database that cannot commit was still read.
            transaction.set_rollback(True, using=connection.alias)
    finally:
        connection.transaction_mode = mode  # type: ignore[attr-defined]


# ---- Read ----


def rows_of(table: Table, connection: BaseDatabaseWrapper) -> Iterator[list[Any]]:
    """Yield the rows of a table by primary key as JSON values, in the same order on every database."""
    key = table.model._meta.pk
    assert key is not None
    order: Any = key.attname
    if connection.vendor == "postgresql" and _kind(key) in _TEXTS:
        order = Collate(key.attname, "C")
    names = [field.attname for field in table.fields]
    whole: models.QuerySet[Any] = models.QuerySet(table.model, using=connection.alias)
    rows = whole.order_by(order).values_list(*names)
    changed = [(at, writer) for at, field in enumerate(table.fields) if (writer := _writer(field))]
    for row in rows.iterator(chunk_size=_AT_ONCE):
        values = list(row)
        for at, writer in changed:
            if values[at] is not None:
                values[at] = writer(values[at])
        yield values


def line_of(row: list[Any]) -> bytes:
    """Return a row as a line of JSON; equal rows give equal lines."""
    return json.dumps(row, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode() + b"\n"


def _kind(field: "models.Field[Any, Any]") -> str:
    """Return the type of a column; for a foreign key, that of its target."""
    while isinstance(field, models.ForeignKey):
        field = field.target_field
    return str(field.get_internal_type())


def _writer(field: "models.Field[Any, Any]") -> Callable[[Any], Any] | None:
    kind = _kind(field)
    if kind == "BinaryField":
        return lambda value: base64.b64encode(bytes(value)).decode()
    if kind == "UUIDField":
        return str
    return (lambda value: value.isoformat()) if kind in _WRITTEN else None


# ---- Write ----


def insert_rows(table: Table, rows: Iterable[list[Any]], connection: BaseDatabaseWrapper) -> None:
    """Insert rows into an empty table."""
    readers = [(at, reader) for at, field in enumerate(table.fields) if (reader := _reader(field, connection))]

    def values() -> Iterator[list[Any]]:
        for row in rows:
            for at, reader in readers:
                row[at] = reader(row[at])
            yield row

    quote = connection.ops.quote_name
    named = f"{quote(table.name)} ({', '.join(quote(column) for column in table.columns)})"
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {named} FROM STDIN") as copy:
                for row in values():
                    copy.write_row(row)
            return
        holes = ", ".join(["%s"] * len(table.columns))
        given = values()
        while chunk := list(islice(given, _AT_ONCE)):
            cursor.executemany(f"INSERT INTO {named} VALUES ({holes})", chunk)  # noqa: S608 - our own names


def _reader(field: "models.Field[Any, Any]", connection: BaseDatabaseWrapper) -> Callable[[Any], Any] | None:
    """Return the function that converts a JSON value for this database."""
    kind = _kind(field)
    if kind == "JSONField":
        # JSON null and SQL NULL are the same here, except that a NOT NULL column stores JSON null.
        return lambda value: None if value is None and field.null else connection.ops.adapt_json_value(value, None)
    if kind == "BinaryField":
        return lambda value: None if value is None else base64.b64decode(value, validate=True)
    if kind not in _WRITTEN:
        return None
    own = field
    while isinstance(own, models.ForeignKey):
        own = own.target_field
    return lambda value: None if value is None else own.get_db_prep_value(own.to_python(value), connection)


def empty_all(tables: Sequence[Table], connection: BaseDatabaseWrapper) -> None:
    """Empty all tables, including the log, inside a transaction."""
    append_only.empty_log(connection.alias)
    statements = connection.ops.sql_flush(no_style(), [table.name for table in tables], reset_sequences=True)
    if connection.vendor == "postgresql":
        # It truncates no table with references that are to be checked at the end.
        statements = ["SET CONSTRAINTS ALL IMMEDIATE", *statements, "SET CONSTRAINTS ALL DEFERRED"]
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def check_constraints_and_sequences(tables: Sequence[Table], connection: BaseDatabaseWrapper) -> None:
    """Check the foreign keys of filled tables, and let their sequences continue after the last row.

    Raises IntegrityError for a row that refers to a missing one.
    """
    connection.check_constraints()
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), [table.model for table in tables]):
            cursor.execute(statement)
