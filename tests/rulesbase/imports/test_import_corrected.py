"""A second upload of a version: the edition's text is set anew, what was there before stays readable."""

import dataclasses
import datetime
from pathlib import Path

import pytest
from django.test import Client

from rulesbase.imports.import_file import import_source
from rulesbase.models import Change, Edition, Entry, Reference, Source
from tests.support.lending import lent_books
from tests.support.snapshots import groups, half_editions, texts
from tests.support.texts import Book, Place

FIRST = Book(datetime.date(2018, 3, 1)).with_chapter(
    100, Place("a"), Place("b", "See rule 100.3."), Place("c", children=(Place("c-child"),)), Place("d")
)
SECOND = FIRST.dated(2019).with_chapter(
    100, Place("a"), Place("new"), Place("b", "See rule 100.4."), Place("c", children=(Place("c-child"),))
)
THIRD = SECOND.dated(2020)
_second, _three = lent_books(SECOND), lent_books(FIRST, SECOND, THIRD)

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def store(book: Book, name: str = "rules.txt") -> Source:
    return import_source(book.bytes(), name=name).source


def corrected(book: Book) -> Book:
    """Return the text of 2019 with a slip mended, a rule more, and one less."""
    places = [place for place in book.chapters[100] if place.key != "new"]
    return book.with_chapter(100, *places, dataclasses.replace(places[0], key="late"))


def rules_of(book: Book) -> dict[str, int | None]:
    of_edition = Entry.objects.filter(edition__version__date=book.date, edition__language="en")
    return dict(of_edition.values_list("number", "rule_id"))


@pytest.mark.usefixtures("_second")
def test_a_corrected_file_replaces_the_text_and_keeps_the_old_one() -> None:
    old = Source.objects.get()
    result = import_source(corrected(SECOND).bytes(), name="again.txt")
    assert (result.status, result.source.stated_date) == ("corrected", SECOND.date)
    edition = Edition.objects.get()
    assert edition.text_source == result.source
    numbers = [entry.number for entry in Entry.objects.of(edition)]
    assert numbers == ["1", "100", "100.1", "100.2", "100.3", "100.3a", "100.4", "harbour", "lantern"]
    assert half_editions() == []
    assert old.entries.filter(edition=None).count() == old.entries.count() == 9
    assert old.entries.get(number="100.2").wording.text == Place("new").text
    assert sorted(source.pk for source in edition.sources.all()) == [old.pk, result.source.pk]


@pytest.mark.usefixtures("_second")
def test_rules_stay_with_no_neighbour() -> None:
    before = rules_of(SECOND)
    store(corrected(SECOND))
    after = rules_of(SECOND)
    assert after["100"] == before["100"]
    assert after["100.1"] == before["100.1"]
    assert (after["100.2"], after["100.3"]) == (before["100.3"], before["100.4"])
    assert after["harbour"] == before["harbour"]
    assert len(set(after.values())) == len(after)


@pytest.mark.usefixtures("_three")
def test_rules_stay_between_neighbours() -> None:
    before = rules_of(FIRST), rules_of(THIRD)
    same = dataclasses.replace(SECOND, terms=("Harbour", "Lantern", "Quarry"))
    store(same)
    assert (rules_of(FIRST), rules_of(THIRD)) == before
    assert rules_of(SECOND).items() >= {n: rule for n, rule in rules_of(THIRD).items() if n != "quarry"}.items()


@pytest.mark.usefixtures("_three")
def test_changes_around_are_reported_anew() -> None:
    assert not Change.objects.filter(version__date=THIRD.date).exists()
    store(corrected(SECOND))
    reported = set(Change.objects.values_list("version__date", "kind", "new_number", "old_number"))
    assert (SECOND.date, "added", "100.2", "") not in reported
    assert (THIRD.date, "added", "100.2", "") in reported
    assert (THIRD.date, "renumbered", "100.4", "100.3") in reported
    clean = {frozenset(group) for group in groups().values()}
    for model in (Source, Edition):
        assert model.objects.exists()
    places = [place for group in clean for place in group]
    assert len(places) == len(set(places)) == len(texts())


