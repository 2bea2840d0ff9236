"""One request of many grades: each card is replayed once, within limits."""

import uuid
from collections.abc import Iterable
from datetime import datetime, timedelta
from random import Random
from typing import Any
from unittest import mock

import pytest
from django.conf import LazySettings
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rulesbase.core.errors import Refused
from rulesbase.models import Grade, Question, Studied, User
from rulesbase.study.reviews import replay
from rulesbase.study.reviews.actions import grade_card, resume, undo
from rulesbase.study.reviews.actions import set_aside as set_all_aside
from rulesbase.study.reviews.replay import TryLater
from rulesbase.study.reviews.scheduling import state_after_grade
from rulesbase.study.reviews.sync import sync
from rulesbase.web.rate_limits.limits import RateLimit
from tests.rulesbase.study.reviews.test_actions import ROW
from tests.support.studied import NOW, make_questions, make_reader, make_wording, set_aside

pytestmark = pytest.mark.django_db
Sent = list[dict[str, Any]]


def grades(question: Question, count: int, seed: int = 1) -> Sent:
    """Grades of a card in the order in which they were given, two days between them."""
    random = Random(f"{question.key} {seed}")
    return [
        {
            "key": str(uuid.UUID(int=random.getrandbits(128))),
            "question": question.public_id,
            "grade": random.choice([1, 2, 3, 3, 4]),
            "at": (NOW - timedelta(days=2 * (count - at), minutes=random.randrange(600))).isoformat(),
        }
        for at in range(count)
    ]


def keys(sent: Iterable[dict[str, Any]]) -> list[str]:
    return [one["key"] for one in sent]


def statements(user: User, **letter: Any) -> int:
    """How much a letter asks of the database; a statement that is run for many rows is one."""
    with CaptureQueriesContext(connection) as queries:
        assert sync(user, letter, now=NOW)["refused"] == []
    return len([query for query in queries if "SAVEPOINT" not in query["sql"]])


def left_of(user: User) -> tuple[list[Any], list[Any]]:
    """All that is remembered and all that was given, but what was taken back."""
    cards = Studied.objects.filter(user=user).order_by("question").values_list("question", "is_suspended", *ROW)
    given = Grade.objects.filter(user=user, undone_at=None).order_by("question", "at", "key")
    return list(cards), list(given.values_list("question", "key", "grade", "at", "before", "promised"))


def test_each_card_is_replayed_once(user: User) -> None:
    sent = grades(make_questions(1)[0], 80)
    sync(user, {"grades": sent}, now=NOW)
    # Of 80 grades 30 are taken back; then nothing is left to compute.
    for undone, left in ((sent[:60:2], 50), (sent, 0)):
        with mock.patch.object(replay, "state_after_grade", wraps=state_after_grade) as computed:
            sync(user, {"undone": keys(undone)}, now=NOW)
        assert computed.call_count == left
    assert not Studied.objects.exists()


def test_statements_grow_with_cards_not_with_keys(user: User) -> None:
    questions = make_questions(4)
    sent = [grades(question, 60) for question in questions]
    for some in sent:
        sync(user, {"grades": some}, now=NOW)
    few = statements(user, undone=keys(sent[0][:30:15]))
    assert statements(user, undone=keys(sent[1][:30])) == few
    two = statements(user, undone=keys(sent[2][:30] + sent[3][:30]))
    # Of each card its grades are read, and it is written.
    assert two - few <= 2
    assert few <= 12


