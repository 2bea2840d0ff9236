"""A small library with people at the desk, for tests of written questions."""

import pytest
from django.test import Client

from rulesbase.models import User
from tests.rulesbase.study.authored.asked import FIRST
from tests.support.lending import lent_books
from tests.support.make import make_user, signed_in

# One version of made-up rules.
book = lent_books(FIRST)


@pytest.fixture
def cora(book: None) -> User:
    """Return a curator."""
    return make_user("cora", "curators")


@pytest.fixture
def desk(cora: User) -> Client:
    """Return the browser of the curator."""
    return signed_in(cora)


@pytest.fixture
def rita(book: None) -> User:
    """Return a reader with an account."""
    return make_user("rita", email="rita@example.org")


@pytest.fixture
def reader(rita: User) -> Client:
    """Return the reader's browser."""
    return signed_in(rita)
