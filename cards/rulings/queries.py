"""Read rulings and the rules they rest on: rules that they cite, rules that curators linked, and computed links.

Which Rule a cited number means is computed when it is read. No row goes stale when versions are added or a lineage is
corrected.
"""

import datetime
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence, Set
from operator import itemgetter
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import BigIntegerField, CharField, Count, DateField, Q, QuerySet, Value, Window
from django.db.models.functions import Cast

from cards.models import Ruling, RulingCitation, RulingRule, RulingTie
from cards.models.rulings import RulingRuleQuerySet
from rulesbase.archive.catalogue import Catalogue
from rulesbase.citations.pasted_text import words_since
from rulesbase.citations.resolve import UNKNOWN, NumberAtDate, Resolution, Status, resolve_all
from rulesbase.core.grouping import grouped
from rulesbase.engine.diff.texts import Op, diff
from rulesbase.engine.text.citations import RuleCitation, find_citations
from rulesbase.lineage.follow_rule import RuleEntry, related_rules
from rulesbase.models import Change, Entry


def cited_numbers(text: str, date: datetime.date) -> list[tuple[str, datetime.date]]:
    """Return the numbers that a ruling cites, ranges filled in, each with its day."""
    cited = [(one, day_of(one, date)) for one in find_citations(text)]
    return list(dict.fromkeys((number, day) for one, day in cited for number in (one.number, *one.between)))


def day_of(cited: RuleCitation, date: datetime.date) -> datetime.date:
    """Return the day of a citation: the day it states, else that of the ruling."""
    return cited.period.last if cited.period else date


# ---- What rulings rest on ----

# A ruling, a number and its day, the key of a curator's link (0: the ruling cites it), and the key of the row.
_NamedRow = tuple[int, str, datetime.date, int, int]
# The row that says that a Rule has computed links: of no ruling.
_NO_KEY = Value(0, BigIntegerField())
_HAS_LINKS = (_NO_KEY, Value("", CharField()), Cast(Value(None), DateField()), _NO_KEY, _NO_KEY)


class Basis(NamedTuple):
    """A rule that a ruling rests on: as cited, and as it is now.

    ``words`` is same, refs or reworded, and empty without a successor. ``since`` is the first version with other
    words, if known. ``tie`` is the key of a curator's link, None if the ruling cites the rule. A computed basis has
    the key of its ``link``, its ``confidence`` in percent and the ruling's words that are the ``evidence``.
    """

    number: str
    then: datetime.date | None
    resolution: Resolution
    words: str
    since: datetime.date | None
    tie: int | None
    link: int | None = None
    confidence: int = 100
    evidence: str = ""

    @property
    def now(self) -> RuleEntry | None:
        """Return the main successor."""
        return self.resolution.successors[0] if self.resolution.successors else None

    @property
    def renumbered(self) -> bool:
        """Return whether the rule has another number now, or several."""
        return bool(self.resolution.numbers) and self.resolution.numbers != (self.number,)

    @property
    def known(self) -> bool:
        """Return whether the version of its day has the number."""
        return self.resolution.status is not Status.UNKNOWN

    @property
    def steps(self) -> Sequence[Op]:
        """Return the difference of the words then and now."""
        cited = self.resolution.cited
        return diff(cited.words, self.now.words) if cited and self.now else ()

    @property
    def rules(self) -> set[int]:
        """Return the keys of the cited Rule and its successors."""
        cited = self.resolution.cited
        return {one.rule for one in (cited, *self.resolution.successors) if one}


def _bases_at(versions: Catalogue, places: Collection[NumberAtDate]) -> dict[NumberAtDate, Basis]:
    """Return the basis of each number and day, resolved to the rules in force. Six queries, none without places."""
    to = versions.complete_until(versions.today) or next(iter(versions.complete), None)
    if to is None or not places:
        return {}
    dates = [version.date for version in versions.complete]
    in_force = {day: max((date for date in dates if date <= day), default=None) for _, day in places}
    found = resolve_all(versions, {(number, then) for number, day in places if (then := in_force[day])}, to)
    since = _reworded_since(found)
    bases: dict[NumberAtDate, Basis] = {}
    for number, day in places:
        then = in_force[day]
        one = (number, then) if then else None
        resolution = found.get(one, UNKNOWN) if one else UNKNOWN
        first = since.get(one) if one else None
        bases[number, day] = Basis(number, then, resolution, words_since(resolution), first, None)
    return bases


def named_bases(versions: Catalogue, which: Q) -> dict[int, tuple[Basis, ...]]:
    """Return the bases that rulings cite or curators linked, by ruling, those that it cites first. Seven queries.

    ``which`` are conditions on citations and links.
    """
    return _bases_of(versions, _named_rows(which))


def _named_rows(which: Q, *more: QuerySet[RulingRule, _NamedRow]) -> Iterable[_NamedRow]:
    """Return what rulings cite and what curators linked, and ``more`` rows. One query."""
    ties = RulingTie.objects.confirmed().exclude(ruling=None).filter(which).order_by()
    cited = RulingCitation.objects.filter(which).order_by()
    named = cited.values_list("ruling", "number", "day", Value(0, BigIntegerField()), "pk")
    return named.union(ties.values_list("ruling", "number", "day", "pk", "pk"), *more, all=True)


