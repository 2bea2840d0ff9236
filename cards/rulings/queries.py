"""Rulings and the rules they rest on: what they name themselves, what curators tied, and what became of it since.

Which Rule a number of a day is gets computed once after content changed and is kept in this process: no row goes
stale when versions come or a lineage is corrected.
"""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from django.db import transaction
from django.db.models import BigIntegerField, Exists, OuterRef, Subquery, Value

from cards.models import Ruling, RulingCitation, RulingsRead, RulingTie
from rulesbase.archive.catalogue import Catalogue, CatalogueVersion
from rulesbase.citations.pasted_text import words_since
from rulesbase.citations.resolve import UNKNOWN, Asked, Resolution, Status, resolve_all
from rulesbase.core.content_version import NotInKey
from rulesbase.engine.diff.words import Op, diff
from rulesbase.engine.text.citations import Cited, find_citations
from rulesbase.lineage.traversal import Standing, english
from rulesbase.models import Change, Rule

_AT_ONCE = 2000
# Raise it when a text would now give other citations: then all are read anew.
READER = 1
# A ruling, the number it rests on, the day of that number, and the tie that says so.
_Row = tuple[int, str, datetime.date, int | None]


class Settled(NamedTuple):
    """What filling the table of citations did: rulings read, and citations found in them."""

    rulings: int
    citations: int


def settle_rulings() -> Settled:
    """Find the numbers that new rulings name, and give ties back the rulings that an import made anew.

    Call it after cards were imported, in their turn. A ruling never changes, so each is read once; where no citation
    is left all are read anew.
    """
    with transaction.atomic():
        state, _made = RulingsRead.objects.get_or_create(pk=1)
        if state.reader != READER or not RulingCitation.objects.exists():
            RulingCitation.objects.all().delete()
            state.last, state.reader = 0, READER
        rows = Ruling.objects.filter(pk__gt=state.last).order_by("pk")
        found: list[RulingCitation] = []
        read = 0
        for pk, date, text in rows.values_list("pk", "date", "text").iterator(_AT_ONCE):
            read, state.last = read + 1, pk
            found += [RulingCitation(ruling_id=pk, number=n, day=day) for n, day in places_named(text, date)]
        RulingCitation.objects.bulk_create(found, batch_size=_AT_ONCE)
        state.save()
        _find_lost_rulings()
    return Settled(read, len(found))


def rulings_wait() -> bool:
    """Whether `settle_rulings` has rulings to read: a database of before the table has none of its rows. One query."""
    read = RulingsRead.objects.filter(Exists(RulingCitation.objects.all()), reader=READER, last__gte=OuterRef("pk"))
    newest = Ruling.objects.order_by("-pk").values_list(Exists(read), flat=True).first()
    return newest is False


def places_named(text: str, date: datetime.date) -> list[tuple[str, datetime.date]]:
    """The numbers that a ruling of a day names, with those that a range leaves out, each of its day."""
    named: dict[tuple[str, datetime.date], None] = {}
    for cited in find_citations(text):
        for number in (cited.number, *cited.between):
            named[number, day_of(cited, date)] = None
    return list(named)


def day_of(cited: Cited, date: datetime.date) -> datetime.date:
    """The day of a citation in a ruling: that of the ruling unless it names one."""
    return cited.period.last if cited.period else date


def _find_lost_rulings() -> None:
    same = Ruling.objects.filter(card__oracle_id=OuterRef("oracle_id"), digest=OuterRef("digest")).values("pk")[:1]
    RulingTie.objects.filter(ruling=None).update(ruling=Subquery(same))


# ---- What rulings rest on ----


class Basis(NamedTuple):
    """A rule that a ruling rests on: as it was named, and what it is now.

    ``words`` is same, refs or reworded, empty where there is no heir; for reworded ``since`` is the first version
    with other words, as far as the changes tell. ``tie`` is the curator's tie, None where the ruling names it.
    """

    number: str
    then: datetime.date | None
    resolution: Resolution
    words: str
    since: datetime.date | None
    tie: int | None

    @property
    def now(self) -> Standing | None:
        """The main heir."""
        return self.resolution.heirs[0] if self.resolution.heirs else None

    @property
    def renumbered(self) -> bool:
        """Whether it has another number now, or several."""
        return bool(self.resolution.numbers) and self.resolution.numbers != (self.number,)

    @property
    def known(self) -> bool:
        """Whether the version of its day has the number."""
        return self.resolution.status is not Status.UNKNOWN

    @property
    def steps(self) -> Sequence[Op]:
        """The difference of the words then and now."""
        cited = self.resolution.cited
        return diff(cited.words, self.now.words) if cited and self.now else ()

    @property
    def rules(self) -> set[int]:
        """The Rules it concerns: the one that was named and those it is now."""
        cited = self.resolution.cited
        return {one.rule for one in (cited, *self.resolution.heirs) if one}


