"""The real server on this machine: gunicorn with two workers, found ready, watched and ended."""

import os
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

    def cpu_seconds(self) -> float:
        """Return the processor time of its workers so far; 0 where the system does not tell."""
        children = Path(f"/proc/{self.process}/task/{self.process}/children")
        if not children.is_file():
            return 0.0
        # Behind the name in brackets: user and system time are the 12th and 13th field.
        stats = [Path(f"/proc/{child}/stat").read_text() for child in children.read_text().split()]
        ticks = sum(sum(map(int, stat.rpartition(")")[2].split()[11:13])) for stat in stats)
        return ticks / os.sysconf("SC_CLK_TCK")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


def _wait(process: subprocess.Popen[bytes], port: int) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        try:
            socket.create_connection((HOST, port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise BenchError("gunicorn did not start; its words stand above.")


@contextmanager
def serving(env: Mapping[str, str]) -> Iterator[Served]:
    """Serve with these settings until the block ends."""
    port = _free_port()
    options = [
        "--bind",
        f"{HOST}:{port}",
        "--workers",
        str(WORKERS),
        "--no-control-socket",
        "--log-level",
        "warning",
    ]
    process = subprocess.Popen([sys.executable, "-m", "gunicorn", "config.wsgi", *options], cwd=ROOT, env=env)
    try:
        _wait(process, port)
        yield Served(port, process.pid)
    finally:
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
