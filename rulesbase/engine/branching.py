"""Splits and merges: entries whose text came out of another one, or went into another one.

A new entry without a predecessor is a part of an old one if its words stood there in order and do not stand in
that one's heir any more. Merges are splits read backwards. Of a paragraph that was cut into a rule with letters
the rule itself is the heir.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from rapidfuzz import fuzz

from rulesbase.engine.likeness import Likeness
from rulesbase.engine.lineage import Item, Link, content, link
from rulesbase.engine.nodes import Kind
from rulesbase.engine.numbering import chapter_of, parent_of

# Share of a part (0 to 100) that must stand in the whole, and that must be gone from the whole's heir.
_WITHIN = 66.0
_WITHIN_STRANGER = 84.0
_GONE = 14.0
_FEWEST_WORDS = 5
_NUMBERED = (Kind.RULE, Kind.SUBRULE)


class Branch(NamedTuple):
    """One split (one old, several new) or merge (several old, one new), positions in the two lists, main one first."""

    kind: str
    old: tuple[int, ...]
    new: tuple[int, ...]
    confidence: float


class Lineage(NamedTuple):
    """Everything that links two versions."""

    links: list[Link]
    branches: list[Branch]


class _Side:
    """One direction: wholes in ``before``, parts in ``after``. For merges the versions are exchanged."""

    def __init__(self, before: Sequence[Item], after: Sequence[Item], heirs: dict[int, int]) -> None:
        self.before, self.after, self.heirs = before, after, heirs
        taken = set(heirs.values())
        self.wholes = [
            a
            for a, item in enumerate(before)
            if item.kind in _NUMBERED and (a not in heirs or after[heirs[a]].text != item.text)
        ]
        self.parts = [b for b, item in enumerate(after) if item.kind in _NUMBERED and b not in taken and item.text]
        self.row = {a: i for i, a in enumerate(self.wholes)}
        self.likeness = Likeness([content(before[a]) for a in self.wholes], [content(after[b]) for b in self.parts])
        self.chapters: defaultdict[str, set[str]] = defaultdict(set)
        for a, b in heirs.items():
            self.chapters[chapter_of(before[a].number)].add(chapter_of(after[b].number))

    def within(self, i: int, j: int) -> float:
        """How much of part ``j`` stands in whole ``i``: half by words, half in the order of the letters."""
        like = self.likeness
        own = set(like.new_words[j])
        weight = sum(like.rarity[word] for word in own)
        if len(own) < _FEWEST_WORDS or not weight:
            return 0.0
        shared = sum(like.rarity[word] for word in own & set(like.old_words[i])) / weight
        if shared < 0.5:
            return 0.0
        return 50 * shared + 0.5 * fuzz.partial_ratio(like.new[j], like.old[i])

    def still_there(self, a: int, j: int) -> float:
        """How much of part ``j`` stands in the heir of a whole."""
        heir = self.heirs.get(a)
        if heir is None:
            return 0.0
        pair = Likeness([content(self.after[heir])], [content(self.after[self.parts[j]])])
        own = set(pair.new_words[0])
        shared = len(own & set(pair.old_words[0])) / (len(own) or 1)
        return 50 * shared + 0.5 * fuzz.partial_ratio(pair.new[0], pair.old[0])

    def related(self, a: int, b: int) -> bool:
        """Whether the place makes a part likely: its parent is the heir, or its chapter took others of the whole's."""
        after = self.after[b].number
        heir = self.heirs.get(a)
        if heir is not None and parent_of(after) in (
            self.after[heir].number,
            parent_of(self.after[heir].number),
        ):
            return True
        return chapter_of(after) in self.chapters[chapter_of(self.before[a].number)]

    def found(self) -> list[tuple[int, int, float]]:
        """(whole, part, share) for every part, its best whole only."""
        best: dict[int, tuple[float, int]] = {}
        for i, j in self.likeness.nearest(10, 0.1):
            a, b = self.wholes[i], self.parts[j]
            share = self.within(i, j)
            if share < (_WITHIN if self.related(a, b) else _WITHIN_STRANGER):
                continue
            if share - self.still_there(a, j) >= _GONE and share > best.get(j, (0.0, 0))[0]:
                best[j] = (share, a)
        return sorted((a, self.parts[j], share) for j, (share, a) in best.items())


