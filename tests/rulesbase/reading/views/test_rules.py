"""The reading pages on the sample: contents, chapters, rules, and what leads there."""

import re
from html import unescape
from urllib.parse import quote

import pytest
from django.http import HttpResponseBase
from django.test import Client

from rulesbase.imports.import_file import import_source
from rulesbase.models import Edition, Source, Translation, Version, Wording
from tests.support.cards import raise_generation
from tests.support.pages import page_of, squeezed
from tests.support.queries import queries_of


def text_of(response: HttpResponseBase) -> str:
    """The words of a page without its tags."""
    return re.sub(r"\s+", " ", unescape(re.sub("<[^>]*>", "", response.getvalue().decode())))


@pytest.mark.usefixtures("sample")
class Sample:
    """Pages of the sample."""

    @pytest.fixture(autouse=True)
    def _visitor(self, client: Client) -> None:
        self.client = client

    def html(self, address: str, status: int = 200) -> str:
        return squeezed(page_of(self.client, address, status))

    def leads(self, address: str, to: str) -> None:
        response = self.client.get(address)
        assert response.status_code == 302, response.status_code
        assert response.headers["Location"] == to


class TestAddresses(Sample):
    """What leads to which version and place."""

    def test_any_day_leads_to_the_version_in_force(self) -> None:
        self.leads("/rules/", "/rules/2023-03-01/")
        self.leads("/rules/latest/", "/rules/2023-03-01/")
        self.leads("/rules/latest/201.4b/", "/rules/2023-03-01/201.4b/")
        self.leads("/glossary/", "/glossary/2023-03-01/")
        self.leads("/fr/rules/", "/fr/rules/2023-03-01/")
        self.leads("/rules/2022-12-31/", "/rules/2021-03-01/")
        self.leads("/rules/2022-12-31/201.4b/?lang=en,fr", "/rules/2021-03-01/201.4b/?lang=en,fr")
        self.leads("/rules/2020/credits/", "/rules/2019-03-01/credits/")
        self.leads("/glossary/2030-01-01/meld/", "/glossary/2023-03-01/meld/")
        page = self.html("/rules/1998-01-01/201/", 404)
        assert (
            "No version was in force on 1 January 1998. The first version on this site is that of 1 March 2019." in page
        )
        for name in ("yesterday", "2021-02-30", "20210301"):
            assert f"“{name}” is not a date." in self.html(f"/rules/{name}/", 404)

    def test_loose_numbers_lead_to_the_usual_spelling(self) -> None:
        for loose in ("CR201.4B", "201.4b.", "201 4b", "rule 201.4b"):
            self.leads(f"/rules/2023-03-01/{loose}/", "/rules/2023-03-01/201.4b/")
        self.leads("/rules/2023-03-01/201./?lang=fr", "/rules/2023-03-01/201/?lang=fr")
        self.leads("/rules/2023-03-01/7/", "/rules/2023-03-01/#s7")
        assert 'id="s7"' in self.html("/rules/2023-03-01/")
        assert "“lamp” is not a rule number." in self.html("/rules/2023-03-01/lamp/", 404)

    def test_a_misprint_that_was_repaired_leads_to_the_repaired_number(self) -> None:
        source = Source.objects.get(edition__version__date="2023-03-01", language="en")
        # The wording of older databases.
        source.issues = [[12, "201.9 Words", "printed as 201.9, read as 201.6"]]
        source.save()
        self.leads("/rules/2023-03-01/201.9/", "/rules/2023-03-01/201.6/")

    def test_pages_are_only_read_and_set_no_cookie(self) -> None:
        for address in ("/rules/", "/rules/2023-03-01/201/", "/glossary/2023-03-01/", "/go/"):
            assert self.client.post(address).status_code == 405
        for address in ("/rules/2023-03-01/", "/rules/2023-03-01/201/", "/rules/2023-03-01/201.4b/"):
            assert not self.client.get(address).cookies


