"""Targets of references: a number means the Rule at that number in the first version with the citing text."""

from collections.abc import Iterable, Mapping

from django.db.models import Q

from rulesbase.core.database.bulk_update import update_rows
from rulesbase.models import Entry, Example, Reference, Version


def clear_targets(version: Version) -> list[int]:
    """Clear the targets of references that begin with this version; return their ids."""
    first_here = Reference.objects.filter(since=version)
    ids = list(first_here.values_list("pk", flat=True))
    first_here.update(since=None, meant=None)
    return ids


def set_targets(version: Version, at_number: Mapping[str, int], folds: Iterable[int]) -> None:
    """Set the targets of references in these texts unless an earlier version has the texts."""
    rows = Reference.objects.filter(fold__in=set(folds)).filter(Q(since=None) | Q(since__date__gt=version.date))
    unknown = list(rows)
    for reference in unknown:
        reference.since, reference.meant_id = version, at_number.get(reference.number)
    update_rows(unknown, ["since", "meant"])


def restore_targets(cleared: Iterable[int]) -> None:
    """Set cleared targets again, by the first other version with the text."""
    lost = list(Reference.objects.filter(pk__in=cleared, since=None))
    found = _versions_with({reference.fold for reference in lost})
    firsts = dict(sorted(found, key=lambda one: one[1].date, reverse=True))
    for reference in lost:
        if first := firsts.get(reference.fold):
            there = Entry.objects.filter(edition__version=first, edition__language="en", number=reference.number)
            reference.since = first
            reference.meant_id = there.order_by("position").values_list("rule_id", flat=True).last()
    update_rows(lost, ["since", "meant"])


def _versions_with(folds: set[int]) -> list[tuple[int, Version]]:
    """Return (fold, version) for each complete English edition with these texts, in entries or examples."""
    here = Entry.objects.in_active_document().filter(edition__language="en", edition__complete=True)
    entries = here.filter(wording__fold__in=folds).values_list("wording__fold", "edition__version")
    examples = Example.objects.filter(wording__fold__in=folds, entry__in=here).values_list(
        "wording__fold", "entry__edition__version"
    )
    found = {*entries, *examples}
    versions = Version.objects.in_bulk({version for _, version in found})
    return [(fold, versions[version]) for fold, version in found]
