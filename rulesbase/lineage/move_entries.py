"""Move entries to other Rules so that a public id stays with most of its entries."""

import datetime
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.db.models import F, Q

from rulesbase.core.database.bulk_update import update_rows
from rulesbase.models import Change, Entry, Kinship, Reference, Rule

_ALWAYS = datetime.date.min


class MoveLog:
    """What was moved while steps are linked again: the first Rule of each moved entry, and the Rules involved."""

    def __init__(self) -> None:
        self.rule_before: dict[int, int] = {}
        self.touched: set[int] = set()


class SpanMove(NamedTuple):
    """Versions of one Rule, from ``since`` up to before ``until``, to move to another."""

    rule: int
    since: datetime.date
    until: datetime.date
    to: int


class _Moves:
    """Rows that get another Rule, written together so that swapped Rules do not collide."""

    def __init__(self) -> None:
        self.entries: list[tuple[Entry, int]] = []
        self.changes: list[tuple[Change, int]] = []
        self.references: list[tuple[Reference, int]] = []
        self.old: dict[int, int] = {}
        self.new: dict[int, int] = {}

    def write(self, log: MoveLog | None) -> None:
        """Write the collected rows."""
        for entry, to in self.entries:
            if log is not None:
                log.rule_before.setdefault(entry.pk, entry.rule_id or 0)
            entry.rule_id = to
        Change.objects.filter(pk__in=[change.pk for change, _ in self.changes]).delete()
        for change, to in self.changes:
            change.rule_id, change.pk = to, None
        for reference, to in self.references:
            reference.meant_id = to
        relations = list(Kinship.objects.filter(pk__in={*self.old, *self.new}))
        Kinship.objects.filter(pk__in=[row.pk for row in relations]).delete()
        for row in relations:
            row.old_id, row.new_id = self.old.get(row.pk, row.old_id), self.new.get(row.pk, row.new_id)
            row.pk = None
        update_rows([entry for entry, _ in self.entries], ["rule"])
        Change.objects.bulk_create([change for change, _ in self.changes])
        update_rows([reference for reference, _ in self.references], ["meant"])
        Kinship.objects.bulk_create(relations)


def move_from(moves: Mapping[int, int], since: datetime.date = _ALWAYS, log: MoveLog | None = None) -> None:
    """Move all rows of some Rules to others, from a version on; changes of the version ``since`` itself stay."""
    spans = [SpanMove(rule, since, datetime.date.max, to) for rule, to in moves.items()]
    move_spans(spans, log, after_first=True)


def move_spans(spans: Sequence[SpanMove], log: MoveLog | None = None, *, after_first: bool = False) -> None:
    """Move the rows of some Rules within some versions; ``after_first`` leaves the changes of the first version."""
    if not spans:
        return
    moving = _Moves()
    of_rule: defaultdict[int, list[SpanMove]] = defaultdict(list)
    for span in spans:
        of_rule[span.rule].append(span)
    since = min(span.since for span in spans)

    def successor(rule: int | None, date: datetime.date) -> int | None:
        return next((one.to for one in of_rule.get(rule or 0, ()) if one.since <= date < one.until), None)

    # One query of each table for all spans; few rows lie outside them.
    entries = Entry.objects.filter(rule__in=of_rule, edition__version__date__gte=since)
    for pk, rule, date in entries.values_list("pk", "rule_id", "edition__version__date"):
        if to := successor(rule, date):
            moving.entries.append((Entry(pk=pk, rule_id=rule), to))
    for reference in Reference.objects.filter(meant__in=of_rule, since__date__gte=since).annotate(
        then=F("since__date")
    ):
        if to := successor(reference.meant_id, reference.then):
            moving.references.append((reference, to))
    later = Q(version__date__gt=since) if after_first else Q(version__date__gte=since)
    for change in Change.objects.filter(later, rule__in=of_rule).annotate(then=F("version__date")):
        if to := successor(change.rule_id, change.then):
            moving.changes.append((change, to))
    relations = Kinship.objects.filter(later, Q(old__in=of_rule) | Q(new__in=of_rule))
    for pk, date, old, new in relations.values_list("pk", "version__date", "old", "new"):
        if to := successor(old, date):
            moving.old[pk] = to
        if to := successor(new, date):
            moving.new[pk] = to
    if log is not None:
        log.touched |= {rule for span in spans for rule in (span.rule, span.to)}
    moving.write(log)


def assign_public_ids(log: MoveLog, spare: Iterable[int] = ()) -> list[int]:
    """Choose the Rule of each new group so that it stays with most of its entries; return the ended Rules.

    An ended Rule points to the Rule that has all its entries now. ``spare`` are Rules without entries to use before
    new ones are made.
    """
    overlap: Counter[tuple[int, int]] = Counter()
    entries = Entry.objects.filter(rule__in=log.touched, edition__isnull=False)
    for pk, now in entries.values_list("pk", "rule_id"):
        overlap[log.rule_before.get(pk, now or 0), now or 0] += 1
    before, groups = {rule_before for rule_before, _ in overlap}, {now for _, now in overlap}
    names: dict[int, int] = {}
    stored: set[int] = set()
    # With equal counts prefer the older Rule: the other may be new.
    for rule_before, now in sorted(overlap, key=lambda pair: (-overlap[pair], pair)):
        if now not in names and rule_before not in stored:
            names[now] = rule_before
            stored.add(rule_before)
    free = [rule for rule in spare if rule not in before | groups] + sorted(groups - before)
    for group in sorted(groups - names.keys()):
        names[group] = free.pop(0) if free else Rule.objects.create().pk
    move_from({group: name for group, name in names.items() if group != name})
    stored |= set(names.values())
    Rule.objects.filter(pk__in=stored).exclude(merged_into=None).update(merged_into=None)
    Rule.objects.filter(pk__in=log.touched - before - stored, entries=None).delete()
    ended = sorted(before - stored)
    went: defaultdict[int, set[int]] = defaultdict(set)
    for rule_before, now in overlap:
        went[rule_before].add(names[now])
    led = {rule: went[rule].pop() if len(went[rule]) == 1 else None for rule in ended}
    update_rows([Rule(pk=rule, merged_into_id=successor) for rule, successor in led.items()], ["merged_into"])
    return ended
