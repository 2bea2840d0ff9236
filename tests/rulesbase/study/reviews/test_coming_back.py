"""A card whose text changed in substance, put back at a moment; grades from before say nothing of the new text."""

from datetime import timedelta

import pytest

from rulesbase.models import Question, Studied, User, Wording
from rulesbase.study.reviews.actions import give, undo
from tests.rulesbase.study.reviews.test_actions import KEYS
from tests.support.studied import NOW, make_wording

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
BACK = NOW - timedelta(days=10)


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
