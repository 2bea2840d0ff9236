"""The glossary: letters, senses, a term and its uses."""

import re
from html import unescape
from urllib.parse import quote

import pytest

from rulesbase.citations import cited_by
from rulesbase.core.database.write_lock import writing
from rulesbase.models import Entry
from rulesbase.reading.glossary import letter_of
from tests.rulesbase.reading.views.test_rules import Sample, text_of
from tests.support.desk_texts import approve_text
from tests.support.make import make_user, rule_at, signed_in
from tests.support.pages import squeezed
from tests.support.queries import queries_of


class TestGlossary(Sample):
    """All terms of a version."""

    def test_terms_are_listed_by_letter(self) -> None:
        page = self.html("/glossary/2023-03-01/")
        assert "12 terms in the version of" in page
        assert re.findall(r'<a href="#l-(\w)">', page) == ["b", "c", "f", "h", "i", "m", "n", "s", "t"]
        assert '<li id="t-split-card">' in page
        assert 'href="/rules/2023-03-01/709/"' in page
        half = page.split('id="t-half"')[1].split("</ol>")[0]
        assert half.count("<li>") == 2
        assert "1." not in text_of(self.client.get("/glossary/2023-03-01/half/")).split("Half")[2][:30]
        page = self.html("/glossary/2023-03-01/?lang=ja")
        assert re.findall(r'<h2 id="h-[^"]*">(.)</h2>', page) == ["た", "ま", "漢"]
        assert '<h3 class="term-name" lang="ja">' in page
        page = self.html("/glossary/2023-03-01/?lang=fr")
        assert re.findall(r'<h2 id="h-[^"]*">(.)</h2>', page) == ["A", "C", "F", "J", "M", "N", "V"]

    def test_the_glossary_takes_four_queries(self) -> None:
        # state; entries with examples; numbers that exist, what references meant, where that stands; changes
        assert queries_of(self.client, "/glossary/2023-03-01/") == 4
        # and once: languages of translations; editions; headings, counts and terms
        assert queries_of(self.client, "/glossary/2023-03-01/", cold=True) == 7