class TestContents(Sample):
    """The contents of a version."""

    def test_contents_list_chapters_and_mark_what_changed(self) -> None:
        page = self.html("/rules/2021-03-01/")
        assert '<a href="/rules/2021-03-01/709/">' in page
        assert "Split Cards" in page
        assert 'href="/glossary/2021-03-01/"' in page
        assert 'href="/rules/2021-03-01/introduction/"' in page
        assert 'href="/rules/2021-03-01/credits/"' in page
        assert "This is a sample, not the real rules." in page
        answer = self.client.get("/rules/2021-03-01/")
        outline = answer.context["outline"]
        assert {c.number: c.rules for part in outline.parts for c in part.chapters}["201"] == 19
        # 201.2a and b have other words; 201.2c, 201.3, a, b and 201.4f are new.
        assert answer.context["changed"]["201"] == 7
        assert 'title="7 new or reworded rules"' in page
        assert '<span class="vh">7 new or reworded rules, </span>' in page
        assert '<span class="vh">19 rules</span>' in page
        page = self.html("/rules/2021-03-01/?lang=fr")
        assert '<span class="ti" lang="fr">Cartes doubles</span>' in page
        assert 'href="/rules/2021-03-01/709/?lang=fr"' in page

    def test_contents_take_four_queries(self) -> None:
        # Once after content changed: languages of translations; editions; headings, counts and terms.
        # Each time: state; changes; source; notes.
        assert queries_of(self.client, "/rules/2021-03-01/", cold=True) == 7
        assert queries_of(self.client, "/rules/2021-03-01/") == 4


class TestLanguages(Sample):
    """Texts in languages whose code names a script."""

    def test_a_text_in_a_language_of_a_script(self) -> None:
        for model in (Edition, Translation):
            model.objects.filter(language="fr").update(language="zh-Hant")
        raise_generation()
        page = self.html("/rules/2021-03-01/?lang=zh-Hant")
        assert '<span class="ti" lang="zh-Hant">Cartes doubles</span>' in page


class TestChapters(Sample):
    """A chapter as one page."""

    def test_a_chapter_shows_its_rules_with_links(self) -> None:
        page = self.html("/rules/2023-03-01/201/")
        assert "<title>201 Name, 1 March 2023 · Rulesbase</title>" in page
        for number in ("201.1", "201.2a", "201.4g", "201.6"):
            assert f'<li id="r{number}">' in page
        assert page.count("<b>Example:</b>") >= 5
        page = self.html("/rules/2021-03-01/201/")
        assert 'class="cite-copy" data-cite="CR 201.4b (2021-03-01)" href="/rules/2021-03-01/201.4b/#cite"' in page
        assert '<a href="#r201.4b" aria-label="Permanent link to 201.4b">' in page
        page = self.html("/rules/2023-03-01/201/")
        assert 'class="term" href="/glossary/2023-03-01/split-card/" data-preview="/glossary/' in page
        assert 'class="xref" href="/rules/2019-03-01/708.2/"' in self.html("/rules/2019-03-01/201/")
        assert 'class="xref" href="/rules/2021-03-01/709.2/"' in self.html("/rules/2021-03-01/201/")
        assert "xref-stale" not in self.html("/rules/2019-03-01/201/")
        page = self.html("/rules/2021-03-01/201/")
        stale = re.findall(r'<a class="xref xref-stale" href="([^"]*)"[^>]*title="([^"]*)">', page)
        assert stale[0][0] == "/rules/2021-03-01/712/"
        assert stale[0][1].startswith("The rule that this reference pointed to is now 713")

    def test_the_margin_shows_the_last_change_up_to_this_version(self) -> None:
        page = self.html("/rules/2023-03-01/201/")
        beside = dict(re.findall(r'<li id="r([\w.]+)">.*?entry-gutter">(.*?)</div>', page, re.DOTALL))
        assert 'title="reworded 2023-03-01"' in beside["201.4b"]
        assert 'title="added 2021-03-01"' in beside["201.3"]
        assert 'title="renumbered 2021-03-01"' in beside["201.4a"]
        assert "mark" not in beside["201.2"]
        earlier = self.html("/rules/2021-03-01/201/")
        beside = dict(re.findall(r'<li id="r([\w.]+)">.*?entry-gutter">(.*?)</div>', earlier, re.DOTALL))
        assert 'title="renumbered 2021-03-01"' in beside["201.4b"]
        assert "mark" not in self.html("/rules/2019-03-01/202/").split('class="rules"')[1].split("</ol></li>")[0]

    def test_the_last_change_of_its_words_leads_to_what_changed(self) -> None:
        page = self.html("/rules/2023-03-01/201/")
        assert '<a href="/compare/2021-03-01/2023-03-01/?section=201#lst">wording last changed on' in page
        assert "?section=" not in self.html("/rules/2019-03-01/201/")

    def test_the_chapter_in_other_versions(self) -> None:
        page = self.html("/rules/2021-03-01/709/")
        assert 'rel="prev" aria-label="Earlier version: 1 March 2019"' in page
        assert '<a class="step" href="/rules/2019-03-01/708/?from=709" rel="prev"' in page
        assert '<a class="step" href="/rules/2023-03-01/709/" rel="next"' in page
        assert '<a href="/rules/2021-03-01/708/">‹ <b>708</b>' in page
        moved = self.html("/rules/2019-03-01/708/?from=709")
        assert "In the version of" in moved
        # That version has no 709.
        assert "See 709 in this version" not in moved
        page = self.html("/rules/2019-03-01/708/")
        assert '<body class="is-past">' in page
        assert "This is a past version." in page
        assert '<a href="/rules/2023-03-01/709/">This chapter today: 709</a>' in page
        assert "is-past" not in self.html("/rules/2023-03-01/709/")
        page = self.html("/rules/2021-03-01/201/?lang=en,fr")
        assert '<link rel="canonical" href="http://testserver/rules/2021-03-01/201/">' in page
        assert 'hreflang="fr" href="http://testserver/fr/rules/2021-03-01/201/?lang=fr"' in page
        page = self.html("/rules/2021-03-01/201/?lang=fr")
        assert '<link rel="canonical" href="http://testserver/rules/2021-03-01/201/?lang=fr">' in page

    def test_a_chapter_takes_seven_queries(self) -> None:
        # Once after content changed: languages of translations; editions; headings and counts; terms; articles.
        # Each time: state; where it stands in other versions and languages; entries with examples; numbers that exist,
        # what references meant, where a rule is that left its number; changes; what cites its rules.
        assert queries_of(self.client, "/rules/2021-03-01/201/", cold=True) == 12
        assert queries_of(self.client, "/rules/2021-03-01/201/") == 7


