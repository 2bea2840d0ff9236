"""The daily queue: what comes in which order, and what waits for another day."""

import uuid
from datetime import date, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rulesbase.models import Deck, Enrolment, Question, Rule, Studied, StudyOptions, User
from rulesbase.study.reviews import actions as reviews_actions
from rulesbase.study.reviews.queue import COUNTED, QueueReason, StudyQueue, queue
from tests.support.studied import (
    NOW,
    enrol,
    large,
    make_deck,
    make_questions,
    make_reader,
    make_wording,
    remember,
    set_aside,
)

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
HOUR = timedelta(hours=1)


def wants(user: User, **options: object) -> None:
    StudyOptions.objects.update_or_create(user=user, defaults=options)


def asked(found: StudyQueue) -> list[tuple[str, str]]:
    return [(waiting.kind.value, waiting.question.key) for waiting in found.items]


def give(user: User, question: Question, grade: int, at: datetime) -> None:
    reviews_actions.grade_card(user, question, grade, at=at, key=uuid.uuid4(), now=NOW + timedelta(days=30))


def test_cards_that_came_back_are_first_then_due_then_new_ones(user: User) -> None:
    known, fresh = make_questions(4, "known"), make_questions(3, "fresh")
    enrol(user, make_deck("All", known + fresh))
    rows = remember(user, known, NOW - 5 * HOUR)
    Studied.objects.filter(pk=rows[2].pk).update(due=NOW - 9 * HOUR)
    Studied.objects.filter(pk=rows[3].pk).update(came_back=make_wording("It was so."), due=NOW - HOUR)
    Studied.objects.filter(pk=rows[1].pk).update(due=NOW + timedelta(days=1))
    found = queue(user, now=NOW)
    assert asked(found) == [
        ("back", "known3"),
        ("due", "known2"),
        ("due", "known0"),
        ("new", "fresh0"),
        ("new", "fresh1"),
        ("new", "fresh2"),
    ]
    assert found.counts == (2, 3, 1, 6, 0)
    assert found.day.date == date(2026, 6, 22)
    assert found.items[0].studied is not None
    assert found.items[0].studied.came_back is not None
    assert found.items[-1].studied is None


def test_new_ones_take_turns_between_decks(user: User) -> None:
    first, second = make_questions(4, "a"), make_questions(2, "b")
    third = make_questions(3, "c")
    enrol(user, make_deck("B", second, 2), make_deck("A", first, 1), make_deck("C", [first[0], *third], 3))
    make_deck("Not studied", make_questions(2, "d"), 0)
    keys = [key for _kind, key in asked(queue(user, now=NOW))]
    assert keys == ["a0", "b0", "a1", "b1", "c0", "a2", "c1", "a3", "c2"]
    wants(user, new_a_day=4)
    assert [key for _kind, key in asked(queue(user, now=NOW))] == keys[:4]


def test_new_ones_are_found_behind_whatever_is_no_more(user: User) -> None:
    questions = make_questions(90)
    enrol(user, make_deck("Long", questions))
    wants(user, new_a_day=2)
    remember(user, questions[:10] + questions[12:14], NOW + timedelta(days=9))
    assert asked(queue(user, now=NOW)) == [("new", "q10"), ("new", "q11")]
    Question.objects.filter(key__in=[f"q{at}" for at in range(11, 85)]).update(retired_on=date(2026, 1, 1))
    assert asked(queue(user, now=NOW)) == [("new", "q10"), ("new", "q85")]


def test_reviews_and_new_cards_are_limited_per_day(user: User) -> None:
    known, fresh = make_questions(6, "known"), make_questions(9, "fresh")
    enrol(user, make_deck("All", fresh))
    remember(user, known, NOW - HOUR)
    wants(user, reviews_a_day=8, new_a_day=3)
    assert queue(user, now=NOW).counts == (6, 2, 0, 8, 0)
    wants(user, reviews_a_day=5, new_a_day=3)
    assert queue(user, now=NOW).counts == (5, 0, 0, 5, 1)
    wants(user, reviews_a_day=100, new_a_day=3)
    assert queue(user, now=NOW).counts == (6, 3, 0, 9, 0)
    assert len(queue(user, now=NOW, limit=4).items) == 4
    assert queue(user, now=NOW, limit=4).counts == (6, 3, 0, 9, 0)


