"""Matching of the words of two texts: runs of words that both have, in the same order.

First comes the longest common sequence of words *and pairs of neighbours*, in which function words count only in pairs.
Then a cost model removes runs that would fragment the marks, and each insertion moves to the beginning of a sentence,
clause or phrase.
"""

from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise

from rapidfuzz.distance import LCSseq

from rulesbase.engine.diff.boundaries import Run, slide
from rulesbase.engine.text.tokens import CLOSING, SENTENCE_ENDS, Words, is_anchor

# The cost of a mark, the extra cost if it both deletes and inserts, and the exponent of the weight of marked words:
# below 1, so that close marks become one.
_MARK, _BOTH, _GROWTH = 0.5, 0.7, 0.8
# The cost of joining marks over the end of a sentence.
_STOP = 1.2
# A run of this weight is never deleted and inserted again only to join marks.
_HEAVY = 7.0
# A sentence of which less than this share survives in both texts is shown as replaced.
_SURVIVES = 0.34
# A sentence of less weight has too few words to judge by.
_SHORT = 2.5
# Above this number of cells words are compared within equal sentences only, to bound memory.
_CELLS = 400_000_000


def _units(words: Words, nothing: str) -> list[object]:
    """Return words and pairs of neighbours in turn; ``nothing`` for a word that cannot anchor a match alone."""
    units: list[object] = [nothing] * (2 * len(words.keys) - 1)
    units[0::2] = [key if is_anchor(key) else nothing for key in words.keys]
    units[1::2] = pairwise(words.keys)
    return units


