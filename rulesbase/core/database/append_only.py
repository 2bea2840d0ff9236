"""Triggers that make the action log append-only in the database itself: empty the log, check the triggers.

Migrations create them; the trigger of PostgreSQL is in `rulesbase/migrations/_append_only.py` alone. Here are those of
SQLite, which `empty_log` has to remove and create again. On PostgreSQL it sets `rulesbase.library_goes`, with which
the trigger lets rows be deleted.

Only the links to deleted rows may change: author, former contributor, token name, translation and source.
"""

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

TABLE = "rulesbase_actionlog"
_WORDS = "The log of actions is append-only."
_FIXED = (
    "id, verb, language, place, original_id, before_id, after_id, old_status, new_status, reason, batch, details, "
    "made_at"
)
_SQLITE = (
    f"CREATE TRIGGER actionlog_no_update BEFORE UPDATE OF {_FIXED} ON {TABLE} BEGIN "
    f"SELECT RAISE(ABORT, '{_WORDS}'); END",
    f"CREATE TRIGGER actionlog_no_delete BEFORE DELETE ON {TABLE} BEGIN SELECT RAISE(ABORT, '{_WORDS}'); END",
)
_SQLITE_OFF = ("DROP TRIGGER IF EXISTS actionlog_no_update", "DROP TRIGGER IF EXISTS actionlog_no_delete")


def empty_log(using: str) -> None:
    """Empty the log, as when the sample is removed with all its content. Call it within a transaction."""
    connection = connections[using]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL rulesbase.library_goes = 'on'")
            cursor.execute(f"DELETE FROM {TABLE}")  # noqa: S608 - our own name
            cursor.execute("SET LOCAL rulesbase.library_goes = 'off'")
            return
        for statement in (*_SQLITE_OFF, f"DELETE FROM {TABLE}", *_SQLITE):  # noqa: S608
            cursor.execute(statement)


def is_guarded(connection: BaseDatabaseWrapper) -> bool:
    """Return whether the triggers are in the database."""
    wanted = {"actionlog_no_update", "actionlog_no_delete"}
    query = (
        "SELECT tgname FROM pg_trigger WHERE tgrelid = %s::regclass AND tgenabled <> 'D'"
        if connection.vendor == "postgresql"
        else "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s"
    )
    with connection.cursor() as cursor:
        cursor.execute(query, [TABLE])
        return wanted <= {name for (name,) in cursor.fetchall()}
