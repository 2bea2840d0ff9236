"""The real server on this machine: gunicorn with two workers, found ready, watched and ended."""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.bench.measuring import ROOT, BenchError

HOST = "127.0.0.1"
WORKERS = 2
START_SECONDS = 30


class Served(NamedTuple):
    """A running server."""

    port: int
    process: int

    def workers(self) -> list[int]:
        """Return the processes that answer; none where the system does not tell."""
        children = Path(f"/proc/{self.process}/task/{self.process}/children")
        return [int(child) for child in children.read_text().split()] if children.is_file() else []

    def memory(self) -> int:
        """Return the bytes that the largest of its workers has now; 0 where the system does not tell."""
        sizes = [0]
        for worker in self.workers():
            status = Path(f"/proc/{worker}/status").read_text().partition("VmRSS:")[2]
            sizes.append(int(status.split()[0]) * 1024)
        return max(sizes)


def free_port() -> int:
    """Return a port that is not in use."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


def wait_until_listening(name: str, process: "subprocess.Popen[bytes]", port: int) -> None:
    """Return when a program listens at its port; raise BenchError if it ends or takes too long."""
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        try:
            socket.create_connection((HOST, port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise BenchError(f"{name} did not start; its words stand above.")


@contextmanager
def serving(env: Mapping[str, str]) -> Iterator[Served]:
    """Serve with these settings until the block ends."""
    port = free_port()
    options = [
        "--bind",
        f"{HOST}:{port}",
        # As `make serve`: on a busy machine a worker may take its time to read what it keeps, such as all names.
        "--timeout",
        "120",
        "--no-control-socket",
        "--log-level",
        "warning",
    ]
    process = subprocess.Popen(
        [sys.executable, "-m", "gunicorn", "config.wsgi", *options],
        cwd=ROOT,
        env={**env, "WEB_CONCURRENCY": str(WORKERS)},
    )
    try:
        wait_until_listening("gunicorn", process, port)
        yield Served(port, process.pid)
    finally:
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
