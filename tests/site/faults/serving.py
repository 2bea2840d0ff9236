"""The real server: gunicorn with two workers, its log in a file, killed and started again as one likes."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

HOST, WORKERS = "127.0.0.1", 2
ROOT = Path(__file__).resolve().parents[3]
_START = 60


class Answer(NamedTuple):
    """What the server said; status 0 where nothing came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def data(self) -> dict[str, Any]:
        """Its JSON."""
        found: dict[str, Any] = json.loads(self.body)
        return found


NOTHING = Answer(0, {}, b"")


class Served:
    """A context manager: a server before a database, at a port of its own."""

    def __init__(self, env: Mapping[str, str], address: str, log: Path, application: str = "config.wsgi") -> None:
        self.env, self.log, self.application = (
            {**env, "DATABASE_URL": address, "WEB_CONCURRENCY": str(WORKERS)},
            log,
            application,
        )
        with socket.socket() as probe:
            probe.bind((HOST, 0))
            self.port: int = probe.getsockname()[1]

    def start(self) -> None:
        """Start it; returns once it answers."""
        words = ["--bind", f"{HOST}:{self.port}", "--no-control-socket"]
        # The program is loaded once for all workers: one that was killed is there again at once.
        words.append("--preload")
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "gunicorn", self.application, *words, "--log-level", "info"],
                cwd=ROOT,
                env=self.env,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.until_ready()

    def until_ready(self, seconds: float = _START, *, meanwhile: Callable[[], object] | None = None) -> float:
        """Wait until it answers; how long that took. ``meanwhile`` is done again and again until then."""
        begun = time.monotonic()
        while time.monotonic() - begun < seconds:
            if meanwhile:
                meanwhile()
            if self.ask("GET", "/readyz", patience=10).status == 200:
                return time.monotonic() - begun
            time.sleep(0.03)
        raise RuntimeError(f"The server does not answer: {self.said()[-3000:]}")

    def workers(self) -> list[int]:
        """The ids of its workers."""
        pid = self.process.pid
        with suppress(OSError):
            return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
        return []

    def kill_worker(self, which: int) -> None:
        """End one of the workers without warning."""
        workers = self.workers()
        if workers:
            with suppress(ProcessLookupError):
                os.kill(workers[which % len(workers)], signal.SIGKILL)

    def kill(self) -> None:
        """End all of it without warning."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def said(self) -> str:
        """Its log."""
        return self.log.read_text(encoding="utf-8", errors="replace")

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        patience: float = 60,
    ) -> Answer:
        """One request on a connection of its own."""
        connection = http.client.HTTPConnection(HOST, self.port, timeout=patience)
        try:
            connection.request(method, path, body, dict(headers or {}))
            answer = connection.getresponse()
            return Answer(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
        except (OSError, http.client.HTTPException):
            return NOTHING
        finally:
            connection.close()

    def post(self, path: str, body: object, headers: Mapping[str, str], patience: float = 60) -> Answer:
        """Send JSON."""
        given = {"Content-Type": "application/json", **headers}
        return self.ask("POST", path, json.dumps(body).encode(), given, patience)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.terminate()
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.kill()
