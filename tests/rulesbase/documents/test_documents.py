"""Tournament documents beside the Comprehensive Rules: import, pages and undo; the rules stay as they are."""

import datetime
import re
from io import StringIO
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.mail import EmailMessage
from django.core.management import call_command
from django.test import Client

from rulesbase.citations.other_documents import initials
from rulesbase.downloads.build import FORMATS, ensure_file
from rulesbase.downloads.build_book import book_of
from rulesbase.engine.documents import active_document, document_active
from rulesbase.engine.parsing.parse import read_source
from rulesbase.imports.import_file import import_source
from rulesbase.imports.undo import undo_import
from rulesbase.lineage.correction_files import export_corrections, import_corrections
from rulesbase.models import Change, Correction, Edition, Entry, Rule, Source, User, Version
from rulesbase.reading.page_address import CONTENTS, PLACE, PageAddress
from rulesbase.watches.actions import find_watch_target, mail_settings, watch
from rulesbase.watches.send import send_digests
from tests.rulesbase.documents.conftest import import_second, import_two
from tests.support.commands import output_of
from tests.support.make import make_user, signed_in
from tests.support.pages import squeezed
from tests.support.pdf import tournament_rules

pytestmark = pytest.mark.postgres

DAYS = [datetime.date(2021, 7, 4), datetime.date(2022, 5, 6)]
RULES_PAGES = [
    "/",
    "/rules/latest/",
    "/archive/",
    "/archive/heat/",
    "/compare/",
    "/feeds/versions/",
    "/sitemap.xml",
    "/api/v1/versions/",
    "/api/v1/rules/",
]


PAGES = [
    ("/documents/", "Magic Tournament Rules"),
    (
        "/documents/",
        '<tr><th scope="row">2021</th><td><ul role="list"><li><a href="/documents/mtr/2021-07-04/">',
    ),
    ("/documents/", '<a class="small" href="/documents/mtr/compare/2021-07-04/2022-05-06/">What changed</a>'),
    ("/documents/mtr/2022-05-06/", "Owls"),
    ("/documents/mtr/2022-05-06/1/", "Feeding Owls"),
    ("/documents/mtr/2022-05-06/1.2/", "<td>Barn</td><td>four</td>"),
    ("/documents/mtr/2022-05-06/2.1/", "MTR 2.1 (2022-05-06)"),
    ("/documents/mtr/2022-05-06/1.2/", '<h1>1.2 <span class="ruletitle">'),
    ("/documents/mtr/2022-05-06/1.1/", "<ul><li>at night</li>"),
    ("/documents/mtr/2022-05-06/A/", "Twice, not once."),
    ("/documents/mtr/2022-05-06/introduction/", "Owls of every colour"),
    ("/documents/mtr/2021-12-24/2.1/", "Check them twice."),
    ("/documents/mtr/latest/2.1/", "Check"),
    ("/documents/mtr/2022-05-06/2.1/history/", "three times"),
    ("/documents/mtr/2022-05-06/2.1/history/", '<li><a href="/documents/mtr/2022-05-06/2/">2</a></li>'),
    ("/documents/mtr/2022-05-06/introduction/history/", "<title>History of Introduction"),
    ("/documents/mtr/2022-05-06/introduction/history/", "This section has had 1 different text since"),
    ("/documents/mtr/2022-05-06/2.1/history/", "History of MTR 2.1</h1>"),
    ("/documents/mtr/compare/2021-07-04/2022-05-06/", "three times"),
    ("/documents/mtr/compare/2021-07-04/2022-05-06/", '<b></b><span lang="en">Introduction</span>'),
    ("/documents/mtr/compare/2021-07-04/2022-05-06/", "<title>Introduction: "),
    ("/documents/mtr/compare/2021-07-04/2022-05-06/", "<title>Magic Tournament Rules: 4 July 2021"),
    (
        "/fr/documents/mtr/compare/2021-07-04/2022-05-06/",
        "<title>Règles de tournoi de Magic\u00a0: Comparaison\u00a0: 4 juillet 2021",
    ),
    ("/documents/mtr/2022-05-06/introduction/", "<title>MTR Introduction, 6 May 2022"),
    ("/documents/mtr/2022-05-06/2.1/", "<title>MTR 2.1 Weasel Checks, 6 May 2022"),
    ("/documents/mtr/editions/2022-05-06/en/", "<title>Magic Tournament Rules: File with the text of 6 May 2022"),
    ("/documents/mtr/editions/2022-05-06/en/", 'href="/documents/mtr/downloads/2022-05-06/"'),
    ("/documents/mtr/cite/", 'href="/documents/mtr/cite/1.1@2021-07-04"'),
    ("/documents/mtr/cite/1.1@2021-07-04", "wording unchanged"),
    ("/documents/mtr/search/?q=weasel", "Checks"),
    ("/documents/mtr/search/?q=every+colour", 'hit-term" href="/documents/mtr/2022-05-06/introduction/">Introduction<'),
    ("/documents/mtr/search/?q=every+colour&version=all", '<li class="hit hit-of-term">'),
    ("/documents/mtr/2022-05-06/1/", 'introduction/">‹ <b></b>'),
    ("/documents/mtr/2022-05-06/1/", '<nav class="page small mt" aria-label="Tournament documents">'),
    ("/documents/mtr/feeds/versions/", "/documents/mtr/2022-05-06/"),
    ("/fr/documents/mtr/2022-05-06/2.1/", "/fr/documents/mtr/2021-07-04/2.1/"),
    ("/api/v1/documents/", '"document":"mtr","versions":2,"latest":"2022-05-06"'),
    ("/api/v1/documents/mtr/", "/api/v1/documents/mtr/versions/"),
    ("/api/v1/documents/mtr/versions/", '"version":"2021-07-04"'),
    ("/api/v1/documents/mtr/versions/2022/entries/2.1/", '"heading":"Weasel Checks"'),
    ("/api/v1/documents/mtr/versions/2022-05-06/entries/A/", "Changes From Previous"),
    ("/api/v1/documents/mtr/changes/2021-07-04/2022-05-06/", "three times"),
    ("/api/v1/documents/mtr/citations/2.1@2021/", '"numbers":["2.1"]'),
    ("/api/v1/documents/mtr/search/?q=weasel", '"number":"2.1"'),
    ("/api/v1/citations/MTR 2.1 of 2021/", '"version":"2021-07-04"'),
]


