"""The pages of study: the first one, decks, own cards, options; and the JSON that scripts ask for."""

import json
import re
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from lxml.html import document_fromstring

from rulesbase.models import Deck, Enrolment, Grade, Question, Studied, StudyOptions, User
from rulesbase.study import home_page
from rulesbase.study.decks import actions as decks_actions
from rulesbase.study.decks.import_deck import MAX_BYTES
from rulesbase.study.reviews import actions as reviews_actions
from tests.rulesbase.study.in_pages import begin_all, counted, largest_deck
from tests.support.make import make_user
from tests.support.pages import page_of, squeezed
from tests.support.queries import queries_of
from tests.support.studied import make_wording

pytestmark = pytest.mark.usefixtures("studied_sample")


@pytest.fixture
def user() -> User:
    return make_user("jane")


def remembered(user: User, deck: Deck, share: float = 0.5) -> None:
    """Let somebody have graded every card of a deck in review, remembering a share of them."""
    now = timezone.now()
    user.date_joined = now - timedelta(days=99)
    questions = list(decks_actions.questions_of(user, deck))
    for at, question in enumerate(questions):
        for day, grade in ((30, 4), (1, 1 if at < len(questions) * (1 - share) else 3)):
            moment = now - timedelta(days=day)
            reviews_actions.grade_card(user, question, grade, at=moment, key=uuid.uuid4(), now=now)


# ---- The first page ----


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


# ---- Decks ----


def test_decks_are_found_chosen_and_left(signed_in: Client, user: User) -> None:
    deck = largest_deck()
    chapter = Deck.objects.filter(slug__startswith="chapter-").first()
    assert chapter is not None
    html = page_of(signed_in, f"/study/decks/?q={chapter.name[:3]}")
    assert chapter.name in html
    assert chapter.name in page_of(signed_in, f"/study/decks/?q={chapter.name[:3]}.1a")
    # The name of a chapter is English on every page.
    assert f'lang="en">{chapter.name}</a>' in page_of(signed_in, f"/fr/study/decks/?q={chapter.name[:3]}")
    assert "No study deck has" in page_of(signed_in, "/study/decks/?q=xyzzy")
    signed_in.post("/study/decks/choose/", {"deck": deck.public_id, "how": "study"})
    assert Enrolment.objects.get(user=user).deck == deck
    answer = signed_in.post("/study/decks/choose/", {"deck": deck.public_id, "how": "leave", "here": "1"})
    assert answer["Location"] == f"/study/decks/{deck.public_id}/"
    assert Enrolment.objects.get(user=user).ended_at is not None
    assert "You get no new flash cards from this deck." in page_of(signed_in, answer["Location"])


def test_own_decks_and_cards(signed_in: Client, user: User) -> None:
    answer = signed_in.post("/study/decks/make/", {"name": "Layers", "about": "what I forget"})
    deck = Deck.objects.get(owner=user)
    address = f"/study/decks/{deck.public_id}/"
    assert answer["Location"] == address
    signed_in.post(f"{address}change/", {"how": "card", "ask": "Which layer?", "answer": "The seventh"})
    card = Question.objects.get(owner=user)
    html = page_of(signed_in, address)
    assert "Which layer?" in html
    assert "The seventh" in html
    assert "Which layer?" in page_of(signed_in, f"{address}{card.public_id}/")
    other = decks_actions.create_deck(user, "Steps")
    assert signed_in.get(f"/study/decks/{other.public_id}/{card.public_id}/").status_code == 404
    decks_actions.delete_deck(user, other.public_id)
    signed_in.post(f"{address}{card.public_id}/", {"ask": "Which one?", "answer": "The last"})
    assert Question.objects.get(pk=card.pk).data == {"ask": "Which one?", "answer": "The last"}
    empty = signed_in.post(f"{address}{card.public_id}/", {"ask": "", "answer": "x"})
    assert "needs a question and an answer" in error_at(empty, "ask")
    signed_in.post(f"{address}change/", {"how": "rename", "name": "Layer by layer", "shared": "on"})
    deck.refresh_from_db()
    assert (deck.name, deck.is_shared) == ("Layer by layer", True)
    # Others see the deck, but not the own cards in it.
    assert "Which one?" not in page_of(Client(), address)
    signed_in.post(f"{address}change/", {"how": "remove", "question": card.public_id})
    assert not Question.objects.filter(owner=user).exists()
    signed_in.post(f"{address}change/", {"how": "delete"})
    assert not Deck.objects.filter(owner=user).exists()


def error_at(answer: Any, field: str, status: int = 400) -> str:
    """What a page says is wrong with a field: nothing else is wrong, and the field names it."""
    page = document_fromstring(answer.content)
    (wrong,) = page.xpath("//main//*[@aria-invalid='true']")
    message = page.get_element_by_id(wrong.get("aria-describedby").split()[0]).text_content()
    assert (wrong.get("name"), answer.status_code, page.xpath("//main//*[@role='alert']")) == (field, status, [])
    return str(message)


