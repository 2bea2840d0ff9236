"""The button on pages, /account/watches/ and what stands behind them."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from rulesbase.lineage.corrections import rebuild
from rulesbase.models import Digest, Entry, Rule, User, Watch, WatchMail
from rulesbase.watches.actions import MOST_WATCHES, CannotWatch, find_watch_target, relink_watches, watch
from tests.rulesbase.feeds.conftest import approve
from tests.support.cards import make_card, make_ruling
from tests.support.make import make_user, rule_at

pytestmark = pytest.mark.usefixtures("two")
ADD, LIST = "/account/watches/add/", "/account/watches/"


def post(client: Client, kind: str, value: str, **more: str) -> str:
    """Press the button and return where it leads."""
    response = client.post(ADD, {"kind": kind, "value": value, **more})
    assert response.status_code == 302, response.content.decode()
    return response.headers["Location"]


class TestButton:
    PAGES = (
        "/rules/2012-03-01/201.7/",
        "/rules/2012-03-01/201/",
        "/glossary/2012-03-01/harbour/",
        "/cards/lantern-keeper/",
        "/search/?q=harbour",
    )

    @pytest.mark.parametrize("page", PAGES)
    def test_one_click_there_and_one_back(self, signed_in: Client, reader: User, page: str) -> None:
        make_card("Lantern Keeper")
        form = _form(signed_in.get(page).content.decode())
        assert form.pop("action") == ADD
        back = signed_in.post(ADD, form)
        assert back.headers["Location"] == page
        one = Watch.objects.get(user=reader)
        watched = signed_in.get(page).content.decode()
        assert "Stop watching" in watched
        form = _form(watched)
        assert form.pop("action") == "/account/watches/remove/"
        assert signed_in.post("/account/watches/remove/", {"watch": one.public_id}).status_code == 302
        assert not Watch.objects.exists()

    @pytest.mark.parametrize("page", PAGES)
    def test_without_an_account_it_is_a_link(self, client: Client, page: str) -> None:
        make_card("Lantern Keeper")
        response = client.get(page)
        assert not response.cookies
        assert "csrf" not in response.content.decode()
        link = re.search(r'href="(/account/watches/add/[^"]+)"', response.content.decode())
        assert link
        asked = client.get(link[1].replace("&amp;", "&"))
        words = asked.content.decode()
        assert "Sign in to get e-mail" in words
        assert 'href="/account/sign-in/?next=/account/watches/add/%3F' in words
        feed = re.search(r'<a class="btn" href="(/feeds/[^"]+)"', words)
        assert feed
        assert client.get(feed[1].replace("&amp;", "&"), follow=True).status_code == 200
        sent = client.post("/account/watches/add/", {"kind": "rule", "value": "201.7@2012-03-01"})
        assert sent.headers["Location"].startswith("/account/sign-in/?next=")


def _form(page: str) -> dict[str, str]:
    block = page[page.index('id="watch"') :]
    block = block[: block.index("</form>")]
    action = re.search(r'action="([^"]+)"', block)
    assert action
    pairs = re.findall(r'name="([^"]+)" value="([^"]*)"', block)
    return {"action": action[1], **{name: value for name, value in pairs if name != "csrfmiddlewaretoken"}}


class TestAdd:
    def test_a_rule_is_bound_to_its_identity(self, signed_in: Client, reader: User) -> None:
        assert (
            post(signed_in, "rule", "201.5@2010-03-01", next="/rules/2010-03-01/201.5/") == "/rules/2010-03-01/201.5/"
        )
        one = Watch.objects.get(user=reader)
        assert (one.rule, one.number, str(one.day), str(one.since)) == (
            rule_at("201.7", "2012-03-01"), "201.5", "2010-03-01", "2012-03-01",
        )  # fmt: skip
        # The same under its number of today; it leads to our own pages only.
        assert "Watch this page?" in signed_in.get(ADD, {"kind": "rule", "value": "201.7"}).content.decode()
        assert post(signed_in, "rule", "201.7", next="https://elsewhere.example/") == LIST
        assert Watch.objects.count() == 1

    def test_all_kinds(self, signed_in: Client, reader: User) -> None:
        make_ruling(make_card("Lantern Keeper", oracle_id="id-lantern-keeper"), "2011-01-01", "Lit.")
        approve("fr", "201.1@2012-03-01", "a", "b")
        for kind, value in [
            ("card", "lantern-keeper"),
            ("search", " light  house "),
            ("language", "fr"),
            ("rule", "harbour"),
        ]:
            post(signed_in, kind, value)
        rows = Watch.objects.filter(user=reader).values_list("kind", "oracle_id", "question", "language", "number")
        assert list(rows) == [
            ("card", "id-lantern-keeper", "", "", ""),
            ("search", "", "light house", "en", ""),
            ("language", "", "", "fr", ""),
            ("rule", "", "", "", "harbour"),
        ]
        assert len(Watch.objects.get(kind="card").known) == 1

    @pytest.mark.parametrize(
        ("kind", "value", "status", "message"),
        [
            ("rule", "999.9", 404, "There is no rule “999.9”."),
            ("rule", "unknown", 404, "There is no rule “"),
            ("rule", "201.7@1980-01-01", 404, "There is no rule “"),
            ("rule", "x" * 10_000, 404, "There is no rule “"),
            ("rule", "", 404, "There is no rule “"),
            ("card", "unknown", 404, "There is no card “unknown”."),
            ("search", "x" * 10_000, 400, "A search can have at most 200 characters."),
            ("search", "  ", 400, "Enter the words to search for."),
            ("language", "en", 404, "There are no translations in this language."),
            ("everything", "x", 404, "There are no translations in this language."),
        ],
    )
    def test_refusals(self, signed_in: Client, kind: str, value: str, status: int, message: str) -> None:
        for response in (
            signed_in.post(ADD, {"kind": kind, "value": value}),
            signed_in.get(ADD, {"kind": kind, "value": value}),
        ):
            assert response.status_code == status
            assert message in response.content.decode()
        assert not Watch.objects.exists()

    def test_ten_thousand(self, signed_in: Client, reader: User) -> None:
        Watch.objects.bulk_create(
            Watch(user=reader, kind="search", question=f"word {at}", language="en") for at in range(MOST_WATCHES)
        )
        response = signed_in.post(ADD, {"kind": "search", "value": "one more"})
        assert response.status_code == 409
        assert "You watch 500 pages, the maximum." in response.content.decode()
        with pytest.raises(CannotWatch, match="the maximum"):
            watch(reader, find_watch_target("rule", "201.7"))
        assert Watch.objects.count() == MOST_WATCHES
        assert signed_in.get(LIST).status_code == 200


class TestList:
    def test_watches_of_each_kind_are_listed(
        self, signed_in: Client, reader: User, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        make_card("Lantern Keeper")
        for kind, value in [
            ("rule", "201.5@2010-03-01"),
            ("rule", "201"),
            ("card", "lantern-keeper"),
            ("search", "oar"),
        ]:
            post(signed_in, kind, value)
        signed_in.get(LIST)
        # Session, account, second factor, mail, stamp, watches to settle, their entries, watches, entries, cards,
        # mails, count, when the session was seen last (three).
        with django_assert_max_num_queries(15):
            page = signed_in.get(LIST).content.decode()
        assert "201.7 " in page
        assert "number when you started watching: 201.5" in page
        assert "Lantern Keeper" in page
        assert ">oar</a>" in page
        assert "4 pages." in page

    def test_a_renamed_term_never_had_a_number(self, signed_in: Client, reader: User) -> None:
        post(signed_in, "rule", "harbour")
        Watch.objects.filter(user=reader).update(number="old-harbour")
        page = signed_in.get(LIST).content.decode()
        assert "Harbour" in page
        assert "old-harbour" not in page

    def test_no_one_takes_off_what_others_watch(self, signed_in: Client) -> None:
        row = watch(make_user("jane"), find_watch_target("rule", "201.7"))
        signed_in.post("/account/watches/remove/", {"watch": row.public_id})
        assert Watch.objects.count() == 1
        assert signed_in.get("/account/watches/remove/").status_code == 405
        assert signed_in.post("/account/watches/remove/", {"watch": "nothing1"}).status_code == 302
        assert signed_in.get("/account/watches/mails/nothing1/").status_code == 404

    def test_how_often(self, signed_in: Client, reader: User) -> None:
        page = signed_in.get("/fr" + LIST).content.decode()
        assert '<option value="fr" selected>' in page
        # Who only looks has chosen nothing.
        assert not WatchMail.objects.exists()
        signed_in.post("/fr" + LIST, {"frequency": "version", "language": "fr"})
        mail = WatchMail.objects.get(user=reader)
        assert (mail.frequency, mail.language, mail.site) == ("version", "fr", "http://testserver")
        signed_in.post(LIST, {"frequency": "never", "language": "ja"})
        mail.refresh_from_db()
        assert (mail.frequency, mail.language) == ("never", "ja")
        page = signed_in.post(LIST, {"frequency": "hourly", "language": "xx"}).content.decode()
        assert page.count('class="error"') == 2

    def test_mails_of_others_are_not_shown(self, signed_in: Client, reader: User) -> None:
        mine = Digest.objects.create(user=reader, subject="Mine", text="<b>its old text</b>", status="unsure")
        other = Digest.objects.create(user=make_user("jane"), subject="Theirs", text="x")
        page = signed_in.get(LIST).content.decode()
        assert ("Mine" in page, "Theirs" in page) == (True, False)
        message = signed_in.get(f"{LIST}mails/{mine.public_id}/").content.decode()
        assert "&lt;b&gt;its old text&lt;/b&gt;" in message
        assert "This e-mail may not have reached you" in message
        assert signed_in.get(f"{LIST}mails/{other.public_id}/").status_code == 404


class TestAfterTheLineage:
    def test_a_watch_finds_its_rule_again(self, reader: User) -> None:
        row = watch(reader, find_watch_target("rule", "201.5@2010-03-01"))
        # As after a computation that gave these entries another Rule and deleted the old one.
        old, new = rule_at("201.7", "2012-03-01"), Rule.objects.create()
        Entry.objects.filter(rule=old).update(rule=new)
        Rule.objects.filter(pk=old.pk).delete()
        assert Watch.objects.get(rule=None) == row
        assert relink_watches() == 1
        assert Watch.objects.get(rule=new) == row
        assert relink_watches() == 0
        Watch.objects.update(rule=None)
        rebuild()
        assert Watch.objects.get().rule == rule_at("201.5", "2010-03-01")

    def test_two_that_change_places(self, reader: User) -> None:
        one, other = (watch(reader, find_watch_target("rule", f"201.{n}@2012-03-01")) for n in (1, 7))
        first, second = one.rule, other.rule
        Entry.objects.filter(number="201.1").update(rule=second)
        Entry.objects.filter(number="201.7").update(rule=first)
        assert relink_watches() == 2
        one.refresh_from_db()
        other.refresh_from_db()
        assert (one.rule, other.rule) == (second, first)

    def test_two_that_come_to_be_one(self, reader: User) -> None:
        one, other = (watch(reader, find_watch_target("rule", f"201.{n}@2012-03-01")) for n in (1, 7))
        Entry.objects.filter(number="201.7").update(rule=one.rule)
        relink_watches()
        assert list(Watch.objects.values_list("pk", flat=True)) == [one.pk]
        assert other.pk != one.pk
