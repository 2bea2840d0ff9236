"""Rules that were taken out and come back: their spans of versions are joined, whatever lies between.

A span begins where a Rule is told as added and ends where it is told as removed. Which spans are one Rule follows
from their texts, step by step in the order of dates, and from what curators say; so the order of imports cannot
matter.
"""

import datetime
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter, itemgetter

from django.db.models import F, Value

from rulesbase.core.bulk_update import update_rows
from rulesbase.engine.lineage.link import Item
from rulesbase.engine.lineage.reinstated import Rarity, Stood, rarity_among, returns
from rulesbase.engine.nodes import Kind
from rulesbase.engine.text.normalize import fold
from rulesbase.lineage.edition_items import Book, followed_editions
from rulesbase.lineage.reassign import Ledger, Span, move_spans
from rulesbase.models import Change, Correction, Edition, Entry, Kinship, Rule

_EVER, _NEVER = datetime.date.min, datetime.date.max
_SAID = "returns after "
_MERGE = "merge"
_ADDED = Value(Change.Kind.ADDED.value)


@dataclass(eq=False)
class _Life:
    """Versions in a row in which a Rule stands. ``born`` is the change that told of its beginning, if one did.

    One that ended in a merge lives on in another Rule; only a curator knows that it comes back, unless it is a
    chapter: what stood under it can be put under its title again.
    """

    rule: int
    first: datetime.date
    gone: datetime.date
    born: int
    merged: bool = False
    after: "_Life | None" = None
    before: "_Life | None" = None

    @property
    def tail(self) -> "_Life":
        """The last one of those that are joined so far."""
        life = self
        while life.before:
            life = life.before
        return life

    def join(self, later: "_Life") -> None:
        """Let a later one go on where this one ended."""
        later.after, self.before = self, later


def join_returns(since: datetime.date, before: datetime.date = _NEVER, ledger: Ledger | None = None) -> None:
    """Join what comes back in the versions from ``since`` to before ``before``; as it is now, elsewhere."""
    lives = _lives()
    known: list[tuple[_Life, _Life]] = []
    for of_rule in lives.values():
        known += [(a, b) for a, b in pairwise(of_rule) if not since <= b.first < before]
    for earlier, later in known:
        earlier.join(later)
    said = _Search(lives, since, before).join()
    _tell(said, since, before)
    _name([life for of_rule in lives.values() for life in of_rule], ledger)


def _lives() -> dict[int, list[_Life]]:
    """Rule -> its spans, oldest first, of all Rules that were told of as added, removed or merged into another.

    A chapter that was cut out of another one began with that: what stands under its title may have come back.
    """
    told = Change.objects.filter(kind__in=(Change.Kind.ADDED, Change.Kind.REMOVED))
    cut = Kinship.objects.filter(kind="split", new__changes__version=F("version"), new__changes__item="heading")
    merges = Kinship.objects.filter(kind=_MERGE).values_list("old", "version__date")
    events = list(told.values_list("rule", "version__date", "kind", "pk"))
    events += cut.values_list("new", "version__date", _ADDED, "new__changes__pk")
    events += [(rule, date, _MERGE, 0) for rule, date in merges]
    found: defaultdict[int, list[_Life]] = defaultdict(list)
    for rule, date, kind, pk in sorted(events, key=itemgetter(1, 2)):
        if kind == Change.Kind.ADDED:
            found[rule].append(_Life(rule, date, _NEVER, pk))
            continue
        if not found[rule]:
            found[rule].append(_Life(rule, _EVER, _NEVER, 0))
        found[rule][-1].gone, found[rule][-1].merged = date, kind == _MERGE
    return found


