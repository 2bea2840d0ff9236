"""The databases of the pages of study: the sample with the questions that are made from it."""

from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from tests.databases import Databases, borrowed, inside
from tests.study.in_pages import load_studied_sample


@pytest.fixture(scope="session")
def studied_sample_name(databases: Databases, django_db_blocker: DjangoDbBlocker) -> str:
    """Return the name of this worker's database with the sample and its questions."""
    with django_db_blocker.unblock():
        return databases.copy("studied-sample", fill=load_studied_sample)


@pytest.fixture
def studied_sample(studied_sample_name: str, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Run the test on the sample with its questions; what it writes is undone."""
    with django_db_blocker.unblock(), borrowed(studied_sample_name):
        yield


@pytest.fixture
def study_hall(databases: Databases, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A database of the test's own with the sample and its questions, for tests that write through a live server."""
    with django_db_blocker.unblock():
        name = databases.copy("studied-sample", fill=load_studied_sample)
        with inside(name):
            yield
