"""The queue that a study session loads, and the grades that it sends."""

import json
import uuid

import pytest
from django.test import Client
from django.utils import timezone

from rulesbase.models import Grade, Studied, User
from rulesbase.study.decks import actions as decks_actions
from tests.rulesbase.study.in_pages import begin_all, counted
from tests.support.make import make_user

pytestmark = pytest.mark.usefixtures("studied_sample")


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
    answer = signed_in.get("/study/queue.json?deck=nothing1")
    assert (answer.status_code, answer.json()) == (404, {"error": "There is no such study deck."})


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