def test_what_was_graded_today_counts(user: User) -> None:
    known, fresh = make_questions(4, "known"), make_questions(5, "fresh")
    enrol(user, make_deck("All", fresh))
    remember(user, known, NOW - timedelta(days=2))
    wants(user, reviews_a_day=5, new_a_day=3)
    give(user, known[0], 3, NOW)
    give(user, fresh[0], 4, NOW)
    # Yesterday's do not.
    give(user, fresh[1], 4, NOW - timedelta(days=1))
    assert queue(user, now=NOW).counts == (3, 0, 0, 3, 0)
    wants(user, reviews_a_day=9, new_a_day=3)
    assert queue(user, now=NOW).counts == (3, 2, 0, 5, 0)
    # On the next day all is open again; what was graded today is due later.
    assert queue(user, now=NOW + timedelta(days=1)).counts == (3, 3, 0, 6, 0)


def test_a_grade_taken_back_counts_no_more(user: User) -> None:
    fresh = make_questions(5)
    enrol(user, make_deck("All", fresh))
    wants(user, new_a_day=2)
    key = uuid.uuid4()
    reviews_actions.grade_card(user, fresh[0], 4, at=NOW, key=key, now=NOW)
    assert asked(queue(user, now=NOW)) == [("new", "q1")]
    reviews_actions.undo(user, key, now=NOW)
    assert asked(queue(user, now=NOW)) == [("new", "q0"), ("new", "q1")]


def test_learning_steps_come_within_the_session(user: User) -> None:
    fresh = make_questions(3)
    enrol(user, make_deck("All", fresh))
    wants(user, new_a_day=3, reviews_a_day=3)
    give(user, fresh[0], 1, NOW)
    give(user, fresh[1], 3, NOW)
    # One minute and ten: both soon, but new ones come before.
    assert asked(queue(user, now=NOW)) == [("new", "q2"), ("due", "q0"), ("due", "q1")]
    assert asked(queue(user, now=NOW + timedelta(minutes=2))) == [("due", "q0"), ("new", "q2"), ("due", "q1")]
    give(user, fresh[2], 4, NOW)
    # The limit is reached; the steps go on.
    found = queue(user, now=NOW + timedelta(minutes=2))
    assert asked(found) == [("due", "q0"), ("due", "q1")]
    assert found.counts == (2, 0, 0, 2, 0)
    # Tomorrow they are due as all others.
    assert asked(queue(user, now=NOW + timedelta(days=1))) == [("due", "q0"), ("due", "q1")]


def test_easy_days_bring_a_share_of_the_limits(user: User) -> None:
    known, fresh = make_questions(40, "known"), make_questions(20, "fresh")
    enrol(user, make_deck("All", fresh))
    remember(user, known, NOW - timedelta(days=2))
    # 22 June 2026 is a Monday.
    wants(user, reviews_a_day=44, new_a_day=10, easy_days=[50, 0, 100, 100, 100, 100, 100])
    assert queue(user, now=NOW).counts == (22, 0, 0, 22, 18)
    assert queue(user, now=NOW + timedelta(days=1)).counts == (0, 0, 0, 0, 40)
    assert queue(user, now=NOW + timedelta(days=2)).counts == (40, 4, 0, 44, 0)
    # It is Monday until the person's day ends.
    assert queue(user, now=NOW + 15 * HOUR).counts.left_today == 22


def test_what_is_set_aside_is_not_asked(user: User) -> None:
    known, fresh = make_questions(4, "known"), make_questions(3, "fresh")
    enrol(user, make_deck("All", fresh))
    remember(user, known, NOW - HOUR)
    set_aside(user, "suspend", known[0])
    set_aside(user, "bury", known[1])
    Question.objects.filter(pk=known[2].pk).update(retired_on=date(2026, 6, 1))
    set_aside(user, "suspend", fresh[0])
    set_aside(user, "bury", fresh[1])
    assert asked(queue(user, now=NOW)) == [("due", "known3"), ("new", "fresh2")]
    # On the next day what was buried is back, a new one as a new one and before those never seen.
    tomorrow = queue(user, now=NOW + timedelta(days=1))
    assert asked(tomorrow) == [("due", "known1"), ("due", "known3"), ("new", "fresh1"), ("new", "fresh2")]
    assert tomorrow.counts == (2, 2, 0, 4, 0)
    reviews_actions.resume(user, fresh[0])
    assert ("new", "fresh0") in asked(queue(user, now=NOW))


