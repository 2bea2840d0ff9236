"""Real import_rules processes: killed at any moment, and two at once."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from pytest_django import DjangoDbBlocker

from rulesbase.batches import import_paths
from rulesbase.models import Edition, Source
from tests.databases import Databases, inside
from tests.snapshots import Snapshot, half_editions, snapshot
from tests.texts import large

ROOT = Path(__file__).resolve().parents[2]
KILLS = 5


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of six editions of 200 rules each."""
    made = tmp_path_factory.mktemp("editions")
    for year in range(2014, 2020):
        (made / f"{year}.txt").write_bytes(large(year, 200).bytes())
    return made


@pytest.fixture
def database(databases: Databases, django_db_blocker: DjangoDbBlocker) -> str:
    """Return the name of a new database without rules."""
    with django_db_blocker.unblock():
        return databases.copy("empty")


@pytest.fixture(scope="module")
def expected(databases: Databases, folder: Path, django_db_blocker: DjangoDbBlocker) -> Snapshot:
    """Return what one import of the folder in peace leaves."""
    with django_db_blocker.unblock(), inside(databases.copy("empty")):
        import_paths([folder])
        return snapshot()


def start(database: str, databases: Databases, folder: Path) -> subprocess.Popen[str]:
    """Start the command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "manage.py", "import_rules", folder],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": databases.address(database)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def wait_for_editions(count: int, process: subprocess.Popen[str]) -> None:
    """Wait until the process has finished so many editions."""
    end = time.monotonic() + 60
    while Edition.objects.count() < count and process.poll() is None:
        assert time.monotonic() < end
        time.sleep(0.005)


def test_killed_at_any_moment(
    database: str, databases: Databases, folder: Path, expected: Snapshot, django_db_blocker: DjangoDbBlocker
) -> None:
    chance = random.Random()
    interrupted = 0
    with django_db_blocker.unblock(), inside(database):
        for kill in range(KILLS):
            with start(database, databases, folder) as process:
                # Not while Python is still starting: in the midst of the next edition.
                wait_for_editions(min(kill + 1, 5), process)
                time.sleep(chance.uniform(0, 0.15))
                process.send_signal(signal.SIGKILL)
            interrupted += process.returncode == -signal.SIGKILL and Edition.objects.count() < 6
            assert half_editions() == []
            assert Source.objects.count() == Edition.objects.count()
        assert interrupted
        with start(database, databases, folder) as process:
            out, _ = process.communicate(timeout=120)
        assert process.returncode == 0, out
        assert snapshot() == expected


def test_two_at_once(
    database: str, databases: Databases, folder: Path, expected: Snapshot, django_db_blocker: DjangoDbBlocker
) -> None:
    processes = [start(database, databases, folder) for _ in range(2)]
    outs = [process.communicate(timeout=120)[0] for process in processes]
    assert [process.returncode for process in processes] == [0, 0], outs
    imported = sum(line.split()[1:2] == ["imported"] for out in outs for line in out.splitlines())
    known = sum(line.split()[1:2] == ["known"] for out in outs for line in out.splitlines())
    assert (imported, known) == (6, 6)
    with django_db_blocker.unblock(), inside(database):
        assert half_editions() == []
        assert Source.objects.count() == 6
        assert snapshot() == expected
