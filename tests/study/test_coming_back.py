"""A card whose text changed in substance, put back at a moment; grades from before say nothing of the new text."""

from datetime import timedelta

import pytest

from rulesbase.models import Grade, Question, Studied, User, Wording
from rulesbase.study.grading import give, undo
from tests.studied import NOW, make_questions, make_reader, make_wording
from tests.study.test_grading import KEYS, row_of

pytestmark = pytest.mark.django_db
BACK = NOW - timedelta(days=10)


@pytest.fixture
def user() -> User:
    return make_reader()


@pytest.fixture
def question() -> Question:
    (made,) = make_questions(1)
    made.made_from = make_wording("A keeper climbs the stairs.")
    made.save()
    return made


def put_back(user: User, question: Question) -> tuple[Wording, Wording]:
    old, new = question.made_from, make_wording("A keeper may climb the stairs.")
    assert old is not None
    question.made_from = new
    question.save()
    Studied.objects.filter(user=user).update(came_back=old, due=BACK)
    return old, new


def test_a_grade_settles_it(user: User, question: Question) -> None:
    give(user, question, 4, at=NOW - timedelta(days=30), key=KEYS[0], now=NOW)
    old, new = put_back(user, question)
    give(user, question, 3, at=NOW, key=KEYS[1], now=NOW)
    card = Studied.objects.get()
    assert (card.came_back, card.learnt_from) == (None, new)
    undo(user, KEYS[1], now=NOW)
    card.refresh_from_db()
    assert (card.came_back, card.learnt_from, card.due) == (old, old, BACK)


def test_a_grade_from_before_does_not(user: User, question: Question) -> None:
    give(user, question, 4, at=NOW - timedelta(days=30), key=KEYS[0], now=NOW)
    old, _new = put_back(user, question)
    give(user, question, 3, at=NOW - timedelta(days=12), key=KEYS[1], now=NOW)
    card = Studied.objects.get()
    assert (card.came_back, card.learnt_from, card.due, card.reviews) == (old, old, BACK, 2)
    assert card.last_review == NOW - timedelta(days=12)


def test_nor_one_that_is_taken_back(user: User, question: Question) -> None:
    give(user, question, 4, at=NOW - timedelta(days=30), key=KEYS[0], now=NOW)
    give(user, question, 3, at=NOW - timedelta(days=12), key=KEYS[1], now=NOW)
    old, _new = put_back(user, question)
    undo(user, KEYS[1], now=NOW)
    card = Studied.objects.get()
    assert (card.came_back, card.due, card.reviews) == (old, BACK, 1)


def test_the_order_of_arrival_makes_no_difference(user: User, question: Question) -> None:
    late = (3, NOW - timedelta(days=12), KEYS[1])
    after = (3, NOW - timedelta(days=2), KEYS[2])
    found = []
    for order in ((late, after), (after, late)):
        Grade.objects.all().delete()
        Studied.objects.all().delete()
        question.made_from = make_wording("A keeper climbs the stairs.")
        question.save()
        give(user, question, 4, at=NOW - timedelta(days=30), key=KEYS[0], now=NOW)
        put_back(user, question)
        for grade, at, key in order:
            give(user, question, grade, at=at, key=key, now=NOW)
        found.append(row_of(user, question))
    assert found[0] == found[1]
    assert found[0] is not None
    assert found[0]["came_back_id"] is None
