"""Runs a command of this project, and kills it without warning before one of its statements to the database.

    python -m tests.support.killing STATEMENT COMMAND WORD...

The moment is a count, not a time: it falls into the midst of the work on any machine. Statement 0 kills nothing, and
says on the last line how many there were.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


class Killer:
    """A wrapper of Django's cursors that ends the process before the statement of that number."""

    def __init__(self, statement: int) -> None:
        self.statement, self.count = statement, 0

    def __call__(self, execute: Callable[..., Any], sql: str, params: object, many: bool, context: Any) -> Any:
        """Count the statement, and run it."""
        self.count += 1
        if self.count == self.statement:
            os.kill(os.getpid(), signal.SIGKILL)
        return execute(sql, params, many, context)


def run(address: str, *words: str | Path, statement: int = 0) -> subprocess.CompletedProcess[str]:
    """Run the command on the database at an address, to its end or until it is killed."""
    return subprocess.run(
        [sys.executable, "-m", "tests.support.killing", str(statement), *map(str, words)],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": address, "DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


def statements(done: subprocess.CompletedProcess[str]) -> int:
    """Return how many statements a command that was not killed asked for."""
    assert done.returncode == 0, done.stdout + done.stderr
    return int(done.stdout.splitlines()[-1])


if __name__ == "__main__":
    import django
    from django.core.management import call_command

    django.setup()
    from django.db import connection

    killer = Killer(int(sys.argv[1]))
    with connection.execute_wrapper(killer):
        call_command(*sys.argv[2:])
    print(killer.count)
