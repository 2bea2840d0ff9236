"""Curators' corrections on top of the computed links between two versions. Positions in, positions out."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from rulesbase.engine.lineage.link import Link
from rulesbase.engine.lineage.splits_and_merges import Lineage, RuleRelation

# Links first, as splits and merges hang on them.
FORCING_ORDER = ("apart", "returns", "same", "split", "merge")


class Forced(NamedTuple):
    """A correction whose places were found: same, apart, split or merge, and the two positions.

    returns: the older place ended before and has no position; the newer one, in which it comes back, begins.
    """

    verb: str
    old: int
    new: int
    reason: str


class Told(NamedTuple):
    """A lineage, and what curators said of positions that have no link to say it on."""

    links: list[Link]
    branches: list[RuleRelation]
    said_of_old: Mapping[int, str]
    said_of_new: Mapping[int, str]


def corrected(found: Lineage, corrections: Iterable[Forced]) -> Told:
    """The lineage as curators say it is.

    same: the two are linked, and whatever was linked with either is set free. apart: their link is cut, with the
    split or merge that hung on it. split: the new one is a further part of the old one, which has an heir. merge:
    the old one ended in the new one, which continues another. A split without an heir and a merge without another
    change nothing.
    """
    hand = _Hand(found)
    for one in sorted(corrections, key=lambda one: (FORCING_ORDER.index(one.verb), one)):
        hand.apply(one)
    return Told(sorted(hand.by_old.values()), hand.branches, hand.said_of_old, hand.said_of_new)


class _Hand:
    def __init__(self, found: Lineage) -> None:
        self.by_old = {pair.old: pair for pair in found.links}
        self.by_new = {pair.new: pair for pair in found.links}
        self.branches = list(found.relations)
        self.said_of_old: dict[int, str] = {}
        self.said_of_new: dict[int, str] = {}

    def apply(self, one: Forced) -> None:
        said = f"corrected: {one.reason}"
        if one.verb == "same":
            self.same(one.old, one.new, said)
            return
        if one.verb == "returns":
            self.begin(one.new)
            self.said_of_new[one.new] = said
            return
        if one.verb == "apart":
            self.cut(one.old, one.new)
        elif one.verb == "split":
            if not self.split(one.old, one.new):
                return
        elif not self.merge(one.old, one.new):
            return
        if one.verb != "merge":
            self.said_of_new[one.new] = said
        if one.verb != "split":
            self.said_of_old[one.old] = said

    def same(self, a: int, b: int, said: str) -> None:
        heir, main = self.by_old.get(a), self.by_new.get(b)
        kept: list[RuleRelation] = []
        for branch in self.branches:
            if branch.kind == "split" and branch.old == (a,):
                # The other parts stay its parts; its former heir is one if the new heir was among the parts.
                others = branch.new[1:] if heir and b not in branch.new else branch.new
                kept.append(branch._replace(new=(b, *(part for part in others if part != b))))
            elif branch.kind == "merge" and branch.new == (b,):
                partners = branch.old if a in branch.old else branch.old[1:]
                kept.append(branch._replace(old=(a, *(partner for partner in partners if partner != a))))
            else:
                kept.append(branch)
        self.branches = kept
        for pair in (heir, main):
            if pair and (pair.old, pair.new) != (a, b):
                self._unlink(pair)
        self._not_a_part(b, but=a)
        self._not_a_partner(a, but=b)
        self.by_old[a] = self.by_new[b] = Link(a, b, 1.0, said)
        self._tidy()

    def begin(self, b: int) -> None:
        """Cut whatever leads to an entry."""
        if main := self.by_new.get(b):
            self._unlink(main)
        self._not_a_part(b)
        self._tidy()

    def cut(self, a: int, b: int) -> None:
        pair = self.by_old.get(a)
        if pair and pair.new == b:
            self._unlink(pair)
        self.branches = [
            branch._replace(new=tuple(part for part in branch.new if part != b))
            if branch.kind == "split" and branch.old == (a,)
            else branch._replace(old=tuple(partner for partner in branch.old if partner != a))
            if branch.kind == "merge" and branch.new == (b,)
            else branch
            for branch in self.branches
        ]
        self._tidy()

    def split(self, a: int, b: int) -> bool:
        heir = self.by_old.get(a)
        if heir is None or heir.new == b:
            return False
        if main := self.by_new.get(b):
            self._unlink(main)
        self._not_a_part(b)
        self._tidy()
        self.branches.append(RuleRelation("split", (a,), (heir.new, b), 1.0))
        return True

    def merge(self, a: int, b: int) -> bool:
        main = self.by_new.get(b)
        if main is None or main.old == a:
            return False
        if heir := self.by_old.get(a):
            self._unlink(heir)
        self._not_a_partner(a)
        self._tidy()
        self.branches.append(RuleRelation("merge", (main.old, a), (b,), 1.0))
        return True

    def _unlink(self, pair: Link) -> None:
        """Cut a link; a split or a merge whose main ends these are goes with it."""
        del self.by_old[pair.old], self.by_new[pair.new]
        self.branches = [b for b in self.branches if (b.old[0], b.new[0]) != (pair.old, pair.new)]

    def _not_a_part(self, b: int, but: int = -1) -> None:
        self.branches = [
            branch._replace(new=tuple(part for part in branch.new if part != b))
            if branch.kind == "split" and branch.old != (but,)
            else branch
            for branch in self.branches
        ]

    def _not_a_partner(self, a: int, but: int = -1) -> None:
        self.branches = [
            branch._replace(old=(branch.old[0], *(partner for partner in branch.old[1:] if partner != a)))
            if branch.kind == "merge" and branch.new != (but,)
            else branch
            for branch in self.branches
        ]

    def _tidy(self) -> None:
        """Drop what has no further part or partner left."""
        self.branches = [branch for branch in self.branches if len(branch.old) > 1 or len(branch.new) > 1]
