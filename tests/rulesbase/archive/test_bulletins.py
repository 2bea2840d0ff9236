"""Notes on versions: where articles are filed, and the pages that show them."""

import datetime
from pathlib import Path

import pytest
from django.test import Client

from rulesbase.archive.bulletins import ensure_bulletins, import_note, update_bulletins
from rulesbase.compare import queries as compare_queries
from rulesbase.engine.nodes import NotRules
from rulesbase.imports.batch import import_paths
from rulesbase.imports.import_file import import_source
from rulesbase.models import RemarkOnRule, State, Version, VersionNote
from rulesbase.templatetags.remarks import plain_markdown
from tests.support.articles import ARTICLE
from tests.support.make import make_user, rule_at
from tests.support.pages import page_of
from tests.support.texts import Book, Place

pytestmark = pytest.mark.django_db
REST = tuple(Place(word) for word in ("four", "five", "six"))
ONE = Book(datetime.date(2020, 3, 1)).with_chapter(201, Place("one"), Place("two")).with_chapter(202, *REST)
TWO = (
    Book(datetime.date(2021, 3, 1))
    .with_chapter(201, Place("one"), Place("two", "Again."), Place("three"))
    .with_chapter(202, *REST)
)
THREE = Book(datetime.date(2021, 4, 10)).with_chapter(201, Place("one")).with_chapter(202, *REST)


def bring(*versions: Book) -> None:
    for book in versions:
        import_source(book.bytes(), name=f"{book.date}.txt")
    compare_queries._compared.cache_clear()


def rule_id(number: str, date: str = "2021-03-01") -> str:
    return rule_at(number, date).public_id


def generation() -> int:
    return State.objects.get().generation


@pytest.fixture
def curator(client: Client) -> Client:
    client.force_login(make_user("cora", "curators", is_staff=True))
    return client


def write_note(curator: Client, **fields: str) -> str:
    """Write a note on the version of 2021 with these fields; return the page that follows."""
    version = str(Version.objects.get(date="2021-03-01").pk)
    note = {"version": version, "language": "en", "kind": "remark", "title": "Mind the pier", "date": "2021-03-02"}
    rows = {"remarks-TOTAL_FORMS": "2", "remarks-INITIAL_FORMS": "0"}
    return curator.post("/admin/rulesbase/versionnote/add/", note | rows | fields, follow=True).content.decode()


class TestImport:
    def test_an_article_is_filed_under_its_version(self) -> None:
        bring(ONE, TWO, THREE)
        before = generation()
        made = import_note(ARTICLE.encode(), "lamps.md")
        assert (made.status, str(made.note.version), made.note.language, made.rules, made.issues) == (
            "note",
            "2021-03-01",
            "en",
            2,
            2,
        )
        assert not made.note.late
        assert generation() == before + 1
        tied = {one.number: one.rule.public_id for one in RemarkOnRule.objects.exclude(rule=None) if one.rule}
        assert tied == {"201.2": rule_id("201.2"), "201.3": rule_id("201.3")}

    def test_the_same_article_is_filed_once(self) -> None:
        bring(TWO)
        import_note(ARTICLE.encode(), "lamps.md")
        before = generation()
        assert import_note(ARTICLE.encode(), "again.md").status == "known"
        assert VersionNote.objects.count() == 1
        assert generation() == before

    def test_no_version_of_those_days(self) -> None:
        bring(ONE)
        with pytest.raises(NotRules, match="no version of those days"):
            import_note(ARTICLE.encode(), "lamps.md")
        assert not VersionNote.objects.exists()

    def test_it_moves_to_a_better_version_that_comes_later(self) -> None:
        other = Book(datetime.date(2021, 4, 10)).with_chapter(201, Place("one"), Place("two"), Place("three"))
        bring(other)
        assert import_note(ARTICLE.encode(), "lamps.md").note.late
        bring(TWO)
        update_bulletins()
        note = VersionNote.objects.get()
        assert (str(note.version), note.late) == ("2021-03-01", False)

    def test_files_of_a_folder(self, tmp_path: Path) -> None:
        (tmp_path / "a.md").write_text(ARTICLE)
        (tmp_path / "b.md").write_text("# Cards\n\nNothing about a rule, on 2021-02-20.\n")
        (tmp_path / "c.txt").write_bytes(TWO.bytes())
        found = {report.name: report.status for report in import_paths([tmp_path])}
        assert found == {"a.md": "note", "b.md": "refused", "c.txt": "imported"}
        assert {report.name: report.status for report in import_paths([tmp_path])}["a.md"] == "known"


