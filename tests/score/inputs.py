"""What scores share: their judged tables, and a database of their own."""

import csv
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

Row = dict[str, str]


def rows_of(table: Path) -> list[Row]:
    """Return the rows of a table."""
    with table.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def start_django() -> None:
    """Load the program with the settings of the tests."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    os.environ.setdefault("DATABASE_URL", "sqlite:///:memory:")
    django.setup()


@contextmanager
def own_database() -> Iterator[Path]:
    """Let the program use an empty database while the block runs; yields a folder for other files."""
    start_django()
    from django.core.management import call_command

    from tests.support.databases import inside

    with tempfile.TemporaryDirectory() as folder, inside(f"{folder}/score.sqlite3"):
        call_command("migrate", verbosity=0)
        yield Path(folder)
