"""Runs a command of this project, and kills it without warning before one of its statements to the database.

    python -m tests.support.killing STATEMENT COMMAND WORD...

The moment is a count, not a time: it falls into the midst of the work on any machine. Statement 0 kills nothing.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import django
from django.core.management import call_command
from django.db import connection

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


def statements_of(*words: object) -> int:
    """Return how many statements a command takes that is not killed, on the database in use."""
    counting = Killer(0)
    with connection.execute_wrapper(counting):
        call_command(*map(str, words), stdout=StringIO())
    return counting.count


def start(address: str, *words: object, **environment: str) -> subprocess.Popen[str]:
    """Start a program of this project on the database at an address: words behind `python`."""
    return subprocess.Popen(
        [sys.executable, *map(str, words)],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": address, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run(address: str, *words: object, statement: int = 0) -> tuple[int, str]:
    """Run the command to its end or until it is killed; return its exit code and what it printed."""
    settings = {"DJANGO_SETTINGS_MODULE": "config.settings"}
    process = start(address, "-m", "tests.support.killing", statement, *words, **settings)
    output, errors = process.communicate(timeout=600)
    return process.returncode, output + errors


if __name__ == "__main__":
    django.setup()
    with connection.execute_wrapper(Killer(int(sys.argv[1]))):
        call_command(*sys.argv[2:])
