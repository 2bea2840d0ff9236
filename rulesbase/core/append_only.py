"""Triggers that make the action log append-only in the database itself.

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
_POSTGRES = (
    "CREATE OR REPLACE FUNCTION rulesbase_append_only() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
    "IF TG_OP = 'DELETE' AND current_setting('rulesbase.library_goes', true) = 'on' THEN RETURN OLD; END IF; "
    f"RAISE EXCEPTION '{_WORDS}' USING ERRCODE = 'integrity_constraint_violation'; END $$",
    f"CREATE TRIGGER actionlog_no_update BEFORE UPDATE OF {_FIXED} ON {TABLE} FOR EACH ROW "
    "EXECUTE FUNCTION rulesbase_append_only()",
    f"CREATE TRIGGER actionlog_no_delete BEFORE DELETE ON {TABLE} FOR EACH ROW "
    "EXECUTE FUNCTION rulesbase_append_only()",
)
_POSTGRES_OFF = (
    f"DROP TRIGGER IF EXISTS actionlog_no_update ON {TABLE}",
    f"DROP TRIGGER IF EXISTS actionlog_no_delete ON {TABLE}",
    "DROP FUNCTION IF EXISTS rulesbase_append_only()",
)


def guard(connection: BaseDatabaseWrapper) -> list[str]:
    """Return the statements that make the log append-only."""
    return list(_POSTGRES if connection.vendor == "postgresql" else _SQLITE)


def unguard(connection: BaseDatabaseWrapper) -> list[str]:
    """Return the statements that remove the triggers: to empty a database, or to undo the migration."""
    return list(_POSTGRES_OFF if connection.vendor == "postgresql" else _SQLITE_OFF)


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
