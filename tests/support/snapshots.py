"""What the database holds, without ids: equal for two databases in which the same was imported."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.db.models import Count, Q

from rulesbase.models import Change, Edition, Entry, Example, Kinship, Reference

Place = tuple[str, str, int, str]


class Snapshot(NamedTuple):
    """Texts by place, groups of places that share a Rule, changes and kinships, and what references mean."""

    texts: dict[Place, tuple[str, ...]]
    groups: frozenset[frozenset[Place]]
    changes: frozenset[tuple[object, ...]]
    meanings: frozenset[tuple[object, ...]]


_PLACE = ("edition__version__date", "edition__language", "position", "number")


def texts() -> dict[Place, tuple[str, ...]]:
    """Return place -> digests of its wording and examples, for all editions."""
    examples: defaultdict[int, list[str]] = defaultdict(list)
    of_editions = Example.objects.filter(entry__edition__isnull=False).order_by("position")
    for entry, digest in of_editions.values_list("entry_id", "wording__digest"):
        examples[entry].append(digest)
    rows = Entry.objects.filter(edition__isnull=False).values_list(*_PLACE, "pk", "wording__digest")
    return {
        (str(date), language, position, number): (digest, *examples[pk])
        for date, language, position, number, pk, digest in rows
    }


def groups() -> dict[int, frozenset[Place]]:
    """Return Rule -> the places of editions that share it."""
    found: defaultdict[int, set[Place]] = defaultdict(set)
    rows = Entry.objects.filter(edition__isnull=False, rule__isnull=False).values_list("rule_id", *_PLACE)
    for rule, date, language, position, number in rows:
        found[rule or 0].add((str(date), language, position, number))
    return {rule: frozenset(places) for rule, places in found.items()}


def snapshot() -> Snapshot:
    """Return all of it for the database in use."""
    by_rule = groups()
    changes = Change.objects.values_list(
        "version__date", "item", "kind", "weight", "old_number", "new_number", "confidence", "rule_id"
    )
    kinships = Kinship.objects.values_list("version__date", "kind", "confidence", "old_id", "new_id")
    # Those without a version stand in superseded texts, or in texts of other languages.
    meanings = Reference.objects.exclude(since=None).values_list("fold", "number", "since__date", "meant_id")
    return Snapshot(
        texts(),
        frozenset(by_rule.values()),
        frozenset((*row[:-1], by_rule.get(row[-1])) for row in changes)
        | frozenset((*row[:-2], by_rule.get(row[-2]), by_rule.get(row[-1])) for row in kinships),
        frozenset((*row[:-1], by_rule.get(row[-1] or 0)) for row in meanings),
    )


def half_editions() -> list[str]:
    """Return what is wrong with editions that an import left behind: each must have all that its source says."""
    wrong = [f"{edition}: without text" for edition in Edition.objects.filter(entries=None)]
    rules, terms = Q(kind__in=(Entry.Kind.RULE, Entry.Kind.SUBRULE)), Q(kind=Entry.Kind.TERM)
    kinds = {"rules": Count("pk", filter=rules), "terms": Count("pk", filter=terms)}
    lacking = {"wordless": Count("pk", filter=Q(wording=None)), "alone": Count("pk", filter=Q(rule=None))}
    whole = Entry.objects.filter(edition__complete=True).order_by().values("edition")
    rows: Iterable[Mapping[str, Any]] = whole.annotate(**kinds, **lacking)
    counted = {row["edition"]: row for row in rows}
    shown = Example.objects.filter(entry__edition__complete=True).order_by().values("entry__edition")
    examples = {row["entry__edition"]: row["count"] for row in shown.annotate(count=Count("pk"))}
    for edition in Edition.objects.filter(complete=True, pk__in=counted).select_related("text_source", "version"):
        here, source = counted[edition.pk], edition.text_source
        found = (here["rules"], here["terms"], examples.get(edition.pk, 0), here["wordless"])
        if source is None or found != (source.rules, source.terms, source.examples, 0):
            wrong.append(f"{edition}: {found}")
        if edition.language == "en" and here["alone"]:
            wrong.append(f"{edition}: entries without a Rule")
    return wrong
