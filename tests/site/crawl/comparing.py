"""Differences between two crawls; one that many answers share is listed once."""

import difflib
import json
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.site.crawl.answers import Answer
from tests.site.crawl.store import Store

# Diffs that are made, lines that are shown of one, characters of a line, and kinds of differences that are listed.
_LOOKED_AT, _LINES, _WIDTH, _WAYS = 400, 14, 240, 25
# Lines of a body of which not every change is looked for.
_LONG = 3000


def compare(before: Path, after: Path) -> list[str]:
    """Return what differs, as lines to print; nothing where the crawls are equal."""
    old, new = Store(before), Store(after)
    ours, theirs = old.answers(), new.answers()
    reported: list[str] = []
    # A crawl of one person alone is compared with what that person got before.
    common = {_job(key) for key in ours} & {_job(key) for key in theirs}
    ours = {key: answer for key, answer in ours.items() if _job(key) in common}
    theirs = {key: answer for key, answer in theirs.items() if _job(key) in common}
    for word, alone in (("only before", ours.keys() - theirs.keys()), ("only after", theirs.keys() - ours.keys())):
        if alone:
            reported.append(f"{len(alone)} answers {word}:")
            reported += [f"  {key}" for key in sorted(alone)[:_WAYS]]
    both = [key for key in ours if key in theirs and ours[key] != theirs[key]]
    if both:
        reported.append(f"{len(both)} of {len(ours)} answers differ:")
    ways: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    # From everywhere in the list, so that a page with many addresses does not hide the others.
    step = max(1, len(both) // _LOOKED_AT)
    for key in both[::step]:
        ways[tuple(difference(old, ours[key], new, theirs[key]))].append(key)
    for lines, keys in sorted(ways.items(), key=lambda way: -len(way[1]))[:_WAYS]:
        reported.append(f"\n{len(keys)} like this, first {keys[0]}")
        reported += [f"  also {key}" for key in keys[1:4]]
        reported += [f"    {line}" for line in lines[:_LINES]]
        if len(lines) > _LINES:
            reported.append(f"    ... {len(lines) - _LINES} lines more")
    if len(ways) > _WAYS:
        reported.append(f"\n{len(ways) - _WAYS} other ways of differing are not shown.")
    if step > 1:
        reported.append(f"Every {step}th difference was looked at.")
    return reported


def _job(key: str) -> str:
    found = re.search(r" (as=\S+ in=\S+)", key)
    return found[1] if found else "commands"


def difference(old: Store, before: Answer, new: Store, after: Answer) -> Iterator[str]:
    """Yield what differs between two answers, short: status, headers, and lines of the body."""
    if before.status != after.status:
        yield f"status {before.status} -> {after.status}"
    for name in sorted(before.headers.keys() | after.headers.keys()):
        was, became = before.headers.get(name, "(none)"), after.headers.get(name, "(none)")
        if was != became:
            yield from (f"{name}:", *_around(was, became))
    if before.body != after.body:
        was_lines, lines = (_lines(store.body(one.body)) for store, one in ((old, before), (new, after)))
        for kind, was_from, was_to, from_, to in _steps(was_lines, lines):
            if kind == "replace" and was_to - was_from == to - from_:
                for was, became in zip(was_lines[was_from:was_to], lines[from_:to], strict=True):
                    yield from _around(was, became)
            elif kind != "equal":
                yield from (f"- {_short(line)}" for line in was_lines[was_from:was_to])
                yield from (f"+ {_short(line)}" for line in lines[from_:to])


def _steps(before: list[str], after: list[str]) -> Sequence[tuple[str, int, int, int, int]]:
    """What leads from one list of lines to the other; of long ones what lies between the first and the last change."""
    if max(len(before), len(after)) < _LONG:
        return difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    first = _alike(before, after)
    last = min(_alike(before[::-1], after[::-1]), len(before) - first, len(after) - first)
    return [("replace", first, len(before) - last, first, len(after) - last)]


def _alike(before: Sequence[str], after: Sequence[str]) -> int:
    """How many there are, from the first on, that are equal."""
    pairs = enumerate(zip(before, after, strict=False))
    return next((at for at, (was, became) in pairs if was != became), min(len(before), len(after)))


def _lines(body: bytes) -> list[str]:
    text = body.decode("utf-8", "backslashreplace")
    if text.startswith(("{", "[")):
        try:
            return json.dumps(json.loads(text), ensure_ascii=False, indent=1).splitlines()
        except ValueError:
            pass
    return text.splitlines(keepends=True) if "\r" in text else text.split("\n")


def _around(was: str, became: str) -> tuple[str, str]:
    """Both lines, from a little before the place where they begin to differ."""
    same = _alike(was, became)
    begin = max(0, same - 60)
    return f"- {_short(was[begin:])}", f"+ {_short(became[begin:])}"


def _short(line: str) -> str:
    line = line.strip()
    return line if len(line) <= _WIDTH else f"{line[:_WIDTH]}..."
