"""The study home page: statistics, today, the month ahead, retention, decks."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import npgettext

from rulesbase.engine.text.numbers import canonical, chapter_of
from rulesbase.models import Deck, DeckQuestion, Enrolment, Studied, StudyOptions, User
from rulesbase.study.decks.actions import visible
from rulesbase.study.decks.generated import deck_description, deck_title, is_of_document
from rulesbase.study.questions.render import RenderedQuestion, shown
from rulesbase.study.reviews.days import days_from
from rulesbase.study.reviews.options import options_of
from rulesbase.study.reviews.queue import QueueCounts, queue
from rulesbase.study.reviews.schedule_page import RETENTION_COUNTS, bar_at, grades_in_review
from rulesbase.study.reviews.scheduling import NEW

DAYS = 30
LOOKED_BACK = timedelta(days=90)
# Fewer grades give no meaningful share.
FEW = 10
# A chapter below this share is weak.
WEAK = 0.85
# Maximum number of cards that came back.
_NAMED_BACK = 12
# Maximum number of shared decks in the list, and of one person unless there is a search.
_MOST_SHARED, _MOST_OF_ONE = 100, 5


class ChapterRow(NamedTuple):
    """A chapter: number, title, deck, cards begun, and the share remembered, in percent.

    Weak is one with enough grades of which fewer were remembered than FSRS expected.
    """

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


def home_context(user: User, *, now: datetime) -> dict[str, Any]:
    """Return the context of the home page of a user: about twenty queries, however many cards there are."""
    options = options_of(user)
    waiting = queue(user, now=now, limit=1, options=options)
    ahead = forecast(user, now=now, options=options)
    rows = chapters(user, now=now)
    weak = [row.deck for row in rows if row.is_weak and row.deck]
    today = {
        "bars": bars(ahead),
        "month": sum(cards for _day, cards in ahead),
        "rows": rows,
        "remembered": retention(user, now=now),
        "back": _back(user),
        "studied": listed(user, visible(user).filter(enrolments__user=user, enrolments__ended_at=None)),
        "set_aside": Studied.objects.filter(user=user).set_aside_on(waiting.day.date).count(),
    }
    drill = session_address(weak, drill=True) if weak else ""
    return {"today": today, "counts": waiting.counts, "summed": _summed(waiting.counts), "drill": drill}


def begun(user: User) -> bool:
    """Return whether a user studies a deck or has graded a card. One query or two."""
    return Enrolment.objects.filter(user=user, ended_at=None).exists() or Studied.objects.filter(user=user).exists()


def forecast(user: User, *, now: datetime, options: StudyOptions) -> list[tuple[date, int]]:
    """Return how many cards are due on each of the next days of the user, today first with the overdue ones."""
    ahead = days_from(options, now, DAYS)
    found = Studied.objects.filter(user=user, due__lt=ahead[-1].ends).open().exclude(state=NEW)
    # Most are overdue and on the first day: let the database count them.
    now_due = Q(buried_until=None, due__lt=ahead[0].ends)
    counts = [found.filter(now_due).count()] + [0] * (DAYS - 1)
    begins, days = [day.begins for day in ahead], [day.date for day in ahead]
    for due, until in found.exclude(now_due).values_list("due", "buried_until"):
        # A buried card waits for its day.
        at = max(bisect_right(begins, due) - 1, bisect_left(days, until or days[0]))
        if at < DAYS:
            counts[at] += 1
    return list(zip(days, counts, strict=True))


def bars(ahead: Sequence[tuple[date, int]]) -> list[dict[str, Any]]:
    """Return the forecast as bars; static/js/study-home.js draws the same without an account."""
    most = max((cards for _day, cards in ahead), default=0) or 1
    found = []
    for at, (day, cards) in enumerate(ahead):
        x = 100 * at / len(ahead)
        label = _("today") if at == 0 else _("in %(days)d days") % {"days": at} if at % 10 == 0 else ""
        bar = bar_at(x, cards / most, 2 if cards else 0)
        found.append({**bar, "cards": cards, "day": day, "label": label, "is_today": at == 0, "middle": x + 1.2})
    return found


def retention(user: User, *, now: datetime) -> int | None:
    """Return the share of cards in review that was remembered in the last 90 days, in percent; None without grades."""
    found = grades_in_review(user, now, LOOKED_BACK).aggregate(**RETENTION_COUNTS)
    return round(100 * found["remembered"] / found["reviews"]) if found["reviews"] else None


def chapters(user: User, *, now: datetime) -> list[ChapterRow]:
    """Return every chapter that has cards of this user, with its retention of the last 90 days.

    Weak ones come first, then those of the lowest retention; chapters without grades come last. Three queries.
    """
    by, named = "question__chapter", "question__chapter__public_id"
    studied = Studied.objects.filter(user=user).open().exclude(state=NEW).order_by()
    cards = list(studied.values_list(by, named).annotate(count=Count("pk")))
    grades = grades_in_review(user, now, LOOKED_BACK).order_by().values(by).annotate(**RETENTION_COUNTS)
    by_chapter = {row[by]: row for row in grades}
    slugs = [f"chapter-{name}" for _rule, name, _count in cards]
    decks = {deck.slug: deck for deck in Deck.objects.filter(slug__in=slugs, owner=None)}
    found = []
    for rule, name, count in cards:
        deck, asked = decks.get(f"chapter-{name}"), by_chapter.get(rule)
        share = asked["remembered"] / asked["reviews"] if asked else None
        weak = asked is not None and asked["reviews"] >= FEW and (share or 0) < min(asked["expected"] or 1, WEAK)
        number, _gap, title = (
            deck.name.partition(" ") if deck else ("", "", _("Glossary, documents and your own flash cards"))
        )
        percent = None if share is None else round(100 * share)
        row = ChapterRow(number, title, deck.public_id if deck else "", count, percent, weak)
        found.append(((not weak, share is None, share or 0, -count, rule or 0), row))
    return [row for _order, row in sorted(found)]


def listed(user: User | None, decks: QuerySet[Deck]) -> list[DeckRow]:
    """Return decks for a list, in their order, with the number of cards that the user may see. Three more queries."""
    rows = list(decks.order_by("position", "pk"))
    keys = [deck.pk for deck in rows]
    places = DeckQuestion.objects.visible_to(user).filter(deck__in=keys, question__retired_on=None).order_by()
    cards = dict(places.values_list("deck").annotate(count=Count("pk")))
    begun_cards, studied = {}, set()
    if user is not None:
        mine = places.filter(question__studied__user=user)
        begun_cards = dict(mine.values_list("deck").annotate(count=Count("pk")))
        studied = set(Enrolment.objects.filter(user=user, ended_at=None).values_list("deck", flat=True))
    return [
        DeckRow(
            deck,
            deck_title(deck),
            deck_description(deck),
            cards.get(deck.pk, 0),
            begun_cards.get(deck.pk, 0),
            deck.pk in studied,
        )
        for deck in rows
    ]


def groups(user: User | None, sought: str = "") -> list[DeckGroup]:
    """Return the decks that a user may see, in groups; with a search only those with its words.

    The number of a rule finds the deck of its chapter.
    """
    words = [chapter_of(canonical(word) or "") or word for word in sought.casefold().split()]
    shared, is_cut = _shared(user, words)
    rows = listed(user, Deck.objects.filter(Q(owner=None) | Q(owner=user) | Q(pk__in=shared)))
    rows = [row for row in rows if _has(words, row.title, row.about)]
    rows = [row for row in rows if row.cards or (user and row.deck.owner_id == user.pk)]
    found = [DeckGroup(_("Your own decks"), [row for row in rows if user and row.deck.owner_id == user.pk], True)]
    found.append(DeckGroup(_("Decks by question type"), [row for row in rows if _is_kind(row.deck)], True))
    found.append(DeckGroup(_("Tournament documents"), [row for row in rows if is_of_document(row.deck)], True))
    # The number of a chapter begins with that of its section. A search may find a chapter without its section.
    sections: dict[str, list[DeckRow]] = {}
    other_chapters: list[DeckRow] = []
    for row in rows:
        if row.deck.slug.startswith("section-"):
            sections[row.title[:1]] = [row]
        elif row.deck.slug.startswith("chapter-"):
            sections.get(row.title[:1], other_chapters).append(row)
    found += [DeckGroup(section[0].title, section, bool(words)) for section in sections.values()]
    found.append(DeckGroup(_("Chapters"), other_chapters, True))
    there = {row.deck.pk: row for row in rows}
    others = [there[pk] for pk in shared if pk in there]
    found.append(DeckGroup(_("Shared by others"), others, True, is_cut))
    return [group for group in found if group.decks]


def _shared(user: User | None, words: Sequence[str]) -> tuple[list[int], bool]:
    """Return decks of others that have a common card, newest first, and whether there are more. One query.

    Without a search each person has only a few of them in the list.
    """
    cards = DeckQuestion.objects.filter(deck=OuterRef("pk"), question__retired_on=None, question__owner=None)
    rows = Deck.objects.filter(Exists(cards), is_shared=True).exclude(owner=None)
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


def _summed(waiting: QueueCounts) -> str:
    """Return what is due today, as one phrase."""
    counts = [
        (waiting.due, npgettext("cards to study today", "%(count)d card due", "%(count)d cards due", waiting.due)),
        (waiting.new, npgettext("cards to study today", "%(count)d new card", "%(count)d new cards", waiting.new)),
        (
            waiting.back,
            npgettext(
                "cards to study today",
                "%(count)d card due because its rule changed",
                "%(count)d cards due because their rules changed",
                waiting.back,
            ),
        ),
    ]
    # Translators: stands between the parts of a list: 9 due, 5 new.
    return _(", ").join(message % {"count": count} for count, message in counts if count)


def _is_kind(deck: Deck) -> bool:
    return deck.owner_id is None and not (is_of_document(deck) or deck.slug.startswith(("section-", "chapter-")))


def _back(user: User) -> list[RenderedQuestion]:
    rows = Studied.objects.filter(user=user, came_back__isnull=False).open().select_related("question", "came_back")
    rows = rows.order_by("due", "pk")[:_NAMED_BACK]
    texts = {row.question.pk: row.came_back for row in rows if row.came_back}
    return shown([row.question for row in rows], came_back=texts)


def session_address(decks: Sequence[str], *, drill: bool = False) -> str:
    """Return the address of a study session of some decks."""
    return reverse("study-booth", query={"deck": decks, **({"drill": 1} if drill else {})})
