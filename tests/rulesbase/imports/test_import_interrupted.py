"""Real import_rules processes: killed at any moment, and two at once."""

import random
import signal
from pathlib import Path

import pytest
from pytest_django import DjangoDbBlocker

from rulesbase.models import Edition, Source
from tests.support.databases import Databases, inside
from tests.support.killing import run, start, statements_of
from tests.support.snapshots import Snapshot, half_editions, snapshot
from tests.support.texts import large

pytestmark = [pytest.mark.postgres, pytest.mark.slow]

KILLS, EDITIONS = 3, 4


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of four editions of 80 rules each."""
    made = tmp_path_factory.mktemp("editions")
    for year in range(2014, 2018):
        (made / f"{year}.txt").write_bytes(large(year, 80).bytes())
    return made


@pytest.fixture(scope="module")
def peace(databases: Databases, folder: Path, django_db_blocker: DjangoDbBlocker) -> tuple[Snapshot, int]:
    """Return what one import of the folder in peace leaves, and how many statements it takes."""
    with django_db_blocker.unblock(), inside(databases.copy("empty")):
        count = statements_of("import_rules", folder)
        return snapshot(), count


def test_killed_at_any_moment(
    bare: str, databases: Databases, folder: Path, peace: tuple[Snapshot, int], django_db_blocker: DjangoDbBlocker
) -> None:
    address = databases.address(bare)
    expected, whole = peace
    chance = random.Random(7)
    for _ in range(KILLS):
        # In the midst of the first or the second edition that is still missing.
        at = int(whole / EDITIONS * chance.uniform(0.2, 1.6))
        assert run(address, "import_rules", folder, statement=at)[0] == -signal.SIGKILL
        with django_db_blocker.unblock(), inside(bare):
            assert half_editions() == []
            assert Source.objects.count() == Edition.objects.count() < EDITIONS
    with django_db_blocker.unblock(), inside(bare):
        assert Source.objects.exists()
    assert run(address, "import_rules", folder)[0] == 0
    with django_db_blocker.unblock(), inside(bare):
        assert snapshot() == expected


def test_two_at_once(
    bare: str, databases: Databases, folder: Path, peace: tuple[Snapshot, int], django_db_blocker: DjangoDbBlocker
) -> None:
    processes = [start(databases.address(bare), "manage.py", "import_rules", folder) for _ in range(2)]
    outs = [process.communicate(timeout=600)[0] for process in processes]
    assert [process.returncode for process in processes] == [0, 0], outs
    imported = sum(line.split()[1:2] == ["imported"] for out in outs for line in out.splitlines())
    known = sum(line.split()[1:2] == ["known"] for out in outs for line in out.splitlines())
    assert (imported, known) == (EDITIONS, EDITIONS)
    with django_db_blocker.unblock(), inside(bare):
        assert half_editions() == []
        assert Source.objects.count() == EDITIONS
        assert snapshot() == peace[0]
