"""The sample with its rules and cards, for this process and for others."""

import os

import pytest
from django.core.management import call_command
from pytest_django import DjangoDbBlocker

from tests.support.databases import Databases
from tests.support.lending import lent


def fill() -> None:
    """Load the rules and cards of the sample."""
    call_command("load_sample", verbosity=0)


whole_sample = lent("whole-sample", fill)


@pytest.fixture
def env(databases: Databases, django_db_blocker: DjangoDbBlocker) -> dict[str, str]:
    """Return the environment of a process that reads the sample; it allows 60 messages in a minute."""
    with django_db_blocker.unblock():
        address = databases.address(databases.own("whole-sample", fill))
    settings = {"DJANGO_SETTINGS_MODULE": "config.settings", "API_RATE": "60"}
    return os.environ | settings | {"DATABASE_URL": address}
