"""Cards due on the next days, and retention."""

import uuid
from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from rulesbase.models import Deck, Rule, StudyOptions, User
from rulesbase.study.home_page import FEW, chapters, forecast, groups, retention
from rulesbase.study.reviews import actions as reviews_actions
from tests.support.studied import NOW, make_questions, remember, set_aside

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def test_cards_are_counted_on_the_day_they_are_due(user: User) -> None:
    options = StudyOptions.objects.create(user=user, time_zone="Europe/Paris", day_starts=4)
    questions = make_questions(8)
    # In Paris the 23rd begins at two in UTC.
    begins = datetime(2026, 6, 23, 2, 0, tzinfo=UTC)
    dues = [NOW - 90 * DAY, NOW, begins - timedelta(seconds=1), begins, begins + 28 * DAY, begins + 29 * DAY]
    for question, due in zip(questions, dues, strict=False):
        remember(user, [question], due)
    set_aside(user, "suspend", questions[6])
    set_aside(user, "bury", questions[0])
    found = forecast(user, now=NOW, options=options)
    assert [day for day, _cards in found] == [date(2026, 6, 22) + at * DAY for at in range(30)]
    # The overdue one is buried until tomorrow.
    assert {at: cards for at, (_day, cards) in enumerate(found) if cards} == {0: 2, 1: 2, 29: 1}


def grade(user: User, question: object, number: int, at: datetime) -> uuid.UUID:
    key = uuid.uuid4()
    reviews_actions.grade_card(user, question, number, at=at, key=key, took=2000, now=NOW)  # type: ignore[arg-type]
    return key


def test_retention_and_weak_chapters(user: User) -> None:
    strong = make_questions(12, "strong", Rule.objects.create())
    forgotten = make_questions(12, "weak", Rule.objects.create())
    terms = make_questions(2, "term")
    for at, question in enumerate(strong + forgotten):
        grade(user, question, 4, NOW - 60 * DAY)
        lost = 1 if question in forgotten and at % 2 else 3
        grade(user, question, lost, NOW - 40 * DAY)
    grade(user, terms[0], 3, NOW - DAY)
    # Longer ago than is looked at; taken back; of a learning step.
    grade(user, strong[0], 4, NOW - 200 * DAY)
    reviews_actions.undo(user, grade(user, strong[1], 1, NOW - DAY), now=NOW)
    grade(user, terms[0], 1, NOW - DAY + timedelta(minutes=5))

    # The late one made another grade of the first card one of a card in review.
    assert retention(user, now=NOW) == round(100 * 19 / 25)
    with CaptureQueriesContext(connection) as queries:
        found = chapters(user, now=NOW)
    assert len(queries) == 3
    rows = [(12, 50, True), (12, 100, False), (1, None, False)]
    assert [(one.cards, one.percent, one.is_weak) for one in found] == rows


def test_few_grades_say_nothing(user: User) -> None:
    assert retention(user, now=NOW) is None
    rule = Rule.objects.create()
    for question in make_questions(FEW - 1, "q", rule):
        grade(user, question, 4, NOW - 60 * DAY)
        grade(user, question, 1, NOW - 40 * DAY)
    (found,) = chapters(user, now=NOW)
    assert (found.percent, found.is_weak) == (0, False)


@pytest.mark.usefixtures("studied_sample")
def test_a_search_lists_chapters_under_their_own_section() -> None:
    found = [(group.title, [row.title for row in group.decks]) for group in groups(None, "card")]
    assert found[-2:] == [
        ("2. Parts of a Card", ["2. Parts of a Card"]),
        ("Chapters", ["708 Face-Down Cards", "709 Split Cards", "713 Meld Cards"]),
    ]
    (only,) = groups(None, "additional")
    assert only.title == "7. Additional Rules"
    by_title = {group.title: [row.title[:3] for row in group.decks] for group in groups(None)}
    assert by_title["2. Parts of a Card"] == ["2. ", "201"]
    assert by_title["7. Additional Rules"] == ["7. ", "708", "709", "713"]


@pytest.mark.usefixtures("studied_sample")
def test_one_press_starts_a_session_of_a_chapter_or_of_the_first_deck(client: Client) -> None:
    chapter = client.get("/rules/2023-03-01/201/").content.decode()
    assert 'href="/study/start/201/"' in chapter
    deck = Deck.objects.get(owner=None, name__startswith="201")
    for number in ("201", "201.4b"):
        assert client.get(f"/study/start/{number}/").headers["Location"] == f"/study/booth/?deck={deck.public_id}"
    assert client.get("/study/start/").headers["Location"].startswith("/study/booth/?deck=")
    for nothing in ("999", "x"):
        assert client.get(f"/study/start/{nothing}/").headers["Location"].startswith("/study/")
    assert 'href="/study/start/"' in client.get("/study/").content.decode()
