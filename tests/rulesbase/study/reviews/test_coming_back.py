"""A card whose text changed in substance, put back at a moment; grades from before say nothing of the new text."""

from datetime import timedelta
from typing import Any

import pytest

from rulesbase.models import Question, Studied, User, Wording
from rulesbase.study.reviews.actions import grade_card, undo
from rulesbase.study.reviews.sync import sync
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
    grade_card(user, question, 4, at=NOW - timedelta(days=30), key=KEYS[0], now=NOW)
    old, new = put_back(user, question)
    grade_card(user, question, 3, at=NOW, key=KEYS[1], now=NOW)
    card = Studied.objects.get()
    assert (card.came_back, card.learnt_from) == (None, new)
    undo(user, KEYS[1], now=NOW)
    card.refresh_from_db()
    assert (card.came_back, card.learnt_from, card.due) == (old, old, BACK)


def test_a_grade_from_before_does_not(user: User, question: Question) -> None:
    grade_card(user, question, 4, at=NOW - timedelta(days=30), key=KEYS[0], now=NOW)
    old, _new = put_back(user, question)
    grade_card(user, question, 3, at=NOW - timedelta(days=12), key=KEYS[1], now=NOW)
    card = Studied.objects.get()
    assert (card.came_back, card.learnt_from, card.due, card.reviews) == (old, old, BACK, 2)
    assert card.last_review == NOW - timedelta(days=12)


class TestGivenWithoutNetwork:
    """The browser showed the text of before the change, and sends its grade after it."""

    def test_the_card_waits_on(self, user: User, question: Question) -> None:
        grade_card(user, question, 4, at=NOW - timedelta(days=30), key=KEYS[0], now=NOW)
        old, new = put_back(user, question)
        sync(user, sent(question, old), now=NOW)
        card = Studied.objects.get()
        assert (card.came_back, card.learnt_from, card.due, card.reviews) == (old, old, NOW, 2)
        # Who has seen the new text settles it; and the same grade once more changes nothing.
        grade_card(user, question, 3, at=NOW + timedelta(hours=1), key=KEYS[1], now=NOW + timedelta(hours=2))
        sync(user, sent(question, old), now=NOW + timedelta(hours=2))
        card.refresh_from_db()
        assert (card.came_back, card.learnt_from, card.reviews) == (None, new, 3)

    def test_one_learnt_so_comes_back_at_once(self, user: User, question: Question) -> None:
        old, new = question.made_from, make_wording("A keeper may climb the stairs.")
        Question.objects.update(made_from=new)
        sync(user, sent(question, old), now=NOW)
        assert Studied.objects.get().came_back == old

    def test_what_was_seen_since_counts(self, user: User, question: Question) -> None:
        grade_card(user, question, 4, at=NOW - timedelta(days=30), key=KEYS[0], now=NOW)
        old, new = put_back(user, question)
        grade_card(user, question, 3, at=NOW - timedelta(hours=1), key=KEYS[1], now=NOW)
        sync(user, sent(question, old), now=NOW)
        card = Studied.objects.get()
        assert (card.came_back, card.learnt_from, card.reviews) == (None, new, 3)

    @pytest.mark.parametrize("words", ["A keeper climbs the stairs", "A keeper may climb the stairs.", None])
    def test_other_texts_say_nothing(self, user: User, question: Question, words: str | None) -> None:
        """A stop less, the very text of today, and a text that the archive does not have."""
        new = make_wording("A keeper may climb the stairs." if words != "A keeper climbs the stairs" else f"{words}.")
        Question.objects.update(made_from=new)
        seen = sent(question, make_wording(words) if words else None)
        if not words:
            seen["grades"][0]["text"] = 2**40
        sync(user, seen, now=NOW)
        assert Studied.objects.get().came_back is None


def sent(question: Question, text: Wording | None) -> dict[str, Any]:
    at = (NOW - timedelta(days=2)).isoformat()
    one = {"key": str(KEYS[5]), "question": question.public_id, "grade": 3, "at": at}
    return {"grades": [one | ({"text": text.pk} if text else {})]}
