"""Editions as EPUB: what is in the book, that every link leads somewhere, and that epubcheck finds no fault."""

import re
import subprocess
import zipfile
from pathlib import Path
from shutil import which
from xml.etree import ElementTree as ET

import pytest
from django.utils import translation

from rulesbase.downloads.build_book import book_of
from rulesbase.downloads.write_epub import write_epub
from rulesbase.models import Edition, Entry, Example
from tests.rulesbase.downloads.conftest import edition_of

XHTML = "{http://www.w3.org/1999/xhtml}"


def packed(edition: Edition, folder: Path) -> Path:
    """Write the book of an edition."""
    path = folder / f"{edition.version}-{edition.language}.epub"
    with translation.override(edition.language):
        path.write_bytes(write_epub(book_of(edition)))
    return path


def pages_of(path: Path) -> dict[str, ET.Element]:
    """The pages of a book, parsed, by name."""
    with zipfile.ZipFile(path) as book:
        names = [name for name in book.namelist() if name.endswith(".xhtml")]
        return {name.removeprefix("EPUB/"): ET.fromstring(book.read(name)) for name in names}


def text_of(page: ET.Element) -> str:
    """All words of a page, spaces made one."""
    return " ".join("".join(page.itertext()).split())


def parts_of(text: str) -> list[str]:
    """The paragraphs of a stored text, as `text_of` would have them."""
    # The first texts write {Tap}; it is the same symbol.
    return [" ".join(part.split()) for part in text.replace("{Tap}", "{T}").split("\n")]


def check_links(pages: dict[str, ET.Element]) -> int:
    """Every link leads to a page, and to a place on it; returns how many lead to a rule."""
    ids = {
        f"{name}#{element.get('id')}" for name, page in pages.items() for element in page.iter() if element.get("id")
    }
    links = [link.get("href", "") for page in pages.values() for link in page.iter(f"{XHTML}a")]
    assert [href for href in links if href not in pages and href not in ids] == []
    return sum("#r" in href for href in links)


@pytest.mark.usefixtures("twelve")
class TestReal:
    @pytest.mark.parametrize(("date", "links"), [("1999-04-23", 30), ("2006-05-01", 300), ("2026-06-19", 1000)])
    def test_all_of_the_text_is_in_it(self, tmp_path: Path, date: str, links: int) -> None:
        edition = edition_of(date)
        pages = pages_of(packed(edition, tmp_path))
        assert check_links(pages) > links
        entries = list(Entry.objects.of(edition).for_reading())
        words = " ".join(text_of(page) for page in pages.values())
        for entry in entries:
            for text in (entry.wording.heading, *(example.wording.text for example in entry.examples.all())):
                assert [part for part in parts_of(text) if part not in words] == []
        rules = [entry for entry in entries if entry.kind in (Entry.Kind.RULE, Entry.Kind.SUBRULE)]
        numbers = [num for page in pages.values() for num in page.iter(f"{XHTML}span") if num.get("class") == "num"]
        assert [(num.text or "").rstrip(".") for num in numbers] == [rule.number for rule in rules]
        paragraphs = [part for rule in rules for part in parts_of(rule.wording.text)]
        assert [part for part in paragraphs if part not in words] == []
        examples = [p for page in pages.values() for p in page.iter(f"{XHTML}p") if p.get("class") == "example"]
        assert len(examples) >= Example.objects.filter(entry__edition=edition).count()


@pytest.mark.usefixtures("sample")
class TestBooks:
    @pytest.mark.parametrize(
        ("language", "glossary"), [("en", "Glossary: "), ("fr", "Glossaire : "), ("ja", "用語集：")]
    )
    def test_in_its_own_language(self, tmp_path: Path, language: str, glossary: str) -> None:
        path = packed(edition_of("2021-03-01", language), tmp_path)
        pages = pages_of(path)
        assert {page.get("lang") for page in pages.values()} == {language}
        check_links(pages)
        assert any(glossary in text_of(page) for page in pages.values())
        with zipfile.ZipFile(path) as book:
            package = book.read("EPUB/package.opf").decode()
            assert book.namelist()[0] == "mimetype"
            assert book.infolist()[0].compress_type == zipfile.ZIP_STORED
            assert {info.date_time for info in book.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert f"<dc:language>{language}</dc:language>" in package
        assert "2021-03-01T00:00:00Z" in package
        assert re.search(r"urn:uuid:[0-9a-f-]{36}<", package)

    @pytest.mark.parametrize(
        ("is_sample", "language", "content"),
        [
            (True, "en", "has the sample text in force"),
            (False, "en", "has the official text in force"),
            (False, "ja", "has a translation of the official text in force"),
        ],
    )
    def test_only_english_rules_are_the_official_text(self, is_sample: bool, language: str, content: str) -> None:
        edition = edition_of("2021-03-01", language)
        edition.version.is_sample = is_sample
        about = next(page for page in book_of(edition).pages if page.name == "about")
        assert content in about.body

    def test_signs_that_mean_something_to_xml(self, tmp_path: Path) -> None:
        edition = edition_of("2021-03-01")
        entry = Entry.objects.of(edition).filter(kind=Entry.Kind.RULE).select_related("wording").first()
        assert entry
        text = "A <b> & \"c\" ]]> 'd' \x0b\x00 &amp; {W}{2/U}, {T}: see 100.1\x1f."
        # SQLite takes a null byte, PostgreSQL does not.
        type(entry.wording).objects.filter(pk=entry.wording_id).update(
            text=text.replace("\x00", ""), heading="<h & \x08>"
        )
        pages = pages_of(packed(edition, tmp_path))
        assert any("A <b> & \"c\" ]]> 'd' &amp; {W}{2/U}, {T}: see 100.1." in text_of(page) for page in pages.values())


def epubcheck(*versions: Path) -> None:
    """Fail where epubcheck finds a fault."""
    program, java = which("epubcheck"), which("java")
    if program is None or java is None:
        pytest.skip("epubcheck is not installed: books are not checked (apt-get install epubcheck)")
    # It is a Java archive; these options make so short a run half as long.
    options = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"]
    for book in versions:
        command = [java, *options, "-jar", str(Path(program).resolve()), "--failonwarnings", str(book)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.usefixtures("twelve")
def test_epubcheck_finds_no_fault_in_the_rules(tmp_path: Path) -> None:
    epubcheck(packed(edition_of("2026-06-19"), tmp_path))
