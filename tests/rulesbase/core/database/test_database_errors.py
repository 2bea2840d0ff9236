"""What a command says of a database that is not there, or not that of this release."""

import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from django.db import DatabaseError, OperationalError, ProgrammingError

from rulesbase.core.database.database_errors import command_message
from tests.bench.measuring import clean_environment
from tests.support.programs import ROOT


def _caused(error: DatabaseError, cause: Exception) -> DatabaseError:
    error.__cause__ = cause
    return error


@pytest.mark.parametrize("command", [["versions"], ["ensure_curator"], ["import_rules", "rulesbase/sample"]])
def test_a_database_without_tables(tmp_path: Path, command: list[str]) -> None:
    env = clean_environment(f"sqlite:///{tmp_path / 'empty.sqlite3'}", DJANGO_SETTINGS_MODULE="config.settings")
    done = subprocess.run(
        [sys.executable, "manage.py", *command], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "run manage.py migrate first" in done.stderr


def test_postgresql_without_a_table_or_a_server() -> None:
    lacking = psycopg.errors.UndefinedTable('relation "tides" does not exist\nLINE 1: SELECT')
    assert command_message(_caused(ProgrammingError(), lacking)) == (
        'The database is not that of this release (relation "tides" does not exist): run manage.py migrate first.'
    )
    away = OperationalError("connection failed:\n  Connection refused")
    assert command_message(_caused(away, psycopg.OperationalError())) == (
        "The database cannot be reached: connection failed: Connection refused"
    )


def test_an_error_of_the_program_is_not_explained_away() -> None:
    wrong = psycopg.errors.SyntaxError("syntax error at or near")
    assert not command_message(_caused(ProgrammingError("syntax error"), wrong))
