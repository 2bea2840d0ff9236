"""The database on which pages are looked at, and the page of the browser that looks."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from pytest_django import DjangoDbBlocker

from tests.site.access.library import fill
from tests.site.access.places import known
from tests.support.browsing import Pages
from tests.support.databases import Databases, inside
from tests.support.lending import lent

if TYPE_CHECKING:
    from playwright.sync_api import Page


# The test runs on the sample, in which every page has something to show; what it writes is undone.
reachable = lent("reachable", fill)


@pytest.fixture(scope="session")
def reachable_name(databases: Databases, django_db_blocker: DjangoDbBlocker) -> str:
    """Return the name of a database with the sample, in which every page has something to show."""
    with django_db_blocker.unblock():
        return databases.copy("reachable", fill=fill)


@pytest.fixture
def facts(reachable_name: str, django_db_blocker: DjangoDbBlocker) -> Iterator[dict[str, str]]:
    """Lend a database of that name and say what stands where in it; signing in is all that is written."""
    with django_db_blocker.unblock(), inside(reachable_name):
        yield known()


@pytest.fixture
def page(pages: Pages) -> "Page":
    """Return a page of the browser on which nothing moves."""
    return pages.open(reduced_motion="reduce", service_workers="block")