class TestRules(Sample):
    """A rule on its own."""

    def test_a_rule_shows_its_citation_history_and_uses(self) -> None:
        page = self.html("/rules/2023-03-01/201.4b/")
        assert "<h1>201.4b</h1>" in page
        assert "CR 201.4b (2023-03-01)" in page
        assert "reworded on 1 March 2023" in page
        assert "http://testserver/rules/2023-03-01/201.4b/" in page
        assert "<mark>201.4b</mark>" in page
        context = self.client.get("/rules/2023-03-01/201.4b/").context
        assert [quote.number for quote in context["quotes"].shown] == ["709.2"]
        name = self.client.get("/rules/2023-03-01/201.4/").context["quotes"].shown
        assert {quote.number for quote in name} == {"name", "token"}
        assert "No rule refers to this rule" in self.html("/rules/2023-03-01/201.6/")
        life = context["life"]
        assert [span.number for span in life["spans"]] == ["201.3b", "201.4b"]
        # Another reference in 2021, other words in 2023.
        assert life["wordings"] == 3
        assert life["spans"][0].until.isoformat() == "2021-02-28"

    def test_it_is_compared_with_the_version_before_its_last_change(self) -> None:
        for number, before in ("201.4a", "2019-03-01"), ("201.4b", "2021-03-01"):
            page = self.html(f"/rules/2023-03-01/{number}/")
            assert f'href="/compare/{before}/2023-03-01/?at={number}#c-' in page
        assert "?at=" not in self.html("/rules/2023-03-01/201.2/")

    def test_children_neighbours_and_context(self) -> None:
        response = self.client.get("/rules/2023-03-01/201.4/")
        page = response.content.decode()
        assert [f"201.4{letter}" for letter in "abcdefg"] == re.findall(r'<li id="r([\w.]+)">', page)
        assert response.context["previous"].number == "201.3b"
        assert response.context["next"].number == "201.4a"
        below = self.client.get("/rules/2023-03-01/201.4b/")
        assert "Text of the parent rule 201.4:" in text_of(below)

    def test_it_is_followed_into_other_versions(self) -> None:
        page = self.html("/rules/2019-03-01/201.3b/")
        assert '<a class="step" href="/rules/2021-03-01/201.4b/?from=201.3b" rel="next"' in page
        assert '<a href="/rules/2023-03-01/201.4b/">This rule today: 201.4b</a>' in page
        result = text_of(self.client.get("/rules/2023-03-01/201.4b/?from=201.3b"))
        assert (
            "You were reading 201.3b in another version. "
            "In the version of 1 March 2023 this rule is 201.4b. See 201.3b in this version" in result
        )
        gone = text_of(self.client.get("/rules/2023-03-01/200/?from=200.3"))
        assert (
            "The version of 1 March 2023 does not have the rule that you were reading. "
            "This is the chapter of the rule that you were reading." in gone
        )
        other = text_of(self.client.get("/rules/2023-03-01/201.3b/?from=201.3b"))
        assert "In the version of 1 March 2023 this number belongs to another rule." in other
        for nothing in ("", "?from=", "?from=%3Cb%3E", "?from=x"):
            assert "You were reading" not in self.html(f"/rules/2023-03-01/201.4b/{nothing}")
        assert '<a href="/rules/2023-03-01/200/">The chapter of this rule today</a>' in self.html(
            "/rules/2021-03-01/200.3/"
        )

    def test_its_links_stay(self) -> None:
        page = self.html("/rules/2019-03-01/201.3b/")
        assert 'data-cite="http://testserver/rules/2019-03-01/201.3b/"' in page
        now = re.search(r'data-cite="http://testserver(/rule/\w+/now/)"', page)
        assert now
        self.leads(now[1], "/rules/2023-03-01/201.4b/")
        assert f'data-cite="http://testserver{now[1]}?lang=fr"' in self.html("/rules/2019-03-01/201.3b/?lang=fr")
        self.leads(f"{now[1]}?lang=en,fr", "/rules/2023-03-01/201.4b/?lang=en,fr")
        assert self.client.get("/rule/nothing/now/").status_code == 404
        gone = self.client.get("/rules/2021-03-01/200.3/").context["always_current"]
        assert self.client.get(gone).headers["Location"] == gone.removeprefix("http://testserver").removesuffix("now/")

    def test_a_rule_takes_seven_queries(self) -> None:
        # Once after content changed: languages of translations; editions; terms; articles; splits and merges.
        # Each time: state; where it stands in other versions and languages, its chapter, its life, its id; entries
        # with examples; numbers that exist, what references meant; changes; quotes; rulings that name it, and whether
        # there are computed links of rulings.
        assert queries_of(self.client, "/rules/2021-03-01/201.4b/", cold=True) == 12
        assert queries_of(self.client, "/rules/2021-03-01/201.4b/") == 7
        # A reference means a rule that has another number now: where it stands.
        assert queries_of(self.client, "/rules/2021-03-01/201.4e/") == 8


