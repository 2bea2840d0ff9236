"""The lock of writers of public content, and small writes that are done soon or left out.

Writers change public content one after the other, each in a transaction. What several people may do to their own rows
at once has a lock of its own, in `rulesbase.core.user_lock`.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import DEFAULT_DB_ALIAS, InternalError, OperationalError, connections, transaction

from rulesbase.core.maintenance import writes_are_refused
from rulesbase.models import State


@contextmanager
def content_lock() -> Iterator[State]:
    """One transaction, alone with its writes to public content: imports and verbs of curators wait here.

    They wait for a row lock on PostgreSQL; on SQLite the transaction has the only pen. Whatever is looked up to
    decide what to write is looked up inside. Gives the row of State: whoever wrote calls its ``content_changed``.
    """
    with transaction.atomic():
        State.objects.get_or_create(pk=1)
        yield State.objects.select_for_update().get(pk=1)


@contextmanager
def writing(*, translations_into: str = "") -> Iterator[None]:
    """A turn that always writes; pages kept ready are stale after it.

    What is kept of the English, of cards and of other languages stays good where nothing but ``translations_into`` a
    language is written.
    """
    with content_lock() as state:
        yield
        state.content_changed(translations_into=translations_into)


_MOST_MILLISECONDS = 50
# What PostgreSQL calls a database that takes no writes: a primary that became a replica.
_READ_ONLY = "25006"


def write_if_free(do: Callable[[], object]) -> bool:
    """Do a small write in a transaction of its own; return whether it was done.

    It is left out under maintenance, where another write is in the way (on SQLite any), and where the database is gone
    or takes no writes. Within a transaction it is part of that.
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
            # Not by a cursor of Django's: this is no statement to be counted, or refused under maintenance.
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
        if getattr(error.__cause__, "sqlstate", "") != _READ_ONLY:
            raise
        return False
    finally:
        if driver is not None:
            driver.execute(f"PRAGMA busy_timeout = {connection.settings_dict['OPTIONS'].get('timeout', 5) * 1000:.0f}")
    return True
