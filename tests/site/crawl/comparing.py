"""Differences between two crawls; one that many answers share is listed once."""

import difflib
import gzip
from collections import defaultdict
from pathlib import Path

# Lines shown of a difference, characters of a line, and differences listed.
_LINES, _WIDTH, _KINDS = 14, 240, 25


def compare(before: Path, after: Path) -> list[str]:
    """Return what differs, as lines to print; nothing where the crawls are equal."""
    old, new = ({path.name for path in folder.iterdir()} for folder in (before, after))
    reported: list[str] = []
    for word, folder, alone in (("before", before, old - new), ("after", after, new - old)):
        if alone:
            reported.append(f"{len(alone)} answers only {word}:")
            reported += sorted(f"  {lines_of(folder / name)[0]}" for name in alone)[:_KINDS]
    kinds: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    for name in sorted(old & new):
        if (before / name).read_bytes() != (after / name).read_bytes():
            was, became = lines_of(before / name), lines_of(after / name)
            changed = list(difflib.unified_diff(was, became, lineterm="", n=0))[2:]
            kinds[tuple(line[:_WIDTH] for line in changed if not line.startswith("@@"))].append(became[0])
    for lines, keys in sorted(kinds.items(), key=lambda kind: -len(kind[1]))[:_KINDS]:
        reported.append(f"\n{len(keys)} of {len(old)} answers differ like this, first {keys[0]}")
        reported += [f"    {line}" for line in lines[:_LINES]]
        if len(lines) > _LINES:
            reported.append(f"    ... {len(lines) - _LINES} lines more")
    if len(kinds) > _KINDS:
        reported.append(f"\n{len(kinds)} kinds of differences.")
    return reported


def lines_of(path: Path) -> list[str]:
    """Return the lines of a stored answer, of pages one for each element, of JSON one for each field."""
    text = gzip.decompress(path.read_bytes()).decode("utf-8", "backslashreplace")
    return text.replace("<", "\n<").replace(', "', ',\n"').replace(',"', ',\n"').split("\n")
