"""Parsing beside its yardstick: reading a file, decoding it, and one regular expression over it."""

import codecs
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from rulesbase.engine.parsing.parse import read_source
from tests.bench.measuring import BenchError, medians
from tests.bench.report import Figure, Outcome, table

TIMES = 5
TARGET_RATIO = 4.0
TARGET_SECONDS = 0.06
# The numbering of today, and files of about today's length, begin with this year.
MODERN = "2010"
NUMBERED = re.compile(r"(?m)^(\d{3})\.(\d+)([a-z]?)\.?[ \t]+(.*)$")
_BOMS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}


class Timed(NamedTuple):
    """Median seconds of one file."""

    name: str
    size: int
    rules: int
    engine: float
    yardstick: float

    @property
    def ratio(self) -> float:
        """Return how many times the yardstick parsing takes."""
        return self.engine / self.yardstick


def plainly(data: bytes) -> list[tuple[str, str, str, str]]:
    """Decode a file and find what looks like a numbered paragraph: the least that any parser has to do.

    Line ends are made alike as Python does when it reads text: without that the expression finds nothing in the
    files that end their lines with CR alone, and half in those that mix them.
    """
    text = _decoded(data)
    return NUMBERED.findall(text.replace("\r\n", "\n").replace("\r", "\n"))


def _decoded(data: bytes) -> str:
    for bom, encoding in _BOMS.items():
        if data.startswith(bom):
            return data.decode(encoding, "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def files_in(corpus: Path) -> list[Path]:
    """Return the texts of the archive, oldest first; raises BenchError where there are none."""
    folder = corpus / "cr" / "en" if (corpus / "cr" / "en").is_dir() else corpus
    found = sorted(folder.glob("*.txt"))
    if not found:
        raise BenchError(f"{corpus} holds no texts: name a folder with .txt files, or one with cr/en in it.")
    return found


def time_file(path: Path, times: int = TIMES) -> Timed:
    """Time one file, engine and yardstick in turns."""
    rules = read_source(path.read_bytes(), path.name).rule_count
    engine, yardstick = medians(
        lambda: read_source(path.read_bytes(), path.name), lambda: plainly(path.read_bytes()), times=times
    )
    return Timed(path.name, path.stat().st_size, rules, engine, yardstick)


def bench(paths: Sequence[Path], times: int = TIMES) -> Outcome:
    """Time all files."""
    timed = [time_file(path, times) for path in paths]
    ratio = sum(each.engine for each in timed) / sum(each.yardstick for each in timed)
    modern = [each for each in timed if each.name >= MODERN] or timed
    slowest = max(modern, key=lambda each: each.engine)
    figures = [
        Figure("parse", f"all {len(timed)} files, times the yardstick", ratio, "x", TARGET_RATIO),
        Figure("parse", f"slowest modern file ({slowest.name})", slowest.engine, "s", TARGET_SECONDS),
        Figure("parse", "all files", sum(each.engine for each in timed), "s"),
    ]
    files = [each._asdict() | {"ratio": each.ratio} for each in timed]
    return Outcome(figures, {"files": files, "ratio": ratio}, _worst(timed))


def _worst(timed: Sequence[Timed], count: int = 10) -> str:
    """Return a table of the files with the highest ratios."""
    rows = [
        [each.name, *(f"{value:.1f}" for value in (each.engine * 1000, each.yardstick * 1000, each.ratio))]
        for each in sorted(timed, key=lambda each: -each.ratio)[:count]
    ]
    return table(["file, slowest first", "ms", "yardstick ms", "ratio"], rows, numbers=(1, 2, 3))
