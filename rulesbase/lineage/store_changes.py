"""Changes and kinships as rows: what happened between two neighbouring editions."""

from rulesbase.engine.diff import change_kind
from rulesbase.lineage.apply_corrections import Told
from rulesbase.lineage.edition_items import Book
from rulesbase.models import Change, Entry, Kinship, Version


def forget_changes(version: Version) -> None:
    """Take out what is told of a version, which is about to be told anew."""
    Change.objects.filter(version=version).delete()
    Kinship.objects.filter(version=version).delete()


def tell_changes(old: Book, new: Book, told: Told) -> None:
    """Store what happened between two neighbouring editions; what is wholly unchanged is not stored."""
    pairs = {pair.new: pair for pair in told.links}
    split = {b: branch for branch in told.branches if branch.kind == "split" for b in branch.new}
    merged = {a: branch for branch in told.branches if branch.kind == "merge" for a in branch.old}
    rows: list[Change] = []
    for what in change_kind.entry_changes(old.items, new.items, told.links):
        branch = split.get(what.new if what.new is not None else -1) or merged.get(
            what.old if what.old is not None else -1
        )
        if branch is None and (what.kind, what.weight) == ("unchanged", "none"):
            continue
        a = what.old if what.old is not None else branch.old[0] if branch and branch.kind == "split" else None
        b = what.new if what.new is not None else branch.new[0] if branch and branch.kind == "merge" else None
        pair = pairs.get(what.new if what.new is not None else -1)
        said = told.said_of_new.get(what.new) if what.new is not None else told.said_of_old.get(what.old or 0)
        rows.append(
            Change(
                version=new.version,
                rule_id=new.rules[what.new] if what.new is not None else old.rules[what.old or 0],
                item=_item(new.entries[b].kind if b is not None else old.entries[a or 0].kind),
                kind={"split": "split", "merge": "merged"}[branch.kind] if branch else what.kind,
                weight=what.weight,
                old_number=old.entries[a].number if a is not None else "",
                new_number=new.entries[b].number if b is not None else "",
                confidence=branch.confidence if branch else pair.confidence if pair else 1.0,
                evidence=(pair.evidence if pair else said or "")[:200],
            )
        )
    Change.objects.bulk_create(rows)
    Kinship.objects.bulk_create(_kinships(old, new, told))


def _kinships(old: Book, new: Book, told: Told) -> list[Kinship]:
    """A row for each part that a split brought, and for each Rule that a merge ended."""
    rows: list[Kinship] = []
    heirs = {(pair.old, pair.new) for pair in told.links}
    for branch in told.branches:
        if branch.kind == "split":
            whole = branch.old[0]
            pairs = [(old.rules[whole], new.rules[b]) for b in branch.new if (whole, b) not in heirs]
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
