"""The database of these tests: the whole sample, rules and cards."""

from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from tests.support.databases import Databases, borrowed
from tests.support.sampled import load_whole_sample


@pytest.fixture(scope="session")
def whole_sample_name(databases: Databases, django_db_blocker: DjangoDbBlocker) -> str:
    """Return the name of this worker's database with the sample's rules and cards."""
    with django_db_blocker.unblock():
        return databases.copy("whole-sample", fill=load_whole_sample)


@pytest.fixture
def whole_sample(whole_sample_name: str, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Run the test on the sample's rules and cards; what it writes is undone."""
    with django_db_blocker.unblock(), borrowed(whole_sample_name):
        yield