def test_errors_of_a_deck_are_shown_at_their_field(signed_in: Client, user: User) -> None:
    answer = signed_in.post("/study/decks/make/", {"name": "  ", "about": "what I forget"})
    assert "A study deck needs a name." in error_at(answer, "name")
    assert 'value="what I forget"' in answer.content.decode()
    answer = signed_in.post("/study/decks/make/", {"name": "Layers", "about": "x" * 301})
    assert "at most 300" in error_at(answer, "about")
    change = f"/study/decks/{decks_actions.create_deck(user, 'Layers').public_id}/change/"
    answer = signed_in.post(change, {"how": "rename", "name": "x" * 121, "about": "y", "shared": "on"})
    assert "at most 120" in error_at(answer, "name")
    assert {"x" * 121, "y"} <= set(re.findall(r'value="([^"]+)"', answer.content.decode()))
    answer = signed_in.post(change, {"how": "card", "ask": "Which layer?", "answer": " "})
    assert "needs a question and an answer" in error_at(answer, "answer")
    assert "Which layer?" in answer.content.decode()
    answer = signed_in.post(change, {"how": "remove", "question": "nothing"})
    assert (answer.status_code, 'role="alert"' in answer.content.decode()) == (400, True)
    assert Deck.objects.get(owner=user).name == "Layers"
    # The addresses at which that stands lead to the pages themselves, in another language for example.
    assert signed_in.get("/fr/study/decks/make/")["Location"] == "/fr/study/decks/"
    assert signed_in.get(change)["Location"] == change.removesuffix("change/")


def test_a_deck_from_a_file(signed_in: Client, user: User) -> None:
    file = SimpleUploadedFile("cards.txt", b"#separator:tab\nWhich layer?\tThe seventh\nWhich step?\tThe last\n")
    answer = signed_in.post("/study/decks/make/", {"name": "Layers", "about": "", "file": file})
    deck = Deck.objects.get(owner=user)
    assert answer["Location"] == f"/study/decks/{deck.public_id}/"
    assert "Which step?" in page_of(signed_in, answer["Location"])
    bad = SimpleUploadedFile("cards.txt", b"Which layer?\tThe seventh\nWhich step?\n")
    refused = signed_in.post("/study/decks/make/", {"name": "Steps", "file": bad})
    assert "Line 2 has no question, or no answer." in error_at(refused, "file")
    long = SimpleUploadedFile("cards.txt", b"Which layer?\t" + b"x" * 2001)
    heavy = SimpleUploadedFile("cards.txt", bytes(MAX_BYTES + 200_000))
    refused = signed_in.post("/study/decks/make/", {"name": "Steps", "file": heavy})
    assert "at most 16 MB. Split the file." in error_at(refused, "file", 413)
    assert "at most 2000" in error_at(signed_in.post("/study/decks/make/", {"name": "Steps", "file": long}), "file")
    assert Deck.objects.get(owner=user) == deck


def test_own_decks_of_others_are_not_there(signed_in: Client) -> None:
    other = make_user("paul")
    deck = decks_actions.create_deck(other, "Not yours")
    (card,) = decks_actions.write_cards(other, deck.public_id, [("Secret?", "Yes.")])
    address = f"/study/decks/{deck.public_id}/"
    for client in (signed_in, Client()):
        assert client.get(address).status_code == 404
        assert client.get(f"/study/decks/{deck.public_id}.json").status_code == 404
        assert client.get(f"/study/cards.json?ids={card.public_id}").json()["cards"] == []
    assert signed_in.post(f"{address}change/", {"how": "delete"}).status_code == 404
    assert signed_in.get(f"{address}{card.public_id}/").status_code == 404
    assert signed_in.post("/study/decks/choose/", {"deck": deck.public_id}).status_code == 404
    program = f"/study/decks/{largest_deck().public_id}/"
    assert signed_in.post(f"{program}change/", {"how": "rename", "name": "Mine"}).status_code == 404
    assert Deck.objects.filter(pk=deck.pk).exists()


# ---- Options ----


