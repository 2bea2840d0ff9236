"""A gunicorn of two workers with its log in a file; it can be killed and started again."""

import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, Self

from tests.bench.server import HOST, free_port

WORKERS = 2
ROOT = Path(__file__).resolve().parents[3]


class Answer(NamedTuple):
    """An answer of the server; status 0 if the connection broke."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def data(self) -> dict[str, Any]:
        """Its JSON."""
        found: dict[str, Any] = json.loads(self.body)
        return found


class Served:
    """A context manager: a server for a database, on a port of its own."""

    def __init__(self, env: Mapping[str, str], address: str, log: Path) -> None:
        self.env = {**env, "DATABASE_URL": address, "WEB_CONCURRENCY": str(WORKERS)}
        self.log = log
        self.port = free_port()

    def start(self) -> None:
        """Start it; return once it answers."""
        # With --preload a killed worker is replaced at once.
        words = ["--bind", f"{HOST}:{self.port}", "--no-control-socket", "--preload", "--log-level", "info"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "gunicorn", "config.wsgi", *words],
                cwd=ROOT,
                env=self.env,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.until_ready()

    def until_ready(self) -> None:
        """Wait until it answers."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            if self.ask("GET", "/readyz", timeout=10).status == 200:
                return
            time.sleep(0.03)
        raise RuntimeError(f"The server does not answer: {self.log_text()[-3000:]}")

    def kill_worker(self, number: int) -> None:
        """Kill one of the workers."""
        pid = self.process.pid
        with suppress(OSError):
            workers = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
            os.kill(int(workers[number % len(workers)]), signal.SIGKILL)

    def kill(self) -> None:
        """Kill the server and its workers."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def log_text(self) -> str:
        """Return its log."""
        return self.log.read_text(encoding="utf-8", errors="replace")

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        timeout: float = 60,
    ) -> Answer:
        """Send a request on a connection of its own."""
        connection = http.client.HTTPConnection(HOST, self.port, timeout=timeout)
        try:
            connection.request(method, path, body, dict(headers or {}))
            answer = connection.getresponse()
            return Answer(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
        except (OSError, http.client.HTTPException):
            return Answer(0, {}, b"")
        finally:
            connection.close()

    def post(self, path: str, body: object, headers: Mapping[str, str]) -> Answer:
        """Send JSON."""
        return self.ask("POST", path, json.dumps(body).encode(), {"Content-Type": "application/json", **headers})

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.process.terminate()
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.kill()
