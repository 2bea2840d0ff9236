"""The lineage of two versions: which entries continue, which were split, merged, absorbed or removed."""

from collections.abc import Sequence

from rulesbase.engine.documents import COMPREHENSIVE_RULES, active_document
from rulesbase.engine.lineage import headings
from rulesbase.engine.lineage.match_entries import FoldedEntry, link
from rulesbase.engine.lineage.relations import Lineage
from rulesbase.engine.lineage.removals import resolve_unlinked
from rulesbase.engine.lineage.splits_and_merges import find_relations
from rulesbase.engine.nodes import Kind


def lineage(old: Sequence[FoldedEntry], new: Sequence[FoldedEntry]) -> Lineage:
    """Return links, splits and merges between two versions, and what became of each rule that ended.

    A function of the two texts alone.
    """
    if active_document() != COMPREHENSIVE_RULES:
        old, new = headings.without_chapters_of_text(old, new)
    return resolve_unlinked(old, new, link_versions(old, new))


def link_versions(old: Sequence[FoldedEntry], new: Sequence[FoldedEntry]) -> Lineage:
    """Return links, splits and merges.

    Rules and glossary are linked apart, so that rarity of words is relative to each.
    """
    found = Lineage([], [], [])
    for terms in (False, True):
        here = [at for at, item in enumerate(old) if (item.kind is Kind.TERM) is terms]
        there = [at for at, item in enumerate(new) if (item.kind is Kind.TERM) is terms]
        left, right = [old[at] for at in here], [new[at] for at in there]
        links, cut = find_relations(left, right, link(left, right))
        if not terms:
            parts = [(a, b) for relation in cut for a in relation.old for b in relation.new]
            links, of_headings = headings.follow(left, right, links, parts)
            cut += of_headings
        found.links.extend(pair._replace(old=here[pair.old], new=there[pair.new]) for pair in links)
        found.relations.extend(
            relation._replace(old=tuple(here[at] for at in relation.old), new=tuple(there[at] for at in relation.new))
            for relation in cut
        )
    return found
