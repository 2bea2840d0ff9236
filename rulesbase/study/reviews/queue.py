"""The daily queue: cards that came back, due cards, new cards, within the limits of the user.

Cards over the limit wait for the next day. A card counts once a day: its learning steps come again within the
session whatever the limit. Of the cards of one Rule (siblings) one is asked a day, as each gives away the others.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import islice
from typing import Any, NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, Window
from django.db.models.functions import RowNumber

from rulesbase.models import Deck, DeckQuestion, Enrolment, Grade, Question, Studied, StudyOptions, User
from rulesbase.models.study import StudiedQuerySet
from rulesbase.study.questions.render import RenderedQuestion, shown
from rulesbase.study.reviews.days import Day, day_at
from rulesbase.study.reviews.options import limits_on, options_of
from rulesbase.study.reviews.scheduling import LEARNING, NEW
from rulesbase.study.reviews.sync import options_data, state_data

# Cards over the limit are counted up to here, to keep the query small.
COUNTED = 1_000
# A learning step due this soon is asked now if nothing else is left.
LEARN_AHEAD = timedelta(minutes=20)


class QueueReason(StrEnum):
    """Why a card is asked."""

    DUE = "due"
    NEW = "new"
    BACK = "back"


class WaitingCard(NamedTuple):
    """A waiting card and why: `due`, `new`, or `back` if its rule changed in substance; `load_queue` adds the texts."""

    question: Question
    studied: Studied | None
    kind: QueueReason
    shown: RenderedQuestion | None = None


class QueueCounts(NamedTuple):
    """The cards left today, by kind and in all; `over` are due too, but over the limit (1,000 at most)."""

    due: int
    new: int
    back: int
    left_today: int
    over: int = 0


class StudyQueue(NamedTuple):
    """The next cards in order, how many there are today, and how many were graded today (``done``).

    `is_empty` is true if the user studies no deck; only `load_queue` sets it.
    """

    items: list[WaitingCard]
    counts: QueueCounts
    day: Day
    options: StudyOptions
    done: int
    is_empty: bool = False


def queue(
    user: User,
    *,
    now: datetime,
    limit: int = 20,
    decks: Sequence[Deck] | None = None,
    options: StudyOptions | None = None,
) -> StudyQueue:
    """Return the next cards of a user, at most `limit`, of all decks studied or only of these.

    At most twelve queries. Nothing is written.
    """
    options = options or options_of(user)
    day = day_at(options, now)
    siblings = Siblings(user, day)
    done, done_new = graded_on(user, day)
    most_new, most = limits_on(options, day)
    cards, new = max(most - done, 0), max(most_new - done_new, 0)
    waiting = _waiting_cards(user, day, decks, siblings, cards + COUNTED)
    back, due = waiting.back[:cards], waiting.due[: max(cards - len(waiting.back), 0)]
    new = min(new, cards - len(back) - len(due))
    # Cards that were set aside before their first grade, then questions without a card.
    fresh, first = waiting.fresh[:new], _new_keys(user, new - len(waiting.fresh), decks, siblings)
    counts = QueueCounts(
        due=len(due) + len(waiting.steps),
        new=len(fresh) + len(first),
        back=len(back),
        left_today=len(back) + len(due) + len(waiting.steps) + len(fresh) + len(first),
        over=min(len(waiting.back) + len(waiting.due) - len(back) - len(due), COUNTED),
    )
    ripe = [key for key, moment in waiting.steps if moment <= now]
    ahead = [key for key, moment in waiting.steps if now < moment <= now + LEARN_AHEAD]
    order = [
        *((QueueReason.BACK, key, 0) for key in back),
        *((QueueReason.DUE, key, 0) for key in ripe + due),
        *((QueueReason.NEW, key, 0) for key in fresh),
        *((QueueReason.NEW, 0, question) for question in first),
        *((QueueReason.DUE, key, 0) for key in ahead),
    ]
    return StudyQueue(_items(order[:limit]), counts, day, options, done)


class _WaitingCards(NamedTuple):
    """The keys of waiting cards: come back, due, set aside before their first grade; steps with their moments."""

    back: list[int]
    due: list[int]
    fresh: list[int]
    steps: list[tuple[int, datetime]]


def _waiting_cards(
    user: User, day: Day, decks: Sequence[Deck] | None, siblings: "Siblings", most: int
) -> _WaitingCards:
    """Return the cards that wait on a day, longest due first: at most ``most`` of each kind, and all learning steps."""
    mine = askable(user, day)
    if decks is not None:
        mine = mine.filter(Exists(DeckQuestion.objects.filter(deck__in=decks, question=OuterRef("question"))))
    waiting = mine.filter(due__lt=day.ends).order_by("due", "pk")
    others = waiting.filter(came_back=None)
    # Cards graded today in their learning steps: they count already. None is due before it was graded.
    of_today = Q(state__in=LEARNING, last_review__gte=day.begins)
    found = list(others.exclude(of_today).values_list("pk", "state", "question", "question__rule")[:most])
    back = waiting.filter(came_back__isnull=False).values_list("pk", "question", "question__rule")[:most]
    return _WaitingCards(
        # Before the due cards: of siblings, the one whose rule changed is asked.
        back=[key for key, question, rule in back if siblings.take(question, rule)],
        due=[key for key, state, question, rule in found if state != NEW and siblings.take(question, rule)],
        fresh=[key for key, state, question, rule in found if state == NEW and siblings.take(question, rule)],
        steps=list(others.filter(of_today, due__gte=day.begins).values_list("pk", "due")),
    )


class Siblings:
    """The Rules of which a card is asked today. One query."""

    def __init__(self, user: User, day: Day) -> None:
        rows = Grade.objects.filter(user=user, at__gte=day.begins, at__lt=day.ends, undone_at=None).order_by()
        self._asked = dict(rows.filter(question__rule__isnull=False).values_list("question__rule", "question"))

    def take(self, question: int, rule: int | None) -> bool:
        """Return whether a card may be asked today; then no other card of its Rule may."""
        return rule is None or self._asked.setdefault(rule, question) == question


def askable(user: User, day: Day) -> StudiedQuerySet:
    """Return the cards of a user that are not set aside on that day."""
    ready = Q(buried_until=None) | Q(buried_until__lte=day.date)
    return Studied.objects.filter(ready, user=user).open()


def graded_on(user: User, day: Day) -> tuple[int, int]:
    """Return how many cards a user graded on that day, and how many of them for the first time."""
    grades = Grade.objects.filter(user=user, at__gte=day.begins, at__lt=day.ends, undone_at=None)
    found = grades.aggregate(
        cards=Count("question", distinct=True), new=Count("question", distinct=True, filter=Q(promised=None))
    )
    return found["cards"], found["new"]


def _items(order: Sequence[tuple[QueueReason, int, int]]) -> list[WaitingCard]:
    """Return the cards of the keys, or the questions of the keys where there is no card yet."""
    cards = Studied.objects.select_related("question", "came_back").in_bulk([card for _, card, _ in order if card])
    questions = Question.objects.in_bulk([question for _, _, question in order if question])
    found = []
    for kind, card_key, key in order:
        card = cards.get(card_key)
        if question := card.question if card else questions.get(key):
            found.append(WaitingCard(question, card, kind))
    return found


def _new_keys(user: User, count: int, decks: Sequence[Deck] | None, siblings: Siblings) -> list[int]:
    """Return the next questions without a card: one of each deck, then the next of each, without siblings."""
    if count <= 0:
        return []
    enrolled = Enrolment.objects.filter(user=user, ended_at=None).values("deck")
    visible = Q(deck__owner=None) | Q(deck__owner=user) | Q(deck__is_shared=True)
    begun = Studied.objects.filter(user=user, question=OuterRef("question"))
    studied = Q(deck__in=enrolled) if decks is None else Q(deck__in=decks)
    places = DeckQuestion.objects.visible_to(user)
    places = places.filter(~Exists(begun), visible, studied, question__retired_on=None)
    turn = Window(RowNumber(), partition_by="deck", order_by=("position", "pk"))
    rows = places.annotate(turn=turn).order_by("turn", "deck__position", "deck")
    turns = dict.fromkeys(rows.values_list("question", "question__rule"))
    return list(islice((key for key, rule in turns if siblings.take(key, rule)), count))


# Cards loaded for study without network: more than most people study in a day.
LOADED = 200
# A question may have nothing to show any more; among this many there is nearly always one that has.
_LOOKED_THROUGH = 20
# Cards that a drill adds to those that are due.
DRILLED = 20
# Questions in one request of a browser without an account.
MOST_ASKED = 100


def load_queue(
    user: User, *, now: datetime, limit: int = LOADED, decks: Sequence[Deck] | None = None, drill: bool = False
) -> StudyQueue:
    """Load the next cards of a user with their texts, at most `limit`, of all decks studied or of some.

    `drill` adds cards of these decks that are not due yet, the lowest stability first.
    """
    found = queue(user, now=now, limit=max(limit, _LOOKED_THROUGH), decks=decks)
    fading = _fading(user, found, decks) if drill and decks else []
    items = _with_texts([*found.items, *fading], found.options)[:limit]
    is_empty = decks is None and not Enrolment.objects.filter(user=user, ended_at=None).exists()
    return found._replace(items=items, is_empty=is_empty)


def card_of(user: User, public_id: str) -> WaitingCard | None:
    """Return a card by the id of its question, due or not; None if there is none."""
    question = Question.objects.visible_to(user).filter(retired_on=None, public_id=public_id).first()
    if question is None:
        return None
    studied = Studied.objects.select_related("came_back").filter(user=user, question=question).first()
    kind = QueueReason.BACK if studied and studied.came_back else QueueReason.DUE
    if studied is None or studied.state == NEW:
        kind = QueueReason.NEW
    found = _with_texts([WaitingCard(question, studied, kind)], options_of(user))
    return found[0] if found else None


def generated_cards(names: Iterable[str]) -> list[RenderedQuestion]:
    """Return generated questions by public id, for a browser without an account."""
    wanted = list(dict.fromkeys(names))[:MOST_ASKED]
    found = {one.public_id: one for one in Question.objects.filter(owner=None, retired_on=None, public_id__in=wanted)}
    return shown([found[name] for name in wanted if name in found])


def loaded_data(user: User, loaded: StudyQueue, now: datetime) -> dict[str, Any]:
    """Return the loaded queue as JSON data, for study without network."""
    day = loaded.day
    return {
        "account": str(user.pk),
        "now": now.isoformat(),
        "day": {"date": day.date.isoformat(), "begins": day.begins.isoformat(), "ends": day.ends.isoformat()},
        "options": options_data(loaded.options),
        "counts": loaded.counts._asdict(),
        "done": loaded.done,
        "is_empty": loaded.is_empty,
        "cards": [
            {**shown_data(card.shown), "why": str(card.kind), "memory": state_data(card.studied)}
            for card in loaded.items
            if card.shown
        ],
    }


def shown_data(card: RenderedQuestion) -> dict[str, Any]:
    """Return a rendered question as JSON data; ``ask``, ``answer`` and ``difference`` are escaped HTML."""
    return {
        "id": card.public_id,
        "kind": card.question.kind,
        "level": card.question.level,
        "eyebrow": card.eyebrow,
        "ask": card.ask,
        "answer": card.answer,
        "difference": card.difference,
        "citations": [cited._asdict() for cited in card.more_citations],
        "rules": card.version.date.isoformat(),
        "text": card.question.made_from_id,
    }


def _fading(user: User, found: StudyQueue, decks: Sequence[Deck]) -> list[WaitingCard]:
    """Return cards of these decks that are neither due nor graded today, the lowest stability first."""
    inside = DeckQuestion.objects.filter(deck__in=decks).values("question")
    rows = askable(user, found.day).filter(question__in=inside, due__gte=found.day.ends).exclude(state=NEW)
    rows = rows.filter(last_review__lt=found.day.begins).select_related("question", "came_back")
    return [WaitingCard(row.question, row, QueueReason.DUE) for row in rows.order_by("stability", "pk")[:DRILLED]]


def _with_texts(waiting: Sequence[WaitingCard], options: StudyOptions) -> list[WaitingCard]:
    """Return the cards that can be shown, with their texts."""
    back = {one.question.pk: one.studied.came_back for one in waiting if one.studied and one.studied.came_back}
    texts = shown([one.question for one in waiting], came_back=back, knows=options.knows)
    by_id = {text.public_id: text for text in texts}
    return [one._replace(shown=text) for one in waiting if (text := by_id.get(one.question.public_id))]
