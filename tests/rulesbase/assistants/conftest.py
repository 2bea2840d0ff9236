"""The environment of another process that reads the sample."""

import os

import pytest
from pytest_django import DjangoDbBlocker

from tests.support.databases import Databases
from tests.support.sampled import load_whole_sample


@pytest.fixture
def env(databases: Databases, django_db_blocker: DjangoDbBlocker) -> dict[str, str]:
    """Return the environment of a process that reads the sample; it allows 60 messages in a minute."""
    with django_db_blocker.unblock():
        address = databases.address(databases.own("whole-sample", load_whole_sample))
    settings = {"DJANGO_SETTINGS_MODULE": "config.settings", "API_RATE": "60"}
    return os.environ | settings | {"DATABASE_URL": address}