@pytest.mark.usefixtures("_three")
def test_references_of_the_old_text_are_found_where_they_come_next() -> None:
    reference = Reference.objects.get(number="100.4")
    assert (str(reference.since), reference.meant_id) == ("2019-03-01", rules_of(SECOND)["100.4"])
    mended = SECOND.with_chapter(100, *FIRST.chapters[100])
    store(mended)
    reference.refresh_from_db()
    assert (str(reference.since), reference.meant_id) == ("2020-03-01", rules_of(THIRD)["100.4"])


@pytest.mark.usefixtures("_second")
def test_a_translation_lets_go_of_a_number_that_is_gone() -> None:
    import_source(SECOND.bytes() + b"\n", name="fr.txt", language="fr")
    french = Entry.objects.filter(edition__language="fr")
    assert french.get(number="100.4a").rule_id == rules_of(SECOND)["100.4a"]
    store(corrected(SECOND))
    assert french.get(number="100.4a").rule_id is None
    assert french.get(number="100.3").rule_id == rules_of(SECOND)["100.3"]


@pytest.mark.usefixtures("_second")
def test_a_file_that_was_cut_off_replaces_nothing() -> None:
    source = Source.objects.get()
    before = texts()
    data = SECOND.bytes()
    for end in (len(data) // 2, data.rindex(b"Lantern"), data.rindex(b"Credits")):
        result = import_source(data[:end], name="cut.txt")
        assert (result.status, result.source.whole) == ("witness", False)
        assert Edition.objects.get().text_source == source
        assert texts() == before
        agreement = result.source.agreements.get()
        assert (agreement.differ <= 1, agreement.absent) == (True, 0)


def test_a_whole_edition_takes_over_from_parts() -> None:
    data = SECOND.bytes()
    part = import_source(data[: len(data) * 2 // 3], name="cut.txt")
    edition = Edition.objects.get()
    assert (part.status, edition.complete, edition.text_source) == ("witness", False, None)
    assert edition.rules == part.source.rules == edition.entries.filter(kind__in=(3, 4)).count()

    result = import_source(data, name="rules.txt")

    edition.refresh_from_db()
    assert (edition.complete, edition.text_source) == (True, result.source)
    assert not part.source.entries.exclude(edition=None).exists()
    assert part.source.agreements.get().absent == 0
    assert half_editions() == []


@pytest.mark.slow
def test_a_word_document_of_the_same_version_is_a_witness(corpus: Path, client: Client) -> None:
    store_file(corpus / "cr" / "en" / "2019-10-04.txt")
    edition = Edition.objects.get()
    before = texts()
    rules = dict(Entry.objects.filter(edition__isnull=False).values_list("number", "rule_id"))
    assert store_file(corpus / "cr" / "docx" / "2019-10-04.docx") == "witness"
    assert half_editions() == []
    assert texts() == before
    assert dict(Entry.objects.filter(edition__isnull=False).values_list("number", "rule_id")) == rules
    document = Source.objects.get(name="2019-10-04.docx")
    edition.refresh_from_db()
    assert edition.text_source_id != document.pk
    agreement = document.agreements.get()
    assert (agreement.edition, agreement.differ, agreement.absent) == (edition, 0, 0)
    page = client.get(edition.get_absolute_url()).content.decode()
    assert "2019-10-04.docx" in page
    assert "Earlier texts of this edition" not in page
    assert (
        "The text of this file is identical to the text of" in client.get(document.get_absolute_url()).content.decode()
    )


def test_the_same_text_with_another_example_is_a_correction() -> None:
    rest = SECOND.chapters[100][1:]
    book = SECOND.with_chapter(100, Place("a", examples=("A lamp is lit at dusk.",)), *rest)
    store(book)
    assert import_source(book.bytes() + b"\n", name="blank.txt").status == "witness"
    other = book.with_chapter(100, Place("a", examples=("A lamp is lit at dawn.",)), *rest)
    assert import_source(other.bytes(), name="other.txt").status == "corrected"


def store_file(path: Path) -> str:
    return import_source(path.read_bytes(), name=path.name).status
