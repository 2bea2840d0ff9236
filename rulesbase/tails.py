"""Giving entries from a version on to other Rules, so that a Rule's public id stays where most of its entries stay."""

import datetime
from collections import Counter
from collections.abc import Iterable, Mapping

from django.db.models import Q

from rulesbase.models import Change, Entry, Kinship, Reference, Rule

_ALWAYS = datetime.date.min


class Ledger:
    """What was moved while steps are linked anew: of which Rule each entry was at first."""

    def __init__(self) -> None:
        self.was: dict[int, int] = {}
        self.touched: set[int] = set()


def move_tails(moves: Mapping[int, int], since: datetime.date = _ALWAYS, ledger: Ledger | None = None) -> None:
    """From a version on, give every row of one Rule to another; all at once, so that exchanged Rules do not meet.

    The changes that the version of ``since`` itself brought stay, as they are told anew.
    """
    if not moves:
        return
    entries = list(Entry.objects.filter(rule__in=moves, edition__version__date__gte=since))
    changed = list(Change.objects.filter(rule__in=moves, version__date__gt=since))
    references = list(Reference.objects.filter(meant__in=moves, since__date__gte=since))
    kin = list(Kinship.objects.filter(Q(old__in=moves) | Q(new__in=moves), version__date__gt=since))
    Change.objects.filter(pk__in=[change.pk for change in changed]).delete()
    Kinship.objects.filter(pk__in=[row.pk for row in kin]).delete()
    if ledger is not None:
        ledger.touched |= {*moves, *moves.values()}
    for entry in entries:
        if ledger is not None:
            ledger.was.setdefault(entry.pk, entry.rule_id or 0)
        entry.rule_id = moves[entry.rule_id or 0]
    for change in changed:
        change.rule_id = moves[change.rule_id]
        change.pk = None
    for reference in references:
        reference.meant_id = moves[reference.meant_id or 0]
    for row in kin:
        row.old_id, row.new_id = moves.get(row.old_id, row.old_id), moves.get(row.new_id, row.new_id)
        row.pk = None
    Entry.objects.bulk_update(entries, ["rule"], batch_size=400)
    Change.objects.bulk_create(changed)
    Reference.objects.bulk_update(references, ["meant"], batch_size=400)
    Kinship.objects.bulk_create(kin)


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
    for was, now in sorted(overlap, key=lambda pair: (-overlap[pair], pair[0] != pair[1], pair)):
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
    for rule in ended:
        went = {names[now] for was, now in overlap if was == rule}
        Rule.objects.filter(pk=rule).update(merged_into=went.pop() if len(went) == 1 else None)
    return ended
