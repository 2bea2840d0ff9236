"""Clauses that only changed their position within a text."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from rulesbase.engine.diff.boundaries import Run
from rulesbase.engine.text.tokens import CLAUSE_ENDS, CLOSING, SENTENCE_ENDS, Words, script_of

# A clause has five words; a Japanese or Chinese character counts less than half a word.
_WORDS = 5.0
_LEAST = 5
_CHARACTER = 0.4
_NO_START = SENTENCE_ENDS | CLAUSE_ENDS | CLOSING - {'"'}


class Edit(NamedTuple):
    """Words deleted and inserted at one position."""

    old: int
    old_end: int
    new: int
    new_end: int


def edits_between(runs: Sequence[Run]) -> list[Edit]:
    """Return the edit before each run; it may be empty."""
    edits = [Edit(0, runs[0].old, 0, runs[0].new)]
    for left, right in pairwise(runs):
        edits.append(Edit(left.old + left.size, right.old, left.new + left.size, right.new))
    return edits


def _length(keys: Sequence[str]) -> float:
    """Return how many words a run counts."""
    scripts = [script_of(key) for key in keys]
    return sum(1.0 if script == "word" else _CHARACTER for script in scripts if script != "sign")


def _sequences(keys: Sequence[str], spans: Sequence[tuple[int, int]]) -> dict[tuple[str, ...], tuple[int, int]]:
    """Return the position and edit of each sequence of five tokens, without those that occur twice."""
    places: dict[tuple[str, ...], tuple[int, int]] = {}
    twice = set()
    for number, (first, last) in enumerate(spans):
        for at in range(first, last - _LEAST + 1):
            sequence = tuple(keys[at : at + _LEAST])
            if sequence in places:
                twice.add(sequence)
            places[sequence] = at, number
    for sequence in twice:
        del places[sequence]
    return places


def _candidates(edits: Sequence[Edit], old: Words, new: Words) -> list[Run]:
    """Return every longest run deleted by one edit and inserted by another that shares an unambiguous five-word
    sequence.
    """
    a, b = old.keys, new.keys
    struck = _sequences(a, [(edit.old, edit.old_end) for edit in edits])
    found: dict[Run, None] = {}
    reached: dict[int, int] = {}  # The end of what is covered, by shift between the texts.
    for sequence, (n, target) in _sequences(b, [(edit.new, edit.new_end) for edit in edits]).items():
        o, source = struck.get(sequence, (0, target))
        if source == target or n < reached.get(n - o, 0):
            continue
        end = n + _LEAST
        last = min(edits[target].new_end, edits[source].old_end + n - o)
        while end < last and a[end - n + o] == b[end]:
            end += 1
        reached[n - o] = end
        first = max(edits[target].new, edits[source].old + n - o)
        begin = n
        while begin > first and a[begin - 1 - n + o] == b[begin - 1]:
            begin -= 1
        found[Run(begin - n + o, begin, end - begin)] = None
    return list(found)


def find_moves(edits: Sequence[Edit], old: Words, new: Words) -> list[Run]:
    """Return the clauses of five words or more that one edit deletes and another inserts unchanged.

    Longest first; no word moves twice. The result is ordered by position in the older text.
    """
    moves: list[Run] = []
    for o, n, size in sorted(_candidates(edits, old, new), key=lambda run: (-run.size, run.old, run.new)):
        while size and old.keys[o] in _NO_START:
            o, n, size = o + 1, n + 1, size - 1
        apart = all(
            (o + size <= move.old or o >= move.old + move.size) and (n + size <= move.new or n >= move.new + move.size)
            for move in moves
        )
        if apart and _length(old.keys[o : o + size]) >= _WORDS:
            moves.append(Run(o, n, size))
    return sorted(moves)
