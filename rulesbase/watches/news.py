"""What happened to the things that somebody watches, since they were told last."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from rulesbase.archive.catalogue import Catalogue
from rulesbase.core.cards import CardRow, RulingRow
from rulesbase.core.cards import cards as card_source
from rulesbase.feeds.search import Arrivals, arrivals
from rulesbase.feeds.translations import Came, came_since, left_out
from rulesbase.history.rule_changes import Happened, Row, Step, steps_of, with_words
from rulesbase.models import ActionLog, Rule, Watch, WatchMail
from rulesbase.watches.actions import short_digest

# What an import or a bulk approval wrote in one transaction may be seen late: the log is read up to so long ago.
SETTLED = datetime.timedelta(minutes=1)
_OF_STEP, _OF_WATCH = 25, 10
_Kind = Watch.Kind


class StepNews(NamedTuple):
    """What a version did: ``rows`` are those that no other watch of the person told before."""

    step: Step
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class WatchNews:
    """What happened to one thing; one of the lists has something."""

    watch: Watch
    steps: tuple[StepNews, ...] = ()
    rulings: tuple[RulingRow, ...] = ()
    card: CardRow | None = None
    arrivals: tuple[Arrivals, ...] = ()
    came: tuple[Came, ...] = ()
    # Older rows of the log that are too many to be told one by one.
    left: int = 0

    @property
    def items(self) -> int:
        """How many things happened."""
        changes = sum(len(one.rows) or 1 for one in self.steps)
        hits = sum(len(one.hits) for one in self.arrivals)
        return changes + len(self.rulings) + hits + self.left + sum(len(one.approved) or 1 for one in self.came)


class News(NamedTuple):
    """All that one person is told. ``words`` are those of the changes, by their key."""

    parts: tuple[WatchNews, ...]
    words: dict[int, Happened]

    @property
    def items(self) -> int:
        """How many things happened."""
        return sum(part.items for part in self.parts)


@dataclass
class Reporter:
    """Looks up what happened, once for all people: many watch the same."""

    versions: Catalogue
    now: datetime.datetime
    _steps: dict[tuple[int, datetime.date | None], list[Step]] = field(default_factory=dict)
    _hits: dict[tuple[str, str, datetime.date | None], list[Arrivals]] = field(default_factory=dict)
    _came: dict[tuple[str, int], tuple[list[Came], int]] = field(default_factory=dict)
    _words: dict[int, Happened] = field(default_factory=dict)

    @property
    def newest(self) -> datetime.date | None:
        """The version in force."""
        return self.versions.latest.date if self.versions.latest else None

    @cached_property
    def last_action(self) -> int:
        """The newest action of the log that is told: the last before the first that may still be in the making.

        Those of a moment still to come are of a clock that was ahead, and as old as their place in the log.
        """
        rows = ActionLog.objects.order_by("pk").values_list("pk", flat=True)
        open_ = rows.filter(made_at__gt=self.now - SETTLED, made_at__lte=self.now + SETTLED).first()
        return (rows.filter(pk__lt=open_) if open_ else rows).last() or 0

    def steps(self, rule: Rule, since: datetime.date | None) -> list[Step]:
        """What versions after a day did to a Rule."""
        if (rule.pk, since) not in self._steps:
            self._steps[rule.pk, since] = steps_of(self.versions, rule, since, most=_OF_WATCH)
        return self._steps[rule.pk, since]

    def arrivals(self, watch: Watch, since: datetime.date | None) -> list[Arrivals]:
        """What versions after a day brought to a search."""
        key = watch.language, watch.question, since
        if key not in self._hits:
            found = arrivals(self.versions, watch.language, watch.question, since)
            new = (one._replace(hits=tuple(hit for hit in one.hits if hit.is_new)) for one in found)
            self._hits[key] = [one for one in new if one.hits][:_OF_WATCH]
        return self._hits[key]

    def came(self, language: str, after: int) -> tuple[list[Came], int]:
        """What was approved in a language after an action, and how many older rows there are beside."""
        if (language, after) not in self._came:
            until = self.last_action
            self._came[language, after] = came_since(language, after, until), left_out(language, after, until)
        return self._came[language, after]

    def words(self, news: Sequence[StepNews]) -> dict[int, Happened]:
        """The words of changes."""
        rows = [row for one in news for row in one.rows[:_OF_STEP]]
        missing = [row for row in rows if row.pk not in self._words]
        if missing:
            self._words |= with_words(self.versions, [one.step for one in news], missing)
        return {row.pk: self._words[row.pk] for row in rows if row.pk in self._words}


def _latest(*days: datetime.date | None) -> datetime.date | None:
    return max((day for day in days if day), default=None)


def news_for(reporter: Reporter, mail: WatchMail, watches: Sequence[Watch]) -> News:
    """What happened to these watches of a person since they were told last. Of a rule in a chapter that is watched too
    the rule's own watch tells."""
    cards = card_source().by_id([watch.oracle_id for watch in watches if watch.kind == _Kind.CARD])
    told: set[int] = set()
    parts: list[WatchNews] = []
    # What is deepest in the book comes first, so that it is told there.
    for watch in sorted(watches, key=lambda one: (-len(one.number), one.pk)):
        since = _latest(mail.told_version, watch.since)
        part = WatchNews(watch)
        if watch.kind == _Kind.RULE and watch.rule:
            part = WatchNews(watch, steps=_steps(reporter.steps(watch.rule, since), told))
        elif watch.kind == _Kind.CARD and watch.oracle_id in cards:
            card = cards[watch.oracle_id]
            known = set(watch.known)
            new = tuple(one for one in card_source().rulings_of(card) if short_digest(one.digest) not in known)
            part = WatchNews(watch, rulings=new, card=card)
        elif watch.kind == _Kind.SEARCH:
            part = WatchNews(watch, arrivals=tuple(reporter.arrivals(watch, since)))
        elif watch.kind == _Kind.LANGUAGE:
            after = max(mail.told_action, *watch.known, 0)
            came, left = reporter.came(watch.language, after)
            part = WatchNews(watch, came=tuple(came), left=left)
        if part.items:
            parts.append(part)
    parts.sort(key=lambda part: part.watch.pk)
    return News(tuple(parts), reporter.words([one for part in parts for one in part.steps]))


def _steps(steps: Sequence[Step], told: set[int]) -> tuple[StepNews, ...]:
    found = []
    for step in steps:
        rows = tuple(row for row in step.told if row.pk not in told)
        told.update(row.pk for row in rows)
        if rows:
            found.append(StepNews(step, rows))
    return tuple(found)