class Bases(NamedTuple):
    """What all rulings rest on, and the rulings of each Rule."""

    to: CatalogueVersion | None
    of_ruling: dict[int, tuple[Basis, ...]]
    of_rule: dict[int, frozenset[int]]


def bases(versions: Catalogue) -> Bases:
    """All that rulings rest on, seen from the rules in force. Six queries after content changed, else none."""
    return _bases(versions.english, NotInKey(versions))


@lru_cache(maxsize=2)
def _bases(english_now: str, aside: NotInKey[Catalogue]) -> Bases:
    del english_now  # only the key
    versions = aside.value
    begun = [version for version in english(versions) if version.date <= versions.today] or english(versions)[:1]
    if not begun:
        return Bases(None, {}, {})
    ties = RulingTie.objects.in_force().exclude(ruling=None).order_by()
    named = RulingCitation.objects.order_by().values_list("ruling", "number", "day", Value(0, BigIntegerField()), "pk")
    rows = named.union(ties.values_list("ruling", "number", "day", "pk", "pk"), all=True)
    # What a ruling names itself comes first.
    ordered = sorted(rows, key=lambda row: (row[3] > 0, 0 if row[3] else row[0], row[4]))
    return _resolved(versions, begun[-1], [(*row[:3], row[3] or None) for row in ordered])


def _resolved(versions: Catalogue, to: CatalogueVersion, rows: Sequence[_Row]) -> Bases:
    dates = [version.date for version in english(versions)]
    in_force = {day: max((date for date in dates if date <= day), default=None) for _, _, day, _ in rows}
    asked = {(number, then) for _, number, day, _ in rows if (then := in_force[day])}
    found = resolve_all(versions, asked, to) if asked else {}
    since = _reworded_since(found)
    of_ruling: defaultdict[int, dict[tuple[str, datetime.date | None], Basis]] = defaultdict(dict)
    of_rule: defaultdict[int, set[int]] = defaultdict(set)
    for ruling, number, day, tie in rows:
        then = in_force[day]
        one = (number, then) if then else None
        resolution = found.get(one, UNKNOWN) if one else UNKNOWN
        basis = Basis(number, then, resolution, words_since(resolution), since.get(one) if one else None, tie)
        # A number that the ruling names itself needs no tie.
        of_ruling[ruling].setdefault((number, then), basis)
        for rule in basis.rules:
            of_rule[rule].add(ruling)
    return Bases(
        to,
        {ruling: tuple(some.values()) for ruling, some in of_ruling.items()},
        {rule: frozenset(some) for rule, some in of_rule.items()},
    )


def _reworded_since(found: dict[Asked, Resolution]) -> dict[Asked, datetime.date]:
    """Since when cited rules say something else: the first change of substance after the day. One query, or none."""
    changed = {one: found[one] for one in found if words_since(found[one]) == "reworded"}
    rules = {standing.rule for one in changed.values() for standing in (one.cited, *one.heirs[:1]) if standing}
    if not rules:
        return {}
    rows = Change.objects.filter(rule__in=rules, weight=Change.Weight.SUBSTANCE).order_by("version__date")
    days: defaultdict[int, list[datetime.date]] = defaultdict(list)
    for rule, date in rows.values_list("rule", "version__date"):
        days[rule].append(date)
    since: dict[Asked, datetime.date] = {}
    for (number, then), one in changed.items():
        own = [standing.rule for standing in (one.cited, *one.heirs[:1]) if standing]
        after = [date for rule in own for date in days[rule] if date > then]
        if after:
            since[number, then] = min(after)
    return since


class Told(NamedTuple):
    """A ruling with what it rests on."""

    ruling: Ruling
    bases: tuple[Basis, ...]


class OnRule(NamedTuple):
    """The rulings that rest on a Rule, newest first: some of them, how many there are, and the Rule's public id."""

    shown: tuple[Told, ...]
    total: int
    public_id: str


def told(versions: Catalogue, rulings: Iterable[Ruling]) -> tuple[Told, ...]:
    """Rulings with what they rest on."""
    known = bases(versions).of_ruling
    return tuple(Told(ruling, known.get(ruling.pk, ())) for ruling in rulings)


def rulings_on(versions: Catalogue, rule: int | None, first: int = 0, most: int = 5) -> OnRule:
    """The rulings that name a Rule or were tied to it, newest first. Two queries, or none."""
    every = bases(versions)
    pks = every.of_rule.get(rule, frozenset()) if rule else frozenset()
    if not rule or not pks:
        return OnRule((), 0, "")
    rows = Ruling.objects.filter(pk__in=pks).select_related("card").order_by("-date", "card__name", "pk")
    shown = (
        Told(row, tuple(one for one in every.of_ruling[row.pk] if rule in one.rules))
        for row in rows[first : first + most]
    )
    public_id = Rule.objects.values_list("public_id", flat=True).get(pk=rule)
    return OnRule(tuple(shown), len(pks), public_id)
