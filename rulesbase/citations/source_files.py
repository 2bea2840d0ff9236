"""Citations of rules in files: prose as a whole, program code in its comments and strings alone."""

import os
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from rulesbase.engine.text.citations import RuleCitation, find_citations

# A line with this word is left out: the number is an example, or no rule at all.
MARKER = "nocite"
# Larger files are data.
LARGEST = 5 * 1024 * 1024
_PROSE = frozenset(".md .markdown .txt .rst .adoc .tex .html .htm .xml .json .yml .yaml .csv .po".split())
_HASH_COMMENTS = frozenset(".py .rb .sh .pl .r .toml .cfg .ini .mk".split())
_NUMBER = re.compile(r"[1-9]\d\d\.\d|\b(?:rules?|CR|sections?)\b[^\n]{0,4}\d", re.I)
_QUOTED = r"""\"{3}.*?(?:\"{3}|\Z)|'{3}.*?(?:'{3}|\Z)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`"""
_BLOCKS = r"/\*.*?(?:\*/|\Z)|<!--.*?(?:-->|\Z)"
# Comments and strings of a program. A comment sign inside a string starts no comment, and a quote inside a comment
# starts no string.
_SLASHES = re.compile(rf"//[^\n]*|{_BLOCKS}|{_QUOTED}", re.S)
_HASHES = re.compile(rf"\#[^\n]*|{_QUOTED}", re.S)


class FileCitation(NamedTuple):
    """A citation in a file; line and column count from 1."""

    path: Path
    line: int
    column: int
    cited: RuleCitation


def files_below(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the files named and those in the folders named, in order, without hidden ones. Raise OSError."""
    for path in paths:
        if not path.is_dir():
            path.stat()
            yield path
            continue
        for folder, folders, names in os.walk(path):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            yield from (Path(folder, name) for name in sorted(names) if not name.startswith("."))


def citations_in(path: Path) -> list[FileCitation]:
    """Return the citations of a text file, none of a file that is no text or larger than LARGEST. Raise OSError."""
    if path.stat().st_size > LARGEST:
        return []
    data = path.read_bytes()
    if b"\0" in data[:8192]:
        return []
    text = data.decode("utf-8", errors="replace")
    if not _NUMBER.search(text):
        return []
    breaks = [match.start() for match in re.finditer("\n", text)]
    found = []
    for start, part in _readable_parts(text, path.suffix.lower()):
        for one in find_citations(part):
            at = bisect_left(breaks, start + one.start)
            first = breaks[at - 1] + 1 if at else 0
            line = text[first : breaks[at] if at < len(breaks) else len(text)]
            if MARKER not in line:
                found.append(FileCitation(path, at + 1, start + one.start - first + 1, one))
    return found


def _readable_parts(text: str, suffix: str) -> Iterator[tuple[int, str]]:
    """Yield the parts of a file that may cite rules, with their offsets."""
    if suffix in _PROSE or not suffix:
        yield 0, text
        return
    for match in (_HASHES if suffix in _HASH_COMMENTS else _SLASHES).finditer(text):
        if _NUMBER.search(match[0]):
            yield match.start(), match[0]
