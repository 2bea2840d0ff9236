"""Clocks: medians of jobs that take turns, and what a program of its own takes in time and memory."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from tests.bench.report import Figure
from tests.support.programs import ROOT

STARTER = Path(__file__).with_name("starter.py")


class BenchError(Exception):
    """A run that cannot be measured; the message is a sentence for the person who started it."""


def seconds_of(job: Callable[[], object]) -> float:
    """Return the wall time of one call."""
    started = time.perf_counter()
    job()
    return time.perf_counter() - started


def processor_ms(job: Callable[[], object]) -> float:
    """Return the milliseconds that this process was running during one call: other work does not count."""
    started = time.process_time()
    job()
    return 1000 * (time.process_time() - started)


def medians(*jobs: Callable[[], object], times: int) -> list[float]:
    """Return the median seconds of each job; they take turns, so that a slow moment meets all of them."""
    rounds = [[seconds_of(job) for job in jobs] for _ in range(times)]
    return [median(column) for column in zip(*rounds, strict=True)]


@dataclass(frozen=True, slots=True)
class Run:
    """What a finished program took; ``peak`` is its largest resident memory in bytes."""

    seconds: float
    cpu_seconds: float
    peak: int
    output: str


def run(command: Sequence[str | Path], env: Mapping[str, str]) -> Run:
    """Run a program to its end and measure it; raises BenchError with its last words where it fails."""
    # The starter is small: a child's peak counts from the size of the process that it was forked from.
    starter = [sys.executable, "-S", "-E", STARTER, *command]
    done = subprocess.run(starter, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    *errors, last = done.stderr.splitlines() or [""]
    if done.returncode:
        message = " ".join(line for line in errors[-4:] if line)
        raise BenchError(f"{' '.join(map(str, command[1:4]))} failed: {message}")
    took = json.loads(last)
    return Run(took["seconds"], took["cpu_seconds"], took["peak"], done.stdout)


def clean_environment(database: str, **more: str) -> dict[str, str]:
    """Return an environment in which Rulesbase starts with this database and else with its defaults."""
    dropped = {"DEBUG", "SECURE", "ALLOWED_HOSTS", "CACHE_URL", "EMAIL_URL", "DATABASE_REPLICA_URL"}
    stored = {name: value for name, value in os.environ.items() if name not in dropped}
    # Long and varied enough to be accepted; it protects nothing.
    secret = "bench-" + "0123456789abcdef" * 4
    return stored | {"DATABASE_URL": database, "SECRET_KEY": secret, "PYTHONPATH": str(ROOT)} | more


def figures_apart(module: str, database: str, **more: str) -> list[Figure]:
    """Run a module in a process of its own, on a database; return the figures that it prints as JSON."""
    done = run([sys.executable, "-m", "tests.bench.apart", module], clean_environment(database, **more))
    return [Figure(**one) for one in json.loads(done.output)]
