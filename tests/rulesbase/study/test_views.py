"""The first page of study, signed in and not."""

import uuid
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from rulesbase.models import Deck, Studied, StudyOptions, User
from rulesbase.study import home_page
from rulesbase.study.decks import actions as decks_actions
from rulesbase.study.reviews import actions as reviews_actions
from tests.rulesbase.study.in_pages import begin_all, largest_deck
from tests.support.pages import page_of, squeezed
from tests.support.queries import queries_of
from tests.support.studied import make_wording

pytestmark = pytest.mark.usefixtures("studied_sample")


def remembered(user: User, deck: Deck, share: float = 0.5) -> None:
    """Let somebody have graded every card of a deck in review, remembering a share of them."""
    now = timezone.now()
    user.date_joined = now - timedelta(days=99)
    questions = list(decks_actions.questions_of(user, deck))
    for at, question in enumerate(questions):
        for day, grade in ((30, 4), (1, 1 if at < len(questions) * (1 - share) else 3)):
            moment = now - timedelta(days=day)
            reviews_actions.grade_card(user, question, grade, at=moment, key=uuid.uuid4(), now=now)


def test_where_nothing_waits_the_decks_come_first(signed_in: Client, user: User) -> None:
    # A first visit is a session; the overview is there for who asks for it.
    assert signed_in.get("/study/").headers["Location"] == "/study/start/"
    assert "Choose a study deck to begin." in page_of(signed_in, "/study/?overview")
    decks_actions.create_deck(user, "Nothing in it yet")
    html = squeezed(page_of(signed_in, "/study/"))
    assert '<a class="btn btn-main" href="/study/decks/">' in html
    assert '<a class="btn" href="/study/booth/"' in html
    # Words for the month, and no empty picture.
    assert "No flash cards are due today.</p>" in html
    assert "No flash cards are due in the next 30 days.</p>" in html
    assert "<svg" not in html.partition("Flash cards due in the next 30 days")[2].partition("</section>")[0]


def test_settings_are_named_alike_with_and_without_an_account(signed_in: Client) -> None:
    label = "Date when you last studied the rules or judged an event</label>"
    assert label in page_of(signed_in, "/study/options/")
    assert label in page_of(Client(), "/study/?overview")


@pytest.mark.slow
def test_the_first_page_sums_up(signed_in: Client, user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    # The chapters of the sample have fewer cards than a share needs.
    monkeypatch.setattr(home_page, "FEW", 2)
    chapter = max(Deck.objects.filter(slug__startswith="chapter-"), key=lambda deck: deck.places.count())
    begin_all(user)
    remembered(user, chapter)
    # Of the cards of one rule one is due today.
    StudyOptions.objects.update(reviews_a_day=1, new_a_day=5)
    html = page_of(signed_in, "/study/")
    assert "1 flash card to study today: 1 card due." in html
    assert "1 more flash card is scheduled for another day." in html
    assert f'<span class="num">{chapter.name[:3]}</span>' in html
    count = chapter.places.count()
    assert f"{round(100 * (count // 2) / count)} % of answers remembered" in html
    assert "often forgotten" in html
    assert f'href="/study/booth/?deck={chapter.public_id}&amp;drill=1"' in html
    # Cards that came back are named.
    card = Studied.objects.filter(user=user).first()
    assert card is not None
    Studied.objects.filter(pk=card.pk).update(came_back=make_wording("its text before"), due=timezone.now())
    html = page_of(signed_in, "/study/")
    assert "Due again because a rule changed" in html
    assert "rule changed since you learnt it" in html
    assert "1 card due because its rule changed" in html


@pytest.mark.slow
def test_the_first_page_asks_the_same_however_many_cards(signed_in: Client, user: User) -> None:
    begin_all(user)
    page_of(signed_in, "/study/")
    few = queries_of(signed_in, "/study/")
    remembered(user, largest_deck())
    # Texts and chapters of what is there now, however many there are.
    assert queries_of(signed_in, "/study/") <= few + 5


@pytest.mark.parametrize("address", ["/study/", "/study/decks/", "/study/booth/", "/fr/study/", "/ja/study/decks/"])
def test_anybody_may_look_and_the_public_page_has_no_personal_data(address: str) -> None:
    answer = Client().get(address)
    html = answer.content.decode()
    assert 'data-account=""' in html
    assert "csrfmiddlewaretoken" not in html
    assert ' style="' not in html
    assert not answer.cookies
    # The worker stores the study session for a place without network.
    assert "no-store" not in answer["Cache-Control"]
    assert address != "/study/booth/" or "private" not in answer["Cache-Control"]
