"""What the engines made of real texts when somebody last looked at it and took it for right, as digests.

A part is one thing that the engines do, a place what they do it with (a version, a pair of them), a piece a part of
what comes out (a section, a kind of question). The table beside this file has a row for each piece: how many things
come out, and a digest of them; it holds no text. `python -m tests.accepted` shows what has become of it.
"""

import csv
import datetime
import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from rulesbase.engine.nodes import Kind, RulesText
from rulesbase.engine.numbering import section_of
from rulesbase.engine.parsing import read_source

TABLE = Path(__file__).with_name("accepted.csv")
COLUMNS = ("part", "place", "piece", "count", "digest")
TWELVE = """1999-04-23 2001-07-23 2003-05-26 2006-05-01 2009-05-01 2009-07-11 2011-09-30 2018-10-05 2019-01-25
2020-04-17 2022-04-29 2026-06-19""".split()

Pieces = Mapping[str, Iterable[object]]
Accepted = dict[tuple[str, str], dict[str, "Sum"]]


class Sum(NamedTuple):
    """How many things a piece has, and a digest of them in their order."""

    things: int
    digest: str


class Part(NamedTuple):
    """One thing that the engines do: with what, and how its result is had from the folder of real texts."""

    places: Sequence[str]
    made: Callable[[Path, str], Pieces]


def said(thing: object) -> str:
    """A result as text: the same for equal ones on every machine. Sets have no order, floats six figures."""
    match thing:
        case Enum() | str():
            return repr(str(thing.value if isinstance(thing, Enum) else thing))
        case float():
            return f"{thing:.6g}"
        case datetime.date():
            return thing.isoformat()
        case re.Pattern():
            return repr(thing.pattern)
        case Mapping():
            return "{" + ", ".join(sorted(f"{said(key)}: {said(value)}" for key, value in thing.items())) + "}"
        case set() | frozenset():
            return "{" + ", ".join(sorted(map(said, thing))) + "}"
        case list() | tuple():
            return "(" + ", ".join(map(said, thing)) + ")"
        case int() | None:
            return repr(thing)
    if is_dataclass(thing):
        return "(" + ", ".join(said(getattr(thing, field.name)) for field in fields(thing)) + ")"
    raise TypeError(f"no digest is made of {type(thing).__name__}")


def summed(things: Iterable[object]) -> Sum:
    """The sum of a piece."""
    digest, count = hashlib.sha256(), 0
    for thing in things:
        count += 1
        digest.update(said(thing).encode(errors="backslashreplace") + b"\n")
    return Sum(count, digest.hexdigest()[:8])


def sums_of(pieces: Pieces) -> dict[str, Sum]:
    """The sums of what was made, without pieces that have nothing."""
    made = {piece: summed(things) for piece, things in pieces.items()}
    return {piece: one for piece, one in made.items() if one.things}


@lru_cache(maxsize=1)
def accepted() -> Accepted:
    """The table, by part and place."""
    found: Accepted = {}
    with TABLE.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            sums = found.setdefault((row["part"], row["place"]), {})
            sums[row["piece"]] = Sum(int(row["count"]), row["digest"])
    return found


def differences(part: str, place: str, made: Mapping[str, Sum], known: Mapping[str, Sum]) -> list[str]:
    """Which pieces came out otherwise, in words."""
    found = []
    for piece in dict.fromkeys((*known, *made)):
        old, new = known.get(piece, Sum(0, "nothing")), made.get(piece, Sum(0, "nothing"))
        if old != new:
            counts = f"{old.things} before, {new.things} now" if old.things != new.things else f"{new.things} as before"
            found.append(f"{part} {place} {piece}: {counts}; {old.digest} is {new.digest}")
    return found


# ---- What the parts share ----


@cache
def text_of(folder: Path, date: str) -> RulesText:
    """An English version as the program reads it, read once a process."""
    path = folder / "cr" / "en" / f"{date}.txt"
    return read_source(path.read_bytes(), path.name)


def by_section(pairs: Iterable[tuple[str, object]]) -> dict[str, list[object]]:
    """Things by the section of their number; those without one are of the glossary."""
    found: dict[str, list[object]] = {}
    for number, thing in pairs:
        found.setdefault(section_of(number) if number else "glossary", []).append(thing)
    return found


def texts_of(read: RulesText, step: int = 1, first: int = 0) -> list[tuple[str, str]]:
    """(number, text) of every so many entries and terms, examples with them."""
    nodes = [node for node in (*read.entries, *read.glossary) if node.kind is not Kind.SECTION][first::step]
    return [
        (node.number, text)
        for node in nodes
        for text in (node.text or node.heading, *(example.text for example in node.examples))
    ]
