"""Parameters fitted to a learner: taken, used for every card and in the browser, shown, and reset."""

import uuid
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from rulesbase.engine.spaced_repetition import fitting
from rulesbase.engine.spaced_repetition.fitting import PARAMETERS
from rulesbase.models import Deck, DeckQuestion, Enrolment, Question, Studied, User
from rulesbase.study.reviews import actions
from rulesbase.study.reviews.fit_parameters import learners_to_fit, reset, reviews_of
from rulesbase.study.reviews.options import options_of
from rulesbase.study.reviews.queue import load_queue, loaded_data
from rulesbase.study.reviews.scheduling import Memory, memory_of, schedule_of, state_after_grade
from tests.rulesbase.study.reviews.test_actions import KEYS
from tests.support.reviewed import review_as_learner
from tests.support.studied import NOW, make_wording

pytestmark = pytest.mark.django_db


@pytest.mark.postgres
def test_a_learner_is_fitted_and_reset(user: User, client: Client) -> None:
    cards = review_as_learner(user, 1_500)
    before = {card.pk: (card.stability, card.due) for card in cards}
    assert list(learners_to_fit()) == [user]
    call_command("fit_study")
    options = options_of(user)
    assert options.parameters
    assert options.parameters != list(PARAMETERS)
    assert (options.fitted_reviews or 0) >= fitting.FEWEST
    # No new reviews: nothing to try.
    assert list(learners_to_fit()) == []

    # Every card is as if its grades had been given with these parameters.
    schedule = schedule_of(options)
    card = Studied.objects.filter(user=user, reviews__gte=4).first()
    assert card is not None
    state = Memory()
    for grade in card.question.grades.order_by("at"):
        state = state_after_grade(state, grade.grade, grade.at, schedule)
    assert memory_of(card) == state
    # A new grade and the browser use them too.
    now = timezone.now()
    given = actions.grade_card(user, card.question, 3, at=now, key=uuid.uuid4(), now=now)
    assert memory_of(Studied.objects.get(pk=card.pk)) == state_after_grade(state, 3, now, schedule)
    assert loaded_data(user, load_queue(user, now=now), now)["options"]["parameters"] == options.parameters
    actions.undo(user, given.key)
    assert memory_of(Studied.objects.get(pk=card.pk)) == state

    client.force_login(user)
    deck = Deck.objects.create(slug="some", name="Some")
    DeckQuestion.objects.create(deck=deck, question=card.question, position=0)
    Enrolment.objects.create(user=user, deck=deck)
    page = client.get("/study/options/").content.decode()
    assert f"from your {options.fitted_reviews:,} reviews" in page
    assert "Reviews per day by target retention" in page
    client.post("/study/options/fit/", {"how": "reset"})
    assert options_of(user).parameters is None
    assert {card.pk: (card.stability, card.due) for card in Studied.objects.filter(user=user)} == before
    assert list(learners_to_fit()) == []


def test_each_grade_keeps_the_text_that_it_learnt(user: User, question: Question) -> None:
    options = options_of(user)
    options.parameters = [value * 1.1 for value in PARAMETERS[:4]] + list(PARAMETERS[4:])
    options.save()
    old, new = question.made_from, make_wording("A keeper climbs the stairs!")
    actions.grade_card(user, question, 3, at=NOW - timedelta(days=30), key=KEYS[0], now=NOW)
    question.made_from = new
    question.save()
    actions.grade_card(user, question, 3, at=NOW - timedelta(days=10), key=KEYS[1], now=NOW)
    stability = Studied.objects.get().stability
    reset(user)
    card = Studied.objects.get()
    assert card.stability != stability
    assert card.learnt_from == new
    # The undone grade is the only one that learnt the new text.
    actions.undo(user, KEYS[1], now=NOW)
    card.refresh_from_db()
    assert (card.learnt_from, card.reviews) == (old, 1)


def test_too_few_reviews(user: User, client: Client) -> None:
    review_as_learner(user, 200)
    assert list(learners_to_fit()) == []
    client.force_login(user)
    assert "Your reviews so far" in client.get("/study/options/").content.decode()


@pytest.mark.postgres
def test_reviews_of_the_same_day_do_not_count(user: User, question: Question, client: Client) -> None:
    for key, hours in zip(KEYS, (216, 215, 192, 167, 166, 0), strict=False):
        actions.grade_card(user, question, 3, at=NOW - timedelta(hours=hours), key=key, now=NOW)
    counted = fitting.fit([[fitting.Review(grade.at, grade.grade) for grade in question.grades.order_by("at")]])
    assert reviews_of(user) == counted.reviews == 2
    client.force_login(user)
    assert "Your reviews so far: 2." in client.get("/study/options/").content.decode()