class _Search:
    """Looks for what comes back, version by version."""

    def __init__(self, lives: dict[int, list[_Life]], since: datetime.date, before: datetime.date) -> None:
        self.lives = lives
        self.editions = {edition.version.date: edition for edition in followed_editions()}
        self.order = {date: at for at, date in enumerate(sorted(self.editions))}
        every = [life for of_rule in lives.values() for life in of_rule]
        self.born: defaultdict[datetime.date, list[_Life]] = defaultdict(list)
        for life in every:
            if life.born and since <= life.first < before:
                self.born[life.first].append(life)
        last = max(self.born, default=_EVER)
        self.ended = [life for life in every if life.gone < last and life.before is None]
        self.dates = list(self.order)
        newborn = [life for lives_then in self.born.values() for life in lives_then]
        self.came = self._stood((life, life.first) for life in newborn)
        self.left = self._stood((life, self._last(life)) for life in self.ended) if newborn else {}
        self.ended = [life for life in self.ended if life in self.left and self._may_return(life)]
        in_force = Correction.objects.in_force().filter(new_date__gte=since, new_date__lt=before)
        self.corrections = [row for row in in_force.order_by("new_date", "pk") if row.verb in ("same", "apart")]

    def _may_return(self, life: _Life) -> bool:
        return not life.merged or self.left[life].item.kind is Kind.CHAPTER

    def _last(self, life: _Life) -> datetime.date:
        """The last version in which it stood."""
        return self.dates[max(0, self.order.get(life.gone, 0) - 1)]

    def _stood(self, asked: Iterable[tuple[_Life, datetime.date]]) -> dict[_Life, Stood]:
        lives = {(self.editions[date].pk, life.rule): (life, date) for life, date in asked if date in self.editions}
        rows = Entry.objects.filter(edition__in={at for at, _ in lives}, rule__in={rule for _, rule in lives})
        fields = ("edition", "rule", "position", "number", "kind", "wording__heading", "wording__text")
        found: dict[_Life, Stood] = {}
        for edition, rule, position, number, kind, heading, text in rows.values_list(*fields):
            if (edition, rule) in lives:
                life, date = lives[edition, rule]
                item = Item.made(number, Kind[Entry.Kind(kind).name], heading, text, ())
                found[life] = Stood(item, self.order[date], position)
        return self._with_titles(found)

    def _with_titles(self, stood: dict[_Life, Stood]) -> dict[_Life, Stood]:
        """What stood, with word of the chapters that shared their titles."""
        chapters = {life: one for life, one in stood.items() if one.item.kind is Kind.CHAPTER}
        dates = {self.dates[one.version] for one in chapters.values()}
        rows = Entry.objects.filter(edition__version__date__in=dates, edition__in=self.editions.values())
        titles = (
            rows.filter(kind=Entry.Kind.CHAPTER).order_by().values_list("edition__version__date", "wording__heading")
        )
        often = Counter((date, fold(heading)) for date, heading in titles)
        for life, one in chapters.items():
            stood[life] = one._replace(alone=often[self.dates[one.version], one.item.heading] < 2)
        return stood

    def join(self) -> dict[int, tuple[float, str]]:
        """Join spans; change that tells of a beginning -> how sure it is that it is a return, and why."""
        said: dict[int, tuple[float, str]] = {}
        for date in sorted(self.born):
            come = sorted((life for life in self.born[date] if life in self.came), key=self._place_then)
            apart = self._obey(date, come, said)
            come = [life for life in come if life.after is None]
            gone = [life for life in self.ended if life.gone < date and life.before is None]
            gone.sort(key=self._place_last)
            never = [(gone.index(a.tail), come.index(b)) for a, b in apart if b in come and a.tail in gone]
            found = returns(
                [self.left[life] for life in gone],
                [self.came[life] for life in come],
                self._rarity(self.editions[date]),
                never,
            )
            for one in found:
                said[come[one.come].born] = (one.confidence, self._words(gone[one.gone], one.evidence))
                gone[one.gone].join(come[one.come])
        return said

    def _obey(
        self, date: datetime.date, come: Sequence[_Life], said: dict[int, tuple[float, str]]
    ) -> list[tuple[_Life, _Life]]:
        """Join what curators say comes back in this version; the pairs that they say do not."""
        apart: list[tuple[_Life, _Life]] = []
        for row in self.corrections:
            if row.new_date != date:
                continue
            old, new = self._life_at(row.old_date, row.old_number), self._life_at(date, row.new_number)
            if old is None or new is None or new not in come:
                continue
            if row.verb == "apart":
                apart.append((old, new))
            elif old.tail.gone < date and new.after is None:
                said[new.born] = (1.0, self._words(old.tail, f"corrected: {row.reason}"))
                old.tail.join(new)
        return apart

    def _words(self, gone: _Life, evidence: str) -> str:
        return f"{_SAID}{self._last(gone).isoformat()}, {evidence}"[:200]

    def _life_at(self, date: datetime.date, number: str) -> _Life | None:
        if date not in self.editions:
            return None
        entry = Entry.objects.filter(edition=self.editions[date], number=number).order_by("position").last()
        lives = self.lives.get(entry.rule_id or 0, []) if entry else []
        return next((life for life in reversed(lives) if life.first <= date < life.gone), None)

    def _place_then(self, life: _Life) -> int:
        return self.came[life].position

    def _place_last(self, life: _Life) -> tuple[int, int]:
        stood = self.left[life]
        return stood.version, stood.position

    @staticmethod
    def _rarity(edition: Edition) -> Rarity:
        return lambda: rarity_among(Book.stored(edition).items)


def _name(lives: Sequence[_Life], ledger: Ledger | None) -> None:
    """Give all that are joined the Rule of the first; what is joined no longer, a new one."""
    taken: set[int] = set()
    names: dict[_Life, int] = {}
    following = {life: other for life, other in pairwise(lives) if life.rule == other.rule}
    spans: list[Span] = []
    for life in sorted(lives, key=attrgetter("first", "rule")):
        if life.after:
            names[life] = names[life.after]
        else:
            names[life] = life.rule if life.rule not in taken else Rule.objects.create().pk
            taken.add(names[life])
        if names[life] != life.rule:
            until = following[life].first if life in following else _NEVER
            spans.append(Span(life.rule, life.first, until, names[life]))
    move_spans(spans, ledger)
    for span in spans if ledger is None else ():
        if span.rule not in taken:
            Rule.objects.filter(pk=span.rule, entries=None).update(merged_into=span.to)


def _tell(said: dict[int, tuple[float, str]], since: datetime.date, before: datetime.date) -> None:
    """Say of what comes back that it does, and of nothing else."""
    born = Change.objects.filter(kind=Change.Kind.ADDED, version__date__gte=since, version__date__lt=before)
    changed: list[Change] = []
    for change in born.filter(evidence__startswith=_SAID) | born.filter(pk__in=said):
        confidence, evidence = said.get(change.pk, (1.0, ""))
        if (change.confidence, change.evidence) != (confidence, evidence):
            change.confidence, change.evidence = confidence, evidence
            changed.append(change)
    update_rows(changed, ["confidence", "evidence"])
