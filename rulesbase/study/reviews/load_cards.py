"""Load the cards of the queue with their texts, for the page and as JSON for a browser."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Q

from rulesbase.models import Deck, DeckQuestion, Question, Studied, StudyOptions, User
from rulesbase.study.questions.render import RenderedQuestion, shown
from rulesbase.study.reviews.options import options_of
from rulesbase.study.reviews.queue import MOST_ITEMS, Counts, Kind, Queue, QueueItem, askable, graded_on, queue
from rulesbase.study.reviews.scheduling import NEW
from rulesbase.study.reviews.sync import options_data, state_data

# Cards loaded for study without network: more than most people study in a day.
LOADED = 200
# A question may have nothing to show any more; among this many there is nearly always one that has.
_LOOKED_THROUGH = 20
# Cards that a drill adds to those that are due.
DRILLED = 20
# Questions in one request of a browser without an account.
MOST_ASKED = 100


class Card(NamedTuple):
    """A waiting card with its texts."""

    waiting: QueueItem
    shown: RenderedQuestion


class LoadedQueue(NamedTuple):
    """The queue with its cards; ``done`` is how many were graded today."""

    queue: Queue
    cards: list[Card]
    done: int

    @property
    def counts(self) -> Counts:
        """Return how many wait today."""
        return self.queue.counts


def load(
    user: User, *, now: datetime, limit: int = LOADED, decks: Sequence[Deck] | None = None, drill: bool = False
) -> LoadedQueue:
    """Load the next cards of a user with their texts, at most `limit`, of all decks studied or of some.

    `drill` adds cards of these decks that are not due yet, the lowest stability first.
    """
    for size in sorted({max(limit, _LOOKED_THROUGH), MOST_ITEMS}):
        found = queue(user, now=now, limit=size, decks=decks)
        waiting = list(found.items)
        if drill and decks:
            waiting += _fading(user, found, now, decks)
        cards = _with_texts(waiting, found.options)
        # Rarely none of them can be shown: try more.
        if cards or len(found.items) < size:
            break
    return LoadedQueue(found, cards[:limit], graded_on(user, found.day)[0])


def card_of(user: User, public_id: str, *, now: datetime) -> Card | None:
    """Return a card by the id of its question, due or not; None if there is none."""
    mine = Question.objects.filter(Q(owner=None) | Q(owner=user), retired_on=None)
    question = mine.filter(public_id=public_id).first()
    if question is None:
        return None
    studied = Studied.objects.select_related("came_back").filter(user=user, question=question).first()
    kind = Kind.NEW if studied is None or studied.state == NEW else Kind.BACK if studied.came_back else Kind.DUE
    found = _with_texts([QueueItem(question, studied, kind)], options_of(user))
    return found[0] if found else None


def cards_for_anybody(names: Iterable[str]) -> list[RenderedQuestion]:
    """Return generated questions by public id, for a browser without an account."""
    wanted = list(dict.fromkeys(names))[:MOST_ASKED]
    found = {one.public_id: one for one in Question.objects.filter(owner=None, retired_on=None, public_id__in=wanted)}
    return shown([found[name] for name in wanted if name in found])


def loaded_data(user: User, loaded: LoadedQueue, now: datetime) -> dict[str, Any]:
    """Return the loaded queue as JSON data, for study without network."""
    day, counts = loaded.queue.day, loaded.counts
    return {
        "account": str(user.pk),
        "now": now.isoformat(),
        "day": {"date": day.date.isoformat(), "begins": day.begins.isoformat(), "ends": day.ends.isoformat()},
        "options": options_data(loaded.queue.options),
        "counts": counts._asdict(),
        "done": loaded.done,
        "cards": [
            {**shown_data(card.shown), "why": str(card.waiting.kind), "memory": state_data(card.waiting.studied)}
            for card in loaded.cards
        ],
    }


def shown_data(card: RenderedQuestion) -> dict[str, Any]:
    """Return a rendered question as JSON data; ``ask``, ``answer`` and ``difference`` are escaped HTML."""
    return {
        "id": card.public_id,
        "kind": card.kind,
        "level": card.level,
        "eyebrow": card.eyebrow,
        "ask": card.ask,
        "answer": card.answer,
        "difference": card.difference,
        "citations": [cited._asdict() for cited in card.citations],
        "rules": card.version,
        "text": card.made_from,
    }


def _fading(user: User, found: Queue, now: datetime, decks: Sequence[Deck]) -> list[QueueItem]:
    """Return cards of these decks that are neither due nor graded today, the lowest stability first."""
    inside = DeckQuestion.objects.filter(deck__in=decks).values("question")
    rows = askable(user, found.day).filter(question__in=inside, due__gte=found.day.ends).exclude(state=NEW)
    rows = rows.filter(last_review__lt=found.day.begins).select_related("question", "came_back")
    return [QueueItem(row.question, row, Kind.DUE) for row in rows.order_by("stability", "pk")[:DRILLED]]


def _with_texts(waiting: Sequence[QueueItem], options: StudyOptions) -> list[Card]:
    back = {one.question.pk: one.studied.came_back for one in waiting if one.studied and one.studied.came_back}
    texts = shown([one.question for one in waiting], came_back=back, knows=options.knows)
    by_id = {text.public_id: text for text in texts}
    return [Card(one, by_id[one.question.public_id]) for one in waiting if one.question.public_id in by_id]
