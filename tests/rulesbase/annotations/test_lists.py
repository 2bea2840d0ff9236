"""/study/lists/"""

import re

import pytest
from django.test import Client

from rulesbase.lineage.corrections import rebuild
from rulesbase.models import ReadingItem, ReadingList, ReadItem, User
from tests.rulesbase.feeds.conftest import import_book
from tests.rulesbase.lineage.lives import THIRD
from tests.support.cards import make_card
from tests.support.make import rule_at
from tests.support.pages import page_of
from tests.support.texts import sentence

pytestmark = pytest.mark.usefixtures("two")
LISTS = "/study/lists/"


def make(client: Client, *things: str, name: str = "Seminar", shared: bool = False) -> str:
    """Make a list with things on it; its address."""
    response = client.post(LISTS, {"name": name, **({"is_shared": "on"} if shared else {})})
    assert response.status_code == 302
    address = response.headers["Location"]
    for thing in things:
        assert client.post(f"{address}add/", {"what": thing, "comment": f"why {thing}"}).status_code == 302
    return address


def items() -> list[ReadingItem]:
    return list(ReadingItem.objects.all())


def do(client: Client, address: str, item: ReadingItem, how: str, **more: str) -> int:
    return client.post(f"{address}{item.public_id}/", {"how": how, **more}).status_code


def test_what_was_refused_is_loaded_again_in_another_language(signed_in: Client) -> None:
    address = make(signed_in, "Harbour")
    (item,) = items()
    for form, sent in (("change/", {"name": ""}), ("add/", {"what": "no such thing"})):
        assert signed_in.post(address + form, sent).status_code == 400
        for prefix in ("", "/fr", "/ja"):
            response = signed_in.get(prefix + address + form, follow=True)
            assert response.status_code == 200
            assert response.redirect_chain == [(prefix + address, 302)]
    assert signed_in.get(f"{address}{item.public_id}/").headers["Location"] == address
    assert signed_in.put(f"{address}add/").status_code == 405


def test_names_are_seen_and_turn_nothing_round(signed_in: Client) -> None:
    address = make(signed_in, name="\u202eranimeS\u202c of \u2067judges")
    assert ReadingList.objects.get().name == "ranimeS of judges"
    assert signed_in.post(f"{address}change/", {"name": "\u200b\u2060", "revision": "1"}).status_code == 400


class TestReading:
    def test_rules_terms_and_cards(self, signed_in: Client) -> None:
        make_card("Lantern Keeper")
        address = make(signed_in, "201.5@2010-03-01", "Harbour", "lantern keeper", "201")
        html = page_of(signed_in, address)
        assert [item.number or item.name for item in items()] == ["201.5", "harbour", "Lantern Keeper", "201"]
        for words in (sentence("five"), sentence("Harbour")):
            assert words in re.sub(r"<[^>]*>", "", html)
        assert ">201.7</span>" in html
        assert "Number when added to the list: 201.5 (version of " in html
        assert "why Harbour" in html

    def test_as_of_another_version(self, signed_in: Client) -> None:
        address = make(signed_in, "201.7")
        html = page_of(signed_in, f"{address}?on=2010-03-01")
        assert ">201.5</span>" in html
        assert signed_in.get(f"{address}?on=1900-01-01").status_code == 404
        assert signed_in.get(f"{address}?on=nonsense&lang=xx&lang=%01").status_code == 404

    def test_what_ended_is_shown_as_it_was(self, signed_in: Client) -> None:
        address = make(signed_in, "201.7")
        import_book(THIRD)
        html = page_of(signed_in, address)
        assert "This rule or term is not in this version" in html
        assert "And so it ends." in html

    def test_they_find_their_rules_again(self, signed_in: Client) -> None:
        make(signed_in, "201.7")
        ReadingItem.objects.update(rule=None)
        rebuild()
        assert items()[0].rule == rule_at("201.7", "2012-03-01")


