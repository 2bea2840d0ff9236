"""Partial texts beside the archive: the five seeds before, after and without it."""

import datetime
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django import DjangoDbBlocker

from rulesbase.imports.import_file import ImportResult, import_source
from rulesbase.imports.partial_sources import Range, agreement_rows, range_among
from rulesbase.models import Agreement, Edition, Entry, Source, Version
from tests.support.databases import Databases, borrowed
from tests.support.snapshots import half_editions, snapshot, texts
from tests.support.texts import Book, Place

pytestmark = pytest.mark.postgres

# The versions at both ends of each range, and next to those of 2019 and 2020 the ones around them.
ARCHIVE = """2006-05-01 2007-02-01 2007-05-01 2011-07-15 2011-09-30 2013-02-01 2019-08-23 2019-10-04 2020-01-24
2020-04-17 2020-09-25 2020-11-20 2023-11-17""".split()
RANGES = {
    "mtgwiki-en-201-bullets.txt": ("2019-10-04", "2020-09-25"),
    "mtgwiki-en-201-nested-2020.txt": ("2020-04-17", "2020-09-25"),
    "cr-200-series-2006.txt": ("2006-05-01", "2007-02-01"),
    # Not to 2013-02-01: since 2012-02-01 201.4a has a sentence more, which this text lacks.
    "lotusnoir-fr-201-2011.txt": ("2011-09-30", "2011-09-30"),
}
JAPANESE = "mtgwiki-ja-name-20231117.txt"
DATA = Path(__file__).resolve().parents[2] / "data"


@pytest.fixture(scope="module")
def archive_name(databases: Databases, corpus: Path, django_db_blocker: DjangoDbBlocker) -> str:
    """Return the name of a database with the versions that the ranges need."""
    with django_db_blocker.unblock():
        return databases.copy("witnesses", [corpus / "cr" / "en" / f"{date}.txt" for date in ARCHIVE])


