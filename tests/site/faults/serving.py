"""A server with its log in a file; it can be killed and started again."""

import http.client
import json
import os
import signal
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from tests.bench.server import Served
from tests.support.programs import HOST, until


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


class KilledServer(Served):
    """A context manager: a server for a database, on a port of its own."""

    # With --preload a killed worker is replaced at once.
    options = ("--preload", "--log-level", "info")

    def start(self) -> None:
        """Start it; return once it answers."""
        super().start()
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
