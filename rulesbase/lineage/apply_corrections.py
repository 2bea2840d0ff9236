"""Apply corrections of curators to the computed links between two versions; entries are given by position."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from rulesbase.engine.lineage.match_entries import Link
from rulesbase.engine.lineage.relations import Lineage, Removal, RuleRelation

# Links first: splits and merges need them.
VERB_ORDER = ("apart", "returns", "same", "split", "merge")


class LocatedCorrection(NamedTuple):
    """A correction with the positions of its entries; the verb is same, apart, split, merge or returns.

    returns: the rule ended earlier and is reinstated at ``new``; ``old`` is not used.
    """

    verb: str
    old: int
    new: int
    reason: str


class CorrectedLineage(NamedTuple):
    """A lineage after corrections, with the evidence for positions that have no link."""

    links: list[Link]
    relations: list[RuleRelation]
    removals: Mapping[int, Removal]
    evidence_of_old: Mapping[int, str]
    evidence_of_new: Mapping[int, str]


def apply_corrections(found: Lineage, corrections: Iterable[LocatedCorrection]) -> CorrectedLineage:
    """Return the lineage with the corrections applied.

    same: link the two and cut every other link of either. apart: cut their link, with the split or merge that
    needs it. split: make the new entry a further part of the old one, which needs a successor. merge: end the old
    entry in the new one, which needs another predecessor. A split or merge without these changes nothing.
    """
    editor = _LineageEditor(found)
    for one in sorted(corrections, key=lambda one: (VERB_ORDER.index(one.verb), one)):
        editor.apply(one)
    return CorrectedLineage(
        sorted(editor.by_old.values()),
        editor.relations,
        {removal.old: removal for removal in found.removals},
        editor.evidence_of_old,
        editor.evidence_of_new,
    )


class _LineageEditor:
    """Links and relations while corrections are applied."""

    def __init__(self, found: Lineage) -> None:
        self.by_old = {pair.old: pair for pair in found.links}
        self.by_new = {pair.new: pair for pair in found.links}
        self.relations = list(found.relations)
        self.evidence_of_old: dict[int, str] = {}
        self.evidence_of_new: dict[int, str] = {}

    def apply(self, one: LocatedCorrection) -> None:
        """Apply a correction, and drop splits and merges that have a single part left."""
        evidence = f"corrected: {one.reason}"
        if one.verb == "same":
            self.same(one.old, one.new, evidence)
        elif one.verb == "returns":
            self.begin(one.new)
            self.evidence_of_new[one.new] = evidence
        elif one.verb == "apart":
            self.cut(one.old, one.new)
            self.evidence_of_new[one.new] = self.evidence_of_old[one.old] = evidence
        elif one.verb == "split" and self.split(one.old, one.new):
            self.evidence_of_new[one.new] = evidence
        elif one.verb == "merge" and self.merge(one.old, one.new):
            self.evidence_of_old[one.old] = evidence
        self.relations = [
            relation
            for relation in self.relations
            if len(relation.old) + len(relation.new) > (1 if relation.relation == "glossary" and relation.old else 2)
        ]

    def same(self, a: int, b: int, evidence: str) -> None:
        successor, main = self.by_old.get(a), self.by_new.get(b)
        for at, relation in enumerate(self.relations):
            if relation.kind == "split" and relation.old == (a,):
                # Keep the other parts. The former successor becomes one if the new successor was a part.
                others = relation.new[1:] if successor and b not in relation.new else relation.new
                self.relations[at] = relation._replace(new=(b, *(part for part in others if part != b)))
            elif relation.kind == "merge" and relation.new == (b,):
                partners = relation.old if a in relation.old else relation.old[1:]
                self.relations[at] = relation._replace(old=(a, *(partner for partner in partners if partner != a)))
        for pair in (successor, main):
            if pair and (pair.old, pair.new) != (a, b):
                self._unlink(pair)
        self._not_a_part(b, but=a)
        self._not_a_partner(a, but=b)
        self.by_old[a] = self.by_new[b] = Link(a, b, 1.0, evidence)

    def begin(self, b: int) -> None:
        """Cut the link and the split that lead to an entry."""
        if main := self.by_new.get(b):
            self._unlink(main)
        self._not_a_part(b)

    def cut(self, a: int, b: int) -> None:
        pair = self.by_old.get(a)
        if pair and pair.new == b:
            self._unlink(pair)
        self._drop(lambda relation: relation.kind == "split" and relation.old == (a,), new=b)
        self._drop(lambda relation: relation.kind == "merge" and relation.new == (b,), old=a)

    def split(self, a: int, b: int) -> bool:
        successor = self.by_old.get(a)
        if successor is None or successor.new == b:
            return False
        self.begin(b)
        self.relations.append(RuleRelation("split", (a,), (successor.new, b), 1.0))
        return True

    def merge(self, a: int, b: int) -> bool:
        main = self.by_new.get(b)
        if main is None or main.old == a:
            return False
        if successor := self.by_old.get(a):
            self._unlink(successor)
        self._not_a_partner(a)
        self.relations.append(RuleRelation("merge", (main.old, a), (b,), 1.0))
        return True

    def _unlink(self, pair: Link) -> None:
        """Cut a link, with the split or merge between its two ends."""
        del self.by_old[pair.old], self.by_new[pair.new]
        ends = pair.old, pair.new
        self.relations = [relation for relation in self.relations if (relation.old[0], relation.new[0]) != ends]

    def _not_a_part(self, b: int, but: int = -1) -> None:
        self._drop(lambda relation: relation.kind == "split" and relation.old != (but,), new=b)

    def _drop(self, matches: Callable[[RuleRelation], bool], old: int = -1, new: int = -1) -> None:
        """Drop an older or newer entry from the splits and merges that match."""
        self.relations = [
            relation._replace(
                old=tuple(at for at in relation.old if at != old), new=tuple(at for at in relation.new if at != new)
            )
            if matches(relation)
            else relation
            for relation in self.relations
        ]

    def _not_a_partner(self, a: int, but: int = -1) -> None:
        self._drop(lambda relation: relation.kind == "merge" and relation.new != (but,), old=a)