class TestOther(Sample):
    """Introduction, credits, previews, and going to a day."""

    def test_introduction_and_credits(self) -> None:
        assert "Rules are counted within their chapter" in self.html("/rules/2019-03-01/introduction/")
        assert "The texts of this sample were written" in self.html("/rules/2019-03-01/credits/")
        assert ' lang="ja"' in self.html("/rules/2019-03-01/credits/?lang=ja")
        Source.objects.update(introduction=None, credits=None)
        assert "The archive has no introduction for the version of 1 March 2019" in self.html(
            "/rules/2019-03-01/introduction/", 404
        )
        assert "The archive has no credits for the version of 1 March 2019" in self.html(
            "/rules/2019-03-01/credits/", 404
        )

    def test_the_index_stands_with_the_credits(self) -> None:
        index = Wording.objects.create(language="en", digest="x" * 32, text="Lamp, 201.4b", fold=1)
        Source.objects.update(index=index)
        page = self.html("/rules/2023-03-01/credits/")
        assert "<h2>Index</h2>" in page
        assert 'href="/rules/2023-03-01/201.4b/"' in page

    def test_previews_are_short_fragments_without_links(self) -> None:
        for address in (
            "/rules/2023-03-01/201.4b/preview/",
            "/rules/2023-03-01/201/preview/",
            "/glossary/2023-03-01/meld/preview/",
        ):
            page = self.html(address)
            assert "<html" not in page
            assert "<a " not in page
            assert len(page) < 1500
        assert self.client.get("/rules/2023-03-01/999.9/preview/").status_code == 404
        Wording.objects.filter(entries__number="201.4b").update(text="Owls are counted. " * 40, emphasis="")
        assert "Owls are counted. Owls" in (page := self.html("/rules/2023-03-01/201.4b/preview/"))
        assert page.count("Owls") < 30

    def test_going_to_a_version_or_day_keeps_the_place(self) -> None:
        start = "/go/?place=201.3b&start=2019-03-01"
        self.leads(f"{start}&version=2023-03-01&on=2019-03-01", "/rules/2023-03-01/201.4b/?from=201.3b")
        self.leads(f"{start}&version=2019-03-01&on=2022-06-06", "/rules/2021-03-01/201.4b/?from=201.3b")
        there = "/rules/2023-03-01/201.4b/?lang=en,fr&from=201.3b"
        self.leads(f"{start}&version=2023-03-01&on=2019-03-01&lang=en,fr", there)
        self.leads("/go/?place=201.1&start=2019-03-01&version=2021-03-01", "/rules/2021-03-01/201.1/")
        self.leads("/go/?place=glossary/half&start=2019-03-01&version=2021-03-01", "/glossary/2021-03-01/half/")
        self.leads("/go/?place=credits&start=2019-03-01&version=2021-03-01", "/rules/2021-03-01/credits/")
        self.leads("/go/?place=%3Cb%3E&start=2019-03-01&version=2021-03-01", "/rules/2021-03-01/")

    def test_going_nowhere(self) -> None:
        self.leads("/go/?place=201&start=2019-03-01&on=1990-01-01", "/rules/1990-01-01/")
        # Without a date picker people type days in other ways, which no address can hold.
        assert "is not a date" in self.html("/go/?place=201&start=2019-03-01&on=13/07/2013", 404)
        self.leads("/go/", "/rules/2023-03-01/")
        # What is typed counts before what is chosen: a day in words, a year, a set or its code.
        Version.objects.filter(date="2019-03-01").update(name="Ravnica Allegiance")
        Version.objects.filter(date="2021-03-01").update(name="Kaldheim")
        raise_generation()
        for typed in (
            "1 March 2019",
            "2019",
            "ravnica allegiance",
            "rna",
            "Ravnica",
            "Ravnica Allegiance (1 March 2019)",
            "L’allégeance de Ravnica",
            "ラヴニカの献身",
        ):
            self.leads(f"/go/?place=201&version=2021-03-01&find={quote(typed)}", "/rules/2019-03-01/201/")
        self.leads("/go/?place=201&find=nothing", "/versions/?q=nothing")
        assert "No version has the date, set or code “nothing”." in self.html("/versions/?q=nothing")
        self.leads("/go/?place=" + "x" * 100, "/rules/")


