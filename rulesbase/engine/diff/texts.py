"""The difference of two texts as data: whole words, moves and typography."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Generic, NamedTuple, TypeVar

from rapidfuzz.distance import Postfix, Prefix

from rulesbase.engine.diff.moves import edits_between, find_moves
from rulesbase.engine.diff.operations import Op, OpKind, OpWriter, Weight
from rulesbase.engine.diff.word_matching import match
from rulesbase.engine.text.tokens import count_words, level, read_words

__all__ = ["Op", "OpKind", "Phrase", "Summary", "Weight", "diff", "mirrored", "phrases", "summary"]

_MIRRORED = {
    OpKind.INSERT: OpKind.DELETE,
    OpKind.DELETE: OpKind.INSERT,
    OpKind.MOVE_OUT: OpKind.MOVE_IN,
    OpKind.MOVE_IN: OpKind.MOVE_OUT,
}
_OLD_ONLY = frozenset((OpKind.DELETE, OpKind.MOVE_OUT))
_NEW_ONLY = frozenset((OpKind.INSERT, OpKind.MOVE_IN))
Key = TypeVar("Key")

_SENTENCE = re.compile(r"[.!?]\s+|[。！？\n]")


def _same_sentences(a: str, b: str) -> tuple[int, int]:
    """Return the lengths of the whole sentences that two texts share at the start and at the end."""
    shared = Prefix.similarity(a, b)
    ends = [(a.rfind(mark, 0, shared), len(mark)) for mark in (". ", "。", "\n")]
    head = max(at + length if at >= 0 else 0 for at, length in ends)
    rest = min(len(a), len(b)) - head
    tail = min(rest, Postfix.similarity(a, b))
    first = _SENTENCE.search(a, len(a) - tail) if tail else None
    return head, len(a) - first.end() if first else 0


def _steps(old: str, new: str, language: str) -> list[Op]:
    a, b = level(old), level(new)
    # Texts that differ in typography only have no words to compare.
    head, tail = (len(a), 0) if a == b else _same_sentences(a, b)
    words = read_words(a, language, head, len(a) - tail), read_words(b, language, head, len(b) - tail)
    writer = OpWriter((old, new), (a, b), words)
    writer.same(head, head)
    runs = match(*words)
    edits = edits_between(runs)
    moves = find_moves(edits, *words)
    for edit, run in zip(edits, runs, strict=True):
        writer.edit(edit, moves)
        writer.run(run)
    writer.same(len(old), len(new))
    return _in_order(writer.ops)


def diff(old: str, new: str, language: str = "en") -> list[Op]:
    """Return the operations that turn ``old`` into ``new``; equal texts have one operation.

    ``diff(new, old)`` equals ``mirrored(diff(old, new))``.
    """
    if (len(old), old) <= (len(new), new):
        return _steps(old, new, language)
    return mirrored(_steps(new, old, language))


def mirrored(ops: Iterable[Op]) -> list[Op]:
    """Return the reverse operations; deletions come before insertions here too."""
    return _in_order(Op(_MIRRORED.get(op.kind, op.kind), op.new, op.old, op.weight) for op in ops)


def _in_order(ops: Iterable[Op]) -> list[Op]:
    """Return the operations with deletions before insertions at the same position."""
    result: list[Op] = []
    added: list[Op] = []
    for op in ops:
        if op.kind in _NEW_ONLY:
            added.append(op)
            continue
        if op.kind not in _OLD_ONLY:
            result += added
            added = []
        result.append(op)
    return result + added


class Summary(NamedTuple):
    """The extent of a difference: words inserted and deleted, new references, places that differ in typography.

    ``words`` are those of the newer text, or of the older if it is empty.
    """

    words: int
    inserted: int
    deleted: int
    references: int
    typography: int


def summary(old: str, new: str, ops: Sequence[Op]) -> Summary:
    """Return the figures of a difference of two English texts. Moved words are neither inserted nor deleted."""
    marks = Counter(op.weight for op in ops)
    edits = [op for op in ops if op.weight is Weight.SUBSTANCE and op.kind not in (OpKind.MOVE_OUT, OpKind.MOVE_IN)]
    return Summary(
        words=count_words(new) or count_words(old),
        inserted=sum(count_words(new[slice(*op.new)]) for op in edits),
        deleted=sum(count_words(old[slice(*op.old)]) for op in edits),
        references=marks[Weight.REFERENCES],
        typography=marks[Weight.TYPOGRAPHY],
    )


class Phrase(NamedTuple, Generic[Key]):
    """``text[start:end]`` of the newest wording is there since the version ``since``."""

    start: int
    end: int
    since: Key


def _carried(before: list[Phrase[Key]], ops: Iterable[Op], key: Key, text: str) -> list[Phrase[Key]]:
    """Return the phrases of the newer of two wordings; unchanged words and changes of typography leave the age."""
    starts = [phrase.start for phrase in before]
    result = []
    for op in ops:
        (first, last), (start, end) = op.old, op.new
        if op.kind in _OLD_ONLY:
            continue
        lead = 0
        if op.kind is OpKind.MOVE_IN:
            # White space around a moved clause belongs to the new position.
            piece = text[start:end]
            lead = len(piece) - len(piece.lstrip())
        if op.kind is OpKind.EQUAL or (lead + last - first <= end - start and op.kind is OpKind.MOVE_IN):
            here, shift = start, start + lead - first
            for phrase in before[bisect_right(starts, first) - 1 :]:
                if phrase.start >= last:
                    break
                there = end if phrase.end >= last else phrase.end + shift
                result.append(Phrase(here, there, phrase.since))
                here = there
        elif first < last and (op.weight is Weight.TYPOGRAPHY or op.kind is OpKind.MOVE_IN):
            result.append(Phrase(start, end, before[bisect_right(starts, first) - 1].since))
        elif start < end:
            result.append(Phrase(start, end, key))
    return result


def phrases(texts: Sequence[tuple[Key, str]], language: str = "en") -> list[Phrase[Key]]:
    """Return the age of each phrase of the newest wording.

    ``texts`` are the wordings of one rule with the keys of their versions, oldest first. The phrases cover the newest
    text and neighbours differ in their keys; punctuation or white space alone joins the words before. A moved phrase
    has its old age, a deleted and restored one that of its return. An empty wording (the rule was gone) ends all
    phrases before it.
    """
    found: list[Phrase[Key]] = []
    last = ""
    for key, text in texts:
        if text != last:
            found = _carried(found, diff(last, text, language), key, text)
        last = text
    return _merged(found, last)


def _merged(found: list[Phrase[Key]], text: str) -> list[Phrase[Key]]:
    merged: list[Phrase[Key]] = []
    for phrase in found:
        words = any(map(str.isalnum, text[phrase.start : phrase.end]))
        if merged and (phrase.since == merged[-1].since or not words):
            merged[-1] = merged[-1]._replace(end=phrase.end)
        else:
            merged.append(phrase)
    return merged
