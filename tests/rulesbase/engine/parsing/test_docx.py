"""Word documents: those of the corpus hold what the text files hold; broken ones are refused."""

import io
import zipfile
from pathlib import Path

import pytest

from rulesbase.engine.nodes import Layout, NotRules, RuleNode, RulesText
from rulesbase.engine.parsing.docx import docx_text
from rulesbase.engine.parsing.parse import read_source, read_text
from rulesbase.engine.text.normalize import fold
from tests.rulesbase.engine.corpus_texts import book

PAIRS = {"2013-07-11": "2013-07-13", "2019-10-04": "2019-10-04", "2026-01-16": "2026-01-16"}
ADDRESS = "an address in angle brackets in the text file"
# What differs, by document and number or term: each is a defect of the text file, looked at one by one.
DIFFERENCES = {
    **{("2013-07-11", place): ADDRESS for place in ("100.6", "100.6b", "112.6m", "800.3", "Oracle", "introduction")},
    ("2013-07-11", "108.1"): "half a mark of italics left in the text file",
    ("2013-07-11", "700.5a"): "letters with circumflex are others in the text file",
    ("2013-07-11", "700.5c"): "a joined letter is a quotation mark in the text file",
    ("2013-07-11", "credits"): "the copyright sign is in brackets in the text file",
}


def content(node: RuleNode) -> tuple[str, str, str, list[str]]:
    return node.number, fold(node.heading), fold(node.text), [fold(example.text) for example in node.examples]


@pytest.mark.parametrize("name", PAIRS)
def test_a_document_holds_what_its_text_holds(corpus: Path, name: str) -> None:
    document = read_source((corpus / "cr" / "docx" / f"{name}.docx").read_bytes())
    text = read_source((corpus / "cr" / "en" / f"{PAIRS[name]}.txt").read_bytes())
    assert document.layout is Layout.DOCX
    assert (document.date, document.title, document.whole) == (text.date, text.title, True)
    pairs = [
        (ours.number or ours.heading, content(ours), content(theirs))
        for ours, theirs in zip((*document.entries, *document.glossary), (*text.entries, *text.glossary), strict=True)
    ]
    different = {place for place, ours, theirs in pairs if ours != theirs}
    parts = ("introduction", "credits")
    different |= {part for part in parts if fold(getattr(document, part)) != fold(getattr(text, part))}
    assert different == {place for file, place in DIFFERENCES if file == name}


def packed(document: bytes, name: str = "word/document.xml") -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, document)
    return buffer.getvalue()


def word(lines: list[str], head: str = "") -> bytes:
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    body = "".join(f"<w:p><w:r><w:t>{line}</w:t></w:r></w:p>" for line in lines)
    root = f'<w:document xmlns:w="{space}"><w:body>{body}</w:body></w:document>'
    return f'<?xml version="1.0"?>{head}{root}'.encode()


def test_a_document_of_ours_is_read_as_its_text() -> None:
    text = book("100.1. The clerk counts.", "100.1a Wet coins are dried first.", "100.2. None rides free.")
    read = read_source(packed(word(text.split("\n"))))
    assert read.entries == read_text(text).entries
    assert (read.layout, read.encoding, read.line_ends) == (Layout.DOCX, "ooxml", "none")


def test_tables_comments_and_entities_of_a_document() -> None:
    cell = "<w:tc><w:p><w:r><w:t>{}</w:t></w:r></w:p><w:p><w:r><w:t>{}</w:t></w:r></w:p></w:tc>"
    table = f"<w:tbl><w:tr>{cell.format('Boat', ' no. 1')}{cell.format('Toll', '')}</w:tr></w:tbl>"
    head = "<!DOCTYPE d [<!ENTITY x 'free'>]>"
    document = word([f"100.{n}. The clerk counts.<!-- no --><?no no?>" for n in (1, 2, 3)] + ["Dogs ride &x;"], head)
    text, issues = docx_text(packed(document.replace(b"</w:body>", f"{table}<w:p/></w:body>".encode())))
    assert text.split("\n")[2:] == ["100.3. The clerk counts.", "Dogs ride ", "Boat no. 1\tToll", ""]
    assert issues == []


def read_with(odd: str) -> RulesText:
    """A document of three rules, and of one that begins with "100.4. Two"."""
    rules = "".join(f"<w:p><w:r><w:t>100.{n}. The clerk counts.</w:t></w:r></w:p>" for n in (1, 2, 3))
    body = f"<w:body>{rules}<w:p><w:r><w:t>100.4. Two</w:t></w:r>{odd}</w:p>"
    return read_source(packed(word([]).replace(b"<w:body>", body.encode())))


