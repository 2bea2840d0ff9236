"""Backup and restore: on one database, from one kind to the other and back, and what is refused."""

import hashlib
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from rulesbase.models import ActionLog, Question, Rule, State, StoredIndex, User, Version
from rulesbase.operations.backup import create as backup_create
from rulesbase.operations.backup.archive import BackupRefused, TableInfo, open_backup
from rulesbase.operations.backup.tables import all_tables, line_of, rows_of
from rulesbase.operations.integrity.runner import check_data
from tests.rulesbase.operations.conftest import at
from tests.support.caches import forget
from tests.support.databases import inside

pytestmark = pytest.mark.postgres

PAGES = ("/", "/rules/2021-03-01/", "/rules/2023-03-01/201/?lang=en,fr,ja", "/compare/2019-03-01/2023-03-01/",
         "/search/?q=card", "/archive/", "/glossary/2023-03-01/")  # fmt: skip
COUNTED = "rulesbase_state"


def held() -> dict[str, list[bytes]]:
    """All rows of all tables but the one whose count rises."""
    return {
        table.name: [line_of(row) for row in rows_of(table, connection)]
        for table in all_tables()
        if table.name != COUNTED
    }


def pages() -> list[bytes]:
    """What readers see."""
    forget()
    client = Client()
    answers = [client.get(page) for page in PAGES]
    assert [answer.status_code for answer in answers] == [200] * len(PAGES)
    return [answer.content for answer in answers]


def tables(path: Path) -> list[TableInfo]:
    with open_backup(path) as (_, manifest):
        return [table for table in manifest.tables if table.name != COUNTED]


@pytest.mark.slow
def test_a_backup_moves_to_the_other_database_and_back(odd: str, bare: str, other_address: str, tmp_path: Path) -> None:
    """To the other kind of database and back: the same rows, the same pages, nothing to find."""
    there, back = tmp_path / "there.backup", tmp_path / "back.backup"
    with inside(odd):
        call_command("backup", there)
        rows, seen = held(), pages()
    with at(other_address):
        call_command("restore", there)
        assert [check.findings for check in check_data() if check.found] == []
        assert pages() == seen
        # What pages count for themselves, they count again.
        StoredIndex.objects.all().delete()
        call_command("backup", back)
    assert tables(back) == tables(there)
    with inside(bare):
        call_command("restore", back)
        assert held() == rows
        assert pages() == seen
        assert [check.findings for check in check_data() if check.found] == []


@pytest.mark.usefixtures("caching")
def test_life_goes_on_after_it(odd: str, saved: Path) -> None:
    """New rows get numbers of their own, the log is guarded, and caches of the old content are stale."""
    with inside(odd):
        State.objects.update(generation=5000)
        # A cache that many machines share has their counts of tries too, so it is not emptied.
        cache.set("count", 7, 60)
        old = User.objects.get()
        call_command("restore", saved, "--force")
        # By chance further than any writer came: other instances of the same backup keep pages too.
        assert cache.get("count") == 7
        raised = State.objects.get().generation
        call_command("restore", saved, "--force")
        assert 5000 < raised < State.objects.get().generation - 1
        assert User.objects.get() == old
        assert User.objects.get().check_password("correct horse battery")
        assert User.objects.create_user("bob").pk > old.pk
        assert Rule.objects.create().pk == Rule.objects.order_by("-pk")[0].pk
        with pytest.raises((IntegrityError, DatabaseError)), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("DELETE FROM rulesbase_actionlog")
        assert ActionLog.objects.exists()
        # What has no value is not mixed up.
        assert Question.objects.get(key="null").data is None
        assert Question.objects.get(key="k").data == {"é": [1, 2.5, None, {"b": "ｋ", "a": []}]}


def test_no_one_else_may_read_it(odd: str, saved: Path) -> None:
    with inside(odd):
        last = backup_create.last_backup()
    assert saved.stat().st_mode & 0o777 == 0o600
    assert last is not None
    assert (last.file, last.size) == (str(saved), saved.stat().st_size)
    # Of another database nothing is known.
    assert backup_create.last_backup() is None


def altered(whole: Path, path: Path, change: Callable[[dict[str, bytes]], None]) -> None:
    """Write a backup anew with other parts."""
    with zipfile.ZipFile(whole) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    change(parts)
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)


def newer(parts: dict[str, bytes]) -> None:
    body = json.loads(parts["manifest.json"])
    body["migrations"].append(["rulesbase", "9999_from_the_future"])
    parts["manifest.json"] = json.dumps(body).encode()


def newer_form(parts: dict[str, bytes]) -> None:
    parts["manifest.json"] = parts["manifest.json"].replace(b'"edition": 1', b'"edition": 2')


def other_row(parts: dict[str, bytes]) -> None:
    parts["tables/rulesbase_user.jsonl"] = parts["tables/rulesbase_user.jsonl"].replace(b"ada", b"eve")


def row_lost(parts: dict[str, bytes]) -> None:
    parts["tables/rulesbase_entry.jsonl"] = parts["tables/rulesbase_entry.jsonl"].partition(b"\n")[2]


def part_lost(parts: dict[str, bytes]) -> None:
    del parts["tables/rulesbase_rule.jsonl"]


