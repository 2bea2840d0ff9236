"""migrate: each step and the note that it was taken are there both or not at all, and the next run goes on."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.transaction import TransactionManagementError

from tests.support.databases import inside

pytestmark = [pytest.mark.postgres, pytest.mark.slow]

# A small application with two tables that lead to others: their links are made last.
APP = "otp_static"


class Killed(BaseException):
    """What no program catches."""


class BeforeTheNote:
    """A wrapper of Django's cursors that ends the work before a note of a step is written."""

    def __call__(self, execute: Callable[..., Any], sql: str, params: object, many: bool, context: Any) -> Any:
        """Run the statement, or end."""
        if sql.startswith('INSERT INTO "django_migrations"'):
            raise Killed
        return execute(sql, params, many, context)


def test_killed_before_the_note(bare: str) -> None:
    # On SQLite Django looks at its links once more, and says that this cannot be.
    broken = pytest.raises((Killed, TransactionManagementError))
    with inside(bare):
        call_command("migrate", APP, "zero", verbosity=0)
    with inside(bare), broken, connection.execute_wrapper(BeforeTheNote()):
        call_command("migrate", APP, verbosity=0)
    with inside(bare):
        call_command("migrate", APP, verbosity=0)
        assert {"otp_static_staticdevice", "otp_static_statictoken"} <= set(connection.introspection.table_names())
