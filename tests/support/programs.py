"""Programs that listen at a port of this machine: started, waited for and stopped."""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Self

HOST = "127.0.0.1"
ROOT = Path(__file__).resolve().parents[2]


class Broken(Exception):
    """A program does not do what it should."""


def free_port() -> int:
    """Return a port that is not in use."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


def project_files() -> list[str]:
    """Return the files of the project, committed or not, by their paths in it."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def listens(port: int) -> bool:
    """Return whether a program listens at a port."""
    with suppress(OSError), socket.create_connection((HOST, port), timeout=1):
        return True
    return False


def until(done: Callable[[], bool], what: str, seconds: float = 60) -> float:
    """Wait until something is done and return the seconds; raise Broken if it takes too long."""
    started = time.monotonic()
    while not done():
        if time.monotonic() - started > seconds:
            raise Broken(f"{what}: not within {seconds:.0f} s")
        time.sleep(0.05)
    return time.monotonic() - started


class Program:
    """A program at a free port until it is stopped; without a log it writes where its parent does."""

    def __init__(self, name: str, log: Path | None = None) -> None:
        self.name, self.log, self.port = name, log, free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def run(self, *words: object, cwd: Path = Path("/"), env: Mapping[str, str] | None = None) -> None:
        """Start it; return when it listens."""
        log = self.log.open("ab") if self.log else None
        process = subprocess.Popen(
            list(map(str, words)), cwd=cwd, env=env, stdout=log, stderr=log, start_new_session=True
        )
        if log:
            log.close()
        self.process = process
        until(lambda: process.poll() is not None or listens(self.port), f"{self.name} listening (see {self.log})")
        if process.poll() is not None:
            raise Broken(f"{self.name} ended by itself (see {self.log})")

    def log_text(self) -> str:
        """Return its log."""
        return self.log.read_text(encoding="utf-8", errors="replace") if self.log else ""

    def send(self, signum: signal.Signals) -> None:
        """Send the program, and not its children, a signal."""
        assert self.process is not None
        self.process.send_signal(signum)

    def kill(self) -> None:
        """Kill the program and its children."""
        assert self.process is not None
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """Stop it if it runs."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=60)
            except subprocess.TimeoutExpired:
                self.kill()

    def start(self) -> None:
        """Start it as its kind is started."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()