def _blocks(old: Words, new: Words) -> Iterator[Run]:
    """Yield runs of equal neighbours in order; they may touch and overlap."""
    left, right = _units(old, "\x00"), _units(new, "\x01")
    if len(left) * len(right) > _CELLS:
        yield from _by_sentences(old, new)
        return
    for first, other, size in LCSseq.editops(left, right).as_matching_blocks():
        if size:
            yield Run(first // 2, other // 2, (first + size) // 2 - first // 2 + 1)


def _by_sentences(old: Words, new: Words) -> Iterator[Run]:
    """Yield whole sentences that both texts have."""
    left, right = ([*_sentences(words.keys), len(words.keys)] for words in (old, new))
    pieces = [[tuple(words.keys[a:b]) for a, b in pairwise(starts)] for words, starts in ((old, left), (new, right))]
    for first, other, size in LCSseq.editops(*pieces).as_matching_blocks():
        if size:
            yield Run(left[first], right[other], left[first + size] - left[first])


def _joined(blocks: Iterator[Run]) -> list[Run]:
    """Return the blocks without overlaps, touching ones joined."""
    runs: list[Run] = []
    old = new = 0  # The end of the last run.
    for block in blocks:
        late = max(old - block.old, new - block.new, 0)
        size = block.size - late
        if size <= 0:
            continue
        start, other = block.old + late, block.new + late
        if runs and (start, other) == (old, new):
            runs[-1] = Run(runs[-1].old, runs[-1].new, runs[-1].size + size)
        else:
            runs.append(Run(start, other, size))
        old, new = start + size, other + size
    return runs


def _grown(runs: list[Run], old: Words, new: Words) -> list[Run]:
    """Return the runs extended into the gaps between them, forwards first, then backwards."""
    a, b = old.masked, new.masked
    grown = [Run(0, 0, 0)]
    for run in [*runs, Run(len(a), len(b), 0)]:
        o, n, size = grown[-1]
        while o + size < run.old and n + size < run.new and a[o + size] == b[n + size]:
            size += 1
        start, other = run.old, run.new
        while start > o + size and other > n + size and a[start - 1] == b[other - 1]:
            start, other = start - 1, other - 1
        length = run.old + run.size - start
        if (start, other) == (o + size, n + size):
            grown[-1] = Run(o, n, size + length)
        else:
            grown[-1] = Run(o, n, size)
            grown.append(Run(start, other, length))
    return grown


def _without_ends(runs: list[Run], old: Words, new: Words) -> list[Run]:
    """Return runs without renumbered references at their ends, if an edit is there to take them in."""
    if old.masked is old.keys:
        return runs
    runs_left: list[Run] = []
    for o, n, size in runs:
        while (o or n) and size and old.keys[o] != new.keys[n]:
            o, n, size = o + 1, n + 1, size - 1
        last = o + size == len(old.keys) and n + size == len(new.keys)
        while size and not last and old.keys[o + size - 1] != new.keys[n + size - 1]:
            size -= 1
        if size or last or not runs_left:
            runs_left.append(Run(o, n, size))
    return runs_left


def _worth_keeping(runs: list[Run], old: Words, new: Words) -> list[Run]:
    """Return the runs that make the cheapest marks. The first and the last stay: no mark would go with them.

    A shortest path through the runs, each step an edit; heavy runs are always on it, which bounds the work.
    """
    left, right = old.weights, new.weights
    # Which runs have words and the end of their sentence.
    stops = [any(key in SENTENCE_ENDS for key in old.keys[run.old + 1 : run.old + run.size]) for run in runs]
    costs, back = [0.0], [0]
    for at in range(1, len(runs)):
        end, other = left[runs[at].old], right[runs[at].new]
        best, source, joined = float("inf"), at - 1, 0.0
        for before in range(at - 1, -1, -1):
            o, n, size = runs[before]
            struck, added = end - left[o + size], other - right[n + size]
            cost = costs[before] + joined
            if struck or added:
                cost += _MARK + (struck + added) ** _GROWTH + (_BOTH if struck and added else 0.0)
            if cost < best - 1e-9:
                best, source = cost, before
            if left[o + size] - left[o] >= _HEAVY:
                break
            joined += _STOP * stops[before]
        costs.append(best)
        back.append(source)
    runs_left, at = [], len(runs) - 1
    while at:
        runs_left.append(runs[at])
        at = back[at]
    return [runs[0], *reversed(runs_left)]


def _sentences(keys: list[str]) -> list[int]:
    """Return the positions where sentences begin."""
    starts = [at + 1 for at, key in enumerate(keys) if key in SENTENCE_ENDS]
    # Closing marks behind a full stop belong to the sentence.
    starts = [at + (at < len(keys) and keys[at] in CLOSING) for at in starts]
    return [0, *(at for at in starts if at < len(keys))]


def _surviving(runs: list[Run], old: Words, new: Words) -> list[Run]:
    """Return the runs without the few surviving words of rewritten sentences."""
    if len(runs) < 2 or all(run.size == 0 for run in runs):
        return runs
    starts, others = _sentences(old.keys), _sentences(new.keys)
    pieces: list[tuple[int, int, Run, float]] = []
    for run in runs:
        o, n, size = run
        while size:
            a, b = bisect_right(starts, o) - 1, bisect_right(others, n) - 1
            room = min(
                size,
                starts[a + 1] - o if a + 1 < len(starts) else size,
                others[b + 1] - n if b + 1 < len(others) else size,
            )
            pieces.append((a, b, Run(o, n, room), old.weights[o + room] - old.weights[o]))
            o, n, size = o + room, n + room, size - room
    shares = [
        _shares(old.weights, starts, [(a, weight) for a, _, _, weight in pieces]),
        _shares(new.weights, others, [(b, weight) for _, b, _, weight in pieces]),
    ]
    runs_left = [run for a, b, run, _ in pieces if shares[0][a] >= _SURVIVES or shares[1][b] >= _SURVIVES]
    end = Run(len(old.keys), len(new.keys), 0)
    return runs if len(runs_left) == len(pieces) else [Run(0, 0, 0), *_joined(iter(runs_left)), end]


def _shares(weights: list[float], starts: list[int], pieces: list[tuple[int, float]]) -> list[float]:
    """Return the share of each sentence that survives; short ones count as surviving."""
    sums = [0.0] * len(starts)
    for sentence, weight in pieces:
        sums[sentence] += weight
    bounds = [*starts, len(weights) - 1]
    whole = [weights[end] - weights[start] for start, end in pairwise(bounds)]
    return [runs_left / total if total > _SHORT else 1.0 for runs_left, total in zip(sums, whole, strict=True)]


def match(old: Words, new: Words) -> list[Run]:
    """Return the unchanged runs in order; between them are the edits.

    The first begins and the last ends both texts. These two may be empty; if all words agree they are one.
    """
    if not old.keys or not new.keys:
        return [Run(0, 0, 0), Run(len(old.keys), len(new.keys), 0)]
    runs = _grown(_joined(_blocks(old, new)), old, new)
    if len(runs) > 1:
        runs = _worth_keeping(_without_ends(runs, old, new), old, new)
        runs = slide(_surviving(runs, old, new), old, new)
    return runs
