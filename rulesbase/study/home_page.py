"""Data of the study home page: today, the month ahead, retention, decks."""

import datetime
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulesbase.models import Deck, DeckQuestion, Enrolment, Studied, StudyOptions, User
from rulesbase.study.decks.actions import visible
from rulesbase.study.decks.generated import about_of, title_of
from rulesbase.study.questions.render import shown
from rulesbase.study.questions.types import RenderedQuestion
from rulesbase.study.reviews.queue import Queue, queue
from rulesbase.study.reviews.statistics import ChapterStatistics, DueDay, chapters, forecast, retention

# The tallest bar of the forecast, and where its foot stands, in pixels.
_TALL, _FOOT = 66, 84
# Cards that came back are named so far.
_NAMED_BACK = 12
# As many shared decks are listed, and of one person's so many, unless a word is sought.
_MOST_SHARED, _MOST_OF_ONE = 100, 5


class ForecastBar(NamedTuple):
    """A day of the forecast: where its bar stands (percent), and how tall it is (pixels)."""

    x: float
    y: int
    height: int
    cards: int
    day: datetime.date
    label: str
    is_today: bool
    middle: float


class ChapterRow(NamedTuple):
    """A chapter: its number and title, its deck, cards begun, and the share that was kept, in percent."""

    number: str
    title: str
    deck: str
    cards: int
    percent: int | None
    is_weak: bool


class DeckRow(NamedTuple):
    """A deck as the list shows it."""

    deck: Deck
    title: str
    about: str
    cards: int
    begun: int
    is_studied: bool


class DeckGroup(NamedTuple):
    """Decks under a heading; those of a section are its chapters, the section's own deck first."""

    title: str
    decks: list[DeckRow]
    is_open: bool
    is_cut: bool = False


class Today(NamedTuple):
    """Everything that the first page tells of one person."""

    queue: Queue
    bars: list[ForecastBar]
    month: int
    rows: list[ChapterRow]
    remembered: int | None
    weak: list[str]
    back: list[RenderedQuestion]
    studied: list[DeckRow]
    set_aside: int


def today(user: User, *, now: datetime.datetime, options: StudyOptions) -> Today:
    """All of it; about twenty queries, however many cards there are."""
    waiting = queue(user, now=now, limit=1, options=options)
    ahead = forecast(user, now=now, options=options)
    rows = _rows(chapters(user, now=now))
    share = retention(user, now=now).share
    aside = Studied.objects.filter(user=user, question__retired_on=None)
    return Today(
        waiting,
        bars(ahead),
        sum(day.cards for day in ahead),
        rows,
        None if share is None else round(100 * share),
        [row.deck for row in rows if row.is_weak and row.deck],
        _back(user),
        listed(user, Deck.objects.filter(enrolments__user=user, enrolments__ended_at=None)),
        aside.filter(Q(is_suspended=True) | Q(buried_until__gt=waiting.day.date)).count(),
    )


def bars(ahead: Sequence[DueDay]) -> list[ForecastBar]:
    """The forecast as bars; static/js/study-home.js draws the same for who has no account."""
    most = max((day.cards for day in ahead), default=0) or 1
    found = []
    for at, day in enumerate(ahead):
        height = round(_TALL * day.cards / most)
        height = max(height, 2) if day.cards else 0
        x = 100 * at / len(ahead)
        label = _("today") if at == 0 else _("in %(days)d") % {"days": at} if at % 10 == 0 else ""
        found.append(ForecastBar(x, _FOOT - height, height, day.cards, day.day, label, at == 0, x + 1.2))
    return found


def listed(user: User | None, decks: QuerySet[Deck]) -> list[DeckRow]:
    """Decks as lists show them, in their order. Three queries more."""
    rows = list(decks.order_by("position", "pk"))
    keys = [deck.pk for deck in rows]
    places = DeckQuestion.objects.filter(deck__in=keys, question__retired_on=None).order_by()
    cards = dict(places.values_list("deck").annotate(count=Count("pk")))
    begun, studied = {}, set()
    if user is not None:
        mine = places.filter(question__studied__user=user)
        begun = dict(mine.values_list("deck").annotate(count=Count("pk")))
        studied = set(Enrolment.objects.filter(user=user, ended_at=None).values_list("deck", flat=True))
    return [
        DeckRow(deck, title_of(deck), about_of(deck), cards.get(deck.pk, 0), begun.get(deck.pk, 0), deck.pk in studied)
        for deck in rows
    ]


