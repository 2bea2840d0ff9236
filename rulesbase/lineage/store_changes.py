"""Store the changes, splits and merges between two neighbouring editions."""

from rulesbase.engine.diff.entry_changes import EntryChange, entry_changes
from rulesbase.engine.lineage.match_entries import Link
from rulesbase.engine.lineage.relations import Nearest, Removal, RuleRelation
from rulesbase.engine.nodes import Kind
from rulesbase.lineage.apply_corrections import CorrectedLineage
from rulesbase.lineage.followed_editions import EditionItems
from rulesbase.models import Change, Entry, Kinship, Version

# The share of additions that were right when read by hand.
ADDED_SURE = 0.97


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
    for change in entry_changes(old.items, new.items, step.links):
        branch = split.get(change.new) or merged.get(change.old)
        if branch is None and (change.kind, change.weight) == ("unchanged", "none"):
            continue
        a = change.old if change.old is not None else branch.old[0] if branch and branch.kind == "split" else None
        b = change.new if change.new is not None else branch.new[0] if branch and branch.kind == "merge" else None
        pair = pairs.get(change.new)
        removal = step.removals.get(change.old) if change.old is not None and branch is None else None
        if change.new is not None:
            rule, corrected = new.rules[change.new], step.evidence_of_new.get(change.new)
        else:
            rule, corrected = old.rules[change.old or 0], step.evidence_of_old.get(change.old or 0)
        rows.append(
            Change(
                version=new.version,
                rule_id=rule,
                item=_item(new.entries[b].kind if b is not None else old.entries[a or 0].kind),
                kind={"split": "split", "merge": "merged"}[branch.kind] if branch else change.kind,
                weight=change.weight,
                old_number=old.entries[a].number if a is not None else "",
                new_number=new.entries[b].number if b is not None else "",
                confidence=_confidence(change, branch, pair, removal, corrected),
                evidence=(pair.evidence if pair else corrected or (branch.evidence if branch else ""))[:200],
                relation=_relation(old, new, change, branch),
                nearest=[_nearest(new, one) for one in removal.nearest] if removal and not corrected else [],
            )
        )
    Change.objects.bulk_create(rows)
    Kinship.objects.bulk_create(_kinships(old, new, step))


def _confidence(
    change: EntryChange, branch: RuleRelation | None, pair: Link | None, removal: Removal | None, corrected: str | None
) -> float:
    if branch:
        return branch.confidence
    if pair:
        return pair.confidence
    if corrected:
        return 1.0
    return removal.confidence if removal else ADDED_SURE if change.kind == "added" else 1.0


def _relation(old: EditionItems, new: EditionItems, change: EntryChange, branch: RuleRelation | None) -> str:
    """Return the relation of an entry to that of the version before, empty for an addition."""
    if change.old is None:
        return ""
    if change.new is None:
        return (branch.relation or Change.Relation.ABSORBED) if branch else Change.Relation.GONE
    before, after = (_item(side.entries[at].kind) for side, at in ((old, change.old), (new, change.new)))
    if before != after:
        return Change.Relation.GLOSSARY if "glossary" in (before, after) else Change.Relation.HEADING
    return Change.Relation.SAME if change.weight in ("none", "typography") else Change.Relation.REWORDED


def _nearest(new: EditionItems, one: Nearest) -> dict[str, object]:
    """Return an entry near a removed one as it is stored, with its number or term."""
    item = new.items[one.at]
    name = item.raw.split("\n")[0] if item.kind is Kind.TERM else item.number
    return {"number": name, "probability": one.probability, "words": list(one.words), "free": one.free}


def _kinships(old: EditionItems, new: EditionItems, step: CorrectedLineage) -> list[Kinship]:
    """Return a row for each part of a split and for each Rule that a merge ended."""
    rows: list[Kinship] = []
    links = {(pair.old, pair.new) for pair in step.links}
    for branch in step.relations:
        if branch.kind == "split":
            whole = branch.old[0]
            pairs = [(old.rules[whole], new.rules[b]) for b in branch.new if (whole, b) not in links]
        else:
            # The first continues in the new entry, unless it is the only one: a rule and a glossary term.
            ended = branch.old[1:] or branch.old
            pairs = [(old.rules[a], new.rules[branch.new[0]]) for a in ended]
        rows += [
            Kinship(version=new.version, kind=branch.kind, old_id=a, new_id=b, confidence=branch.confidence)
            for a, b in pairs
        ]
    return rows


def _item(kind: int) -> str:
    if kind == Entry.Kind.TERM:
        return "glossary"
    return "heading" if kind in (Entry.Kind.SECTION, Entry.Kind.CHAPTER) else "rule"
