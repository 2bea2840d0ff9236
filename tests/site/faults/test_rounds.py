"""Two rounds of the quickest kind; fifty of all are `make faults`."""

import os
import random
import shutil
from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from tests.bench.measuring import clean_environment
from tests.site.faults.children import Nursery
from tests.site.faults.places import PostgresPlace, SQLitePlace
from tests.site.faults.rounds import Stage
from tests.site.faults.uploads import Uploads
from tests.support.databases import Databases

pytestmark = [pytest.mark.postgres, pytest.mark.slow]

SEED = 5


class OnTheServer(PostgresPlace):
    """Databases on the server that the tests run on, dropped with all others of this run."""

    def __init__(self, databases: Databases) -> None:
        self.databases = databases

    def address(self, name: str) -> str:
        """What DATABASE_URL must be."""
        return self.databases.address(name if name == "postgres" else self._own(name))

    def drop(self, name: str) -> None:
        """Drop one."""
        self._do(f'DROP DATABASE IF EXISTS "{self._own(name)}" WITH (FORCE)')

    def copy(self, of: str, name: str) -> str:
        """Copy it."""
        self.drop(name)
        self._do(f'CREATE DATABASE "{self._own(name)}" TEMPLATE "{self._own(of)}"')
        self.databases.made.append(self._own(name))
        return self.address(name)

    def _own(self, name: str) -> str:
        made = self.databases.run
        return name if name.startswith("test_") else f"test_{made}_{self.databases.worker}_{name}"


@pytest.fixture(scope="module")
def stage(
    databases: Databases, tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker
) -> Iterator[Stage]:
    """Return a stage with the tables that this run has anyway."""
    folder = tmp_path_factory.mktemp("faults")
    with django_db_blocker.unblock():
        empty = databases.copy("empty")
    if databases.on_postgres:
        place: SQLitePlace | PostgresPlace = OnTheServer(databases)
    else:
        place = SQLitePlace(folder)
        shutil.copyfile(empty, folder / "empty.sqlite3")
        empty = "empty"
    more = {
        "DJANGO_SETTINGS_MODULE": "tests.site.faults.settings",
        "OPERATIONS_DIR": str(folder),
        "API_RATE": "1000000",
    }
    env = clean_environment(os.environ.get("DATABASE_URL", f"sqlite:///{folder / 'none.sqlite3'}"), **more)
    with Nursery(folder, env) as nursery:
        yield Stage(place, nursery, folder, None, env, random.Random(SEED), empty)


def test_nothing_is_lost(stage: Stage) -> None:
    with Uploads().playing(stage) as playing:
        for _round in range(2):
            found = playing.round()
            assert (found.lost, found.half, found.findings, found.other, found.skipped) == ([], [], [], [], "")
