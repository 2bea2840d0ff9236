"""A server with its log in a file; it can be killed and started again."""

import json
import os
import signal
from collections.abc import Mapping
from contextlib import suppress
from http.client import HTTPException, HTTPMessage

from tests.bench.server import Served
from tests.support.asking import Answer, ask
from tests.support.programs import until


class KilledServer(Served):
    """A context manager: a server for a database, on a port of its own."""

    # With --preload a killed worker is replaced at once.
    options = ("--preload", "--log-level", "info")

    def start(self, *more: str) -> None:
        """Start it; return once it answers."""
        super().start(*more)
        self.until_ready()

    def until_ready(self) -> None:
        """Wait until it answers."""
        until(lambda: self.ask("GET", "/readyz", timeout=10).status == 200, "the server ready")

    def kill_worker(self, number: int) -> None:
        """Kill one of the workers."""
        with suppress(OSError):
            workers = self.workers()
            os.kill(workers[number % len(workers)], signal.SIGKILL)

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        timeout: float = 60,
    ) -> Answer:
        """Send a request; return an answer with status 0 if the connection broke."""
        try:
            return ask(self.port, path, method, body, headers, timeout=timeout)
        except (OSError, HTTPException):
            return Answer(0, HTTPMessage(), b"", 0, 0)

    def post(self, path: str, body: object, headers: Mapping[str, str]) -> Answer:
        """Send JSON."""
        return self.ask("POST", path, json.dumps(body).encode(), {"Content-Type": "application/json", **headers})
