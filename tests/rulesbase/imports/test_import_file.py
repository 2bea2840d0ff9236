"""The function import_source: bytes of any kind to rows, or a sentence and no rows."""

import bz2
import datetime
from pathlib import Path

import pytest

from rulesbase.engine.nodes import NotRules
from rulesbase.imports.import_file import import_source
from rulesbase.models import Edition, Entry, Source, SourceFile, State, Version, Wording
from tests.support.texts import Book, Place

DATA = Path(__file__).resolve().parents[2] / "data"
BOOK = Book(datetime.date(2020, 3, 1)).with_chapter(100, Place("first"), Place("second", "It’s “so”."), Place("third"))

pytestmark = pytest.mark.django_db


def test_a_file_becomes_an_edition_with_its_source() -> None:
    data = BOOK.bytes()
    result = import_source(data, name="rules.txt", address="https://rules.example/rules.txt")
    source = result.source
    assert (result.status, source.stated_date, source.language, source.whole) == ("imported", BOOK.date, "en", True)
    assert (source.size, source.encoding, source.line_ends) == (len(data), "utf-8", "LF")
    assert (source.address, source.stated_date) == ("https://rules.example/rules.txt", BOOK.date)
    assert source.text_of.get() == Edition.objects.get(complete=True)
    assert source.introduction
    assert source.introduction.text.endswith("A text for tests.")
    assert bz2.decompress(bytes(SourceFile.objects.get().packed)) == data


def test_every_encoding_gives_the_same_wordings() -> None:
    import_source(BOOK.bytes(), name="a.txt")
    wordings = Wording.objects.count()
    for codec, named in (
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8-sig"),
        ("cp1252", "cp1252"),
        ("utf-16", "utf-16-le-bom"),
        ("utf-16-le", "utf-16-le"),
        ("utf-16-be", "utf-16-be"),
    ):
        source = import_source(BOOK.write().replace("\n", "\r\n").encode(codec), name="b.txt").source
        assert (source.encoding, source.line_ends) == (named, "CRLF")
    assert Wording.objects.count() == wordings


def test_text_with_odd_parts() -> None:
    long = BOOK.with_chapter(101, *(Place(f"filler {at}") for at in range(400)), Place("last", "ze\x00ro"))
    assert import_source(long.bytes(), name="rules.txt").status == "imported"
    assert Entry.objects.get(number="101.401").wording.text.endswith("zero")


def test_a_refusal_leaves_nothing() -> None:
    lines = "\n".join(line for line in BOOK.write().splitlines() if "effective" not in line)
    with pytest.raises(NotRules, match="no effective date"):
        import_source(lines.encode(), name="rules.txt")
    for model in (Version, Edition, Source, SourceFile, Wording, State):
        assert not model.objects.exists()


def test_two_languages_in_one_file_are_two_sources() -> None:
    data = (DATA / "zh" / "two-languages.md").read_bytes()
    result = import_source(data, name="two-languages.md")
    assert sorted(Source.objects.values_list("language", flat=True)) == ["en", "zh"]
    assert (result.status, result.source.language) == ("witness", "zh")
    assert SourceFile.objects.count() == 1
    assert import_source(data, name="again.md").status == "known"
    assert Source.objects.count() == 2


def test_a_language_of_the_caller_that_the_other_text_has() -> None:
    with pytest.raises(NotRules, match="two languages"):
        import_source((DATA / "zh" / "two-languages.md").read_bytes(), name="two.md", language="en")
    assert not Source.objects.exists()


def test_a_known_file_learns_its_address() -> None:
    """A file that was imported by hand and is fetched later gets the address; a later one does not replace it."""
    data = BOOK.bytes()
    import_source(data, name="by-hand.txt")
    assert import_source(data, name="x.txt", address="https://example.org/a.txt").status == "known"
    assert import_source(data, name="x.txt", address="https://example.org/b.txt").status == "known"
    assert Source.objects.get().address == "https://example.org/a.txt"