@pytest.mark.usefixtures("sample")
def test_pages_of_the_rules_do_not_change_when_documents_are_imported(client: Client) -> None:
    def seen() -> dict[str, bytes]:
        return {page: client.get(page, follow=True).content for page in RULES_PAGES}

    before, rules = seen(), Rule.objects.count()
    import_two()
    assert {page for page, content in seen().items() if content != before[page]} == set()
    assert Rule.objects.count() == rules
    assert not Version.objects.filter(date__in=DAYS).exists()
    assert Version.every.filter(date__in=DAYS).count() == 2


@pytest.mark.usefixtures("sample")
def test_the_same_day_can_have_a_version_of_each_document() -> None:
    day = Version.objects.latest("date").date
    result = import_source(tournament_rules(f"{day:%B} {day.day}, {day.year}"), name="mtr.pdf")
    assert (result.source.document, result.source.stated_date, result.status) == ("mtr", day, "imported")
    assert Version.every.filter(date=day).count() == 2


@pytest.mark.usefixtures("two_versions")
def test_sections_keep_their_identity_through_versions() -> None:
    with document_active("mtr"):
        reworded = Change.objects.get(version__date=datetime.date(2022, 5, 6), weight=Change.Weight.SUBSTANCE)
        assert (reworded.old_number, reworded.new_number) == ("2.1", "2.1")
        assert Rule.objects.count() == 7
    assert set(Entry.objects.filter(rule=reworded.rule).values_list("number", flat=True)) == {"2.1"}


@pytest.mark.usefixtures("two_versions")
def test_documents_are_read_with_the_pages_and_the_api_of_the_rules(client: Client) -> None:
    for address, words in PAGES:
        answer = client.get(address, follow=True)
        assert (answer.status_code, words in squeezed(answer.content.decode())) == (200, True), address


def _numbers(client: Client, address: str) -> list[str]:
    """Return the numbers of the entries that the API lists at an address below that of a version."""
    answer = client.get(f"/api/v1/documents/mtr/versions/2022-05-06/{address}")
    return [row["number"] for row in answer.json()["results"]]


LISTS = [
    ("tree/", ["introduction", "1", "2", "A", "10"]),
    ("tree/?root=10", ["10"]),
    ("tree/?root=1.2", ["1.2"]),
    ("tree/?root=a", ["A"]),
    ("entries/?chapter=1", ["1", "1.1", "1.2"]),
    ("entries/?chapter=10", ["10", "10.1"]),
    ("entries/?section=1", ["1", "1.1", "1.2"]),
    ("entries/?below=1", ["1.1", "1.2"]),
    ("entries/?below=10", ["10.1"]),
    ("entries/?below=1.1", []),
]