@pytest.mark.parametrize("seed", range(6))
def test_a_letter_leaves_what_its_parts_leave(user: User, seed: int) -> None:
    random, other = Random(seed), make_reader("other")
    questions = make_questions(3)
    old, new = make_wording("A keeper climbs the stairs."), make_wording("A keeper may climb the stairs.")
    Question.objects.update(made_from=old)
    sent = [one for question in questions for one in grades(question, 12, seed)]
    early = [one for one in sent if one["at"] < (NOW - timedelta(days=12)).isoformat()]
    for reader in (user, other):
        Question.objects.update(made_from=old)
        sync(reader, {"grades": early}, now=NOW)
        # The text became another one meanwhile, and one card was set aside.
        Question.objects.update(made_from=new)
        Studied.objects.filter(user=reader).update(came_back=old, due=NOW - timedelta(days=11))
        Studied.objects.filter(user=reader, question=questions[2]).update(is_suspended=True)
    late = [one for one in sent if one not in early]
    undone = random.sample(sent, 18)
    in_time = sorted(undone, key=lambda one: one["at"])
    random.shuffle(undone)
    # Twice the same, and one that is taken back already.
    sync(user, {"grades": late}, now=NOW)
    undo(user, undone[0]["key"], now=NOW)
    found = sync(user, {"undone": [*keys(undone), *keys(undone[:3])]}, now=NOW)
    assert (found["applied"], found["refused"]) == (keys(undone), [])
    for one in late:
        grade_card(other, of(one, questions), one["grade"], at=moment(one), key=one["key"], now=NOW)
    for key in [undone[0]["key"], *keys(in_time)]:
        undo(other, key, now=NOW)
    assert left_of(user) == left_of(other)
    counts = Grade.objects.filter(user=user).exclude(undone_at=None).count()
    assert counts == 18
    assert found["states"].keys() == {one["question"] for one in undone}


def of(one: dict[str, Any], questions: list[Question]) -> Question:
    return next(question for question in questions if question.public_id == one["question"])


def moment(one: dict[str, Any]) -> datetime:
    return datetime.fromisoformat(one["at"])


def test_a_card_takes_so_many_grades(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "MOST_OF_A_CARD", 5)
    first, second = make_questions(2)
    sent = [*grades(first, 8), *grades(second, 2)]
    # The first of them are taken back: they count too.
    found = [sync(user, {"grades": sent, "undone": keys(sent[:2])}, now=NOW) for _ in range(2)]
    for answer in found:
        assert answer["applied"] == keys([*sent[:5], *sent[8:]])
        # Never to be sent again.
        assert [(one["key"], one["again"]) for one in answer["refused"]] == [(key, False) for key in keys(sent[5:8])]
        assert "at most 5 times" in answer["refused"][0]["why"]
    assert found[0] == found[1]
    with pytest.raises(Refused, match="at most 5 times"):
        grade_card(user, first, 3, at=NOW, key=uuid.uuid4(), now=NOW)
    assert str(grade_card(user, first, 3, at=NOW, key=sent[0]["key"], now=NOW).key) == sent[0]["key"]
    grade_card(user, second, 3, at=NOW, key=uuid.uuid4(), now=NOW)


def test_a_full_card_cannot_be_started_again(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "MOST_OF_A_CARD", 5)
    (question,) = make_questions(1)
    sent = grades(question, 5)
    sync(user, {"grades": sent, "undone": keys(sent)}, now=NOW)
    assert not Studied.objects.exists()
    for how in ("", "suspend", "resume"):
        if how == "suspend":
            set_aside(user, how, question)
        if how == "resume":
            resume(user, question)
        with pytest.raises(Refused, match="at most 5 times"):
            grade_card(user, question, 3, at=NOW, key=uuid.uuid4(), now=NOW)
        (refused,) = sync(user, {"grades": grades(question, 1, 2)}, now=NOW)["refused"]
        assert not refused["again"]


