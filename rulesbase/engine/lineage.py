"""Which entry of a newer version is which entry of an older one.

The rules of identity here are the plain ones: equal text, equal number, and the most alike of what is left.
``link`` is a function of the two texts alone, so the order of imports cannot matter.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from rapidfuzz import fuzz, process

from rulesbase.engine.folding import fold, masked
from rulesbase.engine.nodes import Kind, RuleNode
from rulesbase.engine.numbering import chapter_of, parent_of

# Below this likeness (indel ratio, 0 to 100) two texts are strangers; at the same number less is enough.
_ALIKE = 62.0
_ALIKE_SAME_PLACE = 42.0
_SAME_NUMBER_BONUS = 12.0
_SAME_CHAPTER_BONUS = 4.0
_PARENT_BONUS = 6.0


class Item(NamedTuple):
    """What linking sees of an entry: texts folded, examples folded and joined."""

    number: str
    kind: Kind
    heading: str
    text: str
    raw: str
    examples: str
    raw_examples: str

    @classmethod
    def of(cls, node: RuleNode) -> "Item":
        """The item of a parsed entry."""
        return cls.made(node.number, node.kind, node.heading, node.text, [e.text for e in node.examples])

    @classmethod
    def made(cls, number: str, kind: Kind, heading: str, text: str, examples: Sequence[str]) -> "Item":
        """The item of an entry's stored parts."""
        raw = "\n".join(examples)
        return cls(number, kind, fold(heading), fold(text), f"{heading}\n{text}", fold(raw), raw)


class Link(NamedTuple):
    """Positions of one entry in the older and in the newer list, and how sure it is (0 to 1)."""

    old: int
    new: int
    confidence: float


class Outcome(NamedTuple):
    """What happened to one entry: kind of place and weight of words, with the positions (None where there is none)."""

    kind: str
    weight: str
    old: int | None
    new: int | None


def _content(item: Item) -> str:
    return item.heading if item.kind in (Kind.SECTION, Kind.CHAPTER) and not item.text else f"{item.heading}\n{item.text}"


class _Linker:
    def __init__(self, old: Sequence[Item], new: Sequence[Item]) -> None:
        self.old, self.new = old, new
        self.old_free = dict.fromkeys(range(len(old)))
        self.new_free = dict.fromkeys(range(len(new)))
        self.links: list[Link] = []
        self.parents: dict[str, str] = {}

    def take(self, a: int, b: int, confidence: float) -> None:
        del self.old_free[a], self.new_free[b]
        self.links.append(Link(a, b, confidence))
        self.parents[self.old[a].number] = self.new[b].number

    def by_key(self, key_old: dict[int, object], key_new: dict[int, object], confidence: float) -> None:
        """Pair equal keys in the order of the book, if both sides have as many of them."""
        groups: defaultdict[object, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
        for at, key in key_old.items():
            groups[key][0].append(at)
        for at, key in key_new.items():
            groups[key][1].append(at)
        for left, right in groups.values():
            if left and len(left) == len(right):
                for a, b in zip(left, right, strict=True):
                    self.take(a, b, confidence)

    def exact(self) -> None:
        """Equal number and text; then equal text anywhere; then equal but for references."""
        old, new = self.old, self.new
        numbered = {(item.kind, item.number, _content(item)): at for at, item in enumerate(new)}
        for at, item in enumerate(old):
            other = numbered.get((item.kind, item.number, _content(item)))
            if other is not None and other in self.new_free:
                self.take(at, other, 1.0)
        for sureness, change in ((0.98, str), (0.95, masked)):
            for within in (True, False):
                self.by_key(
                    {a: (chapter_of(old[a].number) if within else "", old[a].kind, change(_content(old[a]))) for a in self.old_free},
                    {b: (chapter_of(new[b].number) if within else "", new[b].kind, change(_content(new[b]))) for b in self.new_free},
                    sureness,
                )

    def alike(self) -> None:
        """What is left: the most alike first, with a bonus for the same number, chapter and parent."""
        left, right = list(self.old_free), list(self.new_free)
        if not left or not right:
            return
        texts = {b: _content(self.new[b]) for b in right}
        candidates: list[tuple[float, int, int]] = []
        for a in left:
            item = self.old[a]
            near = process.extract(
                _content(item), texts, scorer=fuzz.ratio, score_cutoff=_ALIKE_SAME_PLACE, limit=None
            )
            for _, score, b in near:
                other = self.new[b]
                if other.kind is item.kind:
                    bonus = self._bonus(item, other)
                    if score >= (_ALIKE_SAME_PLACE if item.number == other.number else _ALIKE):
                        candidates.append((score + bonus, a, b))
        candidates.sort(key=lambda candidate: (-candidate[0], candidate[1], candidate[2]))
        for score, a, b in candidates:
            if a in self.old_free and b in self.new_free:
                self.take(a, b, min(0.94, score / 112))

    def _bonus(self, a: Item, b: Item) -> float:
        bonus = 0.0
        if a.number == b.number:
            bonus += _SAME_NUMBER_BONUS
        if chapter_of(a.number) == chapter_of(b.number):
            bonus += _SAME_CHAPTER_BONUS
        if self.parents.get(parent_of(a.number)) == parent_of(b.number):
            bonus += _PARENT_BONUS
        return bonus


def link(old: Sequence[Item], new: Sequence[Item]) -> list[Link]:
    """One-to-one links between the entries of two versions; what has no link was added or removed."""
    linker = _Linker(old, new)
    linker.exact()
    linker.alike()
    return sorted(linker.links)


def kind_of_change(old: str, new: str) -> str:
    """unchanged, renumbered or moved, by the two numbers alone."""
    if old == new:
        return "unchanged"
    return "renumbered" if chapter_of(old) == chapter_of(new) or len(new) <= 3 else "moved"


def weight_of_change(old: Item, new: Item) -> str:
    """What happened to the words: substance before references before examples before typography."""
    if old.heading != new.heading or old.text != new.text:
        same = masked(old.heading) == masked(new.heading) and masked(old.text) == masked(new.text)
        return "references" if same else "substance"
    if old.examples != new.examples:
        return "example"
    return "none" if (old.raw, old.raw_examples) == (new.raw, new.raw_examples) else "typography"


def outcomes(old: Sequence[Item], new: Sequence[Item], links: Sequence[Link]) -> list[Outcome]:
    """What happened to every entry of both versions, each accounted for exactly once; newer order, removed last."""
    pairs = {pair.new: pair.old for pair in links}
    kept = set(pairs.values())
    result: list[Outcome] = []
    for at, item in enumerate(new):
        if at not in pairs:
            result.append(Outcome("added", "none", None, at))
            continue
        before = old[pairs[at]]
        result.append(
            Outcome(kind_of_change(before.number, item.number), weight_of_change(before, item), pairs[at], at)
        )
    result += [Outcome("removed", "none", at, None) for at in range(len(old)) if at not in kept]
    return result