def test_only_some_decks(user: User) -> None:
    first, second = make_questions(2, "a"), make_questions(2, "b")
    one, two = make_deck("A", first, 1), make_deck("B", second, 2)
    enrol(user, one, two)
    remember(user, [first[0], second[0]], NOW - HOUR)
    assert asked(queue(user, now=NOW, decks=[two])) == [("due", "b0"), ("new", "b1")]
    assert asked(queue(user, now=NOW, decks=[])) == []
    # Decks that were left bring nothing new.
    Enrolment.objects.update(ended_at=NOW)
    assert asked(queue(user, now=NOW)) == [("due", "a0"), ("due", "b0")]


def test_nothing_of_others(user: User) -> None:
    other = make_reader("other")
    hidden = make_deck("Hidden", make_questions(1, "hidden"), owner=other)
    shared = make_deck("Shared", make_questions(2, "shared"), owner=other)
    Deck.objects.filter(pk=shared.pk).update(is_shared=True)
    Question.objects.filter(key="shared0").update(owner=other)
    remember(other, make_questions(2, "known"), NOW - HOUR)
    enrol(user, hidden, shared)
    assert asked(queue(user, now=NOW)) == [("new", "shared1")]
    assert asked(queue(user, now=NOW, decks=[hidden])) == []


@pytest.mark.slow
def test_at_most_ten_queries_with_twenty_thousand_cards(user: User) -> None:
    large(user, cards=20_000)
    assert Studied.objects.count() == 19_900
    Studied.objects.filter(pk__in=Studied.objects.order_by("due").values("pk")[:5]).update(
        came_back=make_wording("It was so.")
    )
    key = uuid.uuid4()
    begun = Question.objects.get(key="large1000")
    reviews_actions.grade_card(user, begun, 1, at=NOW - timedelta(minutes=5), key=key, now=NOW)
    # Everything there is: what came back, steps, due, new ones at the end of each deck.
    wants(user, new_a_day=300, reviews_a_day=9_000)
    with CaptureQueriesContext(connection) as full:
        found = queue(user, now=NOW, limit=500)
    assert found.counts.back == 5
    assert found.counts.due > 8_000
    assert [waiting.kind for waiting in found.items] == [QueueReason.BACK] * 5 + [QueueReason.DUE] * 495
    assert len(full) <= 10

    Studied.objects.filter(user=user).update(due=NOW + timedelta(days=40), came_back=None)
    with CaptureQueriesContext(connection) as fresh:
        found = queue(user, now=NOW, limit=200)
    assert (found.counts.due, found.counts.new) == (0, 100 - 1)
    assert len(fresh) <= 10


def test_what_waits_is_counted_only_so_far(user: User) -> None:
    remember(user, make_questions(COUNTED + 30), NOW - HOUR)
    wants(user, reviews_a_day=10)
    assert queue(user, now=NOW).counts == (10, 0, 0, 10, COUNTED)


def test_of_one_rule_one_card_is_asked_a_day(user: User) -> None:
    one, other = (Rule.objects.create() for _at in range(2))
    questions = make_questions(6, "sibling")
    for question, rule in zip(questions, (one, one, one, other, other, None), strict=True):
        Question.objects.filter(pk=question.pk).update(rule=rule)
    enrol(user, make_deck("All", questions))
    remember(user, questions[:2], NOW - HOUR)
    # Both due cards and the new one are of one rule.
    assert asked(queue(user, now=NOW)) == [("due", "sibling0"), ("new", "sibling3"), ("new", "sibling5")]
    give(user, questions[3], 3, NOW)
    assert [key for _kind, key in asked(queue(user, now=NOW + HOUR))] == ["sibling3", "sibling0", "sibling5"]
    tomorrow = [key for _kind, key in asked(queue(user, now=NOW + timedelta(days=1)))]
    assert tomorrow[0] == "sibling0"


def test_of_siblings_the_one_that_came_back_is_asked(user: User) -> None:
    rule, questions = Rule.objects.create(), make_questions(4, "sibling")
    Question.objects.filter(pk__in=[question.pk for question in questions]).update(rule=rule)
    _due, *back = remember(user, questions[:3], NOW - HOUR)
    enrol(user, make_deck("All", questions))
    Studied.objects.filter(pk__in=[row.pk for row in back]).update(came_back=make_wording("It was so."))
    found = queue(user, now=NOW)
    assert (asked(found), found.counts) == ([("back", "sibling1")], (0, 0, 1, 1, 0))
    give(user, questions[1], 3, NOW)
    # The others wait for the next day.
    assert {key for _kind, key in asked(queue(user, now=NOW + HOUR))} <= {"sibling1"}
    assert asked(queue(user, now=NOW + timedelta(days=1)))[0] == ("back", "sibling2")
