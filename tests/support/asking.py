"""Requests to a server on this machine, each on a connection of its own."""

import json
import time
from collections.abc import Mapping
from contextlib import closing
from http.client import HTTPConnection, HTTPMessage, IncompleteRead
from typing import Any, NamedTuple

from tests.support.programs import HOST


class Answer(NamedTuple):
    """An answer of a server, and the seconds until its first byte and until its last."""

    status: int
    headers: HTTPMessage
    body: bytes
    first: float
    seconds: float

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode("utf-8", "replace")

    @property
    def data(self) -> Any:
        """Its JSON."""
        return json.loads(self.body)


def ask(
    port: int,
    path: str,
    method: str = "GET",
    body: bytes | None = None,
    headers: Mapping[str, str] | None = None,
    *,
    timeout: float = 60,
    source: str = HOST,
) -> Answer:
    """Send a request; raise OSError or HTTPException if no whole answer comes. Redirects are not followed."""
    begun = time.perf_counter()
    with closing(HTTPConnection(HOST, port, timeout=timeout, source_address=(source, 0))) as connection:
        connection.request(method, path, body, {"Connection": "close", **(headers or {})})
        answer = connection.getresponse()
        content = answer.read(1)
        first = time.perf_counter() - begun
        content += answer.read()
        if answer.length:
            # The server was killed behind its headers: `read(1)` does not tell.
            raise IncompleteRead(content, answer.length)
    return Answer(answer.status, answer.headers, content, first, time.perf_counter() - begun)
