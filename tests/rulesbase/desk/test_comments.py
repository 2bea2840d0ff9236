"""Comments at the desk: resolved or open, mentions with mail, returned texts with mail, reports of readers."""

import pytest
from django.core import mail
from django.test import Client

from rulesbase.models import ReviewComment, User
from rulesbase.study.authored import feedback
from tests.rulesbase.desk.library import SAME, WORD, address
from tests.rulesbase.desk.texts import newest, post
from tests.support.make import signed_in

pytestmark = pytest.mark.usefixtures("desk")
REPORT = f"/rules/2021-03-01/{SAME}/report/fr/"


@pytest.fixture
def reader(desk: None) -> Client:
    """A reader without a role at the desk."""
    return signed_in(User.objects.get(username="rita"))


def queue(client: Client, name: str) -> str:
    return client.get(f"/curate/fr/?queue={name}").content.decode()


def test_a_report_of_a_reader_reaches_the_desk(reader: Client, translator: Client, client: Client) -> None:
    shown = client.get(f"/rules/2021-03-01/{SAME}/?lang=en,fr").content.decode()
    assert shown.count(REPORT) == 1
    assert client.get(REPORT).status_code == 302
    assert reader.post(REPORT, {"text": "Il manque un mot."}).status_code == 302
    assert reader.post(REPORT, {"text": "Il manque un mot."}).status_code == 409
    assert address(SAME) in queue(translator, "reports")
    editor_page = translator.get(address(SAME)).content.decode()
    assert "Il manque un mot." in editor_page
    pk = ReviewComment.objects.get().pk
    assert f'name="resolve" value="{pk}"' in editor_page
    translator.post(address(SAME), {"base": newest(SAME).revision, "resolve": pk})
    assert address(SAME) not in queue(translator, "reports")
    assert "resolved" in translator.get(address(SAME)).content.decode()


def test_reports_are_limited(reader: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feedback, "MOST_PER_DAY", 1)
    assert reader.post(REPORT, {"text": "Un."}).status_code == 302
    assert reader.post(REPORT, {"text": "Deux."}).status_code == 409
    assert reader.post(REPORT, {"text": "\x00"}).status_code in (400, 422)
    assert reader.get("/rules/2021-03-01/999.9/report/fr/").status_code == 404


@pytest.mark.parametrize("verb", ["save", "submit", "approve"])
def test_a_comment_is_stored_whatever_button_is_pressed(reviewer: Client, verb: str) -> None:
    post(reviewer, WORD, verb, text="Traduction de la phrase neuve.", comment="À relire.")
    assert ReviewComment.objects.get().translation == newest(WORD)
    # A refused form shows it again.
    page = post(reviewer, WORD, verb, text="Une autre.", comment="Toujours.", reason="Mieux.", base=0)
    assert (page.status_code, ReviewComment.objects.count()) == (409, 1)
    assert "Toujours.</textarea>" in page.content.decode()
    assert 'value="Mieux."' in page.content.decode()
    refused = post(reviewer, WORD, verb, text="Une autre.", comment="Un\u202eautre.")
    assert (refused.status_code, newest(WORD).wording.text) == (422, "Traduction de la phrase neuve.")


def test_a_mention_is_a_queue_and_a_mail(translator: Client, reviewer: Client) -> None:
    User.objects.filter(username="rene").update(email="rene@example.org")
    User.objects.filter(username="rita").update(email="rita@example.org")
    post(translator, WORD, "save", text="Traduction de la phrase neuve, entière.")
    # A person without a role gets no mail, as they cannot open the text.
    post(translator, WORD, "comment", comment="@Rene, @rita: is it right? me@example.org")
    assert [one.to for one in mail.outbox] == [["rene@example.org"]]
    assert address(WORD) in mail.outbox[0].body
    assert address(WORD) in queue(reviewer, "mentions")
    assert address(WORD) in queue(reviewer, "comments")
    overview = reviewer.get("/curate/").content.decode()
    assert "unresolved comment" in overview
    assert "unresolved comments" not in overview
    assert address(WORD) not in queue(translator, "mentions")


def test_a_newer_text_closes_comments_on_the_older_one(translator: Client, reviewer: Client) -> None:
    post(translator, WORD, "save", text="Traduction de la phrase neuve.")
    post(translator, WORD, "comment", comment="Une question.")
    post(translator, WORD, "submit", text="Traduction de la phrase neuve, entière.")
    assert address(WORD) not in queue(reviewer, "comments")
    assert 'name="resolve"' not in reviewer.get(address(WORD)).content.decode()


def test_a_returned_text_is_mailed_to_its_translator(translator: Client, reviewer: Client) -> None:
    User.objects.filter(username="tess").update(email="tess@example.org")
    post(translator, WORD, "submit", text="Traduction de la phrase neuve.")
    post(reviewer, WORD, "return", comment="Le verbe manque.")
    assert [one.to for one in mail.outbox] == [["tess@example.org"]]
    assert "Le verbe manque." in mail.outbox[0].body
    assert address(WORD) in queue(translator, "returned")


def test_mails_of_the_desk_are_turned_off(translator: Client, reviewer: Client, client: Client) -> None:
    User.objects.filter(username="tess").update(email="tess@example.org")
    post(translator, WORD, "submit", text="Traduction de la phrase neuve.")
    post(reviewer, WORD, "return", comment="Le verbe manque, @tess.")
    sent = mail.outbox.pop()
    link = sent.extra_headers["List-Unsubscribe"].strip("<>")
    assert link in sent.body
    # The link asks first, needs no sign-in, and leaves the watch list alone.
    assert "when one of its translations is returned" in client.get(link).content.decode()
    assert User.objects.get(username="tess").desk_mails
    assert client.post(link).status_code == 200
    post(reviewer, WORD, "comment", comment="@tess?")
    assert mail.outbox == []
    assert "You get no e-mails about translations." in translator.get("/account/").content.decode()
    assert translator.post("/account/desk-mails/", {"mails": "on"}).status_code == 302
    post(reviewer, WORD, "comment", comment="@tess!")
    assert [one.to for one in mail.outbox] == [["tess@example.org"]]
    translator.post("/account/desk-mails/", {"mails": "off"})
    assert not User.objects.get(username="tess").desk_mails
