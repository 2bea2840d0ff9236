"""An archive in which rules are renumbered, cut, joined and removed, and two people who write beside them."""

import pytest
from django.test import Client

from rulesbase.models import User
from tests.rulesbase.feeds.conftest import reader, signed_in, three, two
from tests.support.make import make_user

__all__ = ["reader", "signed_in", "three", "two"]


@pytest.fixture
def stranger() -> User:
    """Somebody else."""
    return make_user("eve", email="eve@rules.example")


@pytest.fixture
def strange(stranger: User) -> Client:
    """Their browser."""
    client = Client()
    client.force_login(stranger)
    return client
