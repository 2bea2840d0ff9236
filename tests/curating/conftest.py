"""Databases for tests of the desk."""

from collections.abc import Iterator
from itertools import count

import pytest
from django.test import Client
from pytest_django import DjangoDbBlocker

from rulesbase.corrections import writing
from rulesbase.models import State, User
from tests.curating.library import NEW_BOOK, OLD_BOOK, people, signed_in, translate_all
from tests.databases import Databases, inside, rolled_back

_GENERATIONS = count(1000, 1000)


@pytest.fixture(scope="session")
def desk_name(
    databases: Databases, tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker
) -> str:
    """Return the name of a database with two English versions and the French of the first."""
    folder = tmp_path_factory.mktemp("desk")
    paths = [folder / "old.txt", folder / "new.txt"]
    for path, book in zip(paths, (OLD_BOOK, NEW_BOOK), strict=True):
        path.write_bytes(book.bytes())
    with django_db_blocker.unblock():
        name = databases.copy("desk", paths)
        with inside(name):
            with writing():
                translate_all("2020-03-01")
            people()
    return name


@pytest.fixture
def desk(desk_name: str, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Run the test on that database; what it writes is undone."""
    with django_db_blocker.unblock(), inside(desk_name), rolled_back():
        # What is kept in memory goes by the count of writings, which a test that is undone takes back.
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
