"""Made-up versions: real ones with some of their rules reworded by program, dated on the days after."""

import datetime
import random
import re
from collections.abc import Sequence
from pathlib import Path

from rulesbase.engine.parsing.parse import read_source

# Of a hundred rules so many get other words; about as many new texts come with a real version.
SHARE = 5
_WORDS = "lamp keeper tower harbor ninth lantern evening ladder window shore candle signal anchor ferry beacon".split()
_NUMBERED = re.compile(r"(\d{3}\.\d+[a-z]?\.?)(\s+.+)")
_WORD = re.compile(r"\b[a-z]{4,}\b")
_MONTHS = "January February March April May June July August September October November December"
_DATE = re.compile(rf"({'|'.join(_MONTHS.split())}) \d{{1,2}}(st|nd|rd|th)?, \d{{4}}")


def made_up(path: Path, after: int) -> tuple[str, bytes] | None:
    """A version dated some days after a real one: its file name, and its text in UTF-8.

    None for the few that state their date in a manner that cannot be set.
    """
    data = path.read_bytes()
    date = datetime.date.fromisoformat(path.stem) + datetime.timedelta(days=after)
    chance = random.Random(f"{path.stem} {after}")
    text = _decoded(data)
    head, body = text[:2000], text[2000:]
    words = f"{date:%B} {date.day}, {date.year}"
    head = _DATE.sub(words, head)
    made = "\n".join(_reworded(line, chance) for line in (head + body).split("\n")).encode()
    stated = read_source(made, f"{date}.txt").date
    return (f"{date}.txt", made) if stated in (None, date) else None


def _decoded(data: bytes) -> str:
    """The text of a file in any encoding of the archive, with plain line ends."""
    for encoding in ("utf-8-sig", "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8", "cp1252"):
        try:
            return data.decode(encoding).replace("\r\n", "\n").replace("\r", "\n")
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1").replace("\r\n", "\n").replace("\r", "\n")


def _reworded(line: str, chance: random.Random) -> str:
    """A rule, sometimes with two of its words exchanged for others."""
    found = _NUMBERED.fullmatch(line)
    if not found or chance.random() * 100 >= SHARE:
        return line
    places = list(_WORD.finditer(found[2]))
    for place in sorted(chance.sample(places, min(2, len(places))), key=lambda one: -one.start()):
        at = found.start(2)
        line = line[: at + place.start()] + chance.choice(_WORDS) + line[at + place.end() :]
    return line


def write(paths: Sequence[Path], folder: Path, times: int) -> int:
    """Write real versions into a folder, each with so many versions in all; returns how many there are."""
    folder.mkdir()
    for path in paths:
        (folder / path.name).write_bytes(path.read_bytes())
        for after in range(1, times):
            made = made_up(path, after)
            if made and not (path.parent / made[0]).exists():
                (folder / made[0]).write_bytes(made[1])
    return len(list(folder.iterdir()))
