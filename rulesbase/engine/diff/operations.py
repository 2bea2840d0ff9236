"""Operations that turn one text into another, and their construction from runs of words."""

from collections.abc import Sequence
from enum import StrEnum
from functools import cached_property
from itertools import compress, count
from operator import itemgetter, ne
from typing import NamedTuple

from rulesbase.engine.diff.boundaries import Run
from rulesbase.engine.diff.moves import Edit
from rulesbase.engine.text.normalize import fold
from rulesbase.engine.text.references import find_references
from rulesbase.engine.text.tokens import Words


class OpKind(StrEnum):
    """The kind of an operation on a span of text."""

    EQUAL = "equal"
    INSERT = "insert"
    DELETE = "delete"
    REPLACE = "replace"
    MOVE_OUT = "move_out"
    MOVE_IN = "move_in"


_MOVES = frozenset((OpKind.MOVE_OUT, OpKind.MOVE_IN))


class Weight(StrEnum):
    """The weight of an operation."""

    NONE = "none"
    SUBSTANCE = "substance"
    REFERENCES = "references"
    TYPOGRAPHY = "typography"


class Op(NamedTuple):
    """One operation, with (start, end) character offsets in both texts.

    Operations cover both texts without gaps, except for moves. ``move_out`` is at the old position and its ``new``
    gives the new one; ``move_in`` is at the new position and its ``old`` gives the old one. Each includes the white
    space at its own position.
    """

    kind: OpKind
    old: tuple[int, int]
    new: tuple[int, int]
    weight: Weight


