"""Grades given elsewhere: each counts once, whatever comes and however often."""

import json
import uuid
from datetime import timedelta
from typing import Any
from unittest import mock

import pytest

from rulesbase.models import Enrolment, Grade, Question, Studied, StudyOptions, User
from rulesbase.study.decks import actions as decks_actions
from rulesbase.study.reviews.scheduling import Memory, memory_of, state_after_grade
from rulesbase.study.reviews.sync import sync, take_over
from tests.support.studied import NOW, make_deck, make_questions, make_reader

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def grade(question: Question, days: float = 0, number: int = 3, **more: Any) -> dict[str, Any]:
    at = (NOW - timedelta(days=days)).isoformat()
    return {"key": str(uuid.uuid4()), "question": question.public_id, "grade": number, "at": at, "took": 3000, **more}


def test_grades_are_applied_and_the_new_states_returned(user: User) -> None:
    first, second = make_questions(2)
    sent = {"grades": [grade(first, 2), grade(second, 1), grade(first, 0)], "undone": []}
    sent["undone"] = [sent["grades"][1]["key"]]
    found = sync(user, json.loads(json.dumps(sent)), now=NOW)
    assert found["refused"] == []
    assert found["applied"] == [one["key"] for one in sent["grades"]]
    assert found["states"].keys() == {first.public_id, second.public_id}
    assert found["states"][second.public_id] is None
    state = state_after_grade(state_after_grade(Memory(), 3, NOW - timedelta(days=2)), 3, NOW)
    data = found["states"][first.public_id]
    expected = {**state.as_data(), "came_back": False}
    del expected["learnt_from"]
    assert {name: data[name] for name in expected} == expected
    assert (data["version"], data["reviews"], data["suspended"], data["came_back"]) == (2, 2, False, False)
    json.dumps(found)
    assert Grade.objects.get(key=sent["grades"][0]["key"]).took == 3000


def test_sent_twice_counts_once(user: User) -> None:
    (question,) = make_questions(1)
    sent = {"grades": [grade(question, 1), grade(question)]}
    sent["grades"].append(sent["grades"][0])
    first = sync(user, sent, now=NOW)
    assert sync(user, sent, now=NOW) == first
    assert Grade.objects.count() == 2
    assert len(first["applied"]) == 2


def test_what_is_wrong_is_refused_and_the_rest_counts(user: User) -> None:
    question, owned = make_questions(2)
    owned.owner = make_reader("other")
    owned.save()
    bad = [
        "no object",
        {},
        grade(question, -1),
        grade(question, 500),
        grade(question, number=7),
        grade(question, at="yesterday"),
        grade(question, at="2026-06-22T12:00:00"),
        grade(question, at=12),
        grade(question, at="9999-12-31T23:59:59-14:00"),
        grade(question, key="mine"),
        grade(question, key={"a": 1}),
        grade(owned),
        {**grade(question), "question": ["x"]},
        {**grade(question), "question": "missing1"},
        {**grade(question), "question": "\x00"},
        {**grade(question), "question": "\ud800"},
    ]
    good = grade(question, took="<script>")
    found = sync(user, {"grades": [*bad, good], "undone": [str(uuid.uuid4()), 5]}, now=NOW)
    assert found["applied"] == [good["key"]]
    assert len(found["refused"]) == len(bad) + 2
    assert all(one["why"] for one in found["refused"])
    # Only the clock that is ahead will be right one day.
    assert [one["key"] for one in found["refused"] if one["again"]] == [bad[2]["key"]]  # type: ignore[index]
    assert set(found["states"]) == {question.public_id}
    json.dumps(found)
    assert Grade.objects.count() == 1


class TestTakingOver:
    """A browser's progress becomes that of a new account."""

    def sent(self, questions: list[Question]) -> dict[str, Any]:
        return {
            "grades": [grade(questions[0], 500), grade(questions[0], 450, 4), grade(questions[1], 2)],
            "options": {"time_zone": "Asia/Tokyo", "new_a_day": 25},
        }

    def test_grades_decks_and_options_move_to_the_account_once(self, user: User) -> None:
        questions = make_questions(2)
        deck = make_deck("All", questions)
        hidden = make_deck("Hidden", questions, owner=make_reader("other"))
        sent = {**self.sent(questions), "decks": [deck.public_id, hidden.public_id, 7, "missing1", "\x00", "\ud800"]}
        found = take_over(user, sent, now=NOW)
        # From before the account, and yet counted.
        assert (len(found["applied"]), found["refused"], found["decks"]) == (3, [], [deck.public_id])
        assert [one.deck for one in Enrolment.objects.filter(user=user)] == [deck]
        options = StudyOptions.objects.get(user=user)
        assert (options.time_zone, options.new_a_day, options.reviews_a_day) == ("Asia/Tokyo", 25, 100)
        state = state_after_grade(
            state_after_grade(Memory(), 3, NOW - timedelta(days=500)), 4, NOW - timedelta(days=450)
        )
        assert memory_of(Studied.objects.get(user=user, question=questions[0])) == state
        # The answer was lost, so it comes again.
        again = take_over(user, sent, now=NOW)
        assert again == found
        assert Grade.objects.count() == 3

    def test_it_joins_what_the_account_has(self, user: User) -> None:
        questions = make_questions(2)
        decks_actions.enrol(user, make_deck("All", questions))
        StudyOptions.objects.create(user=user, new_a_day=3)
        sync(user, {"grades": [grade(questions[0], 100, 1)]}, now=NOW)
        take_over(user, self.sent(questions), now=NOW)
        # Its own options stay, and the three grades stand in their order.
        assert StudyOptions.objects.get(user=user).new_a_day == 3
        state = Memory()
        for days, number in ((500, 3), (450, 4), (100, 1)):
            state = state_after_grade(state, number, NOW - timedelta(days=days))
        assert memory_of(Studied.objects.get(user=user, question=questions[0])) == state

    def test_an_absurd_past_is_refused(self, user: User) -> None:
        (question,) = make_questions(1)
        found = take_over(user, {"grades": [grade(question, at="1970-01-01T00:00:00Z")]}, now=NOW)
        assert "five years" in found["refused"][0]["why"]
        assert not Grade.objects.exists()

    @pytest.mark.parametrize(
        "wrong", [{"time_zone": "Mars/Olympus"}, {"knows": 7}, {"knows": ["x"]}, {"retention": {}}]
    )
    def test_wrong_options_are_left_out(self, user: User, wrong: dict[str, Any]) -> None:
        take_over(user, {"options": {"new_a_day": 25, **wrong}}, now=NOW)
        assert StudyOptions.objects.get(user=user).new_a_day == 10

    def test_what_changed_since_the_day_they_know_is_a_deck_at_once(self, user: User) -> None:
        with mock.patch(
            "rulesbase.study.decks.changes_deck.changed_since", return_value=[one.pk for one in make_questions(2)]
        ):
            take_over(user, {"options": {"knows": "2024-02-02"}}, now=NOW)
        (deck,) = [one.deck for one in Enrolment.objects.filter(user=user)]
        assert (deck.owner, deck.places.count()) == (user, 2)
