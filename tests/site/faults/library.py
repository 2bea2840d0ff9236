"""The library that most faults happen to: made once a run and database, copied for each kind."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from tests.site.faults.rounds import Stage

BASE = "library"
# Texts of the newest version, in French; nobody but the rounds writes them.
TEXTS = ("100.1", "100.2", "100.3", "100.4", "100.5", "101.1", "101.2", "101.3", "101.4", "101.6")
PAGES = (
    "/",
    "/rules/2021-03-01/100/?lang=en,fr",
    "/rules/2020-03-01/101.1/",
    "/compare/2020-03-01/2021-03-01/",
    "/glossary/2021-03-01/",
)


class Library(NamedTuple):
    """Who is known there: secrets of tokens and keys of sessions by name; questions that ``rita`` studies."""

    tokens: dict[str, str]
    sessions: dict[str, str]
    questions: list[str]

    def bearer(self, name: str, key: str = "") -> dict[str, str]:
        """Headers of somebody's program."""
        return {"Authorization": f"Bearer {self.tokens[name]}"} | ({"Idempotency-Key": key} if key else {})

    def cookie(self, name: str) -> dict[str, str]:
        """Headers of somebody's browser."""
        return {"Cookie": f"sessionid={self.sessions[name]}"}


def empty_database(stage: Stage, name: str) -> str:
    """Make one with empty tables; its address."""
    if stage.empty:
        return stage.place.copy(stage.empty, name)
    address = stage.place.make(name)
    stage.nursery.must(address, "migrate", "--verbosity", "0")
    return address


def library(stage: Stage) -> Library:
    """Make it, where that was not done before."""
    kept = stage.folder / "library.json"
    if not kept.exists():
        address = empty_database(stage, BASE)
        stage.nursery.must(address, "call:tests.site.faults.filled:fill", stage.folder, kept)
    told: dict[str, Any] = json.loads(kept.read_text())
    return Library(**told)


def held(stage: Stage, address: str) -> dict[str, str]:
    """A digest of each table, as the program reads it."""
    out = stage.folder / "held.json"
    stage.nursery.must(address, "call:tests.site.faults.filled:held", out)
    found: dict[str, str] = json.loads(out.read_text())
    out.unlink()
    return found


def complaints(log: Path, *allowed: str) -> list[str]:
    """Lines of errors in the log of a server, but for those with one of some words."""
    text = ""
    with suppress(OSError):
        text = log.read_text(encoding="utf-8", errors="replace")
    lines = [line for line in text.splitlines() if " ERROR " in line or " CRITICAL " in line]
    return sorted({line[24:300] for line in lines if not any(word in line for word in allowed)})[:5]
