"""check_data where the damage itself is in its way: what breaks off says so, and all else is looked at."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection

from rulesbase.models import Wording
from rulesbase.operations.integrity import runner
from rulesbase.operations.integrity.runner import IntegrityCheck, check_data
from tests.rulesbase.operations.integrity.test_content_checks import first, update
from tests.support.databases import Databases, inside

pytestmark = pytest.mark.postgres

EMPTY = "its bytes have changed: they have another digest"


def first_page(name: str, of: str) -> tuple[int, int]:
    """Where the first page of a table or index stands in a file of SQLite, and how long it is."""
    with closing(sqlite3.connect(name)) as file:
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (root,) = file.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", [of]).fetchone()
        (size,) = file.execute("PRAGMA page_size").fetchone()
    return (root - 1) * size, size


def as_sql(name: str, statement: str) -> None:
    """Write without the check of SQLite that protects its own tables."""
    with closing(sqlite3.connect(name, isolation_level=None)) as file:
        file.execute("PRAGMA writable_schema = ON")
        file.execute(statement)


def test_an_index_that_lacks_a_row(odd: str, databases: Databases) -> None:
    """SQLite's quick check sees nothing of it. PostgreSQL has no check of its own."""
    if not databases.on_postgres:
        # A row is changed while its index is not known.
        as_sql(odd, "CREATE TABLE saved AS SELECT * FROM sqlite_master WHERE name = 'entry_rule'")
        as_sql(odd, "DELETE FROM sqlite_master WHERE name = 'entry_rule'")
        as_sql(odd, "UPDATE rulesbase_entry SET rule_id = rule_id + 1 WHERE id = (SELECT min(id) FROM rulesbase_entry)")
        as_sql(odd, "INSERT INTO sqlite_master SELECT * FROM saved")
        as_sql(odd, "DROP TABLE saved")
    with inside(odd):
        assert [one.name for one in check_data(quick=True) if one.found] == []
        found = [one.name for one in check_data() if one.found]
    assert found == ([] if databases.on_postgres else ["indexes"])


@pytest.mark.usefixtures("sample")
def test_a_check_that_breaks_off_says_so_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def asks(_: object) -> Iterator[tuple[str, str, str]]:
        yield "a_table", "row 1", "it is wrong"
        with connection.cursor() as cursor:
            cursor.execute("SELECT nothing FROM nowhere")

    def raises(_: object) -> Iterator[tuple[str, str, str]]:
        raise TypeError

    update(Wording, text="another")
    plain = runner.all_checks()
    broken = [IntegrityCheck("asks", "", asks), IntegrityCheck("raises", "", raises)]
    monkeypatch.setattr(runner, "all_checks", lambda: [*broken, *plain])
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command("check_data", "--json", "--quick", stdout=out)
    found = {one["check"]: one["findings"] for one in json.loads(out.getvalue())["checks"] if one["found"]}
    assert found["asks"][0]["what"] == "it is wrong"
    assert "stopped early: " in found["asks"][1]["what"]
    assert found["raises"][0]["what"].endswith(": TypeError")
    assert found["wordings"][0]["where"] == f"row {first(Wording)}"


def test_a_damaged_file_is_looked_at_to_its_end(odd: str, databases: Databases) -> None:
    """A table of which nothing can be read any more: all checks have their say. Nothing can be committed then."""
    if databases.on_postgres:
        with inside(odd):
            wrong_column = "ALTER TABLE cards_ruling RENAME COLUMN text TO lost"
            with connection.cursor() as cursor:
                cursor.execute(wrong_column)
            found = {one.name for one in check_data() if one.found}
        assert found == {"rulings"}
        return
    at, size = first_page(odd, "rulesbase_entry")
    with Path(odd).open("r+b") as file:
        file.seek(at)
        file.write(b"\xff" * size)
    with inside(odd):
        found = {one.name for one in check_data() if one.found}
        assert {"storage", "entries", "places"} <= found
        assert "translations" not in found


def test_values_that_no_column_has(odd: str) -> None:
    """SQLite takes whatever it is given: letters that are none, text for bytes. PostgreSQL takes cut bytes."""
    lite = connection.vendor == "sqlite"
    with inside(odd), connection.cursor() as cursor:
        if lite:
            letters = "UPDATE rulesbase_wording SET text = CAST(x'c3284142' AS TEXT) WHERE id = %s"
            cursor.execute(letters, [first(Wording)])
        cursor.execute("UPDATE rulesbase_sourcefile SET packed = %s", ["abc" if lite else b""])
        found = {one.name: one.findings for one in check_data() if one.found}
        assert {one.what for one in found["files"]} <= {"it cannot be decompressed", EMPTY}
        assert lite is ("wordings" in found)