class TestSharing:
    def test_only_what_is_shared_is_there(self, signed_in: Client, strange: Client) -> None:
        hidden, shared = make(signed_in, "201.1"), make(signed_in, "201.2", shared=True)
        for other in (strange, Client()):
            assert other.get(hidden).status_code == 404
            html = page_of(other, shared)
            assert "why 201.2" in html
            assert "Add to the list" not in html
        assert Client().get(shared).headers["Cache-Control"] == "private, no-cache"
        mine = ReadingItem.objects.get(number="201.1")
        for verb in ("change/", "add/", "delete/", "copy/", f"{mine.public_id}/"):
            assert strange.post(hidden + verb, {"how": "read", "what": "201.3", "name": "x"}).status_code == 404
        theirs = ReadingItem.objects.get(number="201.2")
        for how in ("up", "down", "comment", "remove"):
            assert do(strange, shared, theirs, how) == 404
        for verb in ("change/", "add/", "delete/"):
            assert strange.post(shared + verb, {"what": "201.3", "name": "x"}).status_code == 404
        assert sorted(ReadingList.objects.values_list("name", flat=True)) == ["Seminar", "Seminar"]

    def test_a_copy_is_ones_own(self, signed_in: Client, strange: Client, stranger: User) -> None:
        shared = make(signed_in, "201.2", "harbour", shared=True)
        copy = strange.post(f"{shared}copy/").headers["Location"]
        made = ReadingList.objects.get(owner=stranger)
        assert [(item.number, item.comment) for item in made.items.all()] == [
            ("201.2", "why 201.2"),
            ("harbour", "why harbour"),
        ]
        assert not made.is_shared
        assert signed_in.get(copy).status_code == 404
        signed_in.post(f"{shared}delete/")
        assert "why harbour" in page_of(strange, copy)

    def test_who_read_what_is_their_own_affair(self, signed_in: Client, strange: Client, stranger: User) -> None:
        shared = make(signed_in, "201.2", shared=True)
        assert do(strange, shared, items()[0], "read") == 302
        assert do(strange, shared, items()[0], "read") == 302
        assert [row.user for row in ReadItem.objects.all()] == [stranger]
        assert 'value="unread"' in page_of(strange, shared)
        assert 'value="read"' in page_of(signed_in, shared)
        assert do(strange, shared, items()[0], "unread") == 302
        assert not ReadItem.objects.exists()


class TestChanging:
    def test_up_and_down(self, signed_in: Client) -> None:
        address = make(signed_in, "201.1", "201.2", "201.3")

        def order() -> list[str]:
            return [item.number[-1] for item in items()]

        do(signed_in, address, items()[2], "up")
        assert order() == ["1", "3", "2"]
        do(signed_in, address, items()[0], "down")
        assert order() == ["3", "1", "2"]
        do(signed_in, address, items()[0], "up")
        assert order() == ["3", "1", "2"]
        do(signed_in, address, items()[1], "remove")
        assert order() == ["3", "2"]

    def test_of_two_windows_none_loses_a_comment(self, signed_in: Client) -> None:
        address = make(signed_in, "201.1")
        assert do(signed_in, address, items()[0], "comment", comment="one", revision="0") == 302
        response = signed_in.post(
            f"{address}{items()[0].public_id}/", {"how": "comment", "comment": "two", "revision": "0"}
        )
        assert response.status_code == 409
        assert "one" in response.content.decode()
        assert "two" in response.content.decode()
        assert items()[0].comment == "one"

    def test_of_two_windows_none_loses_a_name(self, signed_in: Client) -> None:
        address = make(signed_in)
        assert signed_in.post(f"{address}change/", {"name": "One", "revision": "0"}).status_code == 302
        response = signed_in.post(f"{address}change/", {"name": "Two", "about": "long", "revision": "0"})
        assert response.status_code == 409
        assert all(words in response.content.decode() for words in ("One", "Two", "long"))

    @pytest.mark.parametrize("what", ["", "999.9", "no such thing", "201.1@1990-01-01", "x" * 400])
    def test_what_is_not_there(self, signed_in: Client, what: str) -> None:
        address = make(signed_in)
        response = signed_in.post(f"{address}add/", {"what": what, "comment": "left in the field"})
        assert response.status_code == 400
        assert "There is no rule, term or card" in response.content.decode()
        assert "left in the field" in response.content.decode()

    def test_limits_are_shown(self, signed_in: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        address = make(signed_in, "201.1")
        assert "is on this list already" in signed_in.post(f"{address}add/", {"what": "201.1"}).content.decode()
        assert signed_in.post(f"{address}add/", {"what": "harbour"}).status_code == 302
        assert (
            "“Harbour” is on this list already"
            in signed_in.post(f"{address}add/", {"what": "harbour"}).content.decode()
        )
        monkeypatch.setattr("rulesbase.annotations.lists.MOST_ITEMS", 1)
        assert "can have at most 1 entry" in signed_in.post(f"{address}add/", {"what": "201.2"}).content.decode()
        monkeypatch.setattr("rulesbase.annotations.lists.MOST_LISTS", 1)
        assert "the maximum" in signed_in.post(LISTS, {"name": "x"}).content.decode()
        assert signed_in.post(LISTS, {"name": " "}).status_code == 400

    def test_from_the_page_of_a_rule(self, signed_in: Client) -> None:
        assert "/study/lists/put/?what=201.7%402012-03-01" in page_of(signed_in, "/rules/2012-03-01/201.7/")
        form = {"what": "201.7@2012-03-01", "name": "New", "comment": "c"}
        assert signed_in.post(f"{LISTS}put/", form).status_code == 302
        assert [item.number for item in items()] == ["201.7"]
        # What cannot be put there leaves no empty list behind.
        assert signed_in.post(f"{LISTS}put/", {"what": "999.9", "name": "Other"}).status_code == 400
        assert ReadingList.objects.count() == 1

    def test_html_is_text(self, signed_in: Client) -> None:
        evil = "<script>alert(1)</script>"
        address = make(signed_in, "201.1", name=evil)
        do(signed_in, address, items()[0], "comment", comment=evil, revision="0")
        assert "<script>alert" not in page_of(signed_in, address)
