"""The error of commands for a database that fails during an import."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management.base import CommandError
from django.db import DatabaseError

from rulesbase.imports.batch import first_line


@contextmanager
def database_error_message() -> Iterator[None]:
    """Turn a DatabaseError during an import into a CommandError with a sentence."""
    try:
        yield
    except DatabaseError as error:
        message = first_line(error)
        raise CommandError(
            f"The database stopped it: {message}. What was imported until then is stored whole, of the rest nothing; "
            "run it again."
        ) from error
