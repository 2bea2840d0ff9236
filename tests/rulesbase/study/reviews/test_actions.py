"""Grades: given once, in any order, taken back; cards set aside."""

import uuid
from collections.abc import Iterable
from datetime import date, timedelta
from itertools import permutations
from typing import Any
from unittest import mock

import psycopg
import pytest
from django.db import OperationalError

from rulesbase.core.errors import Refused
from rulesbase.models import Grade, Question, Studied, StudyOptions, User
from rulesbase.study.reviews import actions as reviews_actions
from rulesbase.study.reviews.actions import StaleCard, grade_card, resume, undo
from rulesbase.study.reviews.scheduling import Memory, memory_of, state_after_grade
from tests.support.studied import NOW, make_reader, set_aside

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
KEYS = [uuid.UUID(int=number) for number in range(1, 9)]
ROW = "state step stability difficulty due last_review reviews lapses version learnt_from_id came_back_id".split()


def row_of(user: User, question: Question) -> dict[str, Any] | None:
    found: dict[str, Any] | None = Studied.objects.filter(user=user, question=question).values(*ROW).first()
    return found


def test_the_same_key_counts_once(user: User, question: Question) -> None:
    first = grade_card(user, question, 3, at=NOW, key=KEYS[0], now=NOW)
    row = row_of(user, question)
    # Whatever else it says now.
    again = grade_card(user, question, 1, at=NOW + timedelta(minutes=1), key=str(KEYS[0]), expected_version=0, now=NOW)
    assert again == first
    assert row_of(user, question) == row
    assert Grade.objects.count() == 1


def test_two_windows_do_not_grade_the_same_state(user: User, question: Question) -> None:
    grade_card(user, question, 3, at=NOW, key=KEYS[0], expected_version=0, now=NOW)
    with pytest.raises(StaleCard, match="another window"):
        grade_card(user, question, 3, at=NOW, key=KEYS[1], expected_version=0, now=NOW)
    grade_card(user, question, 3, at=NOW, key=KEYS[1], expected_version=1, now=NOW)
    assert Grade.objects.count() == 2


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"at": NOW + timedelta(minutes=5, seconds=1)}, "future"),
        ({"at": NOW - timedelta(days=401)}, "before your account was created"),
        ({"grade": 0}, "1 \\(again\\)"),
        ({"grade": 5}, "1 \\(again\\)"),
        ({"key": "no key"}, "UUID"),
        ({"key": None}, "UUID"),
    ],
)
def test_a_wrong_grade_is_refused_and_nothing_is_stored(
    user: User, question: Question, changed: dict[str, Any], message: str
) -> None:
    asked: dict[str, Any] = {"grade": 3, "at": NOW, "key": KEYS[0], **changed}
    with pytest.raises(Refused, match=message):
        grade_card(user, question, now=NOW, **asked)
    assert not Grade.objects.exists()
    assert not Studied.objects.exists()


def test_grades_and_keys_of_another_person_are_their_own(user: User, question: Question) -> None:
    grade_card(user, question, 3, at=NOW, key=KEYS[0], now=NOW)
    jane = make_reader("jane")
    with pytest.raises(Refused, match="cannot be undone"):
        undo(jane, KEYS[0], now=NOW)
    grade_card(jane, question, 3, at=NOW, key=KEYS[0], now=NOW)
    assert Grade.objects.filter(undone_at=None).count() == 2


STEPS = [(KEYS[0], 3, 0.0), (KEYS[1], 1, 0.5), (KEYS[2], 3, 3.0), (KEYS[3], 4, 20.0)]


def given_in(order: Iterable[tuple[uuid.UUID, int, float]], user: User, question: Question) -> None:
    for key, grade, days in order:
        grade_card(user, question, grade, at=NOW - timedelta(days=30 - days), key=key, now=NOW)


def expected(question: Question, grades: Iterable[tuple[int, float]]) -> Memory:
    state = Memory()
    for grade, days in grades:
        state = state_after_grade(state, grade, NOW - timedelta(days=30 - days), text=question.made_from_id)
    return state


