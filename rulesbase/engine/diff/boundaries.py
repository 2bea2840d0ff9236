"""Placement of insertions and deletions: of positions that mean the same, the most readable one."""

from typing import NamedTuple

from rulesbase.engine.text.tokens import CLAUSE_ENDS, CLOSING, JOINING, SENTENCE_ENDS, Words, script_of


class Run(NamedTuple):
    """``size`` words from ``old`` on equal those from ``new`` on."""

    old: int
    new: int
    size: int


def _boundary(keys: list[str], at: int) -> float:
    """Return how well the gap before a word serves as the beginning or end of a mark."""
    if at in (0, len(keys)):
        return 5
    before, after = keys[at - 1], keys[at]
    if before in SENTENCE_ENDS or (before in CLOSING and at > 1 and keys[at - 2] in SENTENCE_ENDS):
        return 0 if after in CLOSING else 4
    if before in CLAUSE_ENDS or after in "(（「":
        return 3
    left, right = script_of(before), script_of(after)
    if left == "hiragana":
        # A Japanese phrase ends with its particles.
        return 0 if right == "hiragana" else 2
    if left == right and left in ("katakana", "han"):
        return -2 if left == "katakana" else -1
    return -1 if right == "hiragana" else 0


def _score(keys: list[str], first: int, last: int) -> float:
    """Return how well a mark over ``keys[first:last]`` reads: best are phrase beginnings without a trailing article."""
    score = _boundary(keys, first) + _boundary(keys, last)
    return score + (keys[first].lower() in JOINING) - (keys[last - 1].lower() in JOINING)


def _best_shift(keys: list[str], first: int, last: int, room: tuple[int, int]) -> int:
    """Return by how many words to move a mark, at most ``room`` to the left and right; 0 at a tie."""
    best, shift = _score(keys, first, last), 0
    for step, most in ((-1, room[0]), (1, room[1])):
        a, b = first, last
        for moved in range(1, most + 1):
            if (keys[a - 1] != keys[b - 1]) if step < 0 else (keys[a] != keys[b]):
                break
            a, b = a + step, b + step
            score = _score(keys, a, b)
            if score > best:
                best, shift = score, moved * step
    return shift


def _with_whole_words(left: Run, right: Run, old: Words, new: Words) -> tuple[Run, Run]:
    """Return the runs around a replacement, shortened until no katakana word is cut."""

    def cuts_word(unchanged: int, old_edit: int, new_edit: int) -> bool:
        katakana = script_of(old.keys[unchanged]) == "katakana"
        return katakana and "katakana" in (script_of(old.keys[old_edit]), script_of(new.keys[new_edit]))

    while left.size and cuts_word(left.old + left.size - 1, left.old + left.size, left.new + left.size):
        left = left._replace(size=left.size - 1)
    while right.size and cuts_word(right.old, right.old - 1, right.new - 1):
        right = Run(right.old + 1, right.new + 1, right.size - 1)
    return left, right


def slide(runs: list[Run], old: Words, new: Words) -> list[Run]:
    """Return the runs with each pure insertion or deletion moved to its best position between its neighbours.

    A replacement cannot move; it takes in whole katakana words instead.
    """
    runs = list(runs)
    for at in range(len(runs) - 1):
        left, right = runs[at], runs[at + 1]
        o, n = left.old + left.size, left.new + left.size
        if o == right.old and n == right.new:
            continue
        if o < right.old and n < right.new:
            runs[at : at + 2] = _with_whole_words(left, right, old, new)
            continue
        words, first, last = (old, o, right.old) if o < right.old else (new, n, right.new)
        # Leave one word between two marks, or they would join.
        room = (left.size - (at > 0), right.size - (at + 2 < len(runs)))
        shift = _best_shift(words.keys, first, last, room)
        runs[at] = left._replace(size=left.size + shift)
        runs[at + 1] = Run(right.old + shift, right.new + shift, right.size - shift)
    return runs