def test_a_day_takes_so_many_grades(user: User, settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> None:
    backend = "django.core.cache.backends.locmem.LocMemCache"
    settings.CACHES = settings.CACHES | {"counts": {"BACKEND": backend, "LOCATION": "letters"}}
    caches["counts"].clear()
    monkeypatch.setattr(replay, "GRADES_OF_A_DAY", RateLimit("grades-of-a-test", 4))
    monkeypatch.setattr("time.time", lambda: 1_000_000_000.0)
    (question,) = make_questions(1)
    sent = grades(question, 6)
    for _ in range(3):
        # What is known already is counted no more.
        assert sync(user, {"grades": sent[:3]}, now=NOW)["refused"] == []
    found = sync(user, {"grades": sent, "undone": keys(sent[:1])}, now=NOW)
    assert found["applied"] == keys(sent[:3])
    # They stay where they are, and are sent again.
    assert [(one["key"], one["again"]) for one in found["refused"]] == [(key, True) for key in keys(sent[3:])]
    assert Grade.objects.exclude(undone_at=None).count() == 1
    with pytest.raises(TryLater, match="at most 4 times per day"):
        grade_card(user, question, 3, at=NOW, key=uuid.uuid4(), now=NOW)
    other = make_reader("other")
    assert sync(other, {"grades": sent[:3]}, now=NOW)["refused"] == []
    monkeypatch.setattr("time.time", lambda: 1_000_100_000.0)
    assert sync(user, {"grades": sent}, now=NOW)["applied"] == keys(sent)


def test_a_letter_changes_so_many_grades(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    questions, other = make_questions(3), make_reader("other")
    sent = [grades(question, 12) for question in questions]
    for reader in (user, other):
        for some in sent:
            sync(reader, {"grades": some[1:]}, now=NOW)
    letter = {"grades": [sent[0][0], sent[1][0]], "undone": [sent[0][0]["key"], *keys(sent[2][1:])]}
    whole = sync(other, letter, now=NOW)
    monkeypatch.setattr(replay, "MOST_REPLAYED", 12)
    left = [len(whole["applied"])]
    # A card goes each time; the others wait for the next letter, and nothing is lost.
    while left[-1]:
        found = sync(user, letter, now=NOW)
        later = {one["key"] for one in found["refused"]}
        assert all(one["again"] for one in found["refused"])
        # The sender forgets what is applied: not a grade whose taking back has to wait.
        assert later.isdisjoint(found["applied"])
        assert later | set(found["applied"]) == set(whole["applied"])
        left.append(len(later))
    assert left == [13, 13, 12, 11, 0]
    assert left_of(user) == left_of(other)
    assert found["states"] == whole["states"]


def test_reading_for_a_request_ends_with_its_budget(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards that exceed the budget are not even read: each would cost as much as a card that is replayed."""
    questions = make_questions(6)
    for question in questions:
        sync(user, {"grades": grades(question, 10)}, now=NOW)
    monkeypatch.setattr(replay, "MOST_REPLAYED", 15)
    undone = [grades(question, 10)[0]["key"] for question in questions]
    with mock.patch.object(Grade, "from_db", wraps=Grade.from_db) as read:
        found = sync(user, {"undone": undone}, now=NOW)
    # The named grades, a card, one grade too many of the second, and one of each other.
    assert read.call_count <= 6 + 10 + 6 + 4
    assert (len(found["applied"]), len(found["refused"])) == (1, 5)


def test_cards_are_set_aside_at_once(user: User) -> None:
    """As many as a letter has, for hardly more than one; as each by itself."""
    questions = make_questions(40)
    begun, known, undone, *others = questions
    grade_card(user, known, 3, at=NOW, key=uuid.uuid4(), now=NOW)
    grade_card(user, undone, 3, at=NOW, key=(key := uuid.uuid4()), now=NOW)
    undo(user, key, now=NOW)
    set_aside(user, "suspend", begun)
    asked = [("suspend", one.public_id) for one in questions[1:20]] + [
        ("bury", one.public_id) for one in questions[18:]
    ]
    with CaptureQueriesContext(connection) as queries:
        set_all_aside(
            user, [*asked, ("bury", begun.public_id), ("burn", begun.public_id), ("bury", "nothing1")], now=NOW
        )
    assert len([query for query in queries if "SAVEPOINT" not in query["sql"]]) < 20
    rows = {row.question_id: row for row in Studied.objects.filter(user=user)}
    assert len(rows) == 40
    assert [rows[one.pk].is_suspended for one in questions] == [True] * 20 + [False] * 20
    assert [rows[one.pk].buried_until is not None for one in questions] == [True] + [False] * 17 + [True] * 22
    assert (rows[known.pk].reviews, rows[undone.pk].version, rows[begun.pk].version) == (1, 0, 0)
    alone = set_aside(other := make_reader("other"), "bury", others[-1])
    assert (alone.due, alone.state) == (rows[others[-1].pk].due, rows[others[-1].pk].state)
    assert rows[begun.pk].due == alone.due
    assert not Studied.objects.filter(user=other).exclude(question=others[-1]).exists()
