"""Many who study at the same moment, each in a thread with a connection of its own: no error, no lost grade."""

import threading
import uuid
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from functools import partial

import pytest
from django.db import connection
from pytest_django import DjangoDbBlocker

from rulesbase.annotations import lists
from rulesbase.core.errors import Refused
from rulesbase.engine.questions.markup import Content, QuestionText
from rulesbase.models import Deck, Grade, Question, ReadingList, Studied, User
from rulesbase.study.authored.actions import publish, save
from rulesbase.study.reviews import actions as reviews_actions
from rulesbase.study.reviews.actions import StaleCard
from rulesbase.study.reviews.queue import queue
from rulesbase.study.reviews.scheduling import Memory, memory_of, state_after_grade
from rulesbase.study.reviews.sync import sync
from tests.support.databases import Databases, inside
from tests.support.studied import NOW, enrol, make_deck, make_questions, make_reader

pytestmark = pytest.mark.postgres

READERS, ROUNDS = 12, 6


@pytest.fixture(autouse=True)
def _shared_database(databases: Databases, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Run the test in a database that threads share, as those of a server do; nothing in it is rolled back."""
    with django_db_blocker.unblock(), inside(databases.copy("empty")):
        yield


def together(jobs: Sequence[Callable[[], object]]) -> list[Exception]:
    """Run all jobs at the same moment; returns what they raised."""
    ready, raised = threading.Barrier(len(jobs)), []

    def run(job: Callable[[], object]) -> None:
        try:
            ready.wait(timeout=30)
            job()
        except Exception as error:
            raised.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[job]) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return raised


def replayed(card: Studied) -> object:
    """The state that the stored grades of a card come to."""
    state = Memory()
    for grade in Grade.objects.filter(user=card.user_id, question=card.question_id).order_by("at", "key"):
        state = state_after_grade(state, grade.grade, grade.at)
    return state


def sent(questions: list[Question], days: int) -> dict[str, object]:
    at = (NOW - timedelta(days=days)).isoformat()
    return {
        "grades": [{"key": str(uuid.uuid4()), "question": one.public_id, "grade": 3, "at": at} for one in questions]
    }


@pytest.mark.slow
def test_no_grade_is_lost() -> None:
    questions = make_questions(ROUNDS)
    deck = make_deck("All", questions)
    readers = [make_reader(f"reader{at}") for at in range(READERS)]
    for reader in readers:
        enrol(reader, deck)

    def at_the_desk(reader: User) -> None:
        for at in range(ROUNDS):
            assert queue(reader, now=NOW).counts.left_today >= 0
            reviews_actions.grade_card(reader, questions[at], 4, at=NOW, key=uuid.uuid4(), now=NOW)

    def on_the_way(reader: User) -> None:
        for days in range(ROUNDS):
            assert sync(reader, sent(questions, days + 1), now=NOW)["refused"] == []

    jobs = [partial(verb, reader) for reader in readers for verb in (at_the_desk, on_the_way)]
    assert together(jobs) == []
    assert Grade.objects.count() == READERS * (ROUNDS + ROUNDS * ROUNDS)
    assert Studied.objects.count() == READERS * ROUNDS
    for card in Studied.objects.all():
        assert (card.reviews, card.version) == (1 + ROUNDS, 1 + ROUNDS)
        assert memory_of(card) == replayed(card)


def test_two_windows_at_the_same_moment() -> None:
    reader, (question,) = make_reader("windows"), make_questions(1, "windows")
    keys = [uuid.uuid4() for _ in range(4)]

    def give(key: uuid.UUID, version: int | None) -> None:
        reviews_actions.grade_card(reader, question, 3, at=NOW, key=key, expected_version=version, now=NOW)

    # One of them was first, the others learn that they come too late.
    raised = together([partial(give, key, 0) for key in keys])
    assert [type(error) for error in raised] == [StaleCard] * 3
    assert Grade.objects.filter(user=reader).count() == 1
    # The same grade sent by all at once counts once.
    key = uuid.uuid4()
    assert together([partial(give, key, None)] * 4) == []
    assert Grade.objects.filter(user=reader).count() == 2
    assert Studied.objects.get(user=reader).version == 2


def test_limits_hold_for_two_windows_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lists, "MOST_LISTS", 2)
    user = make_reader("windows")
    raised = together([partial(lists.make_list, user, lists.ListDetails(f"List {at}", "", False)) for at in range(6)])
    assert len(raised) == 4
    assert all(isinstance(error, Refused) for error in raised)
    assert ReadingList.objects.filter(owner=user).count() == 2


def test_the_first_questions_of_a_tag_published_at_once() -> None:
    content = Content(3, ["bridges"], [], {"en": QuestionText("May she?", "No.", "Seven are the most.")})
    begun = [save(None, content, 0, None, submit=True) for _at in range(4)]
    assert together([partial(publish, one.written, one.number, None) for one in begun]) == []
    counts = {deck.slug: deck.places.count() for deck in Deck.objects.filter(slug__startswith="written-")}
    assert counts == {"written-3": 4, "written-tag-bridges": 4}