@pytest.mark.usefixtures("two_versions")
def test_the_api_lists_every_chapter_of_a_document(client: Client) -> None:
    english = Entry.objects.filter(edition__version__date=DAYS[1], edition__version__document="mtr")
    for number, copied in (("10", "1"), ("10.1", "1.1")):
        entry = english.get(number=copied)
        entry.pk, entry.number, entry.chapter, entry.position = None, number, 10, entry.position + 1000
        entry.save(force_insert=True)
    assert [(address, _numbers(client, address)) for address, _expected in LISTS] == LISTS


@pytest.mark.usefixtures("two_versions")
@pytest.mark.parametrize(("section", "reworded"), [("2", 1), ("1", 0), ("A", 0), ("introduction", 0), ("10", 0)])
def test_the_api_compares_any_chapter_of_a_document(client: Client, section: str, reworded: int) -> None:
    answer = client.get(f"/api/v1/documents/mtr/changes/2021-07-04/2022-05-06/?section={section}")
    assert answer.status_code == 200
    assert answer.json()["weights"]["substance"] == reworded


@pytest.mark.usefixtures("two_versions")
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_line_for_bots_names_the_page_of_the_document(client: Client, language: str) -> None:
    answer = client.get(
        "/api/v1/documents/mtr/rule/2.1", headers={"accept": "application/json", "accept-language": language}
    )
    assert answer.json()["url"] == "http://testserver/documents/mtr/2022-05-06/2.1/"


@pytest.mark.usefixtures("two_versions")
def test_a_missing_section_is_named_with_its_document(client: Client) -> None:
    answer = client.get("/documents/mtr/2022-05-06/9.9/")
    assert answer.status_code == 404
    assert "MTR 9.9 not found in the version of" in squeezed(answer.content.decode())


@pytest.mark.usefixtures("two_versions")
def test_a_section_of_another_document_is_no_rule(client: Client) -> None:
    with document_active("mtr"):
        section = Rule.objects.filter(entries__number="2.1").distinct().get()
    assert client.get(f"/rule/{section.public_id}/").status_code == 404
    assert client.get(f"/documents/mtr/history/{section.public_id}/").status_code == 200
    assert client.get(f"/documents/ipg/history/{section.public_id}/").status_code == 404


@pytest.mark.usefixtures("two_versions")
def test_documents_can_be_downloaded_and_read_again(client: Client, tmp_path: Path, settings: LazySettings) -> None:
    settings.DOWNLOADS_DIR = tmp_path
    assert (
        "/documents/mtr/downloads/2022-05-06/en/epub"
        in client.get("/documents/mtr/downloads/2022-05-06/").content.decode()
    )
    for name in ("epub", "txt", "markdown", "json"):
        answer = client.get(f"/documents/mtr/downloads/2022-05-06/en/{name}")
        assert "/mtr-2022-05-06-en." in answer.headers["Location"]
    edition = Edition.every.select_related("version").get(version__date=DAYS[1], version__document="mtr")
    with document_active("mtr"):
        text = ensure_file(edition, FORMATS["txt"]).path.read_bytes()
        # The front page of this document has only its date.
        assert [mark.words for mark in book_of(edition).contents].count("Introduction") == 1
    again = read_source(text, "mtr.txt")
    first = read_source(tournament_rules("May 6, 2022", "Check all of them three times."), "mtr.pdf")
    assert [(node.number, node.heading) for node in again.entries] == [(n.number, n.heading) for n in first.entries]


@pytest.mark.usefixtures("two_versions")
def test_an_import_can_be_undone() -> None:
    for source in Source.every.filter(document="mtr"):
        undo_import(source)
    assert not Version.every.filter(document="mtr").exists()
    assert not Rule.every.filter(document="mtr").exists()
    assert not Source.every.filter(document="mtr").exists()


@pytest.mark.usefixtures("two_versions")
@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("MTR 2.1", "/documents/mtr/2022-05-06/2.1/"),
        ("mtr appendix a", "/documents/mtr/2022-05-06/A/"),
        ("2.1 MTR", "/documents/mtr/2022-05-06/2.1/"),
        ("Appendix A of the MTR", "/documents/mtr/2022-05-06/A/"),
        ("MTR 2.1 of 2021", "/documents/mtr/2021-07-04/2.1/"),
        ("MTR 2.1 (2021-12-24)", "/documents/mtr/2021-07-04/2.1/"),
        ("mtr weasel", "/documents/mtr/search/?q=weasel"),
    ],
)
def test_the_search_understands_citations_of_documents(client: Client, typed: str, address: str) -> None:
    assert client.get("/search/", {"q": typed}).headers["Location"] == address


