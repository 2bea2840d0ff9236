"""Readers, a curator, questions, and databases: the sample with its questions, and a small book for written ones."""

from collections.abc import Iterator

import pytest
from django.test import Client
from pytest_django import DjangoDbBlocker

from rulesbase.models import Question, User
from tests.rulesbase.study.authored.asked import FIRST
from tests.rulesbase.study.in_pages import load_studied_sample
from tests.support import make
from tests.support.databases import Databases, inside
from tests.support.lending import lent, lent_books
from tests.support.studied import make_questions, make_reader, make_wording

# The sample with its questions; what the test writes is undone.
studied_sample = lent("studied-sample", load_studied_sample)
# One version of made-up rules.
book = lent_books(FIRST)


@pytest.fixture
def study_hall(databases: Databases, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A database of the test's own with the sample and its questions, for tests that write through a live server."""
    with django_db_blocker.unblock():
        name = databases.copy("studied-sample", fill=load_studied_sample)
        with inside(name):
            yield


@pytest.fixture
def user() -> User:
    """Return somebody who studies."""
    return make_reader()


@pytest.fixture
def question() -> Question:
    """Return a question that was made from a text."""
    (made,) = make_questions(1)
    made.made_from = make_wording("A keeper climbs the stairs.")
    made.save()
    return made


@pytest.fixture
def signed_in(user: User) -> Client:
    """Return the browser of the user."""
    return make.signed_in(user)


@pytest.fixture
def cora(book: None) -> User:
    """Return a curator."""
    return make.make_user("cora", "curators")


@pytest.fixture
def desk(cora: User) -> Client:
    """Return the browser of the curator."""
    return make.signed_in(cora)


@pytest.fixture
def rita(book: None) -> User:
    """Return a reader with an account."""
    return make.make_user("rita", email="rita@example.org")


@pytest.fixture
def reader(rita: User) -> Client:
    """Return the reader's browser."""
    return make.signed_in(rita)
