"""Find what happened to the targets of a user's watches since the last mail."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from typing import NamedTuple

from rulesbase.core.card_interface import CardRow, RulingRow
from rulesbase.core.card_interface import cards as card_source
from rulesbase.engine.documents import COMPREHENSIVE_RULES, document_active
from rulesbase.feeds.search import SearchChanges, search_changes
from rulesbase.feeds.translations import TranslationChange, omitted_count, translation_changes
from rulesbase.history.rule_changes import ChangeTexts, VersionChanges, changes_of_rule, texts_of_changes
from rulesbase.models import ActionLog, Rule, Watch, WatchMail
from rulesbase.watches.actions import catalogues, newest_days, short_digest

# The rows of a long transaction become visible late, so the log is only read up to this long ago.
SETTLED = datetime.timedelta(minutes=1)
_OF_STEP, _OF_WATCH = 25, 10
_Kind = Watch.Kind


class WatchNews(NamedTuple):
    """The news of one watch; at least one of the lists is not empty.

    ``steps`` list the changes that no other watch of the user reports.
    """

    watch: Watch
    steps: tuple[VersionChanges, ...] = ()
    rulings: tuple[RulingRow, ...] = ()
    card: "CardRow | None" = None
    search_changes: tuple[SearchChanges, ...] = ()
    changes: tuple[TranslationChange, ...] = ()
    # The number of older log rows that are only counted.
    left: int = 0

    @property
    def items(self) -> int:
        """Return the number of changes."""
        changes = sum(len(step.listed) for step in self.steps)
        hits = sum(len(one.changes) for one in self.search_changes)
        return changes + len(self.rulings) + hits + self.left + sum(len(one.approved) or 1 for one in self.changes)


class News(NamedTuple):
    """All news of a user. ``words`` are the texts of the changes by key."""

    parts: tuple[WatchNews, ...]
    words: dict[int, ChangeTexts]

    @property
    def items(self) -> int:
        """Return the number of changes."""
        return sum(part.items for part in self.parts)


class NewsReader:
    """Reads news, each once, because many users watch the same targets."""

    def __init__(self, now: datetime.datetime) -> None:
        self.now = now
        # Of each document: what is imported while mails are sent belongs to the next run.
        self.versions = catalogues()
        self.steps, self.hits, self.changes = cache(self._steps), cache(self._hits), cache(self._changes)
        self._words: dict[int, ChangeTexts] = {}

    @cached_property
    def last_action(self) -> int:
        """Return the newest action to report: the last one before the first whose transaction may still be open.

        Actions with a future time come from a clock that was ahead; their place in the log counts.
        """
        rows = ActionLog.objects.order_by("pk").values_list("pk", flat=True)
        open_ = rows.filter(made_at__gt=self.now - SETTLED, made_at__lte=self.now + SETTLED).first()
        return (rows.filter(pk__lt=open_) if open_ else rows).last() or 0

    def _steps(self, rule: Rule, since: datetime.date | None) -> list[VersionChanges]:
        """Return the changes of a Rule in versions after a day."""
        with document_active(rule.document):
            return changes_of_rule(self.versions[rule.document], rule, since, most=_OF_WATCH)

    def _hits(
        self, document: str, language: str, question: str, since: datetime.date | None
    ) -> tuple[SearchChanges, ...]:
        """Return the new results of a search in versions after a day."""
        found = search_changes(self.versions[document], language, question, since)
        new = (one._replace(changes=tuple(change for change in one.changes if change.is_new)) for one in found)
        return tuple(one for one in new if one.changes)[:_OF_WATCH]

    def _changes(self, language: str, after: int) -> tuple[tuple[TranslationChange, ...], int]:
        """Return the approvals of a language after an action, and the number of older rows left out."""
        until = self.last_action
        return tuple(translation_changes(language, after, until)), omitted_count(language, after, until)

    def words(self, steps: Sequence[VersionChanges]) -> dict[int, ChangeTexts]:
        """Return the texts of changes of one document by key."""
        rows = [row for step in steps for row in step.listed[:_OF_STEP]]
        missing = [row for row in rows if row.pk not in self._words]
        if missing:
            self._words |= texts_of_changes(steps, missing)
        return {row.pk: self._words[row.pk] for row in rows if row.pk in self._words}


def news_for(reader: NewsReader, mail: WatchMail, watches: Sequence[Watch]) -> News:
    """Return the news of a user's watches since the last mail.

    If a rule and its chapter are both watched, the rule's own watch reports the change.
    """
    cards = card_source().by_id([watch.oracle_id for watch in watches if watch.kind == _Kind.CARD])
    reported: set[int] = set()
    # The deepest rules come first, so that their own watch reports a change.
    deepest_first = sorted(watches, key=lambda one: (-len(one.number), one.pk))
    found = [_news_of(reader, mail, watch, cards, reported) for watch in deepest_first]
    parts = sorted((part for part in found if part.items), key=lambda part: part.watch.pk)
    words: dict[int, ChangeTexts] = {}
    for document in sorted({part.watch.document for part in parts}):
        with document_active(document):
            words |= reader.words([one for part in parts if part.watch.document == document for one in part.steps])
    return News(tuple(parts), words)


def _news_of(
    reader: NewsReader, mail: WatchMail, watch: Watch, cards: Mapping[str, CardRow], reported: set[int]
) -> WatchNews:
    """Return the news of one watch, without the changes that are ``reported``; add its own to them."""
    since = max(filter(None, (_reported(mail, watch.document), watch.since)), default=None)
    if watch.kind == _Kind.RULE and watch.rule:
        return WatchNews(watch, steps=_steps(reader.steps(watch.rule, since), reported))
    if watch.kind == _Kind.CARD and watch.oracle_id in cards:
        card = cards[watch.oracle_id]
        new = tuple(one for one in card_source().rulings_of(card) if short_digest(one.digest) not in watch.known)
        return WatchNews(watch, rulings=new, card=card)
    if watch.kind == _Kind.SEARCH:
        hits = reader.hits(watch.document, watch.language, watch.question, since)
        return WatchNews(watch, search_changes=hits)
    if watch.kind == _Kind.LANGUAGE:
        changes, left = reader.changes(watch.language, max(mail.told_action, *watch.known, 0))
        return WatchNews(watch, changes=changes, left=left)
    return WatchNews(watch)


def has_unreported(reader: NewsReader, mail: WatchMail, watches: Iterable[Watch]) -> bool:
    """Return whether a watched document, or the Comprehensive Rules, has a version newer than the last mail reports."""
    watched = {COMPREHENSIVE_RULES, *(watch.document for watch in watches)}
    newest = {document: day for document, day in newest_days(reader.versions).items() if document in watched}
    return any(day > (_reported(mail, document) or datetime.date.min) for document, day in newest.items())


def _reported(mail: WatchMail, document: str) -> datetime.date | None:
    """Return the newest version of a document that mails reported; None if none was."""
    if document == COMPREHENSIVE_RULES:
        return mail.told_version
    day = mail.told_documents.get(document)
    return datetime.date.fromisoformat(day) if day else None


def _steps(steps: Sequence[VersionChanges], reported: set[int]) -> tuple[VersionChanges, ...]:
    """Return versions without the changes that are ``reported``; add the others to these."""
    found = []
    for step in steps:
        known = reported & {row.pk for row in step.listed}
        new = step._replace(rows=tuple(row for row in step.rows if row.pk not in known))
        reported.update(row.pk for row in new.listed)
        if new.listed:
            found.append(new)
    return tuple(found)