@pytest.mark.usefixtures("two_versions")
def test_a_section_alone_is_understood_in_the_form_of_citations(client: Client) -> None:
    answer = client.post("/cite/", {"text": " MTR 2.1 of 2021\n"})
    assert answer.headers["Location"] == "/documents/mtr/2021-07-04/2.1/"
    assert client.post("/cite/", {"text": "MTR 2.1 is about weasels."}).status_code == 200
    assert client.post("/documents/mtr/cite/", {"text": "MTR 2.1"}).status_code == 200


@pytest.mark.usefixtures("two_versions")
@pytest.mark.parametrize(
    ("path", "document", "address"),
    [
        ("/search/", "mtr", "/documents/mtr/search/?q=weasel&version=2021-07-04"),
        ("/documents/mtr/search/", "cr", "/search/?q=weasel&version=2021-07-04&document=cr"),
        ("/documents/mtr/search/", "all", "/search/?q=weasel&version=2021-07-04&document=all"),
    ],
)
def test_another_document_of_the_search_options_keeps_the_version(
    client: Client, path: str, document: str, address: str
) -> None:
    asked = {"q": "weasel", "version": "2021-07-04", "document": document, "page": "2"}
    assert client.get(path, asked).headers["Location"] == address
    assert client.get(address).status_code == 200


@pytest.mark.usefixtures("two_versions")
def test_the_search_options_choose_a_version_among_all_documents(client: Client) -> None:
    first = Version.objects.earliest("date")
    asked = {"q": "weasel", "version": str(first), "document": "all"}
    assert client.get("/search/", asked).context["version"].pk == first.pk
    assert "/documents/mtr/" in client.get("/search/", {"q": "weasel", "document": "all"}).content.decode()
    assert "/documents/mtr/2" not in client.get("/search/", {"q": "weasel", "document": "cr"}).content.decode()


def test_sections_of_old_documents_are_rules_without_a_point() -> None:
    with document_active("mtr"):
        assert PageAddress(PLACE, "112").is_rule
        assert PageAddress(PLACE, "1.2").is_rule
        assert not PageAddress(PLACE, "110").is_rule
        assert not PageAddress(CONTENTS).is_rule
    assert not PageAddress(PLACE, "112").is_rule


def test_infractions_have_initials() -> None:
    assert "lec" in initials("Game Play Error \u2014 Looking at Extra Cards")
    assert "ftmgs" in initials("Game Play Error \u2014 Failure to Maintain Game State")


@pytest.mark.usefixtures("sample")
def test_references_lead_to_the_rules_of_that_day(client: Client) -> None:
    """A section names a rule that the version in force on that day has, one that it lacks, and a section of its own."""
    there = Version.objects.latest("date")
    number = Entry.objects.filter(edition__version=there, kind=Entry.Kind.RULE).values_list("number", flat=True)[0]
    words = f"See section 1.2, the Comprehensive Rules, rule {number} and rule 999.99; sections 3-9."
    import_source(tournament_rules("July 4, 2021", words), name="mtr.pdf")
    in_force = Version.objects.filter(date__lte=datetime.date(2021, 7, 4)).last()
    page = client.get("/documents/mtr/2021-07-04/2.1/").content.decode()
    assert 'href="/documents/mtr/2021-07-04/1.2/"' in page
    assert in_force is None or f'href="/rules/{in_force}/{number}/"' in page
    assert in_force is None or "CR 999.99 did not exist" in page
    listed = client.get("/documents/mtr/2021-07-04/references/").content.decode()
    assert in_force is None or f"CR {number}" in listed
    assert in_force is None or "CR 999.99" in listed
    assert "MTR 3" in listed
    assert "MTR 9" not in listed


