"""Makes decks, questions and what somebody remembers of them; nothing in them is a real rule."""

import uuid
from datetime import UTC, datetime, timedelta
from random import Random

from django.db import connection

from rulesbase.archive.store_text import WordingDraft, store_wordings
from rulesbase.models import Deck, DeckQuestion, Enrolment, Question, Rule, Studied, User, Wording
from rulesbase.study.decks import actions as decks
from rulesbase.study.reviews import actions as reviews_actions
from tests.support.make import make_user

NOW = datetime(2026, 6, 22, 12, 0, tzinfo=UTC)


def make_questions(count: int, prefix: str = "q", chapter: Rule | None = None) -> list[Question]:
    """Return new questions, keys numbered from `prefix`."""
    return Question.objects.bulk_create(
        Question(key=f"{prefix}{at}", kind="cloze", chapter=chapter) for at in range(count)
    )


def make_deck(name: str, questions: list[Question], position: int = 0, owner: User | None = None) -> Deck:
    """Return a new deck with these questions in their order."""
    slug = "" if owner else name.lower().replace(" ", "-")
    deck = Deck.objects.create(name=name, slug=slug, position=position, owner=owner)
    DeckQuestion.objects.bulk_create(
        DeckQuestion(deck=deck, question=question, position=at) for at, question in enumerate(questions)
    )
    return deck


def put_in(deck: Deck, *questions: Question) -> None:
    """Put questions at the end of a deck."""
    DeckQuestion.objects.bulk_create(
        DeckQuestion(deck=deck, question=question, position=100 + at) for at, question in enumerate(questions)
    )


def enrol(user: User, *decks: Deck) -> None:
    """Let somebody study decks."""
    Enrolment.objects.bulk_create(Enrolment(user=user, deck=deck) for deck in decks)


def remember(user: User, questions: list[Question], due: datetime, spread: int = 0, seed: int = 7) -> list[Studied]:
    """Return rows of cards in review, due at a moment or up to `spread` days behind or ahead of it."""
    random = Random(seed)
    rows = []
    for question in questions:
        moment = due + timedelta(days=random.uniform(-spread, spread)) if spread else due
        rows.append(
            Studied(
                user=user,
                question=question,
                state=Studied.State.REVIEW,
                stability=random.uniform(1, 90),
                difficulty=random.uniform(1, 10),
                due=moment,
                last_review=moment - timedelta(days=10),
                reviews=5,
                version=5,
            )
        )
    return Studied.objects.bulk_create(rows, batch_size=2000)


def large(user: User, cards: int = 20_000, fresh: int = 5, decks: int = 20, now: datetime = NOW) -> None:
    """Let somebody study many decks, cards in all, of which `fresh` at the end of each deck are new to them.

    The others are due within a month of `now`, behind and ahead. Their keys are numbered from `large1`.
    """
    questions = Question.objects.bulk_create(
        (Question(key=f"large{at}", kind="cloze") for at in range(1, cards + 1)), batch_size=2000
    )
    each = cards // decks
    for at in range(decks):
        some = questions[at * each : (at + 1) * each]
        enrol(user, make_deck(f"Large {at}", some, at))
        remember(user, some[: each - fresh], now, spread=30, seed=at)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def make_reader(username: str = "reader") -> User:
    """Return an account that is older than every moment in these tests."""
    user = make_user(username)
    user.date_joined = NOW - timedelta(days=400)
    user.save()
    return user


def make_wording(text: str) -> Wording:
    """Return an English text that is stored."""
    new = WordingDraft(f"digest of {text}"[:32], "en", "", text, "")
    return Wording.objects.get(pk=store_wordings([new])[new.digest])


def study_everything(user: User, now: datetime, mark: str) -> None:
    """Let somebody leave something in every table of study; `mark` stands in what they wrote."""
    deck = decks.create_deck(user, f"deck of {mark}", f"about {mark}")
    (own,) = decks.write_cards(user, deck.public_id, [(f"asked by {mark}", f"answered by {mark}")])
    (question,) = make_questions(1, f"common to {user.pk} ")
    put_in(deck, question)
    for one in (own, question):
        reviews_actions.grade_card(user, one, 3, at=now, key=uuid.uuid4(), now=now)


def set_aside(user: User, how: str, question: Question, now: datetime = NOW) -> Studied:
    """Set a card aside by `bury` or `suspend`; return it."""
    reviews_actions.set_aside(user, [(how, question.public_id)], now=now)
    return Studied.objects.get(user=user, question=question)
