"""A database with the sample and one row of everything odd, and the other kind of database beside it."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connections
from django.db.models import JSONField, Value
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from config.env import env_database
from rulesbase.imports.sample import load_sample
from rulesbase.models import ActionLog, Grade, Question, Upload
from tests.postgres_plugin import Server
from tests.support.databases import Databases, inside
from tests.support.make import make_user


def fill() -> None:
    """The sample, an account, and rows with bytes, ids, moments, nested and empty values."""
    load_sample()
    user = make_user("ada", "curators", email="ada@example.org")
    nested = {"é": [1, 2.5, None, {"b": "ｋ", "a": []}]}
    question = Question.objects.create(key="k", kind="own", data=nested, owner=user)
    Question.objects.create(key="null", kind="own", data=Value(None, JSONField()), owner=user)
    Grade.objects.create(user=user, question=question, key=uuid.UUID(int=7), grade=3, at=timezone.now(), promised=0.1)
    Upload.objects.create(user=user, name="naïve 日本.txt", size=3, sha256="0" * 64, packed=b"\x00\xff\n")
    ActionLog.objects.create(verb="exported", author=user, details={"z": 1, "a": "\u2028"})


@pytest.fixture(autouse=True)
def _operations_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: object) -> None:
    monkeypatch.setenv("OPERATIONS_DIR", str(tmp_path))
    setattr(settings, "OPERATIONS_DIR", tmp_path)  # noqa: B010 - the fixture takes any name


@pytest.fixture
def odd(databases: Databases, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """Return the name of a fresh database with all that; what is written to it stays."""
    with django_db_blocker.unblock():
        yield databases.copy("odd", fill=fill)


@pytest.fixture
def saved(odd: str, tmp_path: Path) -> Path:
    """Return a backup of that database."""
    with inside(odd):
        call_command("backup", tmp_path / "saved.backup")
    return tmp_path / "saved.backup"


@pytest.fixture(scope="module")
def other_address(
    databases: Databases, tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker
) -> Iterator[str]:
    """Return the address of an empty database of the other kind: SQLite on PostgreSQL, PostgreSQL on SQLite."""
    server = None if databases.on_postgres else Server()
    address = server.url if server else f"sqlite:///{tmp_path_factory.mktemp('other') / 'other.sqlite3'}"
    try:
        with django_db_blocker.unblock(), at(address):
            call_command("migrate", verbosity=0)
        yield address
    finally:
        if server:
            server.stop()


@contextmanager
def at(address: str) -> Iterator[None]:
    """Let this process use the database at an address, of whatever kind, while the block runs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OTHER_DATABASE", address)
        given = env_database("OTHER_DATABASE", address, Path("/"))
    outer, stored = connections["default"], connections.settings["default"]
    connections.settings["default"] = {**stored, "OPTIONS": {}, "HOST": "", "PORT": "", "USER": "", **given}
    connections["default"] = connections.create_connection("default")
    ContentType.objects.clear_cache()
    try:
        yield
    finally:
        connections["default"].close()
        connections["default"], connections.settings["default"] = outer, stored
        ContentType.objects.clear_cache()
