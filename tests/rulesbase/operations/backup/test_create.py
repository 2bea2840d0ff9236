"""A backup that is begun while a restore replaces everything, or before there is anything."""

import threading
import time
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from rulesbase.models import State, Wording
from rulesbase.operations.backup.restore import restore
from tests.rulesbase.operations.backup.test_backup import tables
from tests.support.databases import inside

pytestmark = pytest.mark.postgres


def test_begun_while_a_restore_runs(odd: str, saved: Path, tmp_path: Path) -> None:
    """A table that is emptied for good beside it is not empty for that: it is as it was before, or as it is after."""
    beside = tmp_path / "b.backup"
    thread = threading.Thread(target=backed_up_by_another, args=(beside,))

    def meanwhile(done: int, total: int) -> None:
        # A third of the steps verifies the file; then the tables are filled.
        if done > total // 3 and not thread.ident:
            thread.start()
            until_it_waits_or_ends(thread)

    with inside(odd):
        restore(saved, force=True, progress=meanwhile)
        thread.join()
    assert tables(beside) == tables(saved)


def backed_up_by_another(path: Path) -> None:
    try:
        call_command("backup", path)
    finally:
        connection.close()


def until_it_waits_or_ends(thread: threading.Thread) -> None:
    """On PostgreSQL it waits for the tables, on SQLite for nothing."""
    until = time.monotonic() + 60
    while thread.is_alive() and time.monotonic() < until:
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1 FROM pg_locks WHERE NOT granted AND relation IS NOT NULL")
                if cursor.fetchone():
                    return
        time.sleep(0.02)
    assert time.monotonic() < until


def test_nothing_is_not_written_over_something(bare: str, saved: Path) -> None:
    before = saved.read_bytes()
    with inside(bare), pytest.raises(CommandError, match="has no content yet"):
        call_command("backup", saved)
    assert saved.read_bytes() == before


def test_a_database_without_tables_is_refused(bare: str, tmp_path: Path) -> None:
    on_postgres = connection.vendor == "postgresql"
    with inside(bare if on_postgres else str(tmp_path / "new.sqlite3")):
        if on_postgres:
            with connection.cursor() as cursor:
                cursor.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        with pytest.raises(CommandError, match="The database has no tables"):
            call_command("backup", tmp_path / "a.backup")


def test_a_damaged_database_is_backed_up(odd: str, bare: str, tmp_path: Path) -> None:
    """Its count of changes is gone, as `check_data` tells: that is no database without content."""
    with inside(odd):
        State.objects.all().delete()
        call_command("backup", tmp_path / "a.backup")
        texts = Wording.objects.count()
    with inside(bare):
        call_command("restore", tmp_path / "a.backup")
        assert (Wording.objects.count(), State.objects.count()) == (texts, 1)
