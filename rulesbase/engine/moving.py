"""Clauses that only changed their place within a text."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from rulesbase.engine.sliding import Run
from rulesbase.engine.tokens import CLAUSE_ENDS, CLOSING, SENTENCE_ENDS, Words, script_of

# A clause has five words; a character of Japanese or Chinese says less than half of a word.
_WORDS = 5.0
_CHARACTER = 0.4
_NO_START = SENTENCE_ENDS | CLAUSE_ENDS | CLOSING - {'"'}


class Edit(NamedTuple):
    """Words struck and words put in at one place."""

    old: int
    old_end: int
    new: int
    new_end: int


def edits_between(runs: Sequence[Run]) -> list[Edit]:
    """The edit before each run; it may be empty."""
    edits = [Edit(0, runs[0].old, 0, runs[0].new)]
    for left, right in pairwise(runs):
        edits.append(Edit(left.old + left.size, right.old, left.new + left.size, right.new))
    return edits


def _length(keys: Sequence[str]) -> float:
    """How many words a run counts."""
    scripts = [script_of(key) for key in keys]
    return sum(1.0 if script == "word" else _CHARACTER for script in scripts if script != "sign")


def _candidates(edits: Sequence[Edit], old: Words, new: Words) -> list[Run]:
    """Every longest run that one edit strikes and another puts in."""
    a, b = old.keys, new.keys
    least = int(_WORDS)
    struck: defaultdict[tuple[str, ...], list[tuple[int, Edit]]] = defaultdict(list)
    for edit in edits:
        for at in range(edit.old, edit.old_end - least + 1):
            struck[tuple(a[at : at + least])].append((at, edit))
    found = []
    for edit in edits:
        for n in range(edit.new, edit.new_end - least + 1):
            for o, source in struck.get(tuple(b[n : n + least]), ()):
                begun = o > source.old and n > edit.new and a[o - 1] == b[n - 1]
                if source is edit or begun:
                    continue
                size = least
                while o + size < source.old_end and n + size < edit.new_end and a[o + size] == b[n + size]:
                    size += 1
                found.append(Run(o, n, size))
    return found


def find_moves(edits: Sequence[Edit], old: Words, new: Words) -> list[Run]:
    """The clauses of five words or more that are struck in one edit and put in, word for word, in another.

    Longest first; no word moves twice. The result is ordered by place in the older text.
    """
    if sum(edit.old_end - edit.old >= _WORDS or edit.new_end - edit.new >= _WORDS for edit in edits) < 2:
        return []
    moves: list[Run] = []
    for o, n, size in sorted(_candidates(edits, old, new), key=lambda run: (-run.size, run.old, run.new)):
        while size and old.keys[o] in _NO_START:
            o, n, size = o + 1, n + 1, size - 1
        apart = all(
            (o + size <= move.old or o >= move.old + move.size)
            and (n + size <= move.new or n >= move.new + move.size)
            for move in moves
        )
        if apart and _length(old.keys[o : o + size]) >= _WORDS:
            moves.append(Run(o, n, size))
    return sorted(moves)
