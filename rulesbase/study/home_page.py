"""Data of the study home page: today, the month ahead, retention, decks."""

import datetime
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulesbase.models import Deck, DeckQuestion, Enrolment, Studied, User
from rulesbase.study.decks.actions import visible
from rulesbase.study.decks.generated import about_of, title_of
from rulesbase.study.questions.render import RenderedQuestion, shown
from rulesbase.study.reviews.options import options_of
from rulesbase.study.reviews.queue import Counts, queue
from rulesbase.study.reviews.statistics import ChapterStatistics, DueDay, chapters, forecast, retention

# The height of the tallest bar of the forecast, and the position of its lower end, in pixels.
_TALL, _FOOT = 66, 84
# Maximum number of cards that came back.
_NAMED_BACK = 12
# Maximum number of shared decks in the list, and of one person unless there is a search.
_MOST_SHARED, _MOST_OF_ONE = 100, 5


class ForecastBar(NamedTuple):
    """A day of the forecast: the position of its bar (percent), and its height (pixels)."""

    x: float
    y: int
    height: int
    cards: int
    day: datetime.date
    label: str
    is_today: bool
    middle: float


class ChapterRow(NamedTuple):
    """A chapter: number, title, deck, cards begun, and the share remembered, in percent."""

    number: str
    title: str
    deck: str
    cards: int
    percent: int | None
    is_weak: bool


class DeckRow(NamedTuple):
    """A deck in a list."""

    deck: Deck
    title: str
    about: str
    cards: int
    begun: int
    is_studied: bool


class DeckGroup(NamedTuple):
    """Decks under a heading: a section has its own deck, then those of its chapters."""

    title: str
    decks: list[DeckRow]
    is_open: bool
    is_cut: bool = False


def home_context(user: User, *, now: datetime.datetime) -> dict[str, Any]:
    """Return the context of the home page of a user: about twenty queries, however many cards there are."""
    options = options_of(user)
    waiting = queue(user, now=now, limit=1, options=options)
    ahead = forecast(user, now=now, options=options)
    rows = _rows(chapters(user, now=now))
    weak = [row.deck for row in rows if row.is_weak and row.deck]
    aside = Studied.objects.filter(user=user, question__retired_on=None)
    today = {
        "bars": bars(ahead),
        "month": sum(day.cards for day in ahead),
        "rows": rows,
        "remembered": retention(user, now=now).percent,
        "back": _back(user),
        "studied": listed(user, Deck.objects.filter(enrolments__user=user, enrolments__ended_at=None)),
        "set_aside": aside.filter(Q(is_suspended=True) | Q(buried_until__gt=waiting.day.date)).count(),
    }
    drill = booth_address(weak, drill=True) if weak else ""
    return {"today": today, "counts": waiting.counts, "summed": _summed(waiting.counts), "drill": drill}


def bars(ahead: Sequence[DueDay]) -> list[ForecastBar]:
    """Return the forecast as bars; static/js/study-home.js draws the same without an account."""
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
    """Return decks for a list, in their order. Three more queries."""
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
    """Return the decks that a user may see, in groups; with a search only those with its words."""
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
    """Return decks of others that have a common card, newest first, and whether there are more. One query.

    Without a search each person has only a few of them in the list.
    """
    cards = DeckQuestion.objects.filter(deck=OuterRef("pk"), question__retired_on=None, question__owner=None)
    rows = visible(user).filter(Exists(cards), is_shared=True).exclude(owner=None)
    rows = rows if user is None else rows.exclude(owner=user)
    for word in words:
        # Databases ignore the case of other letters differently.
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


def _summed(waiting: Counts) -> str:
    """Return what is due today, as one phrase."""
    counts = [
        (waiting.due, ngettext("%(count)d due", "%(count)d due", waiting.due)),
        (waiting.new, ngettext("%(count)d new", "%(count)d new", waiting.new)),
        (waiting.back, ngettext("%(count)d whose rule changed", "%(count)d whose rule changed", waiting.back)),
    ]
    # Translators: stands between the parts of a list: 9 due, 5 new.
    return _(", ").join(message % {"count": count} for count, message in counts if count)


def _is_kind(deck: Deck) -> bool:
    return deck.owner_id is None and not deck.slug.startswith(("section-", "chapter-"))


def _rows(found: Sequence[ChapterStatistics]) -> list[ChapterRow]:
    names = [f"chapter-{chapter.public_id}" for chapter in found if chapter.public_id]
    decks = {deck.slug: deck for deck in Deck.objects.filter(slug__in=names, owner=None)}
    rows = []
    for chapter in found:
        deck = decks.get(f"chapter-{chapter.public_id}")
        number, _gap, title = deck.name.partition(" ") if deck else ("", "", _("Glossary and own cards"))
        named = deck.public_id if deck else ""
        rows.append(ChapterRow(number, title, named, chapter.cards, chapter.retention.percent, chapter.is_weak))
    return sorted(rows, key=lambda row: not row.is_weak)


def _back(user: User) -> list[RenderedQuestion]:
    rows = Studied.objects.filter(user=user, came_back__isnull=False).open().select_related("question", "came_back")
    rows = rows.order_by("due", "pk")[:_NAMED_BACK]
    texts = {row.question.pk: row.came_back for row in rows if row.came_back}
    return shown([row.question for row in rows], came_back=texts)


def booth_address(decks: Sequence[str], *, drill: bool = False) -> str:
    """Return the address of a study session of some decks."""
    query = urlencode([*(("deck", deck) for deck in decks), *([("drill", 1)] if drill else [])])
    return reverse("study-booth") + (f"?{query}" if query else "")
