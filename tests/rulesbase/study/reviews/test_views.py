"""The study session by plain forms, as it works without a script, and what it refuses."""

import re
import uuid
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from rulesbase.models import Enrolment, Grade, Question, Studied, User
from rulesbase.study.decks import actions as decks_actions
from rulesbase.study.reviews import actions as reviews_actions
from tests.rulesbase.study.in_pages import begin_all, counted
from tests.support.make import make_user

pytestmark = pytest.mark.usefixtures("studied_sample")
SESSION = "/study/booth/"


@pytest.fixture
def user(user: User) -> User:
    begin_all(user)
    return user


def fields(html: str) -> dict[str, str]:
    """The hidden fields of the form that grades."""
    form = html.split('class="gradeform"')[1].split("</form>")[0]
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', form))


def test_a_card_is_graded_once_and_taken_back(signed_in: Client, user: User) -> None:
    page = signed_in.get(SESSION).content.decode()
    given = fields(page)
    assert re.findall(r'data-slot="after">([^<]+)<', page)[:4] == [
        "in 1 minute",
        "in 6 minutes",
        "in 10 minutes",
        "in 8 days",
    ]
    answer = signed_in.post("/study/booth/grade/", given | {"grade": "3"})
    assert (answer.status_code, answer["Location"]) == (302, SESSION)
    assert counted(user) == [(given["question"], 3)]
    following = signed_in.get(SESSION).content.decode()
    assert fields(following)["question"] != given["question"]
    # The same form sent again, as by a double click, counts once.
    signed_in.post("/study/booth/grade/", given | {"grade": "3"})
    assert counted(user) == [(given["question"], 3)]
    # Taken back, its card is asked again.
    key = Grade.objects.get().key
    answer = signed_in.post("/study/booth/undo/", {"key": str(key)})
    assert answer["Location"] == f"{SESSION}?card={given['question']}"
    assert fields(signed_in.get(answer["Location"]).content.decode())["question"] == given["question"]
    assert counted(user) == []


def test_a_card_that_was_graded_elsewhere_is_not_graded_twice(signed_in: Client, user: User) -> None:
    given = fields(signed_in.get(SESSION).content.decode())
    question = Question.objects.get(public_id=given["question"])
    reviews_actions.grade_card(user, question, 1, at=timezone.now(), key=uuid.uuid4())
    signed_in.post("/study/booth/grade/", given | {"grade": "4"})
    assert counted(user) == [(question.public_id, 1)]
    assert "graded this flash card in another window" in signed_in.get(SESSION).content.decode()


@pytest.mark.slow
@pytest.mark.parametrize(("how", "is_suspended"), [("bury", False), ("suspend", True)])
def test_cards_are_set_aside_and_called_back(signed_in: Client, user: User, how: str, is_suspended: bool) -> None:
    first = fields(signed_in.get(SESSION).content.decode())["question"]
    signed_in.post("/study/booth/aside/", {"question": first, "how": how})
    assert fields(signed_in.get(SESSION).content.decode())["question"] != first
    assert Studied.objects.get().is_suspended is is_suspended
    listed = signed_in.get("/study/set-aside/").content.decode()
    assert first in listed
    assert "1 suspended or skipped flash card" in signed_in.get("/study/").content.decode()
    signed_in.post("/study/booth/aside/", {"question": first, "how": "resume"})
    assert fields(signed_in.get(SESSION).content.decode())["question"] == first
    assert "No flash card is suspended or skipped." in signed_in.get("/study/set-aside/").content.decode()


@pytest.mark.slow
def test_the_day_ends(signed_in: Client, user: User) -> None:
    for _card in range(10):
        given = fields(signed_in.get(SESSION).content.decode())
        signed_in.post("/study/booth/grade/", given | {"grade": "4"})
    page = signed_in.get(SESSION).content.decode()
    assert "Done for today" in page
    assert "You graded 10 flash cards today." in page
    assert len(counted(user)) == 10


def test_without_decks_the_session_asks_to_choose_one(signed_in: Client, user: User) -> None:
    Enrolment.objects.filter(user=user).update(ended_at=timezone.now())
    page = signed_in.get(SESSION).content.decode()
    stage = page.partition('<div id="stage">')[2].partition('id="waiting"')[0]
    assert "Choose a study deck to begin." in stage
    assert "Done for today" not in stage


