"""Databases for tests of the desk."""

from collections.abc import Iterator
from itertools import count

import pytest
from django.test import Client
from pytest_django import DjangoDbBlocker

from rulesbase.core.database.write_lock import writing
from rulesbase.models import State, User
from tests.rulesbase.desk.library import NEW_BOOK, OLD_BOOK, people, translate_all
from tests.support.databases import Databases, borrowed
from tests.support.make import signed_in

_GENERATIONS = count(1000, 1000)


@pytest.fixture(scope="session")
def books_filled(
    databases: Databases, tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker
) -> str:
    """Return the name of the database with two English versions, to be copied or built upon."""
    folder = tmp_path_factory.mktemp("desk")
    paths = [folder / "old.txt", folder / "new.txt"]
    for path, book in zip(paths, (OLD_BOOK, NEW_BOOK), strict=True):
        path.write_bytes(book.bytes())
    with django_db_blocker.unblock():
        return databases.filled("books", paths)


def _settle() -> None:
    """The French of the first version, and those who work at the desk."""
    with writing():
        translate_all("2020-03-01")
    people()


@pytest.fixture(scope="session")
def desk_filled(books_filled: str, databases: Databases, django_db_blocker: DjangoDbBlocker) -> str:
    """Return the name of the database with these books, the French of the first, and people; to be copied."""
    with django_db_blocker.unblock():
        return databases.filled("desk", fill=_settle, upon=books_filled)


@pytest.fixture(scope="session")
def desk_name(desk_filled: str, databases: Databases, django_db_blocker: DjangoDbBlocker) -> str:
    """Return the name of this worker's database with two English versions and the French of the first."""
    assert desk_filled
    with django_db_blocker.unblock():
        return databases.copy("desk")


@pytest.fixture
def desk(desk_name: str, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Run the test on that database; what it writes is undone."""
    with django_db_blocker.unblock(), borrowed(desk_name):
        # Caches in memory go by the count of writes, which undoing a test takes back.
        State.objects.update(generation=next(_GENERATIONS))
        yield


@pytest.fixture
def translator(desk: None) -> Client:
    """Return a browser of somebody who may translate into French."""
    return signed_in(User.objects.get(username="tess"))


@pytest.fixture
def reviewer(desk: None) -> Client:
    """Return a browser of somebody who may also approve."""
    return signed_in(User.objects.get(username="rene"))


@pytest.fixture
def editor(desk: None) -> Client:
    """Return a browser of somebody who may also work on many texts at once."""
    return signed_in(User.objects.get(username="edie"))
