"""Small writes that nobody should wait for, such as when somebody was last seen: done soon, or left out."""

from collections.abc import Callable
from typing import Any

from django.db import DEFAULT_DB_ALIAS, InternalError, OperationalError, connections, transaction

from rulesbase.maintenance import writes_are_refused

_MOST_MILLISECONDS = 50
# What PostgreSQL calls a database that takes no writes: a primary that became a replica.
_READ_ONLY = "25006"


def at_once(do: Callable[[], object]) -> bool:
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