def sign(font: str, code: str) -> str:
    return f"<w:r><w:sym w:font='{font}' w:char='{code}'/></w:r>"


def test_breaks_tabs_hyphens_and_deleted_words() -> None:
    odd = "<w:r><w:noBreakHyphen/><w:t>way</w:t><w:tab/><w:t>toll.</w:t></w:r>"
    odd += f"<w:del><w:r><w:delText>Gone.</w:delText><w:br/></w:r>{sign('Wingdings', 'F04A')}</w:del>"
    odd += "<w:moveFrom><w:r><w:t>Gone.</w:t></w:r></w:moveFrom>"
    read = read_with(odd)
    assert read.entries[-1].text == "Two-way\ttoll."
    assert [issue for issue in read.issues if "cannot be read" in issue.problem] == []


def test_a_sign_is_the_letter_it_stands_for() -> None:
    read = read_with(f"{sign('Our Own Font', '2192')}<w:r><w:t> tolls.</w:t></w:r>")
    assert read.entries[-1].text == "Two→ tolls."
    assert [issue for issue in read.issues if "cannot be read" in issue.problem] == []


@pytest.mark.parametrize(
    ("font", "code"),
    [
        ("Wingdings", "F04A"),
        ("Symbol", "61"),
        *(("Arial", code) for code in ("D800", "110000", "9" * 8, "-41", "none", "")),
    ],
)
def test_a_sign_that_no_one_can_read_is_reported_of(font: str, code: str) -> None:
    read = read_with(f"<w:r><w:br/><w:t>or more</w:t></w:r>{sign(font, code)}<w:r><w:t> tolls.</w:t></w:r>")
    assert read.entries[-1].text == "Two\nor more tolls."
    reported = (5, "or more tolls.", f"Characters that cannot be read were left out: {code} ({font}).")
    assert reported in [tuple(issue) for issue in read.issues]
    assert read.issues == tuple(sorted(read.issues))


def test_of_many_signs_that_no_one_can_read_some_are_reported_of() -> None:
    line = "<w:r><w:br/></w:r>" + "".join(sign("Wingdings", f"F0{code}") for code in range(30, 36)) * 2
    read = read_with(line * 53 + "<w:r><w:sym/></w:r>")
    reported = [issue for issue in read.issues if "cannot be read" in issue.problem]
    problem = "Characters that cannot be read were left out"
    named = ", ".join(f"F0{code} (Wingdings)" for code in range(30, 35))
    assert [tuple(issue) for issue in reported] == [
        *((at, "", f"{problem}: {named} and others.") for at in range(5, 55)),
        (55, "", "More lines with characters that cannot be read: 3. The characters were left out."),
    ]


ENTITIES = "<!DOCTYPE d [<!ENTITY a 'toll'>" + "".join(
    f"<!ENTITY {new} '{f'&{old};' * 10}'>" for old, new in zip("abcdefghi", "bcdefghij", strict=True)
)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (
            b"PK\x03\x04" + b"\0" * 50,
            "The Word document is damaged and cannot be unpacked. Save it again as .docx or .txt.",
        ),
        (
            packed(b"x", "other.xml"),
            "The file is a zip archive, but not a Word document. Unpack the archive and import a text file from it.",
        ),
        (
            packed(b"\0" * (33 * 1024 * 1024)),
            "When unpacked, the Word document is larger than 32 MB, the maximum. Save it as .txt and import that file.",
        ),
    ],
    ids=["damaged", "no document", "bomb"],
)
def test_other_archives_and_bombs_are_refused(data: bytes, sentence: str) -> None:
    with pytest.raises(NotRules) as refusal:
        read_source(data)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize(
    "document",
    [
        b"",
        b"<not xml",
        word([f"100.{n}. Pay &j;." for n in range(1, 9)], ENTITIES + "]>"),
        word(["100.1. &x;"] * 5, "<!DOCTYPE d [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>"),
    ],
    ids=["empty", "no xml", "entities in entities", "a file as entity"],
)
def test_broken_xml_and_entities_are_harmless(document: bytes) -> None:
    try:
        read = read_source(packed(document))
    except NotRules:
        return
    # Entities are not resolved: their places stay empty.
    assert max(len(node.text) for node in read.entries) < 40
    assert "root:" not in "".join(node.text for node in read.entries)
