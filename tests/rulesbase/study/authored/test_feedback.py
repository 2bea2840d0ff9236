"""Suggestions and reports: anybody with an account sends them, within limits; curators answer."""

import pytest
from django.core import mail
from django.test import Client
from django.utils.translation import gettext, override

from rulesbase.accounts.deletion import delete_account
from rulesbase.models import ActionLog, Question, QuestionNote, User
from tests.rulesbase.study.authored.asked import published

SUGGEST = "/study/questions/suggest/"
WORDS = "The answer is wrong because <script>alert(1)</script> of another rule."


@pytest.fixture
def question(book: None) -> Question:
    """Return a published question."""
    return Question.objects.get(written=published().written)


def test_a_report_reaches_the_desk_and_the_answer_the_reader(desk: Client, reader: Client, question: Question) -> None:
    place = f"/study/questions/{question.public_id}/report/"
    assert Client().get(place).status_code == 302
    assert reader.post(place, {"text": WORDS}).status_code == 302
    row = QuestionNote.objects.get()
    assert (row.kind, row.question) == ("report", question)
    assert reader.get(f"/curate/questions/notes/{row.pk}/").status_code == 403
    page = desk.get(f"/curate/questions/notes/{row.pk}/").content.decode()
    assert "&lt;script&gt;alert(1)" in page
    assert "<script>alert" not in page

    assert desk.post(f"/curate/questions/notes/{row.pk}/", {"status": "declined", "reply": ""}).status_code == 409
    desk.post(f"/curate/questions/notes/{row.pk}/", {"status": "declined", "reply": "It is right: look again."})
    assert [one.to for one in mail.outbox] == [["rita@example.org"]]
    assert "It is right: look again." in mail.outbox[0].body
    assert "\n" not in mail.outbox[0].subject
    result = reader.get("/study/questions/notes/").content.decode()
    assert "It is right: look again." in result
    assert "<script>alert" not in result
    assert desk.post(f"/curate/questions/notes/{row.pk}/", {"status": "taken", "reply": ""}).status_code == 409
    assert ActionLog.objects.filter(place=f"note {row.pk}").count() == 1


def test_the_answer_is_mailed_in_the_language_of_the_page(desk: Client, reader: Client, question: Question) -> None:
    assert reader.post(f"/fr{SUGGEST}", {"text": "Une question sur les ponts."}).status_code == 302
    assert reader.post(SUGGEST, {"text": "A question about bridges."}).status_code == 302
    for row in QuestionNote.objects.order_by("pk"):
        desk.post(f"/ja/curate/questions/notes/{row.pk}/", {"status": "taken", "reply": ""})
    french, english = mail.outbox
    with override("fr"):
        assert french.subject == gettext("Your suggestion for a new question was answered") != english.subject
    assert "http://testserver/fr/study/questions/notes/" in french.body
    assert "http://testserver/study/questions/notes/" in english.body


def test_suggestions_are_limited_in_length_and_per_day(reader: Client, question: Question) -> None:
    assert reader.post(SUGGEST, {"text": "short"}).status_code == 422
    assert reader.post(SUGGEST, {"text": "x" * 5000}).status_code == 422
    sent = [reader.post(SUGGEST, {"text": f"Ask something about rule {at}."}).status_code for at in range(11)]
    assert sent == [302] * 10 + [409]
    assert QuestionNote.objects.count() == 10


def test_the_same_is_not_taken_twice(reader: Client, question: Question) -> None:
    place = f"/study/questions/{question.public_id}/report/"
    assert [reader.post(place, {"text": WORDS}).status_code for _ in range(2)] == [302, 409]


def test_own_cards_of_others_cannot_be_seen_or_reported(reader: Client, cora: User) -> None:
    card = Question.objects.create(key="own-1", kind="own", owner=cora, data={"ask": "a", "answer": "b"})
    assert reader.get(f"/study/questions/{card.public_id}/").status_code == 404
    assert reader.get(f"/study/questions/{card.public_id}/report/").status_code == 404


def test_an_account_that_goes_leaves_what_it_wrote(reader: Client, rita: User, question: Question) -> None:
    reader.post(SUGGEST, {"text": "Ask something about bridges."})
    delete_account(rita)
    row = QuestionNote.objects.get()
    assert row.author is None
    assert row.former is not None