@pytest.mark.usefixtures("two_versions")
def test_a_curator_corrects_the_lineage_of_sections(client: Client) -> None:
    """The computed link of a section is cut; the correction outlives a rebuild, and export and import."""
    client.force_login(make_user("jane", "curators", is_staff=True))
    sent = {"verb": "apart", "old": "MTR 2.1@2021-07-04", "new": "MTR 2.1@2022-05-06", "reason": "Other weasels."}
    mixed = client.post("/curate/lineage/", sent | {"old": "2.1@2021-07-04"})
    assert "Both rule numbers must be in the same document." in mixed.content.decode()
    asked = client.post("/curate/lineage/", sent).content.decode()
    assert '<a href="/documents/mtr/2021-07-04/2.1/">MTR 2.1</a>' in asked
    assert client.post("/curate/lineage/", sent | {"confirm": "yes"}).status_code == 302
    assert "MTR 2.1@2021-07-04" in client.get("/curate/lineage/").content.decode()

    def rules_of_section() -> int:
        rows = Entry.objects.filter(edition__version__document="mtr", number="2.1")
        return rows.values("rule").distinct().count()

    assert rules_of_section() == 2
    call_command("rebuild_lineage", "--document", "mtr", stdout=StringIO())
    assert rules_of_section() == 2
    rows = export_corrections()
    client.post(f"/curate/lineage/{Correction.every.get().pk}/withdraw/")
    assert rules_of_section() == 1
    assert [one.status for one in import_corrections(rows)] == ["made"]
    assert rules_of_section() == 2


@pytest.mark.usefixtures("two_versions")
def test_feeds_of_documents_have_ids_and_titles_of_their_own(client: Client) -> None:
    found = [client.get(f"{document}/feeds/versions/").content.decode() for document in ("", "/documents/mtr")]
    ids = [set(re.findall(r"<id>([^<]+)</id>", feed)) for feed in found]
    assert not ids[0] & ids[1]
    assert "<title>Magic Tournament Rules of 6 May 2022</title>" in found[1]


@pytest.mark.usefixtures("two_versions")
@pytest.mark.parametrize(
    ("number", "title"),
    [
        ("introduction", "Changes to MTR Introduction"),
        ("2.1", "Changes to MTR 2.1 Weasel Checks"),
        ("2.1", "MTR 2.1 Weasel Checks: reworded, 6 May 2022"),
    ],
)
def test_feeds_of_sections_name_their_document(client: Client, number: str, title: str) -> None:
    feed = client.get(f"/documents/mtr/feeds/rule/{number}/", follow=True).content.decode()
    assert f"<title>{title}</title>" in feed


@pytest.mark.usefixtures("two_versions")
def test_a_section_without_a_number_is_called_by_its_title(client: Client) -> None:
    page = client.get("/documents/mtr/2022-05-06/introduction/history/", follow=True).content.decode()
    assert "<title>Introduction, 4 July 2021 to 6 May 2022, wording A</title>" in page
    assert "· introduction" not in page
    assert '"num">introduction' not in client.get("/documents/mtr/feeds/").content.decode()
    client.force_login(make_user("ada"))
    assert "<title>Note on Introduction" in client.get("/study/notes/add/?at=MTR introduction").content.decode()
    client.logout()
    watching = client.get("/account/watches/add/?kind=rule&value=MTR introduction").content.decode()
    assert "when Introduction changes" in squeezed(watching)


@pytest.mark.usefixtures("two_versions")
def test_the_number_of_a_section_leads_to_its_feed_and_watch(client: Client) -> None:
    answer = client.get("/feeds/?rule=MTR 2.1")
    assert answer["Location"] == "/documents/mtr/feeds/rule/2.1/"
    assert "when MTR 2.1 changes" in squeezed(
        client.get("/account/watches/add/?kind=rule&value=MTR 2.1").content.decode()
    )


@pytest.mark.usefixtures("first_version")
def test_mails_name_the_document_of_a_section(mailoutbox: list[EmailMessage]) -> None:
    user = make_user("ada", email="ada@rules.example")
    mail_settings(user, "http://testserver", "en")
    watch(user, find_watch_target("rule", "MTR 2.1"))
    import_second()
    assert [one.status for one in send_digests()] == ["sent"]
    assert "MTR 2.1: reworded, 6 May 2022" in mailoutbox[0].body


@pytest.mark.usefixtures("two_versions")
def test_commands_take_a_document() -> None:
    for command in (
        ["show_rule", "2.1"],
        ["trace_rule", "2.1"],
        ["diff_versions", "2021-07-04", "2022-05-06"],
        ["cite", "2.1@2021"],
        ["versions"],
        ["export_version", "2022-05-06"],
    ):
        out = output_of(*command, "--document", "mtr")
        assert "2022-05-06" in out or "2.1" in out
    assert active_document() == "cr"