def part_more(parts: dict[str, bytes]) -> None:
    parts["tables/evil.jsonl"] = b"[1]\n"


def orphan(parts: dict[str, bytes]) -> None:
    """Let the manifest be right, but a link lead nowhere."""
    name = "tables/rulesbase_entry.jsonl"
    body = json.loads(parts["manifest.json"])
    entry = next(table for table in body["tables"] if table["name"] == "rulesbase_entry")
    rows = [json.loads(line) for line in parts[name].splitlines()]
    rows[0][entry["columns"].index("wording_id")] = 999_999_999
    parts[name] = b"".join(line_of(row) for row in rows)
    entry["sha256"] = hashlib.sha256(parts[name]).hexdigest()
    parts["manifest.json"] = json.dumps(body).encode()


def other_order(parts: dict[str, bytes]) -> None:
    """Let each table have its columns in another order, as in backups by a program with other models."""
    body = json.loads(parts["manifest.json"])
    for table in body["tables"]:
        name = f"tables/{table['name']}.jsonl"
        table["columns"].reverse()
        parts[name] = b"".join(line_of(json.loads(line)[::-1]) for line in parts[name].splitlines())
        table["sha256"] = hashlib.sha256(parts[name]).hexdigest()
    parts["manifest.json"] = json.dumps(body).encode()


def test_columns_in_another_order(odd: str, bare: str, saved: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.backup"
    with inside(odd):
        rows = held()
    altered(saved, path, other_order)
    with inside(bare):
        call_command("restore", path)
        assert held() == rows
        assert [check.findings for check in check_data() if check.found] == []


def test_refused_and_nothing_is_restored(odd: str, saved: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.backup"
    with inside(odd):
        before = held()
        for change, says in (
            (newer, "newer Rulesbase (0.1): rulesbase.9999_from_the_future"),
            (newer_form, "in a form unknown here"),
            (other_row, "tables/rulesbase_user.jsonl differs from the manifest (1 of 1 row)"),
            (row_lost, "is damaged: tables/rulesbase_entry.jsonl"),
            (part_lost, "its parts are not those"),
            (part_more, "its parts are not those"),
            (orphan, "The database reported an error: "),
        ):
            altered(saved, path, change)
            with pytest.raises(CommandError, match="Nothing was restored and nothing has changed") as refused:
                call_command("restore", path, "--force")
            assert says in str(refused.value)
        with pytest.raises(CommandError, match=r"is not empty .*--force"):
            call_command("restore", saved)
        assert held() == before


def test_an_older_program_refuses_newer_tables(odd: str, saved: Path, tmp_path: Path) -> None:
    with inside(odd):
        MigrationRecorder(connection).record_applied("rulesbase", "9999_from_the_future")
        for command in (["backup", tmp_path / "b.backup"], ["restore", saved, "--force"], ["check_data"]):
            with pytest.raises(CommandError, match=r"9999_from_the_future is unknown here.*into an empty database"):
                call_command(*command)


def test_cut_off_or_foreign_or_missing(odd: str, saved: Path, tmp_path: Path) -> None:
    path, whole = tmp_path / "a.backup", saved.read_bytes()
    with inside(odd):
        for content, says in (
            (whole[: len(whole) // 2], "is cut off"),
            (whole[:-1], "is cut off"),
            (b"", "is not a backup"),
            (b"SQLite format 3\x00", "is not a backup"),
        ):
            path.write_bytes(content)
            with pytest.raises(CommandError, match=says):
                call_command("restore", path, "--force")
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("else.txt", "hello")
        with pytest.raises(CommandError, match="is not a backup"):
            call_command("restore", path, "--force")
        with pytest.raises(CommandError, match="No such file"):
            call_command("restore", tmp_path / "none.backup")


@pytest.mark.slow
def test_a_backup_of_older_tables(odd: str, bare: str, tmp_path: Path) -> None:
    """One that was made before an upgrade restores after it: its rows go through the same migrations."""
    made, path = tmp_path / "made.backup", tmp_path / "old.backup"
    with inside(odd):
        call_command("migrate", "rulesbase", "0016", verbosity=0)
        call_command("backup", made)
        with open_backup(made) as (_, manifest):
            assert not any(name == "0017_tokens" for _, name in manifest.migrations)
            assert "rulesbase_apitoken" not in {table.name for table in manifest.tables}
    # The older program wrote the columns in the order of its models, which is not that of the migrations.
    altered(made, path, other_order)
    with inside(bare):
        call_command("restore", path)
        assert Version.objects.count() == 3
        assert ActionLog.objects.get(verb="exported").token == ""
        assert [check.findings for check in check_data() if check.found] == []


def test_the_old_file_stays_until_the_new_one_is_whole(
    odd: str, saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise BackupRefused("The disk lies.")

    before = saved.read_bytes()
    monkeypatch.setattr(backup_create, "verify", broken)
    with inside(odd):
        with pytest.raises(CommandError, match=r"No backup was made\. The disk lies\."):
            call_command("backup", saved)
        with pytest.raises(CommandError, match="is a folder"):
            call_command("backup", tmp_path)
    assert saved.read_bytes() == before
    assert list(tmp_path.glob("*.partial")) == []