def test_known_bulletins_are_entered_once_their_version_is_here() -> None:
    bring(ONE)
    assert ensure_bulletins() == 0
    bring(Book(datetime.date(2018, 10, 5)).with_chapter(202, *REST))
    assert ensure_bulletins() == 1
    assert ensure_bulletins() == 0
    note = VersionNote.objects.get()
    assert (note.author, str(note.date), str(note.version)) == ("Eli Shiffrin", "2018-09-28", "2018-10-05")


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("See [the site](https://rules.example/).", "See the site."),
        ("* [[News] Owls]({{ site.baseurl }}{% link _posts/owls.md %})", "* [News] Owls"),
        ("## 201.2\n\n**Owls** [of old] (many)", "201.2\n\nOwls [of old] (many)"),
    ],
)
def test_pages_show_no_signs_of_markdown(written: str, shown: str) -> None:
    assert plain_markdown(written) == shown


class TestPages:
    @pytest.fixture(autouse=True)
    def _archive(self) -> None:
        bring(ONE, TWO)
        import_note(ARTICLE.encode(), "lamps.md")

    def test_compare(self, client: Client) -> None:
        for address in ("/compare/2020-03-01/2021-03-01/", "/compare/2021-03-01/2020-03-01/"):
            page = page_of(client, address)
            assert "Reason for the change" in page
            assert "Lamps, explained" in page
            assert 'href="https://example.org/news/lamps"' in page
            assert "&lt;b&gt;lit&lt;/b&gt;" in page

    def test_compare_as_data_and_as_text(self, client: Client) -> None:
        data = client.get("/compare/2020-03-01/2021-03-01/?format=json").json()
        (note,) = data["notes"]
        assert (note["title"], note["version"], note["kind"], note["late"]) == (
            "Lamps, explained",
            "2021-03-01",
            "bulletin",
            False,
        )
        assert note["address"] == "https://example.org/news/lamps"
        tied = {one["number"]: one["rule"] for one in note["remarks"]}
        assert tied["201.2"] == rule_id("201.2")
        assert None in tied.values()
        text = client.get("/compare/2020-03-01/2021-03-01/?format=txt").content.decode()
        assert "Reason for the change\n  2021-03-01  Lamps, explained" in text
        assert "https://example.org/news/lamps" in text
        bring(THREE)
        assert client.get("/compare/2021-03-01/2021-04-10/?format=json").json()["notes"] == []
        assert "Why" not in client.get("/compare/2021-03-01/2021-04-10/?format=txt").content.decode()

    def test_history(self, client: Client) -> None:
        page = page_of(client, f"/rule/{rule_id('201.2')}/")
        assert "Twice the keeper &lt;b&gt;lit&lt;/b&gt;" in page
        assert "Two at once." not in page
        assert "Reason for the change" not in page_of(client, f"/rule/{rule_id('201.1')}/")

    def test_contents(self, client: Client) -> None:
        assert "Lamps, explained" in page_of(client, "/rules/2021-03-01/")
        assert "Lamps, explained" not in page_of(client, "/rules/2020-03-01/")

    def test_the_language_is_marked(self, client: Client) -> None:
        VersionNote.objects.update(language="ja")
        assert '<cite lang="ja">' in page_of(client, "/compare/2020-03-01/2021-03-01/")

    def test_a_curator_writes_a_remark(self, curator: Client) -> None:
        before = generation()
        write_note(curator, **{"remarks-0-number": "201.1", "remarks-0-excerpt": "It is the first."})
        assert generation() == before + 1
        assert "It is the first." in page_of(curator, f"/rule/{rule_id('201.1')}/")


@pytest.mark.slow
def test_the_japanese_notes_of_2017(corpus: Path) -> None:
    texts = [corpus / "cr" / "en" / f"{date}.txt" for date in ("2017-06-05", "2017-08-25")]
    folder = corpus / "cr" / "ja" / "2017-07-14-change-notes"
    reports = {report.name: report for report in import_paths([folder, *texts])}
    assert reports["comprehensive-rules-changes.md"].status == "note"
    assert reports["oracle-changes.md"].status == "refused"
    note = VersionNote.objects.get()
    assert (note.language, note.author, str(note.date)) == ("ja", "Eli Shiffrin", "2017-07-14")
    assert (str(note.version), note.late) == ("2017-08-25", True)
    assert note.original == "Hour of Devastation Comprehensive Rules Changes"
    assert note.address.startswith("http")
    numbers = "107.1b 205.3j 603.1 603.1a 615.9 701.23b 702.128 702.129 704.5w 715.1b 800.4g 805.8 805.10 810.7".split()
    assert [one.number for one in note.remarks.all()] == numbers
    assert not note.remarks.filter(rule=None).exists()


def test_an_address_must_be_one_of_the_web(curator: Client) -> None:
    bring(TWO)
    for address in ("javascript:alert(1)", "https://example.org/pier"):
        write_note(curator, address=address)
    assert [note.address for note in VersionNote.objects.all()] == ["https://example.org/pier"]


def test_a_number_that_the_version_does_not_have_is_named(curator: Client) -> None:
    bring(TWO)
    page = write_note(curator, **{"remarks-0-number": "201.1", "remarks-1-number": "999.9"})
    assert "The version has no 999.9. The note is not shown beside these rules." in page
