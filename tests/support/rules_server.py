"""A real web server on this machine that hands out rules files, faultlessly or with a fault of choice."""

import time
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from types import TracebackType
from typing import NamedTuple, Self

from tests.support.programs import HOST, free_port

_PIECE = 16 * 1024


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server sends: `announced` is the length it states, `sent` how much of the body goes out.

    `endless` repeats the body until the reader leaves; `drip` is the rest in seconds between pieces of it;
    `drop` closes the connection before any answer.
    """

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    announced: int | None = None
    sent: int | None = None
    endless: bool = False
    drip: float = 0
    piece: int = _PIECE
    drop: bool = False


class Seen(NamedTuple):
    """A request as it came, and when."""

    path: str
    at: float
    agent: str


class _Handler(BaseHTTPRequestHandler):
    server: "RulesServer"

    def do_GET(self) -> None:
        self.server.seen.append(Seen(self.path, time.monotonic(), self.headers.get("User-Agent", "")))
        answer = self.server.next_answer(self.path)
        self.close_connection = True
        # A reader that has had enough leaves; for the server that is no error.
        with suppress(ConnectionError):
            self._send(answer)

    def _send(self, answer: Answer) -> None:
        if answer.drop:
            return
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        if not answer.endless:
            length = len(answer.body) if answer.announced is None else answer.announced
            self.send_header("Content-Length", str(length))
        self.end_headers()
        body = answer.body[: answer.sent]
        while True:
            for start in range(0, len(body), answer.piece):
                self.wfile.write(body[start : start + answer.piece])
                self.server.bytes_sent += len(body[start : start + answer.piece])
                time.sleep(answer.drip)
            if not answer.endless:
                return

    def log_message(self, format: str, *args: object) -> None:
        """Stay quiet: what was asked for stands in `RulesServer.seen`."""


class RulesServer(ThreadingHTTPServer):
    """A context manager; put answers under paths, look at `seen` afterwards. What it lacks is a 404."""

    daemon_threads = True

    def __init__(self, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.seen: list[Seen] = []
        self.bytes_sent = 0
        self._answers: dict[str, list[Answer]] = {}
        self._thread = Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    @property
    def address(self) -> str:
        """Return the server's own address, without a slash at its end."""
        return f"http://127.0.0.1:{self.server_port}"

    def put(self, path: str, *answers: Answer | bytes) -> str:
        """Give these answers under a path, one a request, the last for ever; return the whole address."""
        self._answers[path] = [Answer(answer) if isinstance(answer, bytes) else answer for answer in answers]
        return self.address + path

    def next_answer(self, path: str) -> Answer:
        """Return what stands next under a path."""
        waiting = self._answers.get(path)
        if not waiting:
            return Answer(b"<html><body>Nothing here</body></html>", status=404)
        return waiting.pop(0) if len(waiting) > 1 else waiting[0]

    def paths(self) -> list[str]:
        """Return what was asked for in order, the question for robots.txt left out."""
        return [seen.path for seen in self.seen if seen.path != "/robots.txt"]

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.shutdown()
        self._thread.join()
        self.server_close()


def closed_address() -> str:
    """Return an address on this machine at which nothing listens."""
    return f"http://{HOST}:{free_port()}"
