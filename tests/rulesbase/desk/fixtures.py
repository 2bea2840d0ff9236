"""Databases for tests of the desk."""

import pytest
from django.test import Client

from rulesbase.core.database.write_lock import writing
from rulesbase.imports.import_file import import_source
from rulesbase.models import User
from tests.rulesbase.desk.library import NEW_BOOK, OLD_BOOK, people, translate_all
from tests.support.lending import lent
from tests.support.make import signed_in


def import_books() -> None:
    """Import two English versions."""
    for book in (OLD_BOOK, NEW_BOOK):
        import_source(book.bytes(), name=f"{book.date}.txt")


def settle() -> None:
    """Store two English versions, the French of the first, and those who work at the desk."""
    import_books()
    with writing():
        translate_all("2020-03-01")
    people()


desk = lent("desk", settle)


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
