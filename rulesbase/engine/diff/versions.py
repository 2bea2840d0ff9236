"""Comparison of two versions: every entry and example of both is accounted for exactly once.

Entries carry the key of their Rule, so any two versions can be compared.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from rapidfuzz import fuzz

from rulesbase.engine.diff.change_weight import coarse_weight
from rulesbase.engine.diff.position import Position, positions
from rulesbase.engine.diff.rule_groups import RuleGroup, group_rules
from rulesbase.engine.diff.wording_only import Renaming, is_same_name, wording_changes
from rulesbase.engine.lineage.linear_assignment import best_pairs
from rulesbase.engine.lineage.match_entries import FoldedEntry
from rulesbase.engine.nodes import Kind
from rulesbase.engine.text.normalize import fold
from rulesbase.engine.text.numbers import chapter_of

# Below this similarity (0 to 100) two examples of one rule are different examples.
_SAME_EXAMPLE = 50.0
_HEADINGS = frozenset((Kind.SECTION, Kind.CHAPTER))


class VersionEntry(NamedTuple):
    """An entry of a version: the key of its Rule, number, heading, text and examples."""

    rule: int
    number: str
    kind: Kind
    heading: str
    text: str
    examples: tuple[str, ...] = ()
    # Equal for texts that differ in typography only; 0 where unknown.
    fold: int = 0

    @property
    def words(self) -> str:
        """Return heading and text."""
        return f"{self.heading}\n{self.text}" if self.heading and self.text else self.heading or self.text

    @property
    def place(self) -> str:
        """Return the number, or the term."""
        return self.heading if self.kind is Kind.TERM else self.number


class ItemChange(NamedTuple):
    """The change of one item. ``rule`` is the key of the Rule that continues.

    Item is rule, heading, example or glossary. Kind is the change of number, weight that of words. Weight ``example``
    means that only the examples of a rule changed; these have changes of their own.

    ``old_numbers`` and ``new_numbers`` are the numbers of its entries in the two versions, main ones first (for a term
    its name): several after a split or merge, none where the item is missing. ``old_at`` and ``new_at`` are the
    positions of these entries. ``old_text`` and ``new_text`` are their words, each heading and text on a line of its
    own; empty where the item is missing. An example has the first number and the positions of its rule.
    ``here`` is the position in the newer version, ``there`` where its old position would be.
    """

    item: str
    kind: str
    weight: str
    old_numbers: tuple[str, ...]
    new_numbers: tuple[str, ...]
    rule: int
    old_text: str
    new_text: str
    old_at: tuple[int, ...]
    new_at: tuple[int, ...]
    here: Position
    there: Position

    @property
    def similarity(self) -> float:
        """Return the similarity of the two texts, 0 to 1; computed on demand."""
        if self.old_text == self.new_text:
            return 1.0
        if not self.old_text or not self.new_text:
            return 0.0
        return round(fuzz.ratio(fold(self.old_text), fold(self.new_text)) / 100, 3)

    @property
    def only_number(self) -> bool:
        """Return whether only the number changed, within the chapter or with the whole chapter."""
        shifted = self.kind in ("renumbered", "moved") and self.weight == "none"
        return shifted and self.here.group == self.there.group


class Comparison(NamedTuple):
    """All changes in the order of the newer version, removed ones at their old position.

    ``unchanged`` counts unchanged items by item and chapter (``glossary`` for terms). ``wordings`` are the patterns in
    changes of wording alone, the most frequent first.
    """

    changes: tuple[ItemChange, ...]
    unchanged: Counter[tuple[str, str]]
    wordings: tuple[Renaming, ...] = ()


def kind_of_change(before: VersionEntry | FoldedEntry, after: VersionEntry | FoldedEntry) -> str:
    """Return unchanged, renumbered or moved. A term under another name is unchanged: it is identified by its name."""
    old_is_term, new_is_term = before.kind is Kind.TERM, after.kind is Kind.TERM
    if old_is_term or new_is_term:
        return "unchanged" if old_is_term and new_is_term else "moved"
    old, new = before.number, after.number
    if old == new:
        return "unchanged"
    same = chapter_of(old) == chapter_of(new) or ("." not in old and "." not in new)
    return "renumbered" if same else "moved"


def _item(entries: Iterable[VersionEntry]) -> str:
    """Return the item of the entries: glossary, heading or rule; a heading that became a rule is a rule."""
    kinds = {entry.kind for entry in entries}
    if Kind.TERM in kinds:
        return "glossary"
    return "heading" if kinds <= _HEADINGS else "rule"


def _weight(olds: Sequence[VersionEntry], news: Sequence[VersionEntry], old_text: str, new_text: str) -> str:
    if old_text != new_text and len(olds) == len(news) == 1 and olds[0].fold == news[0].fold != 0:
        weight = "typography"
    else:
        weight = coarse_weight(old_text, new_text)
    if weight in ("none", "typography"):
        left, right = ("\n".join(text for entry in side for text in entry.examples) for side in (olds, news))
        if left != right:
            return "typography" if coarse_weight(left, right) == "typography" else "example"
    return weight


class _Comparer:
    def __init__(self, old: Sequence[VersionEntry], new: Sequence[VersionEntry]) -> None:
        self.old, self.new = old, new
        self.unchanged: Counter[tuple[str, str]] = Counter()
        self.changes: list[ItemChange] = []

    def run(self, came_from: Mapping[int, int], went_to: Mapping[int, int]) -> Comparison:
        old_at, new_at = _first_places(self.old), _first_places(self.new)
        groups = group_rules(old_at, new_at, came_from, went_to)
        went = {group.old[0]: group.new[0] for group in groups}
        self.gone, self.now = positions(_numbers(self.old), _numbers(self.new), went)
        for group in groups:
            self._together(group)
        seen_old = {at for group in groups for at in group.old}
        seen_new = {at for group in groups for at in group.new}
        for at in range(len(self.new)):
            if at not in seen_new:
                self._alone(at, old=False)
        for at in range(len(self.old)):
            if at not in seen_old:
                self._alone(at, old=True)
        wordings = self._mark_wording()
        self.changes.sort(key=lambda change: change.here.sort_key)
        return Comparison(tuple(self.changes), self.unchanged, tuple(wordings))

    def _mark_wording(self) -> list[Renaming]:
        """Give changes of wording alone their weight; return the patterns in them."""
        pairs: dict[int, tuple[str, str]] = {}
        for at, change in enumerate(self.changes):
            if change.weight == "substance":
                old, new = self.old[change.old_at[0]].heading, self.new[change.new_at[0]].heading
                if change.item == "example" or is_same_name(old, new):
                    pairs[at] = change.old_text.removeprefix(old), change.new_text.removeprefix(new)
        old_texts, new_texts = ((entry.words for entry in side) for side in (self.old, self.new))
        alone, patterns = wording_changes(pairs, old_texts, new_texts)
        for at in alone:
            self.changes[at] = self.changes[at]._replace(weight="wording")
        return patterns

    def add(self, change: ItemChange) -> None:
        if (change.kind, change.weight) == ("unchanged", "none"):
            self.unchanged[change.item, change.here.group] += 1
        else:
            self.changes.append(change)

    def _alone(self, at: int, *, old: bool) -> None:
        entry, where = (self.old[at], self.gone[at]) if old else (self.new[at], self.now[at])
        place = (entry.place,)
        for item, text in ((_item((entry,)), entry.words), *(("example", text) for text in entry.examples)):
            if old:
                change = ItemChange(item, "removed", "none", place, (), entry.rule, text, "", (at,), (), where, where)
            else:
                change = ItemChange(item, "added", "none", (), place, entry.rule, "", text, (), (at,), where, where)
            self.add(change)

    def _together(self, group: RuleGroup) -> None:
        if len(group.old) == len(group.new) == 1 and self.old[group.old[0]] == self.new[group.new[0]]:
            # Most entries of two neighbouring versions end here.
            entry, chapter = self.new[group.new[0]], self.now[group.new[0]].group
            self.unchanged[_item((entry,)), chapter] += 1
            self.unchanged["example", chapter] += len(entry.examples)
            return
        olds, news = [self.old[at] for at in group.old], [self.new[at] for at in group.new]
        before, after = olds[0], news[0]
        item = _item((*olds, *news))
        old_text, new_text = "\n".join(entry.words for entry in olds), "\n".join(entry.words for entry in news)
        weighed = [old_text, new_text]
        if len(olds) != len(news):
            kind = "split" if len(news) > len(olds) else "merged"
            # The split alone is no change of words.
            weighed = [text.replace("\n", " ") for text in weighed]
        else:
            kind = kind_of_change(before, after)
        weight = _weight(olds, news, *weighed)
        here = self.now[group.new[0]]
        there = here if kind == "unchanged" else self.gone[group.old[0]]
        places = tuple(entry.place for entry in olds), tuple(entry.place for entry in news)
        change = ItemChange(item, kind, weight, *places, after.rule, old_text, new_text, *group, here, there)
        self.add(change)
        self._examples(change, olds, news)

    def _examples(self, owner: ItemChange, olds: list[VersionEntry], news: list[VersionEntry]) -> None:
        """Pair the examples of a rule (of all parts of a split) for the highest total similarity."""
        left = [text for entry in olds for text in entry.examples]
        right = [text for entry in news for text in entry.examples]
        free = dict.fromkeys(range(len(right)))
        pairs: dict[int, int] = {}
        for i, text in enumerate(left):
            same = next((j for j in free if right[j] == text), None)
            if same is not None:
                pairs[i] = same
                del free[same]
        rest = [i for i in range(len(left)) if i not in pairs]
        scores = {(i, j): fuzz.ratio(fold(left[i]), fold(right[j])) - _SAME_EXAMPLE for i in rest for j in free}
        pairs.update(best_pairs(scores))
        for i, text in enumerate(left):
            self._example(owner, text, right[pairs[i]] if i in pairs else "")
        for j in sorted(set(free) - set(pairs.values())):
            self._example(owner, "", right[j])

    def _example(self, owner: ItemChange, old: str, new: str) -> None:
        kind = "unchanged" if old and new else "added" if new else "removed"
        change = owner._replace(
            item="example",
            kind=kind,
            weight=coarse_weight(old, new) if old and new else "none",
            old_numbers=owner.old_numbers[:1] if old else (),
            new_numbers=owner.new_numbers[:1] if new else (),
            old_text=old,
            new_text=new,
        )
        self.add(change)


def _numbers(entries: Sequence[VersionEntry]) -> list[str]:
    """Return the numbers of the entries, empty for terms."""
    return ["" if entry.kind is Kind.TERM else entry.number for entry in entries]


def _first_places(entries: Sequence[VersionEntry]) -> dict[int, int]:
    """Map each Rule to the position of its first entry."""
    found: dict[int, int] = {}
    for at, entry in enumerate(entries):
        found.setdefault(entry.rule, at)
    return found


def compare(
    old: Sequence[VersionEntry], new: Sequence[VersionEntry], came_from: Mapping[int, int], went_to: Mapping[int, int]
) -> Comparison:
    """Compare two versions.

    ``came_from`` maps Rules split off between the versions to their source, ``went_to`` merged Rules to their target.
    """
    return _Comparer(old, new).run(came_from, went_to)
