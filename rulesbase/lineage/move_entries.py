"""Move entries to other Rules so that a public id stays with most of its entries."""

import datetime
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import F, Q, QuerySet

from rulesbase.core.database.bulk_update import update_rows
from rulesbase.core.grouping import grouped
from rulesbase.models import Change, Entry, Kinship, Reference, Rule

_ALWAYS = datetime.date.min
# The Rule that gets the rows of a Rule in the version of a date, if any.
_Successor = Callable[[int | None, datetime.date], int | None]


class MovedRules:
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


def move_from(moves: Mapping[int, int], since: datetime.date = _ALWAYS, moved: MovedRules | None = None) -> None:
    """Move all rows of some Rules to others, from a version on; changes of the version ``since`` itself stay."""
    spans = [SpanMove(rule, since, datetime.date.max, to) for rule, to in moves.items()]
    move_spans(spans, moved, after_first=True)


def move_spans(spans: Sequence[SpanMove], moved: MovedRules | None = None, *, after_first: bool = False) -> None:
    """Move the rows of some Rules within some versions; ``after_first`` leaves the changes of the first version.

    One query of each table for all spans; few rows lie outside them.
    """
    if not spans:
        return
    moved = moved or MovedRules()
    moved.touched |= {rule for span in spans for rule in (span.rule, span.to)}
    of_rule = grouped((span.rule, span) for span in spans)
    since = min(span.since for span in spans)
    later = Q(version__date__gt=since) if after_first else Q(version__date__gte=since)

    def successor(rule: int | None, date: datetime.date) -> int | None:
        return next((one.to for one in of_rule.get(rule or 0, ()) if one.since <= date < one.until), None)

    _move_entries(Entry.objects.filter(rule__in=of_rule, edition__version__date__gte=since), successor, moved)
    references = Reference.objects.filter(meant__in=of_rule, since__date__gte=since)
    update_rows(_moved(references, "since", ["meant_id"], successor), ["meant"])
    _store_again(Change.objects.filter(later, rule__in=of_rule), ["rule_id"], successor)
    relations = Kinship.objects.filter(later, Q(old__in=of_rule) | Q(new__in=of_rule))
    _store_again(relations, ["old_id", "new_id"], successor)


def _move_entries(rows: QuerySet[Entry], successor: _Successor, moved: MovedRules) -> None:
    entries: list[Entry] = []
    for pk, rule, date in rows.values_list("pk", "rule_id", "edition__version__date"):
        if to := successor(rule, date):
            moved.rule_before.setdefault(pk, rule or 0)
            entries.append(Entry(pk=pk, rule_id=to))
    update_rows(entries, ["rule"])


def _moved(rows: QuerySet[Any], since: str, fields: Sequence[str], successor: _Successor) -> list[Any]:
    """Return the rows that get another Rule in any of these fields, with that Rule; ``since`` is their version."""
    found: list[Any] = []
    for row in rows.annotate(then=F(f"{since}__date")).order_by("pk"):
        led = {field: to for field in fields if (to := successor(getattr(row, field), row.then))}
        for field, to in led.items():
            setattr(row, field, to)
        if led:
            found.append(row)
    return found


def _store_again(rows: QuerySet[Any], fields: Sequence[str], successor: _Successor) -> None:
    """Delete the rows that move and create them anew: two rows that exchange their Rules would collide."""
    moved = _moved(rows, "version", fields, successor)
    stored = rows.model._default_manager
    stored.filter(pk__in=[row.pk for row in moved]).delete()
    for row in moved:
        row.pk = None
    stored.bulk_create(moved)


def assign_public_ids(moved: MovedRules, spare: Iterable[int] = ()) -> list[int]:
    """Choose the Rule of each new group so that it stays with most of its entries; return the ended Rules.

    An ended Rule points to the Rule that has all its entries now, and comes back if these are parted again, as by the
    undo of an import. ``spare`` are Rules without entries to use before others.
    """
    overlap: Counter[tuple[int, int]] = Counter()
    entries = Entry.objects.filter(rule__in=moved.touched, edition__isnull=False)
    for pk, now in entries.values_list("pk", "rule_id"):
        overlap[moved.rule_before.get(pk, now or 0), now or 0] += 1
    before, groups = {rule_before for rule_before, _ in overlap}, {now for _, now in overlap}
    names: dict[int, int] = {}
    stored: set[int] = set()
    # With equal counts prefer the older Rule: the other may be new.
    for rule_before, now in sorted(overlap, key=lambda pair: (-overlap[pair], pair)):
        if now not in names and rule_before not in stored:
            names[now] = rule_before
            stored.add(rule_before)
    free = [rule for rule in spare if rule not in before | groups]
    fresh = sorted(groups - before)
    came_from = grouped((now, rule_before) for rule_before, now in overlap if now not in names)
    back = _ended_into([rules[0] for rules in came_from.values() if len(rules) == 1], free)
    for group, rules in sorted(came_from.items()):
        if free:
            names[group] = free.pop(0)
        elif len(rules) == 1 and rules[0] in back:
            names[group] = back.pop(rules[0])
        else:
            names[group] = fresh.pop(0) if fresh else Rule.objects.create().pk
    move_from({group: name for group, name in names.items() if group != name})
    stored |= set(names.values())
    Rule.objects.filter(pk__in=stored).exclude(merged_into=None).update(merged_into=None)
    Rule.objects.filter(pk__in=moved.touched - before - stored, entries=None).delete()
    ended = sorted(before - stored)
    went: defaultdict[int, set[int]] = defaultdict(set)
    for rule_before, now in overlap:
        went[rule_before].add(names[now])
    led = {rule: went[rule].pop() if len(went[rule]) == 1 else None for rule in ended}
    update_rows([Rule(pk=rule, merged_into_id=successor) for rule, successor in led.items()], ["merged_into"])
    return ended


def _ended_into(rules: Collection[int], without: Collection[int]) -> dict[int, int]:
    """Map Rules to the ended Rule that points to them, if it is the only one; leave some ended Rules out."""
    ended = Rule.objects.filter(merged_into__in=rules, entries=None).exclude(pk__in=without)
    of_rule = grouped(ended.values_list("merged_into", "pk"))
    return {rule: of_rule[rule][0] for rule in rules if len(of_rule[rule]) == 1}
