"""The pages of study: the first one, decks, own cards, options; and the JSON that scripts ask for."""

import re
import uuid
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from lxml.html import document_fromstring

from rulesbase.models import Deck, Enrolment, Question, Studied, User
from rulesbase.study.decks import actions as decks_actions
from rulesbase.study.decks.import_deck import MAX_BYTES
from tests.rulesbase.study.in_pages import largest_deck
from tests.support.make import make_user
from tests.support.pages import page_of

pytestmark = pytest.mark.usefixtures("studied_sample")


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


def test_a_deck_for_anki_is_in_the_language_of_the_page() -> None:
    address = f"/fr/study/decks/{Deck.objects.get(slug='errors').public_id}/"
    assert "Cette phrase contient une erreur." in page_of(Client(), address)
    lines = Client().get(f"{address}anki.txt").getvalue().decode().splitlines()
    fronts = [line.split("\t")[1] for line in lines if "\t" in line and not line.startswith("#")]
    assert {front.partition(" Laquelle")[0] for front in fronts} == {"Cette phrase contient une erreur."}


def test_a_deck_for_anki_names_a_term_once() -> None:
    address = f"/study/decks/{Deck.objects.get(slug='terms-fr').public_id}/anki.txt"
    cited = re.findall(r"<small><a [^>]+>([^<]+)</a>([^<]*)</small>", Client().get(address).getvalue().decode())
    assert cited
    assert all(heading.strip() != term for term, heading in cited)


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


def test_cards_are_collected_and_shared(signed_in: Client, user: User) -> None:
    source = largest_deck()
    there = f"/study/decks/{source.public_id}/"
    assert "create a study deck of your own" in page_of(signed_in, there)
    own = decks_actions.create_deck(user, "For the group")
    page = document_fromstring(page_of(signed_in, there))
    ids = page.xpath("//input[@name='question']/@value")
    (form,) = page.xpath("//form[@id='collect']")
    values = {"deck": own.public_id, "from": source.public_id, "how": "add"}
    assert form.xpath(".//option/@value") == [own.public_id]
    none = signed_in.post(form.get("action"), values)
    assert (none.status_code, "Select at least one flash card." in none.content.decode()) == (400, True)
    answer = signed_in.post(form.get("action"), values | {"question": ids[2:0:-1]}, follow=True)
    assert "2 flash cards were added." in answer.content.decode()
    again = signed_in.post(form.get("action"), values | {"question": ids[1:3]}, follow=True)
    assert "already has the selected flash cards" in again.content.decode()
    signed_in.post(f"/study/decks/{own.public_id}/change/", {"how": "rename", "name": "For all", "shared": "on"})
    # Everybody sees a shared deck with its questions about the rules.
    assert "For all" in page_of(Client(), "/study/decks/")
    assert Client().get(f"/study/decks/{own.public_id}.json").json()["questions"] == ids[2:0:-1]
    other = decks_actions.create_deck(make_user("other"), "Secret")
    for deck, origin in ((other, source), (source, source), (own, other)):
        values = {"deck": deck.public_id, "from": origin.public_id, "how": "add", "question": ids[3]}
        assert signed_in.post(form.get("action"), values).status_code == 404


def test_the_deck_of_changes_takes_no_collected_cards(signed_in: Client, user: User) -> None:
    changes = Deck.objects.create(owner=user, slug=f"changed-{user.pk}", name="What changed since 2020-02-02")
    decks_actions.create_deck(user, "Mine")
    assert "What changed since 2 February 2020" in page_of(signed_in, f"/study/decks/{changes.public_id}/")
    source = f"/study/decks/{largest_deck().public_id}/"
    page = document_fromstring(page_of(signed_in, source))
    assert [option.text_content() for option in page.xpath("//form[@id='collect']//option")] == ["Mine"]
    # The next refresh of the deck would remove the card.
    values = {"deck": changes.public_id, "from": largest_deck().public_id, "how": "add"}
    values["question"] = page.xpath("//input[@name='question']/@value")[0]
    assert signed_in.post("/study/decks/choose/", values).status_code == 404
    card = {"how": "card", "ask": "Why?", "answer": "Because."}
    assert signed_in.post(f"/study/decks/{changes.public_id}/change/", card).status_code == 404


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
        for page in (address, f"{address}anki.txt", f"/study/decks/{deck.public_id}.json"):
            assert client.get(page).status_code == 404
        assert client.get(f"/study/cards.json?ids={card.public_id}").json()["cards"] == []
    assert signed_in.post(f"{address}change/", {"how": "delete"}).status_code == 404
    assert signed_in.get(f"{address}{card.public_id}/").status_code == 404
    for path, form in (("grade", {"grade": 3}), ("aside", {"how": "suspend"}), ("aside", {"how": "resume"})):
        assert signed_in.post(f"/study/booth/{path}/", form | {"question": card.public_id}).status_code == 404
    sent = {"grades": [{"question": card.public_id, "grade": 3, "at": "2026-01-01T00:00Z", "key": str(uuid.uuid4())}]}
    answer = signed_in.post("/study/sync/", sent, content_type="application/json").json()
    assert (answer["applied"], answer["refused"][0]["why"]) == ([], "There is no such flash card.")
    assert not Studied.objects.exists()
    assert signed_in.post("/study/decks/choose/", {"deck": deck.public_id}).status_code == 404
    program = f"/study/decks/{largest_deck().public_id}/"
    assert signed_in.post(f"{program}change/", {"how": "rename", "name": "Mine"}).status_code == 404
    assert Deck.objects.filter(pk=deck.pk).exists()


def test_decks_and_cards_for_anybody() -> None:
    deck = largest_deck()
    data = Client().get(f"/study/decks/{deck.public_id}.json").json()
    assert data["title"] == deck.name
    assert len(data["questions"]) == deck.places.count()
    cards = Client().get(f"/study/cards.json?ids={','.join(data['questions'][:3])},nothing!").json()["cards"]
    assert [card["id"] for card in cards] == data["questions"][:3]
    assert Client().get("/study/changed.json?since=2019-03-01").json()["questions"]
    assert Client().get("/study/changed.json?since=yesterday").status_code == 400
