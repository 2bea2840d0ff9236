"""/study/notes/, and notes on the pages of rules."""

import re

import pytest
from django.test import Client

from rulesbase.annotations.rule_texts import update_reading_links
from rulesbase.lineage.corrections import rebuild
from rulesbase.models import Rule, RuleNote, User
from rulesbase.models.annotations import LONGEST_NOTE
from tests.rulesbase.feeds.conftest import import_book
from tests.rulesbase.lineage.lives import THIRD
from tests.support.make import rule_at
from tests.support.pages import page_of
from tests.support.texts import sentence

pytestmark = pytest.mark.usefixtures("two")
ADD, LIST = "/study/notes/add/", "/study/notes/"
FIVE = sentence("five")


def post_note(client: Client, at: str, phrase: str = "", note: str = "", status: int = 302, **more: str) -> str:
    """Send the form; where it leads, or the page with what is wrong."""
    response = client.post(ADD, {"at": at, "phrase": phrase, "note": note, **more})
    assert response.status_code == status, response.content.decode()
    return response.headers.get("Location", "") or response.content.decode()


def marks(html: str) -> str:
    return "".join(re.findall(r'<mark class="own-mark"[^>]*>([^<]*)</mark>', html))


class TestMarking:
    def test_words_follow_their_rule_to_its_new_number(self, signed_in: Client, reader: User) -> None:
        words = " ".join(FIVE.split()[1:6])
        post_note(signed_in, "201.5@2010-03-01", words, "mind this")
        one = RuleNote.objects.get(user=reader)
        assert (one.rule, one.number, one.phrase) == (rule_at("201.7", "2012-03-01"), "201.5", words)
        for address in ("/rules/2010-03-01/201.5/", "/rules/2012-03-01/201.7/", "/rules/2012-03-01/201/"):
            html = page_of(signed_in, address)
            assert marks(html) == words
            assert "mind this" in html
        assert marks(page_of(signed_in, "/rules/2012-03-01/201.5/")) == ""

    def test_terms(self, signed_in: Client) -> None:
        words = " ".join(sentence("Harbour").split()[:4])
        post_note(signed_in, "harbour@2012-03-01", words)
        assert marks(page_of(signed_in, "/glossary/2012-03-01/harbour/")) == words
        assert marks(page_of(signed_in, "/glossary/2012-03-01/")) == words

    def test_it_leads_back_to_the_mark(self, signed_in: Client) -> None:
        # The same words twice are stored once.
        for _ in range(2):
            back = post_note(signed_in, "201.7@2012-03-01", "so it ends", next="/rules/2012-03-01/201/#r201.7")
        one = RuleNote.objects.get()
        assert back == f"/rules/2012-03-01/201/#m-{one.public_id}"
        assert f'id="m-{one.public_id}"' in page_of(signed_in, back)
        # A word that was cut is marked whole; and it never leads to another site.
        assert post_note(signed_in, "201.7@2012-03-01", "o it en", next="//evil.example/").startswith(LIST)
        assert RuleNote.objects.get().phrase == "so it ends"

    def test_a_sentence_is_chosen_without_typing(self, signed_in: Client) -> None:
        html = page_of(signed_in, f"{ADD}?at=201.7@2012-03-01")
        value = re.findall(r'name="sentence" value="([^"]+)"', html)[-1]
        post_note(signed_in, "201.7@2012-03-01", sentence=value)
        assert RuleNote.objects.get().phrase == "And so it ends."

    @pytest.mark.parametrize(
        ("phrase", "note", "message"),
        [
            ("", "", "Select some text"),
            ("never written here", "", "does not contain"),
            ("x" * 601, "", "is too long"),
            ("", "y" * (LONGEST_NOTE + 1), "at most 4000 characters"),
        ],
    )
    def test_refused_in_a_sentence_and_nothing_typed_is_lost(
        self, signed_in: Client, phrase: str, note: str, message: str
    ) -> None:
        html = post_note(signed_in, "201.7@2012-03-01", phrase, note, status=400)
        assert message in html
        assert phrase in html
        assert note in html
        assert not RuleNote.objects.exists()

    def test_a_full_account_is_refused(self, signed_in: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("rulesbase.annotations.notes.MOST_NOTES", 1)
        post_note(signed_in, "201.7@2012-03-01", note="one")
        assert "the maximum" in post_note(signed_in, "201.7@2012-03-01", note="two", status=400)

    @pytest.mark.parametrize("at", ["", "999.9", "201.7@1990-01-01", "201.7@never", "@", "x" * 500])
    def test_places_that_are_not_there(self, signed_in: Client, at: str) -> None:
        assert signed_in.post(ADD, {"at": at, "note": "x"}).status_code == 404
        assert signed_in.post(ADD, {"at": "201.7", "lang": "xx", "note": "x"}).status_code == 404


class TestPages:
    def test_others_get_their_pages_untouched(self, client: Client, strange: Client, signed_in: Client) -> None:
        before = {address: Client().get(address) for address in ("/rules/2012-03-01/201/", "/rules/2012-03-01/201.7/")}
        post_note(signed_in, "201.7@2012-03-01", "so it ends", "secret words")
        for address, was in before.items():
            now = Client().get(address)
            assert now.content == was.content
            assert now.headers["ETag"] == was.headers["ETag"]
            assert "secret words" not in page_of(strange, address)
            assert marks(page_of(strange, address)) == ""
            assert "marking" not in now.content.decode()
            assert signed_in.get(address).headers["Cache-Control"] == "private, no-store"

    @pytest.mark.parametrize("text", ["<script>alert(1)</script>", '"><img src=x onerror=a>', "{{ x }}", "&lt;b&gt;"])
    def test_html_in_a_note_is_text(self, signed_in: Client, text: str) -> None:
        post_note(signed_in, "201.7@2012-03-01", "so it ends", text)
        for address in ("/rules/2012-03-01/201/", "/rules/2012-03-01/201.7/", LIST):
            html = page_of(signed_in, address)
            assert "<script>alert" not in html
            assert "<img src=x" not in html
            assert text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;") in html


class TestRewording:
    def test_words_that_went_are_shown_beside_the_old_text(self, signed_in: Client) -> None:
        words = " ".join(sentence("half").split()[:6])
        post_note(signed_in, "201.2@2010-03-01", words, "about the half")
        html = page_of(signed_in, LIST)
        assert "The highlighted words were removed from the text." in html
        assert 'datetime="2010-03-01"' in html
        assert "<del" in html
        assert "about the half" in html

    def test_a_note_on_a_whole_rule_tells_that_it_changed(self, signed_in: Client) -> None:
        post_note(signed_in, "201.5@2010-03-01", note="all of it")
        html = page_of(signed_in, LIST)
        assert "The rule has changed since you wrote this note." in html
        assert "And so it ends." in html

    def test_a_rule_that_ended(self, signed_in: Client) -> None:
        post_note(signed_in, "201.7@2012-03-01", "so it ends", "farewell")
        import_book(THIRD)
        html = page_of(signed_in, LIST)
        assert "This rule is not in the latest version" in html
        assert "/rules/2012-03-01/201.7/" in html

    def test_they_find_their_rules_again(self, signed_in: Client, reader: User) -> None:
        post_note(signed_in, "201.7@2012-03-01", note="x")
        wrong = Rule.objects.create()
        RuleNote.objects.update(rule=wrong)
        assert update_reading_links() == 1
        assert RuleNote.objects.get().rule == rule_at("201.7", "2012-03-01")
        RuleNote.objects.update(rule=None)
        rebuild()
        assert RuleNote.objects.get().rule == rule_at("201.7", "2012-03-01")


class TestList:
    def test_search(self, signed_in: Client) -> None:
        post_note(signed_in, "201.7@2012-03-01", "so it ends", "About ÉCLAIRS")
        post_note(signed_in, "201.1@2012-03-01", note="other")
        found = page_of(signed_in, LIST + "?q=éclairs")
        assert "ÉCLAIRS" in found
        assert 'class="own-note">other' not in found
        assert 'class="own-note">other' in page_of(signed_in, LIST)
        assert "201.7" in page_of(signed_in, LIST + "?q=201.7 ends")


class TestChanging:
    def change(self, client: Client, one: RuleNote, note: str, revision: int) -> tuple[int, str]:
        response = client.post(f"{LIST}{one.public_id}/", {"note": note, "revision": str(revision)})
        return response.status_code, response.content.decode()

    def test_of_two_windows_the_second_sees_the_first(self, signed_in: Client) -> None:
        post_note(signed_in, "201.7@2012-03-01", note="first")
        one = RuleNote.objects.get()
        # Sent twice it is no conflict.
        assert [self.change(signed_in, one, "from window one", 0)[0] for _ in range(2)] == [302, 302]
        status, html = self.change(signed_in, one, "from window two", 0)
        assert status == 409
        assert "from window one" in html
        assert "from window two" in html
        one.refresh_from_db()
        assert one.note == "from window one"
        revision = re.findall(r'name="revision" value="(\d+)"', html)[0]
        assert self.change(signed_in, one, "both", int(revision))[0] == 302

    def test_deleted_in_one_window_and_changed_in_another(self, signed_in: Client) -> None:
        post_note(signed_in, "201.7@2012-03-01", note="first")
        one = RuleNote.objects.get()
        address = f"{LIST}{one.public_id}/"
        self.change(signed_in, one, "newer", 0)
        assert signed_in.post(f"{address}delete/", {"revision": "0"}).status_code == 409
        assert signed_in.post(f"{address}delete/", {"revision": "1"}).status_code == 302
        status, html = self.change(signed_in, one, "long thoughts", 1)
        assert status == 404
        assert "long thoughts" in html

    def test_those_of_others_are_not_there(self, signed_in: Client, strange: Client) -> None:
        post_note(signed_in, "201.7@2012-03-01", "so it ends", "mine")
        one = RuleNote.objects.get()
        address = f"{LIST}{one.public_id}/"
        for real, made_up in ((address, f"{LIST}bbbbbbbb/"), (f"{address}delete/", f"{LIST}bbbbbbbb/delete/")):
            answers = [strange.post(path, {"note": "z", "revision": "0"}) for path in (real, made_up)]
            assert [answer.status_code for answer in answers] == [404, 404]
            bodies = [
                re.sub(r"csrfmiddlewaretoken.*?>|[a-z0-9]{8}/|<code>.*?</code>", "", a.content.decode())
                for a in answers
            ]
            assert bodies[0] == bodies[1]
        assert strange.get(address).status_code == 404
        assert strange.post(address, {"note": "z" * 5000, "revision": "0"}).status_code == 404
        one.refresh_from_db()
        assert one.note == "mine"