@pytest.mark.usefixtures("two_versions")
def test_checks_of_the_data_know_documents() -> None:
    assert "No problems found" in output_of("check_data")


@pytest.mark.django_db
def test_checks_of_the_data_read_a_source_as_the_document_named_at_import(tmp_path: Path) -> None:
    long = "Owls of every colour feed at night in barns and attics. " * 4
    lines = ("Effective July 4, 2031", "1. Owls", "1.1 Feeding Owls", long, "1.2 Owl Houses", long)
    (tmp_path / "owls.html").write_text(f"<html><body>{''.join(f'<p>{line}</p>' for line in lines)}</body></html>")
    output_of("import_rules", str(tmp_path / "owls.html"), "--document", "mtr", "--without-study")
    assert Source.every.get().document == "mtr"
    assert "No problems found" in output_of("check_data", "--deep")


@pytest.mark.usefixtures("two_versions")
def test_one_search_covers_all_documents(client: Client) -> None:
    page = client.get("/documents/", {"q": "weasel"}).content.decode()
    assert 'href="/documents/mtr/2022-05-06/2.1/"' in page
    assert "Comprehensive Rules" in page
    word = Entry.objects.filter(edition__version=Version.objects.latest("date"), kind=Entry.Kind.RULE)[0].wording.text
    found = client.get("/documents/", {"q": max(word.split(), key=len)}).content.decode()
    assert 'href="/rules/' in found


@pytest.mark.usefixtures("two_versions")
def test_words_that_only_a_document_has_together_are_no_partial_matches(client: Client) -> None:
    page = client.get("/search/", {"q": "weasel checks"}).content.decode()
    assert 'href="/documents/mtr/2022-05-06/2.1/"' in page
    assert "No text has all of these words" not in page
    assert "Partial matches" not in page


@pytest.mark.usefixtures("two_versions")
def test_the_search_of_the_rules_lists_sections_too(client: Client) -> None:
    page = client.get("/search/", {"q": "weasel checks"}).content.decode()
    assert 'href="/documents/mtr/2022-05-06/' in page
    assert '<option value="mtr">' in page
    only = client.get("/search/", {"q": "weasel checks", "document": "cr"}).content.decode()
    assert 'href="/documents/mtr/' not in only
    assert '<input type="hidden" name="document" value="cr">' in only
    response = client.get("/search/", {"q": "weasel checks", "document": "mtr"})
    assert response["Location"] == "/documents/mtr/search/?q=weasel+checks"


@pytest.mark.usefixtures("two_versions")
def test_a_section_with_the_least_of_a_query_comes_after_the_rules(client: Client) -> None:
    page = client.get("/search/", {"q": "halves of flip split token weasel gate"}).content.decode()
    assert 'href="/documents/' not in page.partition('<li class="hit')[2].partition("</li>")[0]


@pytest.mark.usefixtures("two_versions")
def test_the_admin_leads_to_the_page_of_the_document() -> None:
    chief = signed_in(User.objects.create_superuser("chief", "chief@example.org", "a-long-enough-secret"))
    version = Version.every.get(document="mtr", date=DAYS[1])
    edition = Edition.every.get(version=version)
    for row in (version, edition, edition.text_source):
        assert row
        page = chief.get(f"/admin/rulesbase/{row._meta.model_name}/{row.pk}/change/").content.decode()
        found = re.findall(r'href="(/[^"]*)"[^>]*>View on site', page)
        # The page of an edition leads to the pages of its sources too.
        assert len(found) == (2 if row == edition else 1)
        for address in found:
            assert address.startswith("/documents/mtr/")
            assert chief.get(address).status_code == 200
    listed = chief.get("/admin/rulesbase/edition/?version__document=mtr").context["cl"]
    assert [one.pk for one in listed.queryset] == list(
        Edition.every.filter(version__document="mtr").order_by("-version__date").values_list("pk", flat=True)
    )


@pytest.mark.usefixtures("sample")
def test_an_appendix_lists_what_cites_it(client: Client) -> None:
    import_source(tournament_rules("May 6, 2022", "Check them as Appendix A says."), name="mtr.pdf")
    page = client.get("/documents/mtr/2022-05-06/A/").content.decode()
    assert 'href="/documents/mtr/2022-05-06/A/#cb"' in page
    assert 'href="/documents/mtr/2022-05-06/A/#rA"' in page
    cited = page.split('id="cb"')[1]
    assert '<a class="num" href="/documents/mtr/2022-05-06/2.1/">2.1</a>' in cited