def _bases_of(versions: Catalogue, rows: Iterable[_NamedRow]) -> dict[int, tuple[Basis, ...]]:
    rows = sorted(rows, key=itemgetter(3, 4))
    found = _bases_at(versions, {(number, day) for _, number, day, _, _ in rows})
    bases: defaultdict[int, dict[tuple[str, datetime.date | None], Basis]] = defaultdict(dict)
    for ruling, number, day, tie, _ in rows:
        if basis := found.get((number, day)):
            # A link to a rule that the ruling cites is redundant.
            bases[ruling].setdefault((number, basis.then), basis._replace(tie=tie or None))
    return {ruling: tuple(some.values()) for ruling, some in bases.items()}


def _reworded_since(found: dict[NumberAtDate, Resolution]) -> dict[NumberAtDate, datetime.date]:
    """Return the first change of substance after the cited day, for reworded rules. At most one query."""
    changed = {one: found[one] for one in found if words_since(found[one]) == "reworded"}
    rules = {standing.rule for one in changed.values() for standing in (one.cited, *one.successors[:1]) if standing}
    if not rules:
        return {}
    rows = Change.objects.filter(rule__in=rules, weight=Change.Weight.SUBSTANCE).order_by("version__date")
    days = grouped(rows.values_list("rule", "version__date"))
    since: dict[NumberAtDate, datetime.date] = {}
    for (number, then), one in changed.items():
        own = [standing.rule for standing in (one.cited, *one.successors[:1]) if standing]
        after = [date for rule in own for date in days[rule] if date > then]
        if after:
            since[number, then] = min(after)
    return since


class RulingWithBases(NamedTuple):
    """A ruling with its bases."""

    ruling: Ruling
    bases: tuple[Basis, ...]


def with_bases(versions: Catalogue, rulings: Iterable[Ruling]) -> tuple[RulingWithBases, ...]:
    """Return rulings with their bases, the computed ones last. Fourteen queries at most."""
    shown = list(rulings)
    which = Q(ruling__in=[ruling.pk for ruling in shown])
    named, computed = named_bases(versions, which), computed_bases(versions, RulingRule.objects.filter(which))
    found: list[RulingWithBases] = []
    for ruling in shown:
        own = named.get(ruling.pk, ())
        rules = {rule for basis in own for rule in basis.rules}
        more = (basis for basis in computed.get(ruling.pk, ()) if not basis.rules & rules)
        found.append(RulingWithBases(ruling, (*own, *more)))
    return tuple(found)


def computed_bases(versions: Catalogue, links: RulingRuleQuerySet) -> dict[int, tuple[Basis, ...]]:
    """Return the computed bases by ruling, the surest first, without those that a curator confirmed or rejected."""
    rows = list(links.undecided().order_by("-confidence", "pk"))
    resolved = _bases_at(versions, {(row.number, row.day) for row in rows})
    found = grouped(
        (row.ruling_id, basis._replace(link=row.pk, confidence=row.confidence, evidence=row.words))
        for row in rows
        if (basis := resolved.get((row.number, row.day))) and basis.then == row.day
    )
    return {ruling: tuple(some) for ruling, some in found.items()}


def rulings_on(versions: Catalogue, rule: int | None, number: str | None = None, most: int = 5) -> Page[Any]:
    """Return a page of the rulings linked to a Rule, newest first, each a RulingWithBases.

    Two queries without rulings, else at most fourteen, and one more for a later page.
    """
    named, has_links = _named_bases_on(versions, {rule}) if rule else ({}, False)
    # Hardly any Rule has rulings.
    if not named and not has_links:
        return Paginator((), most).page(1)
    linked = _linked(named, RulingRule.objects.filter(rule=rule)).annotate(total=Window(Count("pk")))
    rows = linked.select_related("card").order_by("-date", "card__name", "pk")
    pages, rulings = Paginator(rows, most), list(rows[:most])
    # The rows of the first page know how many there are: one query less on the page of each rule.
    pages.count = rulings[0].total if rulings else 0
    page = pages.get_page(number)
    if page.number > 1:
        rulings = list(page)
    computed = computed_bases(versions, RulingRule.objects.filter(ruling__in=[ruling.pk for ruling in rulings]))
    more = {ruling: tuple(one for one in some if rule in one.rules) for ruling, some in computed.items()}
    shown = [RulingWithBases(ruling, named.get(ruling.pk) or more.get(ruling.pk, ())) for ruling in rulings]
    return Page(shown, page.number, pages)


def rulings_linked_to(versions: Catalogue, rules: Collection[int]) -> QuerySet[Ruling]:
    """Return the rulings that cite one of these Rules, or that a curator or the computation linked to one."""
    named, _has_links = _named_bases_on(versions, set(rules))
    return _linked(named, RulingRule.objects.filter(rule__in=rules))


def _named_bases_on(versions: Catalogue, rules: Set[int]) -> tuple[dict[int, tuple[Basis, ...]], bool]:
    """Return the bases that rest on one of these Rules, by ruling, and whether there are computed links besides."""
    # Only these numbers can mean one of the Rules, or what became one.
    numbers = Entry.objects.filter(rule__in=related_rules(versions, rules)).values("number")
    linked = RulingRule.objects.filter(rule__in=rules).order_by().values_list(*_HAS_LINKS).distinct()
    rows = list(_named_rows(Q(number__in=numbers), linked))
    named = _bases_of(versions, (row for row in rows if row[0]))
    found = {ruling: tuple(one for one in some if one.rules & rules) for ruling, some in named.items()}
    return {ruling: some for ruling, some in found.items() if some}, not all(row[0] for row in rows)


def _linked(named: Iterable[int], links: RulingRuleQuerySet) -> QuerySet[Ruling]:
    # Not Exists: it would be tried for every ruling.
    return Ruling.objects.filter(Q(pk__in=named) | Q(pk__in=links.undecided().values("ruling")))
