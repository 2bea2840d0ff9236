"""Two versions compared: every entry and example of both is accounted for exactly once.

The entries come with the key of their Rule, so any two versions can be compared, however far apart.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rapidfuzz import fuzz

from rulesbase.engine.assignment import best_pairs
from rulesbase.engine.changes import kind_of_change
from rulesbase.engine.folding import fold, masked
from rulesbase.engine.nodes import Kind

# Two examples of one rule that are less alike than this (0 to 100) are two examples.
_SAME_EXAMPLE = 50.0


class Leaf(NamedTuple):
    """An entry of a version: the key of its Rule, its place, heading, text and examples as they stand."""

    rule: int
    number: str
    kind: Kind
    heading: str
    text: str
    examples: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """Heading and text."""
        return "\n".join(part for part in (self.heading, self.text) if part)

    @property
    def place(self) -> str:
        """Where it stands: its number, or the term."""
        return self.heading if self.kind is Kind.TERM else self.number


class ItemChange(NamedTuple):
    """What happened to one item. ``rule`` is the key of the Rule that goes on; similarity is 0 to 1.

    Item is rule, heading, example or glossary. Kind says what happened to the place, weight to the words.
    ``old_at`` and ``new_at`` are positions of its entries in the two versions, main ones first.
    """

    item: str
    kind: str
    weight: str
    old_numbers: tuple[str, ...]
    new_numbers: tuple[str, ...]
    rule: int
    old_text: str
    new_text: str
    similarity: float
    old_at: tuple[int, ...]
    new_at: tuple[int, ...]


class Comparison(NamedTuple):
    """All changes in the order of the newer version, removed ones where they stood; how much is wholly unchanged."""

    changes: tuple[ItemChange, ...]
    unchanged: Counter[str]

    def kinds(self) -> Counter[str]:
        """Changes per kind, what is unchanged included."""
        found = Counter(change.kind for change in self.changes)
        found["unchanged"] += self.unchanged.total()
        return found

    def weights(self) -> Counter[str]:
        """Changes per weight, what is unchanged included."""
        found = Counter(change.weight for change in self.changes)
        found["none"] += self.unchanged.total()
        return found


def _item(kind: Kind) -> str:
    if kind is Kind.TERM:
        return "glossary"
    return "heading" if kind in (Kind.SECTION, Kind.CHAPTER) else "rule"


def weight_of(old: str, new: str) -> str:
    """none, typography, references or substance, of two texts."""
    if old == new:
        return "none"
    before, after = fold(old), fold(new)
    if before == after:
        return "typography"
    return "references" if masked(before) == masked(after) else "substance"


def _likeness(old: str, new: str) -> float:
    return 1.0 if old == new else round(fuzz.ratio(fold(old), fold(new)) / 100, 3)


class _Comparer:
    def __init__(self, old: Sequence[Leaf], new: Sequence[Leaf], came_from: Mapping[int, int], went_to: Mapping[int, int]):
        self.old, self.new = old, new
        self.old_at = {leaf.rule: at for at, leaf in enumerate(old)}
        self.new_at = {leaf.rule: at for at, leaf in enumerate(new)}
        self.unchanged: Counter[str] = Counter()
        self.changes: list[tuple[float, ItemChange]] = []
        self.parts = self._grouped(new, self.old_at, self.new_at, came_from)
        self.sources = self._grouped(old, self.new_at, self.old_at, went_to)

    def _grouped(
        self, leaves: Sequence[Leaf], there: Mapping[int, int], here: Mapping[int, int], kin: Mapping[int, int]
    ) -> dict[int, list[int]]:
        """Rule that both versions have -> positions of the kin that only this version has."""
        found: defaultdict[int, list[int]] = defaultdict(list)
        for at, leaf in enumerate(leaves):
            if leaf.rule in there:
                continue
            rule, seen = leaf.rule, {leaf.rule}
            while rule in kin and kin[rule] not in seen:
                rule = kin[rule]
                seen.add(rule)
                if rule in there:
                    break
            if rule in there and rule in here and rule != leaf.rule:
                found[rule].append(at)
        return found

    def add(self, at: float, change: ItemChange) -> None:
        if (change.kind, change.weight) == ("unchanged", "none"):
            self.unchanged[change.item] += 1
        else:
            self.changes.append((at, change))

    def run(self) -> Comparison:
        in_split = {at for group in self.parts.values() for at in group}
        in_merge = {at for group in self.sources.values() for at in group}
        last = -1.0
        for b, leaf in enumerate(self.new):
            a = self.old_at.get(leaf.rule)
            if a is not None:
                self._pair(a, b)
            elif b not in in_split:
                self._alone("added", b, None)
        for a, leaf in enumerate(self.old):
            if leaf.rule in self.new_at:
                last = self.new_at[leaf.rule]
            elif a not in in_merge:
                self._alone("removed", None, a, at=last + 0.5)
        self.changes.sort(key=lambda pair: pair[0])
        return Comparison(tuple(change for _, change in self.changes), self.unchanged)

    def _alone(self, kind: str, b: int | None, a: int | None, at: float = 0.0) -> None:
        leaf = self.new[b] if b is not None else self.old[a or 0]
        where = (leaf.place,)
        added = b is not None
        self.add(
            float(b) if b is not None else at,
            ItemChange(
                _item(leaf.kind),
                kind,
                "none",
                () if added else where,
                where if added else (),
                leaf.rule,
                "" if added else leaf.words,
                leaf.words if added else "",
                0.0,
                () if a is None else (a,),
                () if b is None else (b,),
            ),
        )
        for text in leaf.examples:
            self._example(float(b) if b is not None else at, leaf, leaf, "" if added else text, text if added else "")

    def _pair(self, a: int, b: int) -> None:
        before, after = self.old[a], self.new[b]
        parts, sources = self.parts.get(after.rule, []), self.sources.get(after.rule, [])
        kind = "split" if parts else "merged" if sources else kind_of_change(before.number, after.number)
        if before.kind is Kind.TERM:
            kind = "unchanged" if not parts and not sources else kind
        news, olds = [after, *(self.new[at] for at in parts)], [before, *(self.old[at] for at in sources)]
        old_text, new_text = "\n".join(leaf.words for leaf in olds), "\n".join(leaf.words for leaf in news)
        weight = weight_of(before.words, after.words) if not parts and not sources else weight_of(old_text, new_text)
        self.add(
            float(b),
            ItemChange(
                _item(after.kind),
                kind,
                weight,
                tuple(leaf.place for leaf in olds),
                tuple(leaf.place for leaf in news),
                after.rule,
                old_text,
                new_text,
                _likeness(old_text, new_text),
                (a, *sources),
                (b, *parts),
            ),
        )
        self._examples(float(b), before, after, olds, news)

    def _examples(self, at: float, before: Leaf, after: Leaf, olds: list[Leaf], news: list[Leaf]) -> None:
        """Pair the examples of a rule (of all parts of a split) so that the pairs are most alike together."""
        left = [text for leaf in olds for text in leaf.examples]
        right = [text for leaf in news for text in leaf.examples]
        if not left and not right:
            return
        free = dict.fromkeys(range(len(right)))
        rest: list[int] = []
        for i, text in enumerate(left):
            same = next((j for j in free if right[j] == text), None)
            if same is None:
                rest.append(i)
            else:
                del free[same]
                self._example(at, before, after, text, text)
        scores = {(i, j): fuzz.ratio(fold(left[i]), fold(right[j])) - _SAME_EXAMPLE for i in rest for j in free}
        pairs = dict(best_pairs(scores)) if scores else {}
        for i in rest:
            j = pairs.get(i)
            self._example(at, before, after, left[i], right[j] if j is not None else "")
        for j in free:
            if j not in pairs.values():
                self._example(at, before, after, "", right[j])

    def _example(self, at: float, before: Leaf, after: Leaf, old: str, new: str) -> None:
        kind = "unchanged" if old and new else "added" if new else "removed"
        self.add(
            at + 0.1,
            ItemChange(
                "example",
                kind,
                weight_of(old, new) if old and new else "none",
                (before.place,) if old else (),
                (after.place,) if new else (),
                after.rule,
                old,
                new,
                _likeness(old, new) if old and new else 0.0,
                (),
                (),
            ),
        )


def compare(
    old: Sequence[Leaf], new: Sequence[Leaf], came_from: Mapping[int, int], went_to: Mapping[int, int]
) -> Comparison:
    """Compare two versions.

    ``came_from`` tells of Rules that were split off between the two versions which Rule they came out of,
    ``went_to`` of Rules that were merged into another which one.
    """
    return _Comparer(old, new, came_from, went_to).run()
