"""Differences between two crawls; one that many answers share is listed once."""

import difflib
import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tests.site.crawl.answers import Answer
from tests.site.crawl.store import Store

# Differing answers that are compared, lines shown of one, characters of a line, and kinds of differences listed.
_COMPARED, _LINES, _WIDTH, _KINDS = 400, 14, 240, 25


def compare(before: Path, after: Path) -> list[str]:
    """Return what differs, as lines to print; nothing where the crawls are equal."""
    old, new = Store(before), Store(after)
    ours, theirs = old.answers(), new.answers()
    reported: list[str] = []
    for word, alone in (("only before", ours.keys() - theirs.keys()), ("only after", theirs.keys() - ours.keys())):
        if alone:
            reported.append(f"{len(alone)} answers {word}:")
            reported += [f"  {key}" for key in sorted(alone)[:_KINDS]]
    both = [key for key in ours if key in theirs and ours[key] != theirs[key]]
    if both:
        reported.append(f"{len(both)} of {len(ours)} answers differ:")
    kinds: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    # From everywhere in the list, so that a page with many addresses does not hide the others.
    step = max(1, len(both) // _COMPARED)
    for key in both[::step]:
        kinds[tuple(difference(old, ours[key], new, theirs[key]))].append(key)
    for lines, keys in sorted(kinds.items(), key=lambda kind: -len(kind[1]))[:_KINDS]:
        reported.append(f"\n{len(keys)} like this, first {keys[0]}")
        reported += [f"  also {key}" for key in keys[1:4]]
        reported += [f"    {line}" for line in lines[:_LINES]]
        if len(lines) > _LINES:
            reported.append(f"    ... {len(lines) - _LINES} lines more")
    if len(kinds) > _KINDS or step > 1:
        reported.append(f"\n{len(kinds)} kinds of differences; every {step}th differing answer was compared.")
    return reported


def difference(old: Store, before: Answer, new: Store, after: Answer) -> Iterator[str]:
    """Yield what differs between two answers, short: status, headers, and lines of the body."""
    if before.status != after.status:
        yield f"status {before.status} -> {after.status}"
    for name in sorted(before.headers.keys() | after.headers.keys()):
        was, became = before.headers.get(name, "(none)"), after.headers.get(name, "(none)")
        if was != became:
            yield from (f"{name}:", f"- {was[:_WIDTH]}", f"+ {became[:_WIDTH]}")
    if before.body != after.body:
        was_lines, lines = (_lines(store.body(one.body)) for store, one in ((old, before), (new, after)))
        for line in list(difflib.unified_diff(was_lines, lines, lineterm="", n=0))[2:]:
            if not line.startswith("@@"):
                yield f"{line[0]} {line[1:].strip()[:_WIDTH]}"


def _lines(body: bytes) -> list[str]:
    """Return the lines of JSON with indents, of pages one for each element."""
    text = body.decode("utf-8", "backslashreplace")
    if text.startswith(("{", "[")):
        try:
            return json.dumps(json.loads(text), ensure_ascii=False, indent=1).splitlines()
        except ValueError:
            pass
    return text.replace("<", "\n<").split("\n")
