"""The triggers of the action log, as the migrations create them. A frozen copy: migrations import no product code."""

from typing import Any

_TABLE = "rulesbase_actionlog"
_WORDS = "The log of actions is append-only."
_FIXED = (
    "id, verb, language, place, original_id, before_id, after_id, old_status, new_status, reason, batch, details, "
    "made_at"
)
_SQLITE = (
    f"CREATE TRIGGER actionlog_no_update BEFORE UPDATE OF {_FIXED} ON {_TABLE} BEGIN "
    f"SELECT RAISE(ABORT, '{_WORDS}'); END",
    f"CREATE TRIGGER actionlog_no_delete BEFORE DELETE ON {_TABLE} BEGIN SELECT RAISE(ABORT, '{_WORDS}'); END",
)
_SQLITE_OFF = ("DROP TRIGGER IF EXISTS actionlog_no_update", "DROP TRIGGER IF EXISTS actionlog_no_delete")
_POSTGRES = (
    "CREATE OR REPLACE FUNCTION rulesbase_append_only() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
    "IF TG_OP = 'DELETE' AND current_setting('rulesbase.library_goes', true) = 'on' THEN RETURN OLD; END IF; "
    f"RAISE EXCEPTION '{_WORDS}' USING ERRCODE = 'integrity_constraint_violation'; END $$",
    f"CREATE TRIGGER actionlog_no_update BEFORE UPDATE OF {_FIXED} ON {_TABLE} FOR EACH ROW "
    "EXECUTE FUNCTION rulesbase_append_only()",
    f"CREATE TRIGGER actionlog_no_delete BEFORE DELETE ON {_TABLE} FOR EACH ROW "
    "EXECUTE FUNCTION rulesbase_append_only()",
)
_POSTGRES_OFF = (
    f"DROP TRIGGER IF EXISTS actionlog_no_update ON {_TABLE}",
    f"DROP TRIGGER IF EXISTS actionlog_no_delete ON {_TABLE}",
    "DROP FUNCTION IF EXISTS rulesbase_append_only()",
)


def put_on(apps: Any, schema_editor: Any) -> None:
    """Guard the log."""
    for statement in _POSTGRES if schema_editor.connection.vendor == "postgresql" else _SQLITE:
        schema_editor.execute(statement)


def take_off(apps: Any, schema_editor: Any) -> None:
    """Remove the guard."""
    for statement in _POSTGRES_OFF if schema_editor.connection.vendor == "postgresql" else _SQLITE_OFF:
        schema_editor.execute(statement)
