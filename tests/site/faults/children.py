"""Processes to be killed: started through the nursery, cut off at a moment, waited for."""

import json
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

ROOT = Path(__file__).resolve().parents[3]
PATIENCE = 300


@dataclass
class Child:
    """A process. ``out`` is the file of what it says."""

    pid: int
    out: Path
    nursery: "Nursery"
    started: float = field(default_factory=time.monotonic)
    code: int | None = None

    def __post_init__(self) -> None:
        self._handle = os.pidfd_open(self.pid)

    def ended_within(self, seconds: float) -> bool:
        """Wait so long at most; whether it is over."""
        return bool(select.select([self._handle], [], [], max(0.0, seconds))[0])

    def kill(self) -> None:
        """End it without warning."""
        os.kill(self.pid, signal.SIGKILL)

    def wait(self, seconds: float = PATIENCE) -> int:
        """How it ended: its exit code, or the negative number of a signal. It is killed where it takes too long."""
        if self.code is None:
            if not self.ended_within(seconds):
                self.kill()
            self.code = self.nursery.wait(self.pid)
            os.close(self._handle)
        return self.code

    @property
    def said(self) -> str:
        """What it printed."""
        return self.out.read_text(encoding="utf-8", errors="replace")

    @property
    def age(self) -> float:
        """Seconds since its start."""
        return time.monotonic() - self.started


class Nursery:
    """A context manager: the process in which the program is loaded, and from which all others are forked."""

    def __init__(self, folder: Path, env: Mapping[str, str]) -> None:
        self.folder, self._count, self._turns = folder, 0, threading.Lock()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.site.faults.nursery"],
            cwd=ROOT,
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def start(self, address: str, *words: object, most: int = 0) -> Child:
        """Start a command on a database."""
        with self._turns:
            self._count += 1
            out = self.folder / f"child-{self._count}.out"
            pid = self._ask({"start": list(map(str, words)), "address": address, "out": str(out), "most": most})
        return Child(pid, out, self)

    def run(self, address: str, *words: object, most: int = 0) -> Child:
        """Run a command to its end."""
        child = self.start(address, *words, most=most)
        child.wait()
        return child

    def must(self, address: str, *words: object) -> Child:
        """Run a command that cannot fail."""
        child = self.run(address, *words)
        if child.code:
            raise RuntimeError(f"{' '.join(map(str, words))} ended with {child.code}: {child.said[-2000:]}")
        child.out.unlink()
        return child

    def wait(self, pid: int) -> int:
        """How a process ended."""
        with self._turns:
            return self._ask({"wait": pid})

    def _ask(self, order: dict[str, object]) -> int:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        said = self._process.stdout.readline()
        if not said:
            raise RuntimeError(f"The nursery ended with {self._process.wait()}.")
        return int(said)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process.stdin:
            # It may have been ended by somebody else.
            with suppress(OSError):
                self._process.stdin.close()
        self._process.wait(timeout=30)
        if self._process.stdout:
            self._process.stdout.close()
