"""/feeds/: Atom that a reader can use, addresses by identity, and pages that lead there."""

import html
import re
import xml.etree.ElementTree as ET
from datetime import datetime

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from rulesbase.imports.import_file import import_source
from rulesbase.models import ActionLog, Rule, Wording
from tests.rulesbase.feeds.conftest import approve, import_book
from tests.rulesbase.lineage.lives import FIRST
from tests.support.cards import make_card, make_ruling
from tests.support.make import rule_at
from tests.support.pages import squeezed
from tests.support.texts import sentence

pytestmark = pytest.mark.usefixtures("three")
FRENCH = """Règles de Magic en vigueur à compter du 1er mars {year}

201. Les lanternes

201.1. Le bateau porte la lanterne et la ville garde la porte de la maison.

201.2. La ville garde le bateau, et {thing} de la maison est sous le pont.
"""
ATOM = "{http://www.w3.org/2005/Atom}"


def read(client: Client, address: str) -> ET.Element:
    """The feed at an address, checked for what RFC 4287 asks of every feed."""
    response = client.get(address, follow=True)
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "application/atom+xml; charset=utf-8"
    feed = ET.fromstring(response.content)
    assert feed.tag == f"{ATOM}feed"
    ids = [feed.findtext(f"{ATOM}id")]
    links = {link.get("rel"): link.get("href") for link in feed.findall(f"{ATOM}link")}
    assert set(links) == {"self", "alternate"}
    final = response.redirect_chain[-1][0] if response.redirect_chain else address
    assert links["self"] == f"http://testserver{final}"
    assert feed.findtext(f"{ATOM}author/{ATOM}name") == "Rulesbase"
    moments = [_moment(feed)]
    for entry in feed.findall(f"{ATOM}entry"):
        ids.append(entry.findtext(f"{ATOM}id"))
        moments.append(_moment(entry))
        assert entry.findtext(f"{ATOM}title")
        summary = entry.find(f"{ATOM}summary")
        assert summary is not None
        # Escaped HTML is text of one element, and no markup of the feed.
        assert summary.get("type") == "html"
        assert not list(summary)
        link = entry.find(f"{ATOM}link")
        assert link is not None
        assert client.get(str(link.get("href")), follow=True).status_code == 200
    assert all(re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", str(one)) for one in ids)
    assert len(set(ids)) == len(ids)
    assert moments[1:] == sorted(moments[1:], reverse=True)
    return feed


def _moment(element: ET.Element) -> datetime:
    moment = datetime.fromisoformat(str(element.findtext(f"{ATOM}updated")))
    assert moment.tzinfo is not None
    return moment


def reported(feed: ET.Element) -> list[tuple[str, str]]:
    """Title and summary of each entry."""
    return [
        (str(entry.findtext(f"{ATOM}title")), str(entry.findtext(f"{ATOM}summary")))
        for entry in feed.findall(f"{ATOM}entry")
    ]


class TestVersions:
    def test_each_version_is_an_entry_with_its_changes(
        self, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        read(client, "/feeds/versions/")
        # The stamp, changes, entries, examples.
        with django_assert_max_num_queries(5):
            entries = reported(ET.fromstring(client.get("/feeds/versions/").content))
        assert [title for title, _ in entries] == ["The rules of 1 March 2014", "The rules of 1 March 2012"]
        assert "<ins> And so it ends.</ins>" in entries[1][1]
        assert 'href="http://testserver/compare/2010-03-01/2012-03-01/"' in entries[1][1]
        assert "Rules added: 1, " in entries[1][1]
        # Nothing of the future.
        import_book(FIRST.dated(2099))
        assert "2099" not in client.get("/feeds/versions/").content.decode()


class TestETag:
    @pytest.mark.parametrize("address", ["/feeds/versions/", "/feeds/search/?q=nothing+has+this&lang=en"])
    def test_an_unchanged_feed_answers_304(self, client: Client, address: str) -> None:
        first = client.get(address)
        tag = first.headers["ETag"]
        assert re.fullmatch(r'"[^"]+"', tag)
        assert first.headers["Cache-Control"].startswith("public, max-age=0, must-revalidate, s-maxage=")
        again = client.get(address, headers={"if-none-match": tag})
        assert (again.status_code, again.content) == (304, b"")
        assert not first.cookies

    def test_another_one_after_a_change(self, client: Client) -> None:
        before = client.get("/feeds/versions/").headers["ETag"]
        import_book(FIRST.dated(2016))
        assert client.get("/feeds/versions/", headers={"if-none-match": before}).status_code == 200


class TestRule:
    def test_changes_of_a_rule_are_entries(self, client: Client) -> None:
        rule = rule_at("201.7", "2012-03-01")
        entries = reported(read(client, f"/feeds/rule/{rule.public_id}/"))
        assert [title for title, _ in entries] == [
            "201.7: removed, 1 March 2014",
            "201.7: renumbered (was 201.5), reworded, 1 March 2012",
        ]
        assert f"<del>{sentence('five')} And so it ends.</del>" in entries[0][1]
        assert f"{sentence('five')}<ins> And so it ends.</ins>" in entries[1][1]

    def test_numbers_of_any_age_lead_to_it(self, client: Client) -> None:
        public_id = rule_at("201.7", "2012-03-01").public_id
        for named in ("201.5@2010-03-01", "201.5@2011-07-08", "201.5@2011", "201.7@2012-03-01", "201.7"):
            response = client.get(f"/feeds/rule/{named}/")
            assert (response.status_code, response.headers["Location"]) == (302, f"/feeds/rule/{public_id}/")

    def test_a_rule_that_was_joined_with_another_leads_there(self, client: Client) -> None:
        old, new = rule_at("201.1", "2010-03-01"), rule_at("201.1", "2012-03-01")
        Rule.objects.filter(pk=old.pk).update(merged_into=new)
        assert client.get(f"/feeds/rule/{old.public_id}/").headers["Location"] == f"/feeds/rule/{new.public_id}/"

    def test_a_chapter_tells_what_stands_in_it(self, client: Client) -> None:
        newest, before = reported(read(client, "/feeds/rule/201/"))
        # Of the part that was cut off, the one that was reworded, and the new one.
        assert re.match(r"201 Chapter of \w+: \d changes, 1 March 2012", before[0])
        assert "201.7</b></a> · renumbered (was 201.5), reworded" in before[1]
        assert "changed only their numbers." in before[1] or "changed only its number." in before[1]
        assert 'href="http://testserver/compare/2012-03-01/2014-03-01/?section=201"' in newest[1]

    def test_not_there(self, client: Client) -> None:
        for named in [*"missing 999.9 201.1@1990-01-01 201.1@soon 201.1@20120301 <script> 201.1@".split(), "x" * 3000]:
            assert client.get(f"/feeds/rule/{named}/").status_code == 404

    def test_text_is_escaped_once(self, client: Client) -> None:
        Wording.objects.filter(text__endswith="And so it ends.").update(text="1 < 2 & <b>bold</b>")
        summary = reported(read(client, "/feeds/rule/201.7@2012-03-01/"))[0][1]
        assert html.escape("1 < 2 & <b>bold</b>") in summary
        assert "<b>bold" not in summary


class TestSearch:
    def test_texts_that_gain_or_lose_the_words_are_entries(self, client: Client) -> None:
        words = "And so it ends"
        feed = read(client, f"/feeds/search/?q={words.replace(' ', '+')}&lang=en")
        gone, new = reported(feed)
        assert new[0] == f"{words}: 1 matching text, 1 March 2012"
        assert "the text now has these words" in new[1]
        assert "And so it ends.</ins>" in new[1]
        assert "the text no longer has these words" in gone[1]
        assert "<del>" in gone[1]

    def test_links_lead_to_the_text_in_the_language_of_the_search(self, client: Client) -> None:
        for year, thing in ((2010, "le jardin"), (2012, "la lanterne")):
            import_source(FRENCH.format(year=year, thing=thing).encode(), name=f"{year}.txt", language="fr")
        (new,) = reported(read(client, "/feeds/search/?q=lanterne+pont&lang=fr"))
        assert 'href="http://testserver/rules/2012-03-01/201.2/?lang=fr"' in new[1]
        response = client.get("/feeds/search/?q=lanterne+pont&lang=FR")
        assert response.headers["Location"] == "/feeds/search/?q=lanterne+pont&lang=fr"

    def test_one_address(self, client: Client) -> None:
        response = client.get("/feeds/search/?q=%20harbour%0A+ light")
        assert response.headers["Location"] == "/feeds/search/?q=harbour+light&lang=en"

    def test_refusals(self, client: Client) -> None:
        for typed in ("", "   ", "x" * 10_000):
            response = client.get(f"/feeds/search/?q={typed}")
            assert response.status_code == 400
            message = "A search can have at most 200 characters." if "x" in typed else "Enter the words to search for."
            assert message in response.content.decode()
        for typed in ("'; DROP TABLE x; --", 'NEAR("', "\ufffe\ud7ff", "*", "&amp;<x>", "-"):
            response = client.get("/feeds/search/", {"q": typed, "lang": "en"}, follow=True)
            assert response.status_code in (200, 400)


class TestCard:
    def test_rulings_of_a_card_are_entries(self, client: Client) -> None:
        card = make_card("Lantern Keeper")
        make_ruling(card, "2011-01-01", "A lantern <is> held.")
        make_ruling(card, "2013-05-01", "It is lit.")
        feed = read(client, "/feeds/card/lantern-keeper/")
        assert [title for title, _ in reported(feed)] == [
            "Lantern Keeper: ruling of 1 May 2013",
            "Lantern Keeper: ruling of 1 January 2011",
        ]
        assert "A lantern &lt;is&gt; held." in reported(feed)[1][1]
        assert client.get(f"/feeds/card/{card.oracle_id}/").headers["Location"] == "/feeds/card/lantern-keeper/"
        assert client.get("/feeds/card/missing/").status_code == 404


class TestTranslations:
    def test_approved_translations_are_entries(self, client: Client) -> None:
        approve("fr", "201.1@2014-03-01", "La lanterne luit.", "La lanterne est allumée.")
        ActionLog.objects.create(verb="saved", language="fr", place="201.2@2014-03-01", new_status="draft")
        entries = reported(read(client, "/feeds/translations/fr/"))
        assert [title for title, _ in entries] == ["French: translation of 201.1 approved"]
        assert "<del>luit</del><ins>est allumée</ins>" in entries[0][1]
        assert "The lantern is lit." in entries[0][1]

    def test_a_reworded_heading_is_shown(self, client: Client) -> None:
        approve("fr", "201@2014-03-01", "a", "b")
        for text, heading in (("a", "Nom"), ("b", "Nom des lampes"), ("The lantern is lit.", "Name")):
            Wording.objects.filter(text=text).update(heading=heading, text="")
        entries = reported(read(client, "/feeds/translations/fr/"))
        assert "Nom<ins> des lampes</ins>" in entries[0][1]
        assert "Name" in entries[0][1]

    def test_what_was_approved_as_one_is_one_entry(self, client: Client) -> None:
        for at in range(20):
            approve("fr", f"201.{at % 5 + 1}@2014-03-01", "a", f"b {at}", batch="x")
        entries = reported(read(client, "/feeds/translations/fr/"))
        assert [title for title, _ in entries] == ["French: 20 translations approved"]
        assert "and 5 more" in entries[0][1]

    def test_a_language_without_approved_texts_has_no_feed(self, client: Client) -> None:
        ActionLog.objects.create(verb="saved", language="de", place="201.1@2014-03-01", new_status="draft")
        ActionLog.objects.create(verb="commented", language="de", place="201.1@2014-03-01")
        assert "translations/de" not in client.get("/feeds/").content.decode()
        for language in ("de", "xx", "en", "<"):
            assert client.get(f"/feeds/translations/{language}/").status_code == 404


class TestPages:
    @pytest.mark.parametrize(
        ("page", "feed"),
        [
            ("/rules/2012-03-01/201.7/", "/feeds/rule/201.7@2012-03-01/"),
            ("/rules/2012-03-01/201/", "/feeds/rule/201@2012-03-01/"),
            ("/glossary/2012-03-01/harbour/", "/feeds/rule/harbour@2012-03-01/"),
            ("/search/?q=harbour", "/feeds/search/?q=harbour&amp;lang=en"),
            ("/search/?q=harbour&lang=en&lang=fr", "/feeds/search/?q=harbour&amp;lang=en"),
            ("/cards/lantern-keeper/", "/feeds/card/lantern-keeper/"),
            ("/fr/rules/2012-03-01/201.7/", "/fr/feeds/rule/201.7@2012-03-01/"),
        ],
    )
    def test_feeds_can_be_discovered(self, client: Client, page: str, feed: str) -> None:
        make_card("Lantern Keeper")
        content = client.get(page).content.decode()
        found = re.findall(r'<link rel="alternate" type="application/atom\+xml" title="[^"]+" href="([^"]+)">', content)
        prefix = "/fr" if page.startswith("/fr") else ""
        assert found == [f"{prefix}/feeds/versions/", feed]
        read(client, html.unescape(feed))

    @pytest.mark.parametrize("prefix", ["", "/fr", "/ja"])
    def test_the_list(self, client: Client, prefix: str) -> None:
        approve("fr", "201.1@2014-03-01", "a", "b")
        page = squeezed(client.get(f"{prefix}/feeds/").content.decode())
        feeds = re.findall(r'href="([^"]+)" type="application/atom\+xml"', page)
        assert feeds == [f"{prefix}/feeds/{end}/" for end in ("versions", "rule/2", "rule/201", "translations/fr")]
        for feed in feeds:
            read(client, feed)
        assert f'<a href="{prefix}/feeds/">' in client.get(f"{prefix}/").content.decode()

    def test_a_number_typed_there_leads_to_its_feed(self, client: Client) -> None:
        assert client.get("/feeds/?rule=201.7").headers["Location"] == "/feeds/rule/201.7/"
        for nothing in ("/", " // ", "%20"):
            assert client.get(f"/feeds/?rule={nothing}").status_code == 200
