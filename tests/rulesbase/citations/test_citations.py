"""What old citations mean: the resolver, the pages `/cite/`."""

import datetime
import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from rulesbase.archive.catalogue import catalogue
from rulesbase.citations.pasted_text import CitedText, read_text, words_since
from rulesbase.citations.resolve import Resolution, Status, meanings, resolve_all
from rulesbase.engine.issues import Problem
from rulesbase.engine.text.citations import read_citation
from rulesbase.engine.text.normalize import fold_number
from rulesbase.imports.import_file import import_source
from rulesbase.lineage.follow_rule import RuleEntry
from rulesbase.models import Entry, Source
from tests.rulesbase.lineage.lives import FIRST, SAME, import_lives
from tests.support.lending import lent
from tests.support.pages import squeezed
from tests.support.texts import Place, sentence

pytestmark = pytest.mark.django_db


_archive = lent("three-lives", import_lives, autouse=True)


def resolved(number: str, year: int, to: int) -> Resolution:
    versions = catalogue()
    asked = number, versions.find(str(year)).date
    return resolve_all(versions, [asked], versions.find(str(to)))[asked]


@pytest.mark.parametrize(
    ("now", "words"),
    [
        ("Gain the move (see rule 116, “Turns of Play”) as 116.3b says.", "same"),
        ("Gain the move (see rule 117, “Turns of Play”) as 117.3b says.", "refs"),
        ("Gain the move (see rule 117, “Priority”) as 117.3b says.", "refs"),
        ("Lose the move (see rule 116, “Turns of Play”) as 116.3b says.", "reworded"),
    ],
)
def test_a_new_number_or_title_of_a_chapter_is_a_change_of_references(now: str, words: str) -> None:
    old, new = (
        RuleEntry(datetime.date(year, 1, 1), "704.3", 1, "", text, fold_number("", text))
        for year, text in (
            (2014, 'Gain the move (see rule 116, "Turns of Play") as 116.3b says.'),
            (2026, now),
        )
    )
    assert words_since(Resolution(Status.FOUND, ("704.3",), cited=old, successors=(new,))) == words


class TestResolve:
    def test_a_number_is_followed_in_both_directions(self) -> None:
        for number, year, to, status, numbers, hops in (
            ("201.1", 2010, 2014, Status.FOUND, ("201.2",), [(2012, "201.2", "renumbered")]),
            ("201.2", 2014, 2010, Status.FOUND, ("201.1",), [(2012, "201.1", "renumbered")]),
            ("201.2", 2012, 2012, Status.FOUND, ("201.2",), []),
            # All parts, the main successor first; on the way back a part is in what it was cut from.
            ("201.2", 2010, 2012, Status.SPLIT, ("201.3", "201.4"), None),
            ("201.4", 2014, 2010, Status.MERGED, ("201.2",), None),
            ("201.4", 2010, 2014, Status.ABSORBED, ("201.5",), None),
            ("201.5", 2014, 2010, Status.SPLIT, ("201.3", "201.4"), None),
            ("999.9", 2010, 2014, Status.UNKNOWN, (), []),
        ):
            found = resolved(number, year, to)
            assert (found.status, found.numbers) == (status, numbers)
            assert hops in (None, [(hop.version.year, hop.number, hop.kind) for hop in found.hops])

    def test_an_absorbed_rule_is_named_everywhere(self, client: Client) -> None:
        found = resolved("201.4", 2010, 2014)
        assert (found.status, found.numbers) == (Status.ABSORBED, ("201.5",))
        # Back nothing is absorbed: the rule had these parts.
        assert resolved("201.5", 2014, 2010).status is Status.SPLIT
        page = client.get("/cite/201.4@2010-03-01").content.decode()
        assert "absorbed into a larger rule, which is 201.5" in page
        answer = client.get("/api/v1/citations/201.4@2010-03-01/").json()
        assert [item["status"] for item in answer["results"]] == ["absorbed"]
        without_six = FIRST.dated(2013).with_chapter(201, *SAME, Place("three", sentence("four")))
        import_source(without_six.bytes(), name="2013.txt")
        page = squeezed(client.get("/rules/2013-03-01/201.6/").content.decode())
        assert "absorbed into a larger rule, which is 201.5" in page
        assert '<a class="num" href="/rules/2013-03-01/201.5/">201.5</a>' in page

    def test_a_rule_that_is_not_there_says_where_it_was(self) -> None:
        removed = resolved("201.5", 2010, 2014)
        assert (removed.status, removed.last) == (Status.REMOVED, (datetime.date(2012, 3, 1), "201.7"))
        later = resolved("201.1", 2014, 2010)
        assert (later.status, later.last) == (Status.REMOVED, (datetime.date(2012, 3, 1), "201.1"))

    def test_a_misprint_is_read_as_it_was_meant(self) -> None:
        source = Source.objects.get(name="2010-03-01.txt")
        problem = Problem.PRINTED_AS % {"number": "210.1", "meant": "201.1"}
        source.issues = [[9, "210.1 Some words", problem]]
        source.save()
        found = resolved("210.1", 2010, 2014)
        assert (found.numbers, found.cited and found.cited.number) == (("201.2",), "201.1")