def test_options_are_stored_and_checked(signed_in: Client, user: User) -> None:
    whole = {
        "time_zone": "Europe/Paris",
        "day_starts": "3",
        "new_a_day": "7",
        "reviews_a_day": "50",
        "retention": "0.85",
    }
    easy = {f"easy_{day}": "0" if day == 6 else "100" for day in range(7)}
    first = page_of(signed_in, "/study/options/")
    assert 'data-guess="1"' in first
    answer = signed_in.post("/study/options/", whole | easy | {"knows": "2019-03-01"})
    assert answer.status_code == 302
    stored = StudyOptions.objects.get(user=user)
    assert (stored.time_zone, stored.new_a_day, stored.easy_days[6]) == ("Europe/Paris", 7, 0)
    html = page_of(signed_in, "/study/options/")
    assert "since the date that you entered" in html
    assert Deck.objects.get(owner=user).slug == f"changed-{user.pk}"
    assert signed_in.post("/study/options/", whole | easy | {"knows": "2099-01-01"}).status_code == 302
    assert "since the date that you entered" not in page_of(signed_in, "/study/options/")
    wrong = signed_in.post("/study/options/", whole | easy | {"easy_3": "101"})
    page = document_fromstring(wrong.content)
    (field,) = page.xpath("//*[@aria-invalid='true']")
    assert "100" in page.get_element_by_id(field.get("aria-describedby")).text_content()
    assert "/account/sign-in/" in Client().get("/study/options/")["Location"]


# ---- What scripts ask for and send ----


def test_the_loaded_queue(signed_in: Client, user: User) -> None:
    begin_all(user)
    answer = signed_in.get("/study/queue.json")
    data = answer.json()
    assert answer["Cache-Control"] == "private, no-store"
    assert data["account"] == str(user.pk)
    assert len(data["cards"]) == data["counts"]["left_today"] == 10
    card = data["cards"][0]
    assert (card["why"], card["memory"]) == ("new", None)
    assert card["ask"].startswith("<")
    # The answer links its rule itself: no citation repeats it.
    assert 'href="/' in card["answer"]
    assert card["citations"] == []
    assert data["token"]
    assert Client().get("/study/queue.json").status_code == 401


def sent(client: Client, address: str, data: object) -> tuple[int, dict[str, object]]:
    answer = client.post(address, json.dumps(data), content_type="application/json")
    return answer.status_code, answer.json()


def test_grades_are_received(signed_in: Client, user: User) -> None:
    begin_all(user)
    one, two = [card["id"] for card in signed_in.get("/study/queue.json").json()["cards"][:2]]
    key = str(uuid.uuid4())
    grade = {"key": key, "question": one, "grade": 3, "at": timezone.now().isoformat(), "took": 900}
    body = {"account": str(user.pk), "grades": [grade], "undone": [], "aside": [{"question": two, "how": "suspend"}]}
    for _time in range(2):
        status, data = sent(signed_in, "/study/sync/", body)
        assert (status, data["applied"], data["refused"]) == (200, [key], [])
        assert data["aside"] == body["aside"]
    assert counted(user) == [(one, 3)]
    assert Studied.objects.get(question__public_id=two).is_suspended


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("{", 400),
        ("[" * 100_000, 400),
        ("[]", 400),
        ('{"grades": 1}', 400),
        ('{"account": "0", "grades": []}', 409),
        ('{"aside": {}}', 400),
        ('"' + "x" * 600_000 + '"', 413),
    ],
)
def test_what_cannot_be_read_is_refused(signed_in: Client, body: str, status: int) -> None:
    for address in ("/study/sync/", "/study/take-over/"):
        answer = signed_in.post(address, body, content_type="application/json")
        if address == "/study/sync/" or "aside" not in body:
            assert answer.status_code == status
            assert answer.json()["error"]
    assert not Grade.objects.exists()


def test_strange_cards_are_set_aside_harmlessly(signed_in: Client, user: User) -> None:
    other = make_user("paul")
    deck = decks_actions.create_deck(other, "Not yours")
    (card,) = decks_actions.write_cards(other, deck.public_id, [("Secret?", "Yes.")])
    strange = [1, {}, {"question": card.public_id, "how": "suspend"}, {"question": "\x00", "how": "bury"}, {"how": []}]
    status, data = sent(signed_in, "/study/sync/", {"aside": strange})
    assert (status, data["aside"]) == (200, strange)
    assert not Studied.objects.exists()


def test_sending_needs_an_account_and_the_token(user: User) -> None:
    assert sent(Client(), "/study/sync/", {})[0] == 401
    checked = Client(enforce_csrf_checks=True)
    checked.force_login(user)
    assert checked.post("/study/sync/", "{}", content_type="application/json").status_code == 403
    token = checked.get("/study/queue.json").json()["token"]
    headers = {"HTTP_X_CSRFTOKEN": token}
    assert checked.post("/study/sync/", "{}", content_type="application/json", **headers).status_code == 200


def test_decks_and_cards_for_anybody() -> None:
    deck = largest_deck()
    data = Client().get(f"/study/decks/{deck.public_id}.json").json()
    assert data["title"] == deck.name
    assert len(data["questions"]) == deck.places.count()
    cards = Client().get(f"/study/cards.json?ids={','.join(data['questions'][:3])},nothing!").json()["cards"]
    assert [card["id"] for card in cards] == data["questions"][:3]
    assert Client().get("/study/changed.json?since=2019-03-01").json()["questions"]
    assert Client().get("/study/changed.json?since=yesterday").status_code == 400
