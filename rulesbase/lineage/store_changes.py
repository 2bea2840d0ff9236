"""Store the changes, splits and merges between two neighbouring editions."""

from rulesbase.engine.diff import change_kind
from rulesbase.engine.lineage.link import Link
from rulesbase.engine.lineage.splits_and_merges import RuleRelation
from rulesbase.lineage.apply_corrections import CorrectedLineage
from rulesbase.lineage.edition_items import EditionItems
from rulesbase.models import Change, Entry, Kinship, Version


def delete_changes(version: Version) -> None:
    """Delete the changes, splits and merges of a version."""
    Change.objects.filter(version=version).delete()
    Kinship.objects.filter(version=version).delete()


def store_changes(old: EditionItems, new: EditionItems, step: CorrectedLineage) -> None:
    """Store the changes between two neighbouring editions; entirely unchanged entries get no row."""
    pairs: dict[int | None, Link] = {pair.new: pair for pair in step.links}
    split: dict[int | None, RuleRelation] = {b: one for one in step.relations if one.kind == "split" for b in one.new}
    merged: dict[int | None, RuleRelation] = {a: one for one in step.relations if one.kind == "merge" for a in one.old}
    rows: list[Change] = []
    for change in change_kind.entry_changes(old.items, new.items, step.links):
        branch = split.get(change.new) or merged.get(change.old)
        if branch is None and (change.kind, change.weight) == ("unchanged", "none"):
            continue
        a = change.old if change.old is not None else branch.old[0] if branch and branch.kind == "split" else None
        b = change.new if change.new is not None else branch.new[0] if branch and branch.kind == "merge" else None
        pair = pairs.get(change.new)
        evidence = (
            step.evidence_of_new.get(change.new)
            if change.new is not None
            else step.evidence_of_old.get(change.old or 0)
        )
        rows.append(
            Change(
                version=new.version,
                rule_id=new.rules[change.new] if change.new is not None else old.rules[change.old or 0],
                item=_item(new.entries[b].kind if b is not None else old.entries[a or 0].kind),
                kind={"split": "split", "merge": "merged"}[branch.kind] if branch else change.kind,
                weight=change.weight,
                old_number=old.entries[a].number if a is not None else "",
                new_number=new.entries[b].number if b is not None else "",
                confidence=branch.confidence if branch else pair.confidence if pair else 1.0,
                evidence=(pair.evidence if pair else evidence or "")[:200],
            )
        )
    Change.objects.bulk_create(rows)
    Kinship.objects.bulk_create(_kinships(old, new, step))


def _kinships(old: EditionItems, new: EditionItems, step: CorrectedLineage) -> list[Kinship]:
    """Return a row for each part of a split and for each Rule that a merge ended."""
    rows: list[Kinship] = []
    links = {(pair.old, pair.new) for pair in step.links}
    for branch in step.relations:
        if branch.kind == "split":
            whole = branch.old[0]
            pairs = [(old.rules[whole], new.rules[b]) for b in branch.new if (whole, b) not in links]
        else:
            pairs = [(old.rules[a], new.rules[branch.new[0]]) for a in branch.old[1:]]
        rows += [
            Kinship(version=new.version, kind=branch.kind, old_id=a, new_id=b, confidence=branch.confidence)
            for a, b in pairs
        ]
    return rows


def _item(kind: int) -> str:
    if kind == Entry.Kind.TERM:
        return "glossary"
    return "heading" if kind in (Entry.Kind.SECTION, Entry.Kind.CHAPTER) else "rule"