class TestTerm(Sample):
    """A term on its own."""

    def test_a_term_shows_its_uses_and_versions(self) -> None:
        page = self.html("/glossary/2023-03-01/split-card/")
        assert "Split Card</h1>" in page
        response = self.client.get("/glossary/2023-03-01/split-card/")
        quotes = response.context["quotes"]
        assert {"201.4b", "709.1", "709.2", "half"} <= {quote.number for quote in quotes.shown}
        assert all("split card" in quote.cited.lower() for quote in quotes.shown)
        assert not quotes.more
        assert response.context["life"]["wordings"] == 2
        page = self.html("/glossary/2021-03-01/meld/")
        assert '<a class="step" href="/glossary/2019-03-01/meld/" rel="prev"' in page
        assert '<a href="/glossary/2023-03-01/meld/">This term today</a>' in page
        page = self.html("/glossary/2021-03-01/face-down/")
        assert '<a class="step" href="/glossary/2019-03-01/" rel="prev"' in page
        assert "has no term of that name" in self.html("/glossary/2019-03-01/face-down/", 404)

    def test_a_former_name_leads_to_the_term(self) -> None:
        Entry.objects.filter(edition__version__date="2019-03-01", number="meld").update(number="melding")
        self.leads("/glossary/2023-03-01/melding/", "/glossary/2023-03-01/meld/")
        self.leads("/glossary/2019-03-01/meld/", "/glossary/2019-03-01/melding/")

    def test_uses_behind_the_first_texts_are_found(self, monkeypatch: pytest.MonkeyPatch) -> None:
        whole = self.client.get("/glossary/2023-03-01/split-card/").context["quotes"]
        monkeypatch.setattr(cited_by, "_FIRST_ROWS", 2)
        assert self.client.get("/glossary/2023-03-01/split-card/?again").context["quotes"] == whole

    def test_in_japanese(self) -> None:
        listed = self.html("/glossary/2023-03-01/?lang=ja")
        found = re.search(r'<a href="(/glossary/2023-03-01/[^"]*\?lang=ja)">名前', listed)
        assert found
        page = self.html(found[1])
        assert ' lang="ja">名前/Name</h1>' in page
        assert "<mark>名前</mark>" in page

    def test_a_term_named_in_another_column_leads_to_its_page(self) -> None:
        page = self.html("/rules/2023-03-01/201/?lang=en,ja")
        address = "/glossary/2023-03-01/合体meld/"
        assert f'href="{address}?lang=en,ja" data-preview="{address}preview/?lang=en,ja">合体<' in page
        self.leads(f"{address}?lang=en,ja", "/glossary/2023-03-01/meld/?lang=en,ja")
        assert 'lang="ja">合体' in self.html(f"{address}preview/?lang=en,ja")
        self.leads("/glossary/2023-03-01/meld/?lang=ja", f"{quote(address)}?lang=ja")

    def test_a_text_of_the_desk_is_in_the_title_and_the_description(self) -> None:
        approve_text("fr", "half", "2023-03-01", "Une partie d’une carte.", "Demi-carte")
        half = rule_at("half", "2023-03-01")
        slug = Entry.objects.get(rule=half, edition__language="fr", edition__version__date="2023-03-01").number
        page = self.html(f"/glossary/2023-03-01/{quote(slug)}/?lang=fr")
        assert '<h1 class="term-title" lang="fr">Demi-carte</h1>' in page
        assert "Une partie d’une carte." in page.split('name="description"')[1].split(">")[0]

    def test_a_term_missing_in_the_language_is_shown_in_english(self) -> None:
        with writing():
            Entry.objects.filter(number="合体meld").update(edition=None)
        self.leads("/glossary/2023-03-01/meld/?lang=ja", "/glossary/2023-03-01/meld/?lang=en,ja")

    def test_a_term_takes_six_queries(self) -> None:
        # state; where it stands in other versions and languages, and its life; entry with examples; numbers that
        # exist, what references meant, where that stands; changes; uses
        assert queries_of(self.client, "/glossary/2021-03-01/meld/") == 6


LETTERS = {"Ability": "A", "élan": "E", "Œuvre": "O", "“Bands with Other”": "B", "10": "#", "": "#"}
LETTERS |= {"トークン/Token": "た", "ガイド": "か", "ぱん": "は", "ッ": "た", "ヴェール": "あ", "名前/Name": "漢"}


@pytest.mark.parametrize(("heading", "letter"), LETTERS.items())
def test_a_term_is_listed_under_its_letter(heading: str, letter: str) -> None:
    assert letter_of(heading) == letter


@pytest.mark.usefixtures("sample")
def test_all_about_a_term_is_found_from_each_language() -> None:
    editor = signed_in(make_user("rev", "reviewers-ja"))
    note = {"at": "meld@2023-03-01", "lang": "ja", "note": "Both halves!"}
    assert editor.post("/study/notes/add/", note).status_code == 302
    address = f"/glossary/2023-03-01/{quote('合体meld')}/?lang=ja"
    page = editor.get(address).content.decode()
    assert "Both halves!" in page
    assert "Both halves!" in editor.get("/glossary/2023-03-01/?lang=ja").content.decode()
    assert '<a class="step" href="/glossary/2021-03-01/meld/?lang=ja" rel="prev"' in squeezed(page)
    links = set(re.findall(r'href="(/[^"]*(?:meld|' + quote("合体") + r')[^"]*)"', page))
    found = {unescape(link): editor.get(unescape(link), follow=True).status_code for link in links}
    assert {"/glossary/2023-03-01/meld/history/", "/curate/ja/at/2023-03-01/meld/"} < set(found)
    assert set(found.values()) == {200}
