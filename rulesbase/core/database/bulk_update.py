"""Update some columns of many rows, in a tenth of the time of Django's bulk_update."""

from collections.abc import Sequence
from typing import Any

from django.db import connections, router, transaction
from django.db.models import Field, Model


def update_rows(rows: Sequence[Model], fields: Sequence[str]) -> None:
    """Store the current values of these fields of the rows, all of one model; all of it or nothing.

    One prepared statement runs for each row; the driver of PostgreSQL sends them together. Django's bulk_update builds
    an expression for each field of each row, which takes most of its time.
    """
    if not rows:
        return
    model = type(rows[0])
    using = router.db_for_write(model)
    connection, quoted = connections[using], connections[using].ops.quote_name
    columns: list[Field[Any, Any]] = [model._meta.get_field(name) for name in fields]  # type: ignore[misc]
    values = [
        [*(column.get_db_prep_save(getattr(row, column.attname), connection) for column in columns), row.pk]
        for row in rows
    ]
    given = ", ".join(f"{quoted(str(column.column))} = %s" for column in columns)
    key = quoted(str(model._meta.pk.column))
    statement = f"UPDATE {quoted(model._meta.db_table)} SET {given} WHERE {key} = %s"  # noqa: S608 - our names
    # No savepoint: inside a transaction an error rolls back the whole transaction.
    with transaction.atomic(using=using, savepoint=False), connection.cursor() as cursor:
        cursor.executemany(statement, values)