@pytest.mark.django_db
def test_without_any_rules_everything_leads_to_the_front_page_or_says_why_not(client: Client) -> None:
    for address in ("/rules/", "/glossary/"):
        assert client.get(address).headers["Location"] == "/"
    response = client.get("/rules/latest/")
    assert response.status_code == 404
    assert "No version of the rules has been imported yet." in response.content.decode()


SCRIPT = "<script>alert('x')</script>"
LAMPS = "".join(f"100.{n}. A lamp number {n} is lit.\n\n" for n in range(3, 15))
WITH_MARKUP = f"""Rules

These rules are effective as of March 1, 2020.

1. Part {SCRIPT}

100. General {SCRIPT}

100.1. A rule with {SCRIPT} in it, see rule 100.2.
Example: {SCRIPT} again.

100.2. Another <b onmouseover="x">rule</b>.

{LAMPS}
Glossary

Term {SCRIPT}
It says {SCRIPT}. See rule 100.1.

Credits

None.
"""


@pytest.mark.django_db
def test_markup_in_a_file_shows_as_text(client: Client) -> None:
    import_source(WITH_MARKUP.encode(), name="2020-03-01.txt")
    found = re.search(r'href="(/glossary/2020-03-01/[^"]+/)"', client.get("/glossary/2020-03-01/").content.decode())
    assert found
    for address in (
        "/rules/2020-03-01/",
        "/rules/2020-03-01/100/",
        "/rules/2020-03-01/100.1/",
        "/rules/2020-03-01/100.2/",
        "/rules/2020-03-01/100.1/preview/",
        "/rules/2020-03-01/100.99/",
        "/glossary/2020-03-01/",
        found[1],
    ):
        page = client.get(address).content.decode()
        assert "<script>" not in page, address
        assert "<b onmouseover" not in page, address
    response = client.get("/rules/2020-03-01/100/")
    assert f"A rule with {SCRIPT} in it, see rule 100.2." in text_of(response)
    assert f"Example: {SCRIPT} again." in text_of(response)
