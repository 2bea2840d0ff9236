"""Uploads of PDF files: read in the process of uploads with its limits, previewed, imported and undone."""

import time
import zlib

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from rulesbase.engine.nodes import FileRefused, RulesText
from rulesbase.engine.parsing.parse import read_source
from rulesbase.imports.preview import preview
from rulesbase.imports.sandbox import ReadAborted, parse_in_sandbox
from rulesbase.imports.uploads import ADDED
from rulesbase.models import Entry, Source, Upload, User, Version
from tests.support.make import make_user
from tests.support.pdf import tournament_rules


def refused(data: bytes) -> float:
    """Return the seconds after which the process of uploads refuses a file."""
    started = time.perf_counter()
    with pytest.raises((ReadAborted, FileRefused)):
        parse_in_sandbox(read_source, RulesText, data, "file.pdf", None)
    return time.perf_counter() - started


def pdf_with(objects: list[bytes]) -> bytes:
    """Return a PDF of these objects, without a table of their places."""
    body = b"".join(b"%d 0 obj\n%s\nendobj\n" % (number, one) for number, one in enumerate(objects, 1))
    return b"%PDF-1.4\n" + body + b"trailer << /Size %d /Root 1 0 R >>\n%%%%EOF\n" % (len(objects) + 1)


def page_of(content: bytes, kids: bytes = b"[3 0 R]") -> list[bytes]:
    return [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids %s /Count 1 >>" % kids,
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>",
        content,
    ]


@pytest.mark.slow
def test_a_bomb_is_refused_in_time() -> None:
    """A stream that unpacks to two gigabytes."""
    packer = zlib.compressobj(9, wbits=-15)
    blanks = b" " * 10_000_000
    # Ten megabytes again and again: packing all of it would take longer than refusing it.
    packed = b"\x78\xda" + (packer.compress(blanks) + packer.flush(zlib.Z_FULL_FLUSH)) * 200 + packer.flush()
    twice = zlib.compress(packed, 9)
    stream = b"<< /Length %d /Filter [/FlateDecode /FlateDecode] >>\nstream\n%s\nendstream" % (len(twice), twice)
    assert refused(pdf_with(page_of(stream))) < 21


def test_references_in_circles_are_refused_in_time() -> None:
    assert refused(pdf_with(page_of(b"4 0 R"))) < 21
    assert refused(pdf_with(page_of(b"<< >>", kids=b"[2 0 R 2 0 R]"))) < 21


@pytest.mark.django_db
def test_a_pdf_is_previewed_imported_and_undone(client: Client) -> None:
    curator: User = make_user("curator", "curators")
    client.force_login(curator)
    file = SimpleUploadedFile("mtr.pdf", tournament_rules(), "application/pdf")
    address = client.post("/curate/import/", {"file": file}).headers["Location"]
    page = client.get(address, {"show": "all"}).content.decode()
    assert "Check them twice." in page
    assert "<dd>Magic Tournament Rules</dd>" in page
    answer = client.post(address, {"do": "import"})
    report = answer.headers["Location"]
    assert Version.every.filter(document="mtr").count() == 1
    assert not Version.objects.exists()
    assert client.get(report).status_code == 200
    source = Source.every.get()
    assert client.get(f"/documents/mtr/sources/{source.pk}/").status_code == 200
    client.post(f"{report}undo/", {"reason": "a try", "sure": "on"})
    assert not Source.every.exists()


@pytest.mark.django_db
def test_sections_of_a_tournament_document_can_be_corrected_and_added(client: Client) -> None:
    client.force_login(make_user("curator", "curators"))
    file = SimpleUploadedFile("mtr.pdf", tournament_rules(), "application/pdf")
    address = client.post("/curate/import/", {"file": file}).headers["Location"]
    lines = {line.typed.name: line for line in preview(Upload.objects.get()).lines}
    assert lines["2.1"].typed.text.startswith("Weasel Checks\nWarning\nCheck them twice.\n")
    for place, name, text in (
        (lines["2"].place, "2", "Weasels and Stoats"),
        (lines["2.1"].place, "2.1", "Weasel Checks\nCheck them three times."),
        (f"{ADDED}0000", "2.2", "Stoat Checks\nStoats are weasels too."),
    ):
        client.post(address, {"place": place, f"name-{place}": name, f"text-{place}": text})
    assert client.post(address, {"do": "import"}).status_code == 302
    entries = Entry.objects.filter(number__startswith="2").order_by("position")
    assert list(entries.values_list("number", "wording__heading", "wording__text")) == [
        ("2", "Weasels and Stoats", ""),
        ("2.1", "Weasel Checks", "Check them three times."),
        ("2.2", "Stoat Checks", "Stoats are weasels too."),
    ]