@pytest.mark.parametrize("order", list(permutations(STEPS)), ids=lambda order: "".join(str(k.int) for k, *_ in order))
def test_any_order_of_arrival_gives_the_same_state(user: User, question: Question, order: Any) -> None:
    given_in(order, user, question)
    card = Studied.objects.get()
    assert memory_of(card) == expected(question, ((grade, days) for _key, grade, days in STEPS))
    assert (card.reviews, card.lapses, card.version) == (4, 0, 4)
    # Each grade knows the state it was given from, as if they had come in order.
    state = Memory()
    for grade in Grade.objects.order_by("at"):
        assert Memory.from_data(grade.before) == state
        assert (grade.promised is None) is (state == Memory())
        state = state_after_grade(state, grade.grade, grade.at, text=question.made_from_id)


@pytest.mark.parametrize("order", list(permutations(KEYS[:3])), ids=lambda order: "".join(str(k.int) for k in order))
def test_grades_of_one_moment_have_an_order_too(user: User, question: Question, order: tuple[uuid.UUID, ...]) -> None:
    grades = dict(zip(KEYS, (3, 1, 4), strict=False))
    for key in order:
        grade_card(user, question, grades[key], at=NOW, key=key, now=NOW)
    state = Memory()
    for grade in (3, 1, 4):
        state = state_after_grade(state, grade, NOW, text=question.made_from_id)
    assert memory_of(Studied.objects.get()) == state


def test_undoing_restores_exactly(user: User, question: Question) -> None:
    rows = [row_of(user, question)]
    for key, grade, days in STEPS:
        given_in([(key, grade, days)], user, question)
        rows.append(row_of(user, question))
    # What the options say meanwhile changes nothing of what was.
    StudyOptions.objects.update(retention=0.75)
    for at in range(len(STEPS) - 1, -1, -1):
        assert undo(user, STEPS[at][0], now=NOW).undone_at == NOW
        was, now = rows[at], row_of(user, question)
        assert (was is None) is (now is None)
        if was and now:
            assert {**now, "version": 0} == {**was, "version": 0}
            # A window that shows the card must not grade it unseen.
            assert now["version"] > was["version"]
    assert Grade.objects.filter(undone_at=None).count() == 0
    assert not Studied.objects.exists()


def test_a_card_set_aside_keeps_what_is_remembered(user: User, question: Question) -> None:
    grade_card(user, question, 3, at=NOW, key=KEYS[0], now=NOW)
    row = row_of(user, question)
    assert set_aside(user, "suspend", question).is_suspended
    assert row_of(user, question) == row
    resume(user, question)
    assert not Studied.objects.get().is_suspended
    assert set_aside(user, "bury", question).buried_until == date(2026, 6, 23)
    assert row_of(user, question) == row


def test_grades_of_a_card_set_aside_count(user: User, question: Question) -> None:
    set_aside(user, "suspend", question)
    # It was in a queue that was loaded before.
    grade_card(user, question, 3, at=NOW, key=KEYS[0], now=NOW)
    card = Studied.objects.get()
    assert card.is_suspended
    assert memory_of(card) == state_after_grade(Memory(), 3, NOW, text=question.made_from_id)
    undo(user, KEYS[0], now=NOW)
    assert Studied.objects.get().is_suspended
    resume(user, question)
    assert not Studied.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_an_action_ended_by_a_deadlock_is_repeated(user: User, question: Question) -> None:
    deadlock, lost = OperationalError("deadlock detected"), OperationalError("the connection is lost")
    deadlock.__cause__, lost.__cause__ = psycopg.errors.DeadlockDetected(), psycopg.OperationalError()
    ended = [deadlock] * 2
    with mock.patch.object(reviews_actions, "_set_aside", side_effect=[*ended, None, None]) as tried:
        reviews_actions.set_aside(user, [("bury", question.public_id)])
    assert tried.call_count == 4
    with (
        mock.patch.object(reviews_actions, "_set_aside", side_effect=ended * 2),
        pytest.raises(OperationalError),
    ):
        reviews_actions.set_aside(user, [("bury", question.public_id)])
    with mock.patch.object(reviews_actions, "_set_aside", side_effect=lost) as tried, pytest.raises(OperationalError):
        reviews_actions.set_aside(user, [("bury", question.public_id)])
    assert tried.call_count == 1