class TestMeanings:
    def meant(self, text: str) -> list[tuple[Status, tuple[str, ...]]]:
        versions = catalogue()
        found = meanings(versions, read_citation(text), versions.find("latest"))[0]
        return [(one.resolution.status, one.resolution.numbers) for one in found]

    def test_what_a_citation_means(self) -> None:
        assert self.meant("201.1@2011-07-07") == [(Status.FOUND, ("201.2",))]
        assert self.meant("201.1") == [(Status.AMBIGUOUS, ("201.2",)), (Status.AMBIGUOUS, ("201.1",))]
        assert self.meant("201.7") == [(Status.REMOVED, ())]
        assert self.meant("201.1 (2011)") == [(Status.FOUND, ("201.2",))]
        assert [status for status, _ in self.meant("201.1 (2012)")] == [Status.AMBIGUOUS] * 2
        assert self.meant("201.1@1999-01-01") == [(Status.UNKNOWN, ())]


def read(text: str, day: datetime.date | None = None) -> CitedText:
    versions = catalogue()
    return read_text(versions, text, versions.find("latest"), day)


class TestText:
    def test_the_day_that_is_taken(self) -> None:
        reading = read("A ruling of 5 May 2011: see 201.1.")
        assert (reading.guess.how, reading.guess.day) == ("stated", datetime.date(2011, 5, 5))
        assert reading.listed[0].main.resolution.numbers == ("201.2",)
        reading = read("By 201.1 and 201.7.")
        assert (reading.guess.how, reading.guess.day) == ("numbers", datetime.date(2012, 3, 1))
        reading = read("By 201.1.")
        assert reading.guess.how == "unclear"
        assert [(one.first.year, one.last.year) for one in reading.guess.choices] == [(2012, 2014), (2010, 2010)]
        reading = read("By 201.1 (2011-01-01) and 201.1.", datetime.date(2014, 4, 4))
        assert [one.main.resolution.numbers for one in reading.listed] == [("201.2",), ("201.1",)]
        guess = read("Changed on 2012-03-05, and again on 2014-04-01: see rule 201.1.").guess
        assert (str(guess.day), guess.how) == ("2014-04-01", "stated")
        # 201.7 and 201.6 are in the second version alone.
        guess = read("On 20 February 2012: rules 201.6 and 201.7.").guess
        assert (str(guess.day), guess.how, str(guess.named)) == ("2012-03-01", "stated", "2012-02-20")

    def test_a_line_alone_may_begin_with_its_date(self) -> None:
        reading = read("2011年の201.1\nSOM 201.1\nBy SOM, 201.1 is true.", datetime.date(2014, 4, 4))
        assert [one.cited.period and one.cited.period.first.year for one in reading.listed] == [2011, 2010, 2014]

    def test_it_is_given_back_letter_by_letter(self) -> None:
        text = "By 201.1\n\nand rules 201.2-201.4, <b>so</b>."
        assert "".join(piece.text for piece in read(text).pieces) == text


