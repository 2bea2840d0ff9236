"""What is in the way of somebody: another's write, a body that is cut off, a full disk."""

import io
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.handlers.wsgi import LimitedStream
from django.core.management import CommandError, call_command
from django.db import InternalError, OperationalError, connections
from django.db.utils import ConnectionHandler
from psycopg import sql

import manage
from config.env import env_database
from rulesbase.core.database.database_errors import connection_failure
from rulesbase.core.database.write_lock import write_if_free
from rulesbase.imports import batch
from rulesbase.imports.failure_log import failed_imports
from rulesbase.models import OpenSession, User
from rulesbase.web.middleware.wsgi import LOCK_SECONDS, limit_waiting, reject_short_bodies
from tests.support.databases import Databases, inside
from tests.support.make import signed_in

pytestmark = pytest.mark.postgres

IMPATIENT: dict[bool, dict[str, Any]] = {True: {"options": "-c lock_timeout=200ms"}, False: {"timeout": 0.2}}
LIMITS = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")
# Far more than a write that is skipped takes, far less than a wait.
_SOON = 5.0


@contextmanager
def held(databases: Databases, name: str, table: str = "rulesbase_opensession") -> Iterator[None]:
    """Let somebody else write, and take their time: on SQLite anything, on PostgreSQL the rows of a table."""
    if databases.on_postgres:
        with psycopg.connect(databases.address(name)) as other:
            other.execute(sql.SQL("LOCK TABLE {} IN EXCLUSIVE MODE").format(sql.Identifier(table)))
            yield
        return
    with closing(sqlite3.connect(name, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


class ReadOnly(Exception):
    sqlstate = "25006"


@pytest.mark.parametrize(("why", "broken"), [(ReadOnly(), False), (ValueError(), True)])
def test_what_no_one_waits_for_is_left_out_where_nothing_can_be_written(odd: str, why: Exception, broken: bool) -> None:
    def refuse() -> None:
        raise InternalError from why

    with inside(odd):
        if broken:
            with pytest.raises(InternalError):
                write_if_free(refuse)
        else:
            assert write_if_free(refuse) is False


def test_a_reader_does_not_wait_for_a_writer(odd: str, databases: Databases) -> None:
    with inside(odd):
        client = signed_in(User.objects.get())
        connections["default"].close()
        with held(databases, odd):
            begun = time.monotonic()
            answer = client.get("/account/")
            assert answer.status_code == 200
            assert "sessionid" not in answer.cookies
            assert time.monotonic() - begun < _SOON
        assert not OpenSession.objects.exists()
        # Noted with the next page, which lets the browser keep its cookie longer.
        assert "sessionid" in client.get("/account/").cookies
        assert OpenSession.objects.get().user == User.objects.get()
        assert "sessionid" not in client.get("/account/").cookies


def test_who_waits_in_a_browser_hears_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, Any] = {
        "default": {"ENGINE": "django.db.backends.sqlite3", "OPTIONS": {"timeout": 60}},
        "b": {"ENGINE": "django.db.backends.postgresql", "OPTIONS": {"options": "-c x=1"}},
    }
    handler = ConnectionHandler(given)
    monkeypatch.setattr("rulesbase.web.middleware.wsgi.connections", handler)
    limit_waiting()
    assert given["default"]["OPTIONS"] == {"timeout": LOCK_SECONDS}
    asked = (
        f"-c x=1 -c statement_timeout=20s -c lock_timeout={LOCK_SECONDS}s -c idle_in_transaction_session_timeout=60s"
    )
    assert given["b"]["OPTIONS"] == {"options": asked}


def test_only_web_requests_have_a_limit_for_each_statement(odd: str, databases: Databases, other_address: str) -> None:
    """Commands and migrations may take as long as they need, but no wait is endless."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOME_DATABASE", databases.address(odd) if databases.on_postgres else other_address)
        handler = ConnectionHandler({"default": env_database("SOME_DATABASE", "", Path("/"))})
        patch.setattr("rulesbase.web.middleware.wsgi.connections", handler)
        for limits in (["0", "1min", "1h"], ["20s", "8s", "1min"]):
            with handler["default"].cursor() as cursor:
                for name, limit in zip(LIMITS, limits, strict=True):
                    cursor.execute(f"SHOW {name}")
                    assert cursor.fetchone() == (limit,)
            limit_waiting()
        with handler["default"].cursor() as cursor:
            cursor.execute("SET statement_timeout = 100")
            with pytest.raises(OperationalError) as reported:
                cursor.execute("SELECT pg_sleep(30)")
        assert not connection_failure(reported.value)
        handler["default"].close()


def test_a_command_that_waits_in_vain_says_so(odd: str, databases: Databases, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a sentence, and its exit tells."""
    given = connections.settings["default"]
    monkeypatch.setitem(given, "OPTIONS", {**given["OPTIONS"], **IMPATIENT[databases.on_postgres]})
    monkeypatch.setattr("sys.argv", ["manage.py", "clearsessions"])
    with inside(odd), held(databases, odd, "django_session"), pytest.raises(SystemExit) as ended:
        manage.main()
    assert str(ended.value.code).startswith("Another program is writing to the database and did not finish in time.")


@pytest.mark.parametrize("read", [lambda body: body.read(), lambda body: body.read(9), lambda body: body.readline()])
def test_a_body_that_is_cut_off_is_no_shorter_one(read: Callable[[LimitedStream], bytes]) -> None:
    seen: list[LimitedStream] = []

    def application(environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
        seen.append(LimitedStream(environ["wsgi.input"], 9))
        return []

    for sent in (b"all there", b"all the"):
        reject_short_bodies(application)({"wsgi.input": io.BytesIO(sent)}, print)
    assert read(seen[0]) == b"all there"
    with pytest.raises(ConnectionError):
        read(seen[1])


# ---- A disk that is full ----


@pytest.mark.usefixtures("sample")
def test_an_import_says_that_the_database_took_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OperationalError("database or disk is full")

    from tests.support.texts import large

    (tmp_path / "a.txt").write_bytes(large(2020, 40).bytes())
    monkeypatch.setattr(batch, "import_source", full)
    out = io.StringIO()
    with pytest.raises(CommandError, match="1 of 1 file could not be imported"):
        call_command("import_rules", tmp_path, stdout=out)
    assert "The database reported an error: database or disk is full." in out.getvalue()
    assert [one.name for one in failed_imports()] == ["a.txt"]
    monkeypatch.setattr(batch, "update_bulletins", full)
    with pytest.raises(CommandError, match="The database stopped the import: database or disk is full"):
        call_command("import_rules", tmp_path, stdout=out)
