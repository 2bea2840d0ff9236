"""The database on which pages are looked at."""

import pytest
from pytest_django import DjangoDbBlocker

from tests.access.library import fill
from tests.databases import Databases


@pytest.fixture(scope="session")
def reachable_name(databases: Databases, django_db_blocker: DjangoDbBlocker) -> str:
    """Return the name of a database with the sample, in which every page has something to show."""
    with django_db_blocker.unblock():
        return databases.copy("reachable", fill=fill)
