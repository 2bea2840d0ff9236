"""The real server on this machine: gunicorn with two workers."""

import sys
from collections.abc import Mapping
from pathlib import Path

from tests.support.programs import HOST, ROOT, Program

WORKERS = 2


class Served(Program):
    """The server with these settings, while the block runs."""

    # As `make serve`: on a busy machine a worker may take its time to read its caches, such as all names.
    options: tuple[str, ...] = ("--timeout", "120", "--log-level", "warning")
    # Where the program lies.
    home = ROOT

    def __init__(self, env: Mapping[str, str], log: Path | None = None) -> None:
        super().__init__("gunicorn", log)
        self.env = {**env, "WEB_CONCURRENCY": str(WORKERS)}

    def start(self, *more: str) -> None:
        """Start it; return when it listens."""
        words = ("-m", "gunicorn", "config.wsgi", "--bind", f"{HOST}:{self.port}", "--no-control-socket")
        self.run(sys.executable, *words, *self.options, *more, cwd=self.home, env=self.env)

    def workers(self) -> list[int]:
        """Return the processes that answer; none where the system does not tell."""
        pid = self.process.pid if self.process else 0
        children = Path(f"/proc/{pid}/task/{pid}/children")
        return [int(child) for child in children.read_text().split()] if children.is_file() else []

    def memory(self, of: str = "VmRSS") -> list[int]:
        """Return the bytes that each of its workers has now, or with ``VmHWM`` had at most."""
        statuses = [Path(f"/proc/{worker}/status").read_text() for worker in self.workers()]
        return [int(status.partition(f"{of}:")[2].split()[0]) * 1024 for status in statuses]
