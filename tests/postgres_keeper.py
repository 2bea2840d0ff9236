"""Stops the PostgreSQL server below a folder, and removes the folder, as soon as standard input ends.

Run by tests/postgres_plugin.py as a process of its own: it outlives its starter by the moment this takes.
"""

import os
import shutil
import signal
import sys
import time
from pathlib import Path

SECONDS = 20


def running(pid: int) -> bool:
    """Say whether a process with this id exists."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def stop(folder: Path) -> None:
    """End the server with SIGQUIT (at once, as nothing needs to be saved), then remove its files."""
    pid_file = folder / "data" / "postmaster.pid"
    if pid_file.is_file():
        pid = int(pid_file.read_text(encoding="utf-8").split("\n", 1)[0])
        os.kill(pid, signal.SIGQUIT)
        end = time.monotonic() + SECONDS
        while running(pid) and time.monotonic() < end:
            time.sleep(0.02)
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    for signum in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(signum, signal.SIG_IGN)
    sys.stdin.buffer.read()
    stop(Path(sys.argv[1]))
