"""The heat map of the archive: `/archive/heat/`."""

import datetime
import re

import pytest
from django.conf import settings
from django.test import Client, override_settings
from pytest_django import DjangoAssertNumQueries

from rulesbase.archive.catalogue import catalogue
from rulesbase.history.heatmap import Band, HeatMap, heat_map
from rulesbase.imports.import_file import import_source
from rulesbase.models import Version
from tests.support.lending import lent_books
from tests.support.texts import Book, Place, sentence

PAGE = "/archive/heat/"
KEEP = tuple(Place(word) for word in ("a", "b", "c", "d"))
FIRST = (
    Book(datetime.date(2010, 3, 1))
    .with_chapter(201, *KEEP)
    .with_chapter(202, Place("one"), Place("two", sentence("half")), Place("three"), Place("four"))
    .with_chapter(203, Place("x"), Place("y"), Place("z"))
)
# One rule is reworded, one is new, one is gone.
SECOND = (
    Book(datetime.date(2012, 3, 1), terms=("Harbour", "Lantern", "Quarry"))
    .with_chapter(201, *KEEP)
    .with_chapter(202, Place("new"), Place("one", "And so it ends."), Place("two", sentence("half")), Place("three"))
    .with_chapter(203, Place("x"), Place("y"), Place("z"))
)
# One is cut in two; the last chapter is gone.
THIRD = (
    Book(datetime.date(2013, 3, 1), terms=("Harbour", "Lantern", "Quarry"))
    .with_chapter(
        202, Place("new"), Place("one", "And so it ends."), Place("two"), Place("half"), Place("three"), Place("newer")
    )
    .with_chapter(201, *KEEP)
)


three = lent_books(FIRST, SECOND, THIRD)


def counted() -> HeatMap:
    found = heat_map(catalogue())
    assert found
    return found


def row(heat: HeatMap, number: str, heading: str = "") -> Band:
    bands = [band for section in heat.sections for band in section.bands]
    (band,) = [band for band in bands if band.number == number and heading in band.heading]
    return band


@pytest.mark.usefixtures("three")
class TestCounts:
    def test_changes_and_ages_are_counted_by_year(self) -> None:
        band = row(counted(), "202")
        assert [(cell.year, cell.changed, cell.of, cell.number, cell.removed) for cell in band.churn] == [
            (2012, 2, 4, "202", 1),
            # What is left of a rule that was cut in two is reworded; the other half is not new.
            (2013, 2, 6, "202", 0),
        ]
        assert [(one.year, one.number, one.rules) for one in band.age_cells] == [
            (2010, "202", 4),
            (2012, "202", 4),
            (2013, "202", 6),
        ]
        assert (band.spans, band.gone) == (((2010, 2013),), None)

    def test_words_that_were_cut_out_are_as_old_as_before(self) -> None:
        assert row(counted(), "202").ages == ((2010, 2), (2012, 2), (2013, 2))

    def test_a_chapter_that_is_gone(self) -> None:
        band = row(counted(), "203")
        assert (band.gone, band.rules, band.ages) == (SECOND.date, 0, ())
        assert [(cell.year, cell.changed, cell.of, cell.removed) for cell in band.churn] == [(2013, 0, 3, 3)]

    def test_all_rules_and_the_glossary(self) -> None:
        heat = counted()
        assert sum(count for _, count in heat.whole.ages) == heat.whole.rules == 10
        assert heat.whole.changed == 4
        assert [(cell.year, cell.changed, cell.of) for cell in row(heat, "glossary").churn] == [(2012, 1, 3)]

    def test_what_is_to_come_is_not_of_today(self) -> None:
        Version.objects.filter(date=THIRD.date).update(date=datetime.date(2998, 3, 1))
        heat = counted()
        assert str(heat.now) == str(SECOND.date)
        assert row(heat, "202").rules == 4

    def test_few_queries(self, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
        versions = catalogue()
        # Ids, chapters, headings of sections, totals, changes, splits, words.
        with django_assert_max_num_queries(7):
            heat_map(versions)


@pytest.mark.usefixtures("three")
class TestPage:
    def test_cells_link_and_have_words(self, client: Client) -> None:
        page = client.get(PAGE).content.decode()
        assert '<a href="/compare/2010-03-01/2012-03-01/?section=202#lst" tabindex="-1">' in page
        assert "2012: 2 of 4 rules new or reworded, removed rules: 1</title>" in page
        assert "2013: removed rules: 3</title>" in page
        # The same for people who see no picture, and by keyboard.
        assert re.search(r'<li><a href="[^"]*section=202#lst" aria-label="2012: 2 of 4 [^"]*">2012</a> 2</li>', page)
        assert "until 2012-03-01" in page
        assert "style=" not in page
        page = client.get(PAGE, {"show": "age"}).content.decode()
        assert '<a href="/rules/2010-03-01/202/" tabindex="-1">' in page
        assert "2010: half of the 4 rules last changed in 2010 or earlier</title>" in page
        assert "<li><span>2010</span> 2</li>" in page

    def test_it_is_stored_until_content_changes(
        self, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        stored = settings.CACHES | {
            "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "heat"}
        }
        with override_settings(CACHES=stored):
            first = client.get(PAGE).content
            # The state of the content, once for the cache of pages and for the shelf.
            with django_assert_max_num_queries(1):
                assert client.get(PAGE, {"again": 1}).content.count(b"<rect") == first.count(b"<rect")
            later = THIRD.dated(2014).with_chapter(203, *KEEP[:2])
            import_source(later.bytes(), name="later.txt")
            assert b"2014" in client.get(PAGE).content


@pytest.mark.django_db
def test_an_empty_archive(client: Client) -> None:
    answer = client.get(PAGE)
    assert answer.status_code == 200
    assert "There is no complete English version yet." in answer.content.decode()


@pytest.mark.usefixtures("twelve")
def test_the_great_renumbering() -> None:
    heat = counted()
    name = row(heat, "201", "Name")
    assert {cell.year: cell.number for cell in name.churn}[2006] == "202"
    assert {one.year: one.number for one in name.age_cells}[2006] == "202"
    assert {one.year: one.number for one in name.age_cells}[2009] == "201"
    assert name.spans[0][0] == 1999
    keywords = row(heat, "702")
    assert {one.number for one in keywords.age_cells if one.year < 2009} == {"502"}
    for section in heat.sections:
        for band in section.bands:
            assert sum(count for _, count in band.ages) == band.rules
            assert all(0 <= cell.share <= 1 for cell in band.churn)
    assert sum(band.rules for s in heat.sections for band in s.bands if band.number != "glossary") == heat.whole.rules
