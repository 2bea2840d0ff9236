"""Real import_cards processes: killed at any moment, and two at once."""

import random
import signal
from pathlib import Path

import pytest
from pytest_django import DjangoDbBlocker

from cards.models import Card, CardFile, Face, Printing, Ruling, Waiting
from tests.cards.imports.made_files import card, ruling, write
from tests.support.databases import Databases, inside
from tests.support.killing import run, start, statements_of

pytestmark = [pytest.mark.postgres, pytest.mark.slow]

FILES, CARDS = 3, 150
KILLS = 2


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of files, each with cards, one ruling a card, and one ruling of a card that is nowhere."""
    made = tmp_path_factory.mktemp("cards")
    for number in range(FILES):
        ids = [f"id-{number}-{at:04}" for at in range(CARDS)]
        rows = [card(f"Elk {oracle_id}", oracle_id, set=f"s{number}") for oracle_id in ids]
        rows += [ruling(f"Of {oracle_id}.", oracle_id) for oracle_id in [*ids, f"missing-{number}"]]
        write(made / f"{number}.json.gz", rows)
    return made


def check_whole(files: int) -> None:
    """Every file that is known is there with all its rows, and nothing of any other."""
    assert CardFile.objects.count() == files
    for model in (Card, Face, Printing, Ruling):
        assert model._default_manager.count() == files * CARDS, model
    assert Waiting.objects.count() == files


def test_killed_at_any_moment(
    bare: str, databases: Databases, folder: Path, django_db_blocker: DjangoDbBlocker
) -> None:
    address = databases.address(bare)
    with django_db_blocker.unblock(), inside(databases.copy("empty")):
        whole = statements_of("import_cards", folder)
    chance = random.Random(7)
    for _ in range(KILLS):
        # In the midst of the first or the second file that is still missing.
        at = int(whole / FILES * chance.uniform(0.2, 1.6))
        assert run(address, "import_cards", folder, statement=at)[0] == -signal.SIGKILL
        with django_db_blocker.unblock(), inside(bare):
            files = CardFile.objects.count()
            assert files < FILES
            check_whole(files)
    assert run(address, "import_cards", folder)[0] == 0
    with django_db_blocker.unblock(), inside(bare):
        check_whole(FILES)


def test_two_at_once(bare: str, databases: Databases, folder: Path, django_db_blocker: DjangoDbBlocker) -> None:
    processes = [start(databases.address(bare), "manage.py", "import_cards", folder) for _ in range(2)]
    outs = [process.communicate(timeout=600)[0] for process in processes]
    assert [process.returncode for process in processes] == [0, 0], outs
    results = [line.split()[1] for out in outs for line in out.splitlines() if ".json.gz" in line]
    assert (results.count("imported"), results.count("known")) == (FILES, FILES)
    with django_db_blocker.unblock(), inside(bare):
        check_whole(FILES)
