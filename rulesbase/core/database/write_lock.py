"""The lock for writing public content, and small writes that may be skipped.

One writer at a time changes public content, in a transaction. Rows of one account have their own lock
(`rulesbase.core.database.user_lock`).
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import DEFAULT_DB_ALIAS, InternalError, OperationalError, connections, transaction

from rulesbase.core.database.database_errors import is_read_only
from rulesbase.core.maintenance import writes_are_refused
from rulesbase.models import State


@contextmanager
def content_lock() -> Iterator[State]:
    """Open a transaction that alone may write public content; imports and actions of curators wait here.

    PostgreSQL waits for a row lock; SQLite allows one writer. Read inside what decides the write. Yields the row of
    State; after a write call its ``content_changed``.
    """
    with transaction.atomic():
        State.objects.get_or_create(pk=1)
        yield State.objects.select_for_update().get(pk=1)


@contextmanager
def writing(*, translations_into: str = "") -> Iterator[None]:
    """Open a `content_lock` that always writes: cached pages are stale after it.

    If only translations into ``translations_into`` are written, cached pages of other languages stay valid.
    """
    with content_lock() as state:
        yield
        state.content_changed(translations_into=translations_into)


_MOST_MILLISECONDS = 50


def write_if_free(do: Callable[[], object]) -> bool:
    """Do a small write in its own transaction; return whether it was done.

    Skip it under maintenance, if it would wait more than 50 ms for another write (SQLite: any), and if the database is
    gone or takes no writes. Inside a transaction it is part of that transaction.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    if writes_are_refused():
        return False
    if connection.in_atomic_block:
        do()
        return True
    driver: Any = None
    try:
        connection.ensure_connection()
        if connection.vendor == "sqlite":
            # Not by Django's cursor, which would count the statement or refuse it under maintenance.
            driver = connection.connection
            driver.execute(f"PRAGMA busy_timeout = {_MOST_MILLISECONDS}")
        with transaction.atomic():
            if driver is None:
                with connection.cursor() as cursor:
                    cursor.execute("SET LOCAL lock_timeout = %s", [_MOST_MILLISECONDS])
            do()
    except OperationalError:
        return False
    except InternalError as error:
        if not is_read_only(error):
            raise
        return False
    finally:
        if driver is not None:
            driver.execute(f"PRAGMA busy_timeout = {connection.settings_dict['OPTIONS'].get('timeout', 5) * 1000:.0f}")
    return True
