"""Which tests know no database: such a test is the same on all of them, and one run of it is enough.

That is no promise of the test. While it is made ready and runs, nothing in this process may open a database, and a
process that it starts gets the address of one that does not exist.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import TestCase

import pytest
from pytest_django import DjangoDbBlocker

# All that gives a test a database asks for one of these.
GIVING = frozenset({"databases", "db", "transactional_db", "live_server"})
NOWHERE = "sqlite:////nowhere/there/is/no/database.sqlite3"


def knows_no_database(item: pytest.Item) -> bool:
    """Whether a test asks for no database in any way that pytest-django or our fixtures have."""
    if not isinstance(item, pytest.Function) or item.get_closest_marker("django_db"):
        return False
    if item.cls is not None and issubclass(item.cls, TestCase):
        return False
    return GIVING.isdisjoint(item.fixturenames)


@contextmanager
def stored_address() -> Iterator[None]:
    """Whatever becomes of the address of the database while the block runs, it is behind it what it was before."""
    before = os.environ.get("DATABASE_URL")
    try:
        yield
    finally:
        if before is None:
            os.environ.pop("DATABASE_URL", None)
        else:
            os.environ["DATABASE_URL"] = before


@contextmanager
def shut_off(item: pytest.Item) -> Iterator[None]:
    """Keep a test that knows no database from any while the block runs; the others are left alone."""
    if not knows_no_database(item):
        yield
        return

    def refused(_self: DjangoDbBlocker) -> None:
        raise RuntimeError("A test that asks for no database opens one: it would not run on PostgreSQL.")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DjangoDbBlocker, "unblock", refused)
        patch.setenv("DATABASE_URL", NOWHERE)
        yield
