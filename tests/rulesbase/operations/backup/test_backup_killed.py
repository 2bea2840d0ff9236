"""Real backup and restore processes, killed without warning: nothing is lost, nothing half is visible."""

import os
import signal
import time
from pathlib import Path

import pytest
from django.core.management import call_command

from rulesbase.models import User
from tests.rulesbase.operations.backup.test_backup import held
from tests.support.databases import Databases, inside
from tests.support.killing import run, statements_of

pytestmark = [pytest.mark.postgres, pytest.mark.slow]


def test_backup_killed(odd: str, databases: Databases, tmp_path: Path) -> None:
    path = tmp_path / "a.backup"
    with inside(odd):
        whole = statements_of("backup", path)
    before = path.read_bytes()
    assert run(databases.address(odd), "backup", path, statement=whole * 3 // 4)[0] == -signal.SIGKILL
    assert path.read_bytes() == before
    [left] = tmp_path.glob("*.partial")
    with inside(odd):
        call_command("backup", path)
        # It may be one that another run is writing.
        assert left.exists()
        day_ago = time.time() - 24 * 3600
        os.utime(left, (day_ago, day_ago))
        call_command("backup", path)
    assert not left.exists()


@pytest.mark.parametrize("before_the_end", [60, 3])
def test_restore_killed(odd: str, databases: Databases, saved: Path, before_the_end: int) -> None:
    """Once while it reads back what it wrote, once before its last words; then in peace."""
    with inside(odd):
        whole = statements_of("restore", saved, "--force")
        rows = held()
        # One row more than the backup has: whether it is there tells whether something was restored.
        User.objects.create_user("late")
        late = held()
    code, output = run(databases.address(odd), "restore", saved, "--force", statement=whole - before_the_end)
    assert code == -signal.SIGKILL, output
    with inside(odd):
        assert held() == late
        call_command("restore", saved, "--force")
        assert held() == rows