def _to_base(old: Sequence[Item], new: Sequence[Item], links: list[Link]) -> list[Link]:
    """Links to a lettered part whose base rule came from the same paragraph go to the base rule.

    The base rule is new, or it has the number of the old paragraph; then whatever was linked with it is set free.
    """
    at = {item.number: position for position, item in enumerate(new)}
    by_new = {pair.new: pair for pair in links}
    for pair in links:
        before, after = old[pair.old], new[pair.new]
        base = at.get(parent_of(after.number))
        if after.kind is not Kind.SUBRULE or base is None or new[base].kind is not Kind.RULE:
            continue
        rival = by_new.get(base)
        if before.text == after.text or not _came_from(before, new[base]):
            continue
        same_number = before.number == new[base].number
        if rival is None or (same_number and old[rival.old].text != new[base].text):
            if rival and rival.old != pair.old:
                del by_new[base]
            del by_new[pair.new]
            by_new[base] = pair._replace(
                new=base, evidence=f"{pair.evidence}, base rule of a paragraph cut into letters"
            )
    return list(by_new.values())


def _came_from(whole: Item, part: Item) -> bool:
    """Whether the larger half of a part's words stand in a whole."""
    pair = Likeness([content(whole)], [content(part)])
    own = set(pair.new_words[0])
    return bool(own) and len(own & set(pair.old_words[0])) >= 0.5 * len(own)


def _list_items(
    old: Sequence[Item], new: Sequence[Item], heirs: dict[int, int], known: set[int]
) -> list[tuple[int, int]]:
    """(whole, part) where a paragraph became a list: its heir ends with a colon, and new letters follow it."""
    taken = set(heirs.values()) | known
    found: list[tuple[int, int]] = []
    for a, heir in heirs.items():
        if not new[heir].text.endswith(":") or old[a].text.endswith(":") or new[heir].kind is not Kind.RULE:
            continue
        b = heir + 1
        while b < len(new) and parent_of(new[b].number) == new[heir].number:
            if b not in taken:
                found.append((a, b))
            b += 1
    return found


def branches(old: Sequence[Item], new: Sequence[Item], links: Sequence[Link]) -> tuple[list[Link], list[Branch]]:
    """(links, some of them moved to a base rule; splits and merges).

    An entry that was split stays linked with its main part; the others are its further parts.
    """
    moved = _to_base(old, new, list(links))
    heirs = {pair.old: pair.new for pair in moved}
    forward = _Side(old, new, heirs).found()
    parts: defaultdict[int, list[tuple[float, int]]] = defaultdict(list)
    for a, b, share in forward:
        parts[a].append((share, b))
    for a, b in _list_items(old, new, heirs, {b for _, b, _ in forward}):
        parts[a].append((50.0, b))
    result: list[Branch] = []
    for a, found in sorted(parts.items()):
        heir = heirs.get(a)
        if heir is None:
            share, heir = max(found, key=lambda part: (len(new[part[1]].text) * part[0], -part[1]))
            moved.append(Link(a, heir, round(share / 112, 3), "part of its text"))
            heirs[a] = heir
        rest = tuple(b for _, b in sorted(found, key=lambda part: part[1]) if b != heir)
        if rest:
            result.append(Branch("split", (a,), (heir, *rest), round(min(share for share, _ in found) / 100, 3)))
    back = {b: a for a, b in heirs.items()}
    sources: defaultdict[int, list[tuple[float, int]]] = defaultdict(list)
    for b, a, share in _Side(new, old, back).found():
        sources[b].append((share, a))
    for b, found in sorted(sources.items()):
        if (main := back.get(b)) is not None:
            rest = tuple(a for _, a in sorted(found, key=lambda part: part[1]) if a != main)
            if rest:
                result.append(Branch("merge", (main, *rest), (b,), round(min(share for share, _ in found) / 100, 3)))
    return sorted(moved), result


def lineage(old: Sequence[Item], new: Sequence[Item]) -> Lineage:
    """Links, splits and merges between two versions: a function of the two texts alone.

    Rules and glossary are linked apart: a word is as rare as it is among its own kind.
    """
    found = Lineage([], [])
    for terms in (False, True):
        here = [at for at, item in enumerate(old) if (item.kind is Kind.TERM) is terms]
        there = [at for at, item in enumerate(new) if (item.kind is Kind.TERM) is terms]
        left, right = [old[at] for at in here], [new[at] for at in there]
        links, cut = branches(left, right, link(left, right))
        found.links.extend(pair._replace(old=here[pair.old], new=there[pair.new]) for pair in links)
        found.branches.extend(
            branch._replace(old=tuple(here[at] for at in branch.old), new=tuple(there[at] for at in branch.new))
            for branch in cut
        )
    return found
