"""Watches, notes and reading lists take sections of tournament documents as they take rules."""

import re

import pytest
from django.core import mail
from django.test import Client

from rulesbase.lineage.corrections import rebuild
from rulesbase.models import Digest, Entry, ReadingItem, RuleNote, User, Version, Watch
from rulesbase.watches.send import send_digests
from tests.rulesbase.documents.conftest import import_second
from tests.support.make import make_user

pytestmark = pytest.mark.postgres
OLD, NEW = "/documents/mtr/2021-07-04/2.1/", "/documents/mtr/2022-05-06/2.1/"


@pytest.fixture
def judge(first_version: None, client: Client) -> User:
    """Sign in somebody with an e-mail address."""
    user = make_user("jane", email="jane@example.com")
    client.force_login(user)
    return user


def test_a_watched_section_sends_a_mail_and_has_a_feed(client: Client, judge: User) -> None:
    page = client.get(OLD).content.decode()
    assert 'value="MTR 2.1@2021-07-04"' in page
    for value in ("MTR 2.1@2021-07-04", "MTR 2"):
        client.post("/account/watches/add/", {"kind": "rule", "value": value})
    assert "Stop watching" in client.get(OLD).content.decode()
    assert [one.status for one in send_digests()] == ["not due"]
    import_second()
    assert [one.status for one in send_digests()] == ["sent"]
    sent = mail.outbox[0]
    assert "MTR 2.1 Weasel Checks" in sent.subject
    assert "http://testserver/documents/mtr/compare/2021-07-04/2022-05-06/?section=2" in sent.body
    assert [one.status for one in send_digests()] == ["not due"]
    listed = client.get("/account/watches/").content.decode()
    feed = re.search(r'href="(/documents/mtr/feeds/rule/\w+/)"', listed)
    assert feed
    assert "Changes to MTR 2" in client.get(feed[1]).content.decode()


def test_a_refused_mail_is_sent_again(client: Client, judge: User, monkeypatch: pytest.MonkeyPatch) -> None:
    client.post("/account/watches/add/", {"kind": "rule", "value": "MTR 2.1@2021-07-04"})
    import_second()
    with monkeypatch.context() as refusing:
        refusing.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", _refuse)
        assert [one.status for one in send_digests()] == [Digest.Status.REFUSED]
    assert [one.status for one in send_digests()] == ["sent"]


def _refuse(_backend: object, _messages: object) -> None:
    raise ValueError


def test_notes_follow_their_section(client: Client, judge: User) -> None:
    sent = {"at": "MTR 2.1@2021-07-04", "phrase": "Check them", "note": "Owls too?", "next": OLD}
    assert client.post("/study/notes/add/", sent).headers["Location"].startswith(OLD)
    assert "Owls too?" in client.get(OLD).content.decode()
    assert '<mark class="own-mark"' in client.get("/documents/mtr/2021-07-04/2/").content.decode()
    import_second()
    assert "Owls too?" in client.get(NEW).content.decode()
    notes = client.get("/study/notes/").content.decode()
    assert "MTR 2.1" in notes
    assert NEW in notes
    assert RuleNote.objects.get().document == "mtr"


def test_a_reading_list_mixes_rules_and_sections(client: Client, judge: User) -> None:
    number = Entry.objects.filter(edition__version=Version.objects.latest("date"), kind=Entry.Kind.RULE)[0].number
    address = client.post("/study/lists/", {"name": "Owl seminar"}).headers["Location"]
    for what in (number, "MTR 2.1@2021-07-04", "mtr appendix a", "MTR introduction"):
        assert client.post(f"{address}add/", {"what": what}).status_code == 302
    assert client.post(f"{address}add/", {"what": "MTR 2.1"}).status_code == 400
    import_second()
    page = client.get(address).content.decode()
    assert f">{number}</span>" in page
    assert ">MTR 2.1</span>" in page
    assert f'href="{NEW}"' in page
    assert "This text has changed since you added it" in page
    early = client.get(address, {"on": str(Version.objects.earliest("date"))}).content.decode()
    assert "This rule or term is not in this version" in early
    copy = client.post(f"{address}copy/").headers["Location"]
    assert ">MTR 2.1</span>" in client.get(copy).content.decode()


def test_a_rebuild_of_the_lineage_keeps_them(client: Client, judge: User) -> None:
    client.post("/account/watches/add/", {"kind": "rule", "value": "MTR 2.1@2021-07-04"})
    client.post("/study/notes/add/", {"at": "MTR 2.1@2021-07-04", "note": "Owls too?"})
    section = Watch.objects.get().rule
    Watch.objects.update(rule=None)
    RuleNote.objects.update(rule=None)
    ReadingItem.objects.update(rule=None)
    rebuild()
    assert Watch.objects.get().rule == section
    assert RuleNote.objects.get().rule == section


def test_the_current_link_of_a_section(client: Client, judge: User) -> None:
    found = re.search(r"/documents/mtr/history/\w+/now/", client.get(OLD).content.decode())
    assert found
    import_second()
    assert client.get(found[0]).headers["Location"].endswith(NEW)
