"""Rulebooks of before 1999: parsing, pages, and what their terms became."""

import os
from pathlib import Path

import pytest
from django.test import Client

from rulesbase.engine.nodes import NotRules
from rulesbase.engine.parsing.parse import read_source
from rulesbase.imports.import_file import import_source
from rulesbase.lineage.correction_files import export_corrections, import_corrections
from rulesbase.models import Correction, Entry, Version
from tests.support.make import make_user

pytestmark = pytest.mark.postgres

OTHER = Path(os.environ.get("RULESBASE_CORPUS", "/nowhere")) / "cr" / "en-other"
BOOK = """Welcome to Owls!
Aim
Feed the owls before they feed on you.

Section I: Learning Owls
First Owls
Hooting Cost: Every owl asks a hooting cost, and pays the hooting cost.

Feeding
Feeding an owl is feeding a friend; a feeding takes mice.

EXAMPLE

A mouse is fed.

Section II: More Owls
Mice
None likes the hooting cost.
"""


@pytest.mark.usefixtures("sample")
def test_a_rulebook_has_pages(client: Client) -> None:
    import_source(BOOK.encode(), name="1994-05-06.txt")
    assert "First Owls" in client.get("/documents/rulebook/1994-05-06/1.1/").content.decode()
    contents = client.get("/documents/rulebook/1994-05-06/").content.decode()
    assert 'href="/documents/rulebook/1994-05-06/terms/"' in contents
    terms = client.get("/documents/rulebook/1994-05-06/terms/").content.decode()
    assert "Hooting Cost" in terms
    assert client.get("/documents/mtr/latest/terms/").status_code == 404


@pytest.mark.skipif(not OTHER.is_dir(), reason="RULESBASE_CORPUS is not set")
def test_the_fifth_edition_is_read_and_the_summary_of_rulings_refused() -> None:
    book = next(OTHER.glob("1997*"))
    parsed = read_source(book.read_bytes(), book.name)
    assert (len(parsed.entries), str(parsed.date)) == (62, "1997-03-24")
    with pytest.raises(NotRules):
        read_source(next(OTHER.glob("1999*")).read_bytes(), "rulings.txt")


@pytest.mark.usefixtures("sample")
def test_a_curator_corrects_a_term(client: Client) -> None:
    import_source(BOOK.encode(), name="1994-05-06.txt")
    page, terms = "/documents/rulebook/1994-05-06/terms/correct/", "/documents/rulebook/1994-05-06/terms/"
    assert client.get(page).status_code == 302
    client.force_login(make_user("jane", "curators", is_staff=True))
    glossary = Entry.objects.filter(edition__version=Version.objects.earliest("date"), kind=Entry.Kind.TERM)
    there = glossary.select_related("wording")[0].wording.heading
    sent = {"term": "hooting costs", "verb": "merge", "successor": "Nothing at all", "reason": "Owls say so."}
    assert client.post(page, sent).status_code == 422
    assert client.post(page, sent | {"successor": there}).headers["Location"] == terms
    shown = client.get(terms).content.decode()
    assert "Owls say so." in shown
    assert there in shown
    assert "hooting-cost@1994-05-06" in client.get("/curate/lineage/").content.decode()
    rows = export_corrections()
    Correction.every.all().delete()
    assert [one.status for one in import_corrections([row | {"reason": "o" * 301} for row in rows])] == ["refused"]
    assert [one.status for one in import_corrections(rows)] == ["made"]
    assert [one.status for one in import_corrections(rows)] == ["known"]
    assert "Owls say so." in client.get(terms).content.decode()
    client.post(f"/curate/lineage/{Correction.every.get().pk}/withdraw/")
    assert "Owls say so." not in client.get(terms).content.decode()