def groups(user: User | None, sought: str = "") -> list[DeckGroup]:
    """All decks that a person may see, in groups; of those that hold a word in their name where one is sought."""
    words = sought.casefold().split()
    shared, is_cut = _shared(user, words)
    own = Q(owner=None) if user is None else Q(owner=None) | Q(owner=user)
    rows = listed(user, Deck.objects.filter(own | Q(pk__in=shared)))
    rows = [row for row in rows if _has(words, row.title, row.about)]
    rows = [row for row in rows if row.cards or (user and row.deck.owner_id == user.pk)]
    found = [DeckGroup(_("Your own"), [row for row in rows if user and row.deck.owner_id == user.pk], True)]
    found.append(DeckGroup(_("By what is asked"), [row for row in rows if _is_kind(row.deck)], True))
    section: list[DeckRow] = []
    for row in rows:
        if row.deck.slug.startswith("section-"):
            section = [row]
            found.append(DeckGroup(row.title, section, bool(words)))
        elif row.deck.slug.startswith("chapter-"):
            if not section:
                section = []
                found.append(DeckGroup(_("Chapters"), section, True))
            section.append(row)
    there = {row.deck.pk: row for row in rows}
    others = [there[pk] for pk in shared if pk in there]
    found.append(DeckGroup(_("Shared by others"), others, True, is_cut))
    return [group for group in found if group.decks]


def _shared(user: User | None, words: Sequence[str]) -> tuple[list[int], bool]:
    """Decks of others that hold a card for everybody, newest first, and whether there are more of them. One query.

    Nobody's fill the list: of each person it has a few, unless words are sought.
    """
    cards = DeckQuestion.objects.filter(deck=OuterRef("pk"), question__retired_on=None, question__owner=None)
    rows = visible(user).filter(Exists(cards), is_shared=True).exclude(owner=None)
    rows = rows if user is None else rows.exclude(owner=user)
    for word in words:
        # The databases fold the case of these alike; of others not.
        if word.isascii():
            rows = rows.filter(Q(name__icontains=word) | Q(about__icontains=word))
    found: list[int] = []
    of_one: Counter[int | None] = Counter()
    is_cut = False
    for key, owner, name, about in rows.order_by("-pk").values_list("pk", "owner", "name", "about").iterator():
        if not _has(words, name, about):
            continue
        of_one[owner] += 1
        if not words and of_one[owner] > _MOST_OF_ONE:
            is_cut = True
        elif len(found) == _MOST_SHARED:
            return found, True
        else:
            found.append(key)
    return found, is_cut


def _has(words: Sequence[str], *names: str) -> bool:
    return all(word in " ".join(names).casefold() for word in words)


def summed(counts: "Today") -> str:
    """What waits today, in one sentence for people."""
    waiting = counts.queue.counts
    parts = []
    if waiting.due:
        parts.append(ngettext("%(count)d due", "%(count)d due", waiting.due) % {"count": waiting.due})
    if waiting.new:
        parts.append(ngettext("%(count)d new", "%(count)d new", waiting.new) % {"count": waiting.new})
    if waiting.back:
        message = ngettext("%(count)d whose rule changed", "%(count)d whose rule changed", waiting.back)
        parts.append(message % {"count": waiting.back})
    # Translators: stands between the parts of a list: 9 due, 5 new.
    return _(", ").join(parts)


def _is_kind(deck: Deck) -> bool:
    return deck.owner_id is None and not deck.slug.startswith(("section-", "chapter-"))


def _rows(found: Sequence[ChapterStatistics]) -> list[ChapterRow]:
    names = [f"chapter-{chapter.public_id}" for chapter in found if chapter.public_id]
    decks = {deck.slug: deck for deck in Deck.objects.filter(slug__in=names, owner=None)}
    rows = []
    for chapter in found:
        deck = decks.get(f"chapter-{chapter.public_id}")
        number, _gap, title = deck.name.partition(" ") if deck else ("", "", _("Glossary and own cards"))
        share = chapter.retention.share
        percent = None if share is None else round(100 * share)
        named = deck.public_id if deck else ""
        rows.append(ChapterRow(number, title, named, chapter.cards, percent, chapter.is_weak))
    return sorted(rows, key=lambda row: not row.is_weak)


def _back(user: User) -> list[RenderedQuestion]:
    rows = Studied.objects.filter(user=user, came_back__isnull=False).open().select_related("question", "came_back")
    rows = rows.order_by("due", "pk")[:_NAMED_BACK]
    texts = {row.question.pk: row.came_back for row in rows if row.came_back}
    return shown([row.question for row in rows], came_back=texts)


def booth_address(decks: Sequence[str], *, drill: bool = False) -> str:
    """The address of the booth for some decks."""
    query = "&".join([*(f"deck={deck}" for deck in decks), *(["drill=1"] if drill else [])])
    return reverse("study-booth") + (f"?{query}" if query else "")
