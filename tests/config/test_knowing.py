"""A test that asks for no database has none, so that one run of it speaks for all databases."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection
from pytest_django import DjangoDbBlocker

from rulesbase.models import Version
from tests.knowing import NOWHERE, kept_address, knows_no_database

ROOT = Path(__file__).resolve().parents[2]


def test_what_asks_for_none_can_open_none(request: pytest.FixtureRequest, django_db_blocker: DjangoDbBlocker) -> None:
    assert knows_no_database(request.node)
    with pytest.raises(RuntimeError, match="asks for no database"):
        django_db_blocker.unblock()
    with pytest.raises(RuntimeError, match="Database access not allowed"):
        connection.cursor()


def test_nor_can_what_it_starts() -> None:
    assert os.environ["DATABASE_URL"] == NOWHERE
    asked = [sys.executable, "manage.py", "showmigrations", "rulesbase"]
    env = dict(os.environ) | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run(asked, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode
    assert "unable to open database file" in done.stderr


def test_who_changes_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "sqlite:///another.sqlite3")


def test_leaves_it_as_it_was() -> None:
    with kept_address():
        del os.environ["DATABASE_URL"]
    assert os.environ["DATABASE_URL"] == NOWHERE


@pytest.mark.django_db
def test_a_mark_asks_for_one(request: pytest.FixtureRequest) -> None:
    assert not knows_no_database(request.node)
    assert os.environ.get("DATABASE_URL") != NOWHERE
    assert not Version.objects.exists()


def test_a_fixture_asks_for_one(request: pytest.FixtureRequest, sample: None) -> None:
    assert not knows_no_database(request.node)
    assert os.environ.get("DATABASE_URL") != NOWHERE
    assert Version.objects.exists()
