"""Visitors: a few threads that ask 127.0.0.1 for pages as fast as they come, bounded in count and time.

Written on plain sockets: client and server share the processors, and what the client takes, the server lacks.
"""

import socket
import threading
import time
from collections.abc import Sequence
from typing import NamedTuple

from tests.bench.measuring import BenchError
from tests.bench.server import HOST

VISITORS = 4
MOST_SECONDS = 20.0
HEAD = 1 << 14
CHUNK = 1 << 18


class Burst(NamedTuple):
    """What a number of visits came to."""

    visits: int
    seconds: float
    size: int

    @property
    def rate(self) -> float:
        """Return visits a second."""
        return self.visits / self.seconds


class Visitor:
    """One client; keeps its connection open where the server does too."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._socket: socket.socket | None = None
        self._body = bytearray(CHUNK)

    def get(self, path: str) -> int:
        """Ask for a page; returns the bytes of its body, raises BenchError unless it is there."""
        if self._socket is None:
            self._socket = socket.create_connection((HOST, self._port), timeout=30)
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n"
        self._socket.sendall(request.encode("ascii"))
        return self._read(self._socket, path)

    def _read(self, connection: socket.socket, path: str) -> int:
        data = bytearray()
        while (end := data.find(b"\r\n\r\n")) < 0:
            received = connection.recv(HEAD)
            if not received:
                raise BenchError(f"The server did not answer {path}.")
            data += received
        head = bytes(data[:end]).lower()
        status = int(head[9:12])
        if status != 200:
            raise BenchError(f"{path} answered {status} under the server.")
        size = int(head.partition(b"\r\ncontent-length:")[2].split(b"\r\n", 1)[0])
        missing = end + 4 + size - len(data)
        while missing > 0:
            # The body is counted and thrown away, always into the same memory.
            taken = connection.recv_into(self._body)
            if not taken:
                raise BenchError(f"The server ended its answer to {path} too early.")
            missing -= taken
        if b"\r\nconnection: close" in head:
            self.close()
        return size

    def close(self) -> None:
        """End the connection."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None


def fire(port: int, paths: Sequence[str], visitors: int = VISITORS) -> Burst:
    """Ask for all paths, each once, shared among the visitors; after MOST_SECONDS the rest is left out."""
    waiting = iter(paths)
    lock = threading.Lock()
    sizes: list[int] = []
    failures: list[Exception] = []
    end = time.perf_counter() + MOST_SECONDS

    def visit() -> None:
        visitor = Visitor(port)
        try:
            while not failures and time.perf_counter() < end:
                with lock:
                    path = next(waiting, None)
                if path is None:
                    break
                sizes.append(visitor.get(path))
        except (BenchError, OSError) as error:
            failures.append(error)
        finally:
            visitor.close()

    threads = [threading.Thread(target=visit) for _ in range(visitors)]
    started = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seconds = time.perf_counter() - started
    if failures:
        raise BenchError(f"A visit failed: {failures[0]}")
    return Burst(len(sizes), seconds, sum(sizes))
