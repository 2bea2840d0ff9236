"""Parsing beside its yardstick: reading a file, decoding it, and one regular expression over it."""

import re
from functools import partial
from pathlib import Path

from rulesbase.engine.parsing.parse import read_source
from tests.bench.measuring import BenchError, medians
from tests.bench.report import Figure
from tests.rulesbase.engine.corpus_texts import plain

TIMES = 5
TARGET_RATIO = 4.0
TARGET_SECONDS = 0.06
# The numbering of today, and files of about today's length, begin with this year.
MODERN = "2010"
NUMBERED = re.compile(r"(?m)^(\d{3})\.(\d+)([a-z]?)\.?[ \t]+(.*)$")


def parse(path: Path) -> None:
    """Read a file as the program does."""
    read_source(path.read_bytes(), path.name)


def plainly(path: Path) -> list[tuple[str, str, str, str]]:
    """Decode a file and find what looks like a numbered paragraph: the least that any parser has to do.

    Line ends are made alike as Python does when it reads text: without that the expression finds nothing in the
    files that end their lines with CR alone, and half in those that mix them.
    """
    return NUMBERED.findall(plain(path.read_bytes()))


def texts_in(corpus: Path) -> list[Path]:
    """Return the texts of the archive, oldest first; raises BenchError where there are none."""
    folder = corpus / "cr" / "en" if (corpus / "cr" / "en").is_dir() else corpus
    found = sorted(folder.glob("*.txt"))
    if not found:
        raise BenchError(f"{corpus} holds no texts: name a folder with .txt files, or one with cr/en in it.")
    return found


def bench(corpus: Path) -> list[Figure]:
    """Time each file, engine and yardstick in turns."""
    took = {}
    for path in texts_in(corpus):
        took[path.name] = medians(partial(parse, path), partial(plainly, path), times=TIMES)
    modern = [name for name in took if name >= MODERN] or list(took)
    slowest = max(modern, key=lambda name: took[name])
    engine, yardstick = (sum(column) for column in zip(*took.values(), strict=True))
    return [
        Figure(f"all {len(took)} files, times the yardstick", engine / yardstick, "x", TARGET_RATIO),
        Figure(f"slowest modern file ({slowest})", took[slowest][0], "s", TARGET_SECONDS),
        Figure("all files", engine, "s"),
    ]