@pytest.fixture
def archive(archive_name: str, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Run the test on these versions; what it writes is undone."""
    with django_db_blocker.unblock(), borrowed(archive_name):
        yield


def add(path: Path) -> ImportResult:
    """Import one file."""
    return import_source(path.read_bytes(), name=path.name)


def seed(corpus: Path, name: str) -> ImportResult:
    """Import one of the seeds."""
    return add(corpus / "seeds" / name)


def span(first: str, last: str) -> Range:
    """Return a range from two dates."""
    return Range(datetime.date.fromisoformat(first), datetime.date.fromisoformat(last))


def agreeing_range(source: Source, *, as_far_as_it_goes: bool = False) -> Range | None:
    """Return the range that the page of a source shows."""
    rows = [row for _, row in agreement_rows(source.agreements.all())]
    return range_among(rows, source.stated_date, as_far_as_it_goes=as_far_as_it_goes)


@pytest.mark.slow
def test_after_the_archive_each_finds_its_range(archive: None, corpus: Path) -> None:
    before = snapshot()
    found = {name: seed(corpus, name) for name in RANGES}
    assert {result.status for result in found.values()} == {"witness"}
    assert {result.source.language for result in found.values()} == {"en"}
    assert {name: agreeing_range(result.source) for name, result in found.items()} == {
        name: span(*dates) for name, dates in RANGES.items()
    }
    lotusnoir = found["lotusnoir-fr-201-2011.txt"].source
    assert agreeing_range(lotusnoir, as_far_as_it_goes=True) == span("2011-09-30", "2013-02-01")
    assert snapshot()[:3] == before[:3]
    assert half_editions() == []
    assert not Entry.objects.filter(source__whole=False).exclude(edition=None).exists()


@pytest.mark.slow
@pytest.mark.django_db
def test_before_the_archive_each_finds_its_range_too(corpus: Path) -> None:
    found = {name: seed(corpus, name) for name in RANGES}
    assert {agreeing_range(result.source) for result in found.values()} == {None}
    for date in ("2020-11-20", "2019-08-23", "2020-09-25", "2019-10-04"):
        add(corpus / "cr" / "en" / f"{date}.txt")
    assert half_editions() == []
    name = "mtgwiki-en-201-bullets.txt"
    assert agreeing_range(found[name].source) == span(*RANGES[name])
    nested = agreeing_range(found["mtgwiki-en-201-nested-2020.txt"].source)
    assert nested == span("2020-09-25", "2020-09-25")
    assert agreeing_range(found["cr-200-series-2006.txt"].source) is None


@pytest.mark.django_db
def test_without_the_archive_they_are_filed_and_readable(corpus: Path) -> None:
    for name in (*RANGES, JAPANESE):
        result = seed(corpus, name)
        assert result.status == "witness"
        assert result.source.entries.count() >= result.source.rules > 0
        assert agreeing_range(result.source) is None
    assert not Version.objects.filter(editions__complete=True).exists()
    assert not Agreement.objects.exists()


@pytest.mark.slow
def test_the_japanese_fills_the_edition_of_its_version(archive: None, corpus: Path) -> None:
    before = texts()
    result = seed(corpus, JAPANESE)
    assert (result.status, result.source.language, str(result.source.stated_date)) == ("witness", "ja", "2023-11-17")
    edition = Edition.objects.get(language="ja")
    assert (edition.complete, edition.rules) == (False, result.source.rules)
    english = dict(
        Entry.objects.filter(edition__version=edition.version, edition__language="en").values_list("number", "rule")
    )
    entries = list(Entry.objects.of(edition))
    assert [entry.number for entry in entries][:4] == ["2", "201", "201.1", "201.2"]
    assert all(entry.rule_id == english[entry.number] for entry in entries)
    # The article around the quotation is stored beside it.
    assert result.source.commentary
    assert len(result.source.commentary.text) > 2000
    assert {place: words for place, words in texts().items() if place[1] == "en"} == before


def test_the_date_on_the_page_does_not_decide_the_language(archive: None, corpus: Path) -> None:
    result = seed(corpus, "lotusnoir-fr-201-2011.txt")
    assert (result.source.language, result.source.text_of.exists()) == ("en", False)
    assert not Edition.objects.filter(language="fr").exists()


def test_differences_are_counted(archive: None, corpus: Path) -> None:
    source = seed(corpus, "mtgwiki-en-201-nested-2020.txt").source
    counts = {str(row.edition.version): row for row in source.agreements.select_related("edition__version")}
    assert len(counts) == len(ARCHIVE)
    assert all(row.agree + row.differ + row.absent == 17 for row in counts.values())
    assert (counts["2020-01-24"].agree, counts["2020-01-24"].absent) == (16, 1)
    assert counts["2020-11-20"].differ
    assert (counts["2020-04-17"].agree, counts["2020-04-17"].differ) == (17, 0)


BOOK = Book(datetime.date(2020, 3, 1)).with_chapter(100, Place("a"), Place("b"), Place("c"), Place("d"))


def extract(*places: tuple[str, Place]) -> bytes:
    """Return a wiki page of rules without a date."""
    return "\n".join(["CR 100. A chapter", "", *(f"- {n} {place.text}" for n, place in places), ""]).encode()


@pytest.mark.django_db
def test_a_correction_is_compared_anew() -> None:
    import_source(BOOK.bytes(), name="rules.txt")
    page = extract(("100.1", Place("a")), ("100.2", Place("b")), ("100.3", Place("c")))
    source = import_source(page, name="page.txt").source
    assert agreeing_range(source) == Range(BOOK.date, BOOK.date)
    import_source(BOOK.with_chapter(100, *(Place(key) for key in "acbd")).bytes(), name="again.txt")
    row = source.agreements.get()
    assert (row.agree, row.differ, row.absent) == (1, 2, 0)
    assert agreeing_range(source) is None


@pytest.mark.django_db
@pytest.mark.parametrize("order", [(0, 1), (1, 0)], ids=["first", "last"])
def test_of_two_parts_one_fills_a_place_whichever_came_first(order: tuple[int, int]) -> None:
    head = f"These rules are effective as of March 1, 2020.\n\n{'-' * 10}\n\n".encode()
    first = head + extract(("100.1", Place("a")), ("100.2", Place("b")), ("100.3", Place("c")))
    more = extract(("100.2", Place("other")), ("100.3", Place("c")), ("100.4", Place("d")), ("100.5", Place("e")))
    for at in order:
        import_source((first, head + more)[at], name=f"{at}.txt")
    edition = Edition.objects.get()
    numbered = {e.number: e.wording.text for e in Entry.objects.of(edition).filter(kind=Entry.Kind.RULE)}
    assert list(numbered) == ["100.1", "100.2", "100.3", "100.4", "100.5"]
    # The one that has more rules.
    assert numbered["100.2"] == Place("other").text
    assert (edition.rules, edition.complete) == (5, False)
    assert Source.objects.filter(edition=edition).count() == 2


@pytest.mark.slow
def test_chinese_and_english_of_one_page_are_two_witnesses(archive: None, corpus: Path) -> None:
    before = {place: words for place, words in texts().items() if place[1] == "en"}
    result = add(corpus / "cr" / "zh" / "markdown" / "2.md")
    chinese, english = Source.objects.filter(sha256=result.source.sha256).order_by("-language")
    assert (chinese.language, english.language) == ("zh", "en")
    assert chinese.rules == english.rules > 100
    assert {place: words for place, words in texts().items() if place[1] == "en"} == before
    assert english.agreements.count() == len(ARCHIVE)