class TestCitationPage:
    def test_the_page_names_the_rule_of_today(
        self, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        with django_assert_max_num_queries(12):
            page = client.get("/cite/201.1@2010-03-01")
        assert page.status_code == 200
        assert '<a class="num" href="/rules/2014-03-01/201.2/">201.2</a>' in squeezed(page.content.decode())
        assert not page.cookies

    def test_other_spellings_and_ranges_lead_on(self, client: Client) -> None:
        answer = client.get("/cite/CR 201.1 (March 1, 2010)?to=2012")
        assert (answer.status_code, answer["Location"]) == (302, "/cite/201.1@2010-03-01?to=2012")
        assert client.get("/cite/201.1-201.3@2010-03-01")["Location"].startswith("/cite/?text=201.1-201.3")
        assert client.get("/cite/201.1-201.3?to=2012")["Location"] == "/cite/?text=201.1-201.3&to=2012-03-01"
        assert client.post("/cite/201.1").status_code == 405

    def test_a_number_without_a_day_and_a_removed_rule(self, client: Client) -> None:
        page = client.get("/cite/201.1").content.decode()
        assert "2 rules have had the number" in page
        assert "1 March 2010 to 1 March 2010" in page
        page = client.get("/cite/201.5@2010-03-01").content.decode()
        assert "do not have this rule" in page
        page = client.get("/cite/201.1@2010-03-01?to=2013-01-01").content.decode()
        assert 'href="/rules/2012-03-01/201.2/"' in page

    def test_the_examples_of_addresses_exist(self, client: Client) -> None:
        examples = re.findall(r'<a href="([^"]*/cite/[^"]+)"', client.get("/fr/cite/").content.decode())
        assert examples == ["/fr/cite/201.1@2010-03-01", "/fr/cite/201.1"]
        assert [client.get(address).status_code for address in examples] == [200, 200]

    def test_the_examples_are_of_the_oldest_version_with_rules(self, client: Client) -> None:
        Entry.objects.filter(edition__version__date=FIRST.date).update(kind=Entry.Kind.CHAPTER)
        assert 'href="/cite/201.1@2012-03-01"' in client.get("/cite/").content.decode()

    def test_the_text_comes_before_the_way_to_it(self, client: Client) -> None:
        page = client.get("/cite/201.1@2010-03-01").content.decode()
        assert page.index("wording unchanged since") < page.index('class="text') < page.index("Renumbering history")
        assert page.count("confidence of the match") > 1

    def test_what_is_not_there(self, client: Client) -> None:
        for address in ("999.9@2010-03-01", "201.1@1999-01-01", "nonsense", "201.1@2010-03-01?to=x"):
            assert client.get(f"/cite/{address}").status_code == 404


class TestForm:
    def test_forms_by_address_and_without_numbers(self, client: Client) -> None:
        answer = client.get("/cite/")
        assert answer.status_code == 200
        assert not answer.cookies
        assert "201.2" in client.get("/cite/?text=201.1&day=2010-05-05").content.decode()
        assert "No rule number was found" in client.post("/cite/", {"text": "Nothing."}).content.decode()

    def test_a_text(self, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
        text = "<script>x</script> By rule 201.1 and 201.5; 888.8 is a slip."
        with django_assert_max_num_queries(12):
            answer = client.post("/cite/", {"text": text, "day": "2010-05-05"})
        page = answer.content.decode()
        assert "<script>x" not in page
        assert 'href="/cite/201.1@2010-03-01">201.1</a>' in page
        assert "no rule with this number in that version" in page
        assert not answer.cookies

    def test_what_was_reworded_is_marked(self, client: Client) -> None:
        page = client.post("/cite/", {"text": "By 201.5.", "day": "2010-05-05", "to": "2012-03-01"}).content.decode()
        assert re.search(r'<span class="badge badge-alt">\s*reworded\s*</span>', page)
        page = client.post("/cite/", {"text": "Nothing is in 999.9."}).content.decode()
        assert "because no other version has more of these numbers." in page
        assert '<td class="wide"><span class="badge">no rule with this number in that version</span>' in squeezed(page)
        page = client.post("/cite/", {"text": "By 201.1.", "day": "2010-05-05"}).content.decode()
        assert "badge-alt" not in page

    @pytest.mark.parametrize("sent", [{"text": ""}, {"text": "201.1", "day": "soon"}, {"text": "x" * 60_001}])
    def test_refusals(self, client: Client, sent: dict[str, str]) -> None:
        answer = client.post("/cite/", sent)
        assert answer.status_code == 422
        assert 'class="error"' in answer.content.decode()


def test_a_distant_citation_does_not_get_every_part() -> None:
    """Of a rule that read otherwise when it was cited, a later part counts only with a third of the cited words."""
    first, _second, *others = FIRST.chapters[201]
    early = FIRST.dated(2008).with_chapter(201, first, Place("two", sentence("elsewhere")), *others)
    import_source(early.bytes(), name="early.txt")
    assert resolved("201.2", 2008, 2012).numbers == ("201.3",)
    assert resolved("201.2", 2010, 2012).numbers == ("201.3", "201.4")