class OpWriter:
    """Walk through both texts and collect the operations.

    ``levelled`` are the texts with uniform typographic characters, of the same length as the originals.
    """

    def __init__(self, texts: tuple[str, str], levelled: tuple[str, str], words: tuple[Words, Words]) -> None:
        self.texts, self.levelled = texts, levelled
        self.words = words
        self.ops: list[Op] = []
        self.o = self.n = 0

    def step(self, old: int, new: int, weight: Weight) -> None:
        """Advance to these offsets; with weight none the texts agree up to there."""
        o, n = self.o, self.n
        if o == old and n == new:
            return
        self.o, self.n = old, new
        last = self.ops[-1] if self.ops else None
        if last is not None and last.weight is weight and last.kind not in _MOVES:
            (o_last, o_end), (n_last, n_end) = last.old, last.new
            if weight is Weight.TYPOGRAPHY or (o < old, n < new) == (o_last < o_end, n_last < n_end):
                o, n = o_last, n_last
                del self.ops[-1]
        if weight is Weight.NONE:
            kind = OpKind.EQUAL
        elif o < old:
            kind = OpKind.REPLACE if n < new else OpKind.DELETE
        else:
            kind = OpKind.INSERT
        self.ops.append(Op(kind, (o, old), (n, new), weight))

    def same(self, old: int, new: int) -> None:
        """Advance to these offsets, up to which the texts differ at most in typography."""
        o, n = self.o, self.n
        a, b = self.texts[0][o:old], self.texts[1][n:new]
        if a == b:
            self.step(old, new, Weight.NONE)
        elif self.levelled[0][o:old] != self.levelled[1][n:new]:
            quiet = (a and b) or self._folds_away(a or b, old, new)
            self.step(old, new, Weight.TYPOGRAPHY if quiet else Weight.SUBSTANCE)
        else:
            for at in compress(count(), map(ne, a, b)):
                if o + at >= self.o:
                    first, last = _around(self.levelled[0], o + at, self.o, old)
                    self.step(first, first - o + n, Weight.NONE)
                    self.step(last, last - o + n, Weight.TYPOGRAPHY)
            self.step(old, new, Weight.NONE)

    def _folds_away(self, extra: str, old: int, new: int) -> bool:
        """Return whether characters that only one text has here are typography for ``fold``.

        A space is, beside quotes and dashes and at both ends; anything else needs a mark.
        """
        if not any(map(str.isspace, extra)):
            return True
        before, after = self.levelled[0][max(self.o - 1, 0) : self.o], self.levelled[0][old : old + 1]
        ends = (self.o, self.n) == (0, 0) or (old, new) == (len(self.texts[0]), len(self.texts[1]))
        return ends or before in ("-", '"') or after in ("-", '"')

    def run(self, run: Run) -> None:
        """Go through words that are the same; references among them may have new numbers."""
        old, new = self.words
        o, n, size = run
        if not size:
            return
        end, other = old.ends[o + size - 1], new.ends[n + size - 1]
        if self.levelled[0][self.o : end] == self.levelled[1][self.n : other]:
            self.same(end, other)
            return
        for a, b in zip(range(o, o + size), range(n, n + size), strict=True):
            self.same(old.starts[a], new.starts[b])
            if old.keys[a] == new.keys[b]:
                self.same(old.ends[a], new.ends[b])
            else:
                self.step(old.ends[a], new.ends[b], Weight.REFERENCES)

    def edit(self, edit: Edit, moves: Sequence[Run]) -> None:
        """Go through an edit, including the white space around it."""
        old, new = self.words
        end = old.starts[edit.old_end] if edit.old_end < len(old.keys) else old.last
        other = new.starts[edit.new_end] if edit.new_end < len(new.keys) else new.last
        if edit.old == edit.old_end and edit.new == edit.new_end:
            self.same(end, other)
        elif edit.old < edit.old_end and edit.new < edit.new_end:
            starts = old.starts[edit.old], new.starts[edit.new]
            if (starts[0] > self.o) == (starts[1] > self.n):
                self.same(*starts)
            ends = old.ends[edit.old_end - 1], new.ends[edit.new_end - 1]
            if (end > ends[0]) != (other > ends[1]):
                ends = end, other
            self._marks(*ends, edit, moves)
            self.same(end, other)
        else:
            self._one_sided(end, other, edit, moves)

    def _one_sided(self, end: int, other: int, edit: Edit, moves: Sequence[Run]) -> None:
        """Write words of one side only; the other side's white space is before or behind them."""
        side = 0 if edit.old < edit.old_end else 1
        words, text, here = self.words[side], self.levelled[side], (self.o, self.n)
        first, last = (edit.old, edit.old_end) if side == 0 else (edit.new, edit.new_end)
        start, stop, bound = words.starts[first], words.ends[last - 1], (end, other)[side]
        before, behind = text[here[side] : start], text[stop:bound]
        gap = self.levelled[1 - side][here[1 - side] : (end, other)[1 - side]]
        if gap and (gap == before or (gap != behind and before)):
            self.same(*((start, other) if side == 0 else (end, start)))
            self._marks(end, other, edit, moves)
        elif gap and behind:
            self._marks(*((stop, self.n) if side == 0 else (self.o, stop)), edit, moves)
            self.same(end, other)
        else:
            self._marks(end, other, edit, moves)

    def _marks(self, end: int, other: int, edit: Edit, moves: Sequence[Run]) -> None:
        """Write what is deleted, then what is inserted; moved clauses are separate."""
        old, new = self.words
        out = [move for move in moves if edit.old <= move.old < edit.old_end]
        into = [move for move in moves if edit.new <= move.new < edit.new_end]
        if not out and not into:
            self.step(end, other, self._weight(edit, end, other))
            return
        for o, n, size in out:
            source, target = _span(old, o, size), _span(new, n, size)
            first, last = self._with_space(0, source, end)
            self.step(first, self.n, Weight.SUBSTANCE)
            self.ops.append(Op(OpKind.MOVE_OUT, (first, last), target, Weight.SUBSTANCE))
            self.o = last
        self.step(end, self.n, Weight.SUBSTANCE)
        for o, n, size in sorted(into, key=itemgetter(1)):
            source, target = _span(old, o, size), _span(new, n, size)
            first, last = self._with_space(1, target, other)
            self.step(self.o, first, Weight.SUBSTANCE)
            self.ops.append(Op(OpKind.MOVE_IN, source, (first, last), Weight.SUBSTANCE))
            self.n = last
        self.step(self.o, other, Weight.SUBSTANCE)

    def _with_space(self, side: int, span: tuple[int, int], bound: int) -> tuple[int, int]:
        """Return the span with the white space before it, if nothing else is there, and behind it."""
        text, here = self.texts[side], (self.o, self.n)[side]
        first = here if text[here : span[0]].isspace() else span[0]
        rest = text[span[1] : bound]
        return first, span[1] + len(rest) - len(rest.lstrip())

    @cached_property
    def _places(self) -> tuple[set[int], set[int]]:
        """Return where references begin in both texts."""
        old, new = ({ref.start for ref in find_references(text)} for text in self.texts)
        return old, new

    def _weight(self, edit: Edit, end: int, other: int) -> Weight:
        old, new = self.words
        a, b = old.masked[edit.old : edit.old_end], new.masked[edit.new : edit.new_end]
        if a == b:
            return Weight.REFERENCES
        struck, added = self.texts[0][self.o : end], self.texts[1][self.n : other]
        if fold(struck) == fold(added):
            return Weight.TYPOGRAPHY
        changed = [at for at, (x, y) in enumerate(zip(a, b, strict=False)) if x != y]
        if len(a) == len(b) and all(_may_be_reference(a[at]) and _may_be_reference(b[at]) for at in changed):
            # Only the context shows that three digits are a chapter, and that a letter ends a range such as 509.1a-c.
            before, after = self._places
            if all(old.starts[edit.old + at] in before and new.starts[edit.new + at] in after for at in changed):
                return Weight.REFERENCES
        return Weight.SUBSTANCE


def _span(words: Words, first: int, size: int) -> tuple[int, int]:
    return words.starts[first], words.ends[first + size - 1]


def _may_be_reference(masked: str) -> bool:
    return masked == "#" or masked.isdigit() or (len(masked) == 1 and masked.isalpha())


def _around(text: str, at: int, first: int, last: int) -> tuple[int, int]:
    """Return the word around an apostrophe or hyphen, or only the character outside of words."""
    start, end = at, at + 1
    if first < at < last - 1 and text[at] in "'-" and text[at - 1].isalnum() and text[at + 1].isalnum():
        while start > first and (text[start - 1].isalnum() or text[start - 1] in "'-"):
            start -= 1
        while end < last and (text[end].isalnum() or text[end] in "'-"):
            end += 1
    return start, end
