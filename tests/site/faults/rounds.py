"""What a kind of fault is, what a round of it finds, and the sum of many."""

import json
import random
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from tests.site.faults.children import Nursery
from tests.site.faults.places import PostgresPlace, SQLitePlace

AnyPlace = SQLitePlace | PostgresPlace


@dataclass
class Found:
    """What one round found: each list has sentences, and is empty where all is well."""

    lost: list[str] = field(default_factory=list)
    half: list[str] = field(default_factory=list)
    findings: list[str] = field(default_factory=list)
    # What broke and did not mend itself, or was not told.
    other: list[str] = field(default_factory=list)
    # Whether the fault fell into the midst of the work.
    hit: bool = True
    # From the fault until everything was as it should be.
    recovery: float = 0.0
    skipped: str = ""


class Stage(NamedTuple):
    """Where a kind plays: a database of some kind, its processes, a folder, the texts, an environment."""

    place: AnyPlace
    nursery: Nursery
    folder: Path
    corpus: Path | None
    env: Mapping[str, str]
    random: random.Random
    # A database with empty tables, where there is one.
    empty: str = ""


class Kind(Protocol):
    """A kind of fault. ``playing`` sets up once what all its rounds share."""

    name: str

    @contextmanager
    def playing(self, stage: Stage) -> Iterator["Play"]:
        """Set up; what is given has a round."""


class Play(Protocol):
    """A kind that is set up."""

    def round(self) -> Found:
        """One fault, and what came of it."""


def findings(stage: Stage, address: str, *more: str) -> list[str]:
    """What check_data finds."""
    child = stage.nursery.run(address, "check_data", "--json", *more)
    try:
        told: dict[str, Any] = json.loads(child.said)
    except ValueError:
        return [f"check_data broke: {child.said[-500:]}"]
    named = [one for check in told["checks"] for one in check["findings"]]
    child.out.unlink()
    return [f"{one['table']} {one['where']}: {one['what']}" for one in named]


def killed_within(stage: Stage, address: str, longest: float, *words: object) -> tuple[bool, float]:
    """Start a command and kill it at a moment that nobody knows; whether it was still at work, and when that was.

    A command that says before its death that all is done has lied: RuntimeError.
    """
    child = stage.nursery.start(address, *words)
    over = child.ended_within(stage.random.uniform(0.02, max(0.05, longest)))
    if not over:
        child.kill()
    code = child.wait()
    if over and code != 0:
        raise RuntimeError(f"{words[0]} ended with {code} before it was killed: {child.said[-1000:]}")
    child.out.unlink()
    return not over and code < 0, time.monotonic()


@dataclass
class Sum:
    """All rounds of a kind on one database."""

    kind: str
    place: str
    rounds: int = 0
    hits: int = 0
    lost: int = 0
    half: int = 0
    findings: int = 0
    other: int = 0
    recoveries: list[float] = field(default_factory=list)
    seconds: float = 0.0
    told: list[str] = field(default_factory=list)
    skipped: str = ""

    def add(self, found: Found) -> None:
        """Count a round."""
        if found.skipped:
            self.skipped = found.skipped
            return
        self.rounds += 1
        self.hits += found.hit
        for name in ("lost", "half", "findings", "other"):
            sentences = getattr(found, name)
            setattr(self, name, getattr(self, name) + len(sentences))
            self.told += [f"round {self.rounds}, {name}: {one}" for one in sentences]
        self.recoveries.append(found.recovery)

    @property
    def is_well(self) -> bool:
        """Whether nothing was lost, half visible, wrong or broken."""
        return not (self.lost or self.half or self.findings or self.other)