def test_a_place_in_the_session_stays(signed_in: Client, user: User) -> None:
    deck = decks_actions.create_deck(user, "Mine")
    (card,) = decks_actions.write_cards(user, deck.public_id, [("What?", "That.")])
    address = f"{SESSION}?deck={deck.public_id}"
    given = fields(signed_in.get(address).content.decode())
    assert (given["question"], given["deck"]) == (card.public_id, deck.public_id)
    answer = signed_in.post("/study/booth/grade/", given | {"grade": "4"})
    assert answer["Location"] == address
    assert "Done for today" in signed_in.get(address).content.decode()
    # A drill brings what is not due, the least firm first, but nothing twice on a day.
    Studied.objects.update(last_review=timezone.now() - timedelta(days=3))
    assert "Done for today" in signed_in.get(address).content.decode()
    assert fields(signed_in.get(f"{address}&drill=1").content.decode())["question"] == card.public_id


def test_others_have_no_access(signed_in: Client, user: User) -> None:
    other = make_user("paul")
    deck = decks_actions.create_deck(other, "Not yours")
    (card,) = decks_actions.write_cards(other, deck.public_id, [("Secret?", "Yes.")])
    assert signed_in.get(f"{SESSION}?deck={deck.public_id}").status_code == 404
    assert signed_in.get(f"{SESSION}?deck=nothing1").status_code == 404
    assert "Secret" not in signed_in.get(f"{SESSION}?card={card.public_id}").content.decode()
    sent = {"question": card.public_id, "grade": "3", "key": str(uuid.uuid4()), "version": "0"}
    assert signed_in.post("/study/booth/grade/", sent).status_code == 404
    for how in ("bury", "suspend", "resume"):
        assert signed_in.post("/study/booth/aside/", sent | {"how": how}).status_code == 404
    assert signed_in.get("/study/booth/grade/").status_code == 405
    anybody = Client()
    for verb in ("grade", "undo", "aside"):
        assert "/account/sign-in/" in anybody.post(f"/study/booth/{verb}/", sent)["Location"]
    assert not Grade.objects.exists()


def test_wrong_fields_are_named(signed_in: Client, user: User) -> None:
    given = fields(signed_in.get(SESSION).content.decode())
    signed_in.post("/study/booth/grade/", given | {"grade": "7"})
    assert "The grade of a flash card is 1" in signed_in.get(SESSION).content.decode()
    signed_in.post("/study/booth/grade/", given | {"grade": "2", "key": "no key"})
    assert "must be a UUID" in signed_in.get(SESSION).content.decode()
    signed_in.post("/study/booth/undo/", {"key": str(uuid.uuid4())})
    assert "cannot be undone" in signed_in.get(SESSION).content.decode()
    assert not Grade.objects.exists()


def test_html_in_own_cards_is_text(signed_in: Client, user: User) -> None:
    deck = decks_actions.create_deck(user, "<script>alert(1)</script>")
    decks_actions.write_cards(
        user, deck.public_id, [("<script>alert(2)</script>", '"><img src=x onerror=alert(3)> &lt;b&gt; {{ x }}')]
    )
    for address in (f"{SESSION}?deck={deck.public_id}", f"/study/decks/{deck.public_id}/", "/study/", "/study/decks/"):
        html = signed_in.get(address).content.decode()
        assert "<script>alert" not in html
        assert "<img" not in html
    sent = signed_in.get(f"/study/queue.json?deck={deck.public_id}").json()
    assert "&lt;script&gt;alert(2)" in sent["cards"][0]["ask"]
    assert "&gt;&lt;img" in sent["cards"][0]["answer"]
    assert "&amp;lt;b&amp;gt; {{ x }}" in sent["cards"][0]["answer"]


def test_cards_without_anything_to_show_do_not_hide_those_behind(signed_in: Client) -> None:
    first = fields(signed_in.get(SESSION).content.decode())["question"]
    Question.objects.filter(public_id=first).update(rule=None)
    assert fields(signed_in.get(SESSION).content.decode())["question"] != first
