"""Giving entries from a version on to other Rules, so that a Rule's public id stays where most of its entries stay."""

import datetime
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.db.models import F, Q

from rulesbase.core.bulk_update import update_rows
from rulesbase.models import Change, Entry, Kinship, Reference, Rule

_ALWAYS = datetime.date.min


class Ledger:
    """What was moved while steps are linked anew: of which Rule each entry was at first."""

    def __init__(self) -> None:
        self.was: dict[int, int] = {}
        self.touched: set[int] = set()


class Span(NamedTuple):
    """Versions of one Rule, from ``since`` up to before ``until``, that are to be of another."""

    rule: int
    since: datetime.date
    until: datetime.date
    to: int


class _Moving:
    """Rows that get another Rule; all at once, so that exchanged Rules do not meet."""

    def __init__(self) -> None:
        self.entries: list[tuple[Entry, int]] = []
        self.changes: list[tuple[Change, int]] = []
        self.references: list[tuple[Reference, int]] = []
        self.old: dict[int, int] = {}
        self.new: dict[int, int] = {}

    def write(self, ledger: Ledger | None) -> None:
        """Store what was collected."""
        for entry, to in self.entries:
            if ledger is not None:
                ledger.was.setdefault(entry.pk, entry.rule_id or 0)
            entry.rule_id = to
        Change.objects.filter(pk__in=[change.pk for change, _ in self.changes]).delete()
        for change, to in self.changes:
            change.rule_id, change.pk = to, None
        for reference, to in self.references:
            reference.meant_id = to
        kin = list(Kinship.objects.filter(pk__in={*self.old, *self.new}))
        Kinship.objects.filter(pk__in=[row.pk for row in kin]).delete()
        for row in kin:
            row.old_id, row.new_id = self.old.get(row.pk, row.old_id), self.new.get(row.pk, row.new_id)
            row.pk = None
        update_rows([entry for entry, _ in self.entries], ["rule"])
        Change.objects.bulk_create([change for change, _ in self.changes])
        update_rows([reference for reference, _ in self.references], ["meant"])
        Kinship.objects.bulk_create(kin)


def move_tails(moves: Mapping[int, int], since: datetime.date = _ALWAYS, ledger: Ledger | None = None) -> None:
    """From a version on, give every row of one Rule to another; all at once, so that exchanged Rules do not meet.

    The changes that the version of ``since`` itself brought stay, as they are told anew.
    """
    if not moves:
        return
    moving = _Moving()
    for entry in Entry.objects.filter(rule__in=moves, edition__version__date__gte=since):
        moving.entries.append((entry, moves[entry.rule_id or 0]))
    for change in Change.objects.filter(rule__in=moves, version__date__gt=since):
        moving.changes.append((change, moves[change.rule_id]))
    for reference in Reference.objects.filter(meant__in=moves, since__date__gte=since):
        moving.references.append((reference, moves[reference.meant_id or 0]))
    kin = Kinship.objects.filter(Q(old__in=moves) | Q(new__in=moves), version__date__gt=since)
    for pk, old, new in kin.values_list("pk", "old", "new"):
        moving.old[pk], moving.new[pk] = moves.get(old, old), moves.get(new, new)
    if ledger is not None:
        ledger.touched |= {*moves, *moves.values()}
    moving.write(ledger)


def move_spans(spans: Sequence[Span], ledger: Ledger | None = None) -> None:
    """Give every row of some Rules within some versions to others, the changes of the first version too."""
    if not spans:
        return
    moving = _Moving()
    of_rule: defaultdict[int, list[Span]] = defaultdict(list)
    for span in spans:
        of_rule[span.rule].append(span)

    def heir(rule: int | None, date: datetime.date) -> int | None:
        return next((one.to for one in of_rule.get(rule or 0, ()) if one.since <= date < one.until), None)

    # All spans in one query of each table: of what lies outside them there is little.
    entries = Entry.objects.filter(rule__in=of_rule, edition__isnull=False)
    for pk, rule, date in entries.values_list("pk", "rule_id", "edition__version__date"):
        if to := heir(rule, date):
            moving.entries.append((Entry(pk=pk, rule_id=rule), to))
    for change in Change.objects.filter(rule__in=of_rule).annotate(then=F("version__date")):
        if to := heir(change.rule_id, change.then):
            moving.changes.append((change, to))
    for reference in Reference.objects.filter(meant__in=of_rule).annotate(then=F("since__date")):
        if reference.then and (to := heir(reference.meant_id, reference.then)):
            moving.references.append((reference, to))
    kin = Kinship.objects.filter(Q(old__in=of_rule) | Q(new__in=of_rule))
    for pk, date, old, new in kin.values_list("pk", "version__date", "old", "new"):
        if to := heir(old, date):
            moving.old[pk] = to
        if to := heir(new, date):
            moving.new[pk] = to
    if ledger is not None:
        ledger.touched |= {rule for span in spans for rule in (span.rule, span.to)}
    moving.write(ledger)


def settle(ledger: Ledger, spare: Iterable[int] = ()) -> list[int]:
    """Name the new groups so that each Rule is where most of its entries are; the Rules that ended.

    A Rule that ended leads on to the one that has all its entries. ``spare`` are Rules without entries that come
    back before a new one is made.
    """
    overlap: Counter[tuple[int, int]] = Counter()
    entries = Entry.objects.filter(rule__in=ledger.touched, edition__isnull=False)
    for pk, now in entries.values_list("pk", "rule_id"):
        overlap[ledger.was.get(pk, now or 0), now or 0] += 1
    before, groups = {was for was, _ in overlap}, {now for _, now in overlap}
    names: dict[int, int] = {}
    kept: set[int] = set()
    # Of two with as many entries the older Rule: the other one may have been made a moment ago.
    for was, now in sorted(overlap, key=lambda pair: (-overlap[pair], pair)):
        if now not in names and was not in kept:
            names[now] = was
            kept.add(was)
    free = [rule for rule in spare if rule not in before | groups] + sorted(groups - before)
    for group in sorted(groups - names.keys()):
        names[group] = free.pop(0) if free else Rule.objects.create().pk
    move_tails({group: name for group, name in names.items() if group != name})
    kept |= set(names.values())
    Rule.objects.filter(pk__in=kept).exclude(merged_into=None).update(merged_into=None)
    Rule.objects.filter(pk__in=ledger.touched - before - kept, entries=None).delete()
    ended = sorted(before - kept)
    went: defaultdict[int, set[int]] = defaultdict(set)
    for was, now in overlap:
        went[was].add(names[now])
    led = {rule: went[rule].pop() if len(went[rule]) == 1 else None for rule in ended}
    update_rows([Rule(pk=rule, merged_into_id=heir) for rule, heir in led.items()], ["merged_into"])
    return ended
