"""Undoing an import: what goes, what stays, and who may do it."""

import datetime

import pytest
from django.test import Client

from rulesbase.archive import text_index
from rulesbase.imports.import_file import import_source
from rulesbase.imports.undo import undo_import
from rulesbase.models import (
    ActionLog,
    Draft,
    Edition,
    Entry,
    ReadingItem,
    ReadingList,
    RuleNote,
    Source,
    Translation,
    User,
    Wording,
    WrittenCitation,
    WrittenQuestion,
    WrittenRevision,
)
from tests.rulesbase.desk.programs import Program
from tests.rulesbase.imports.program_uploads import BOOK, ENGLISH, FRENCH, beside, confirm, look
from tests.rulesbase.imports.test_import_page import PAGE, page_of, send
from tests.rulesbase.translations.test_alignment import OLD
from tests.support.lending import lent_books
from tests.support.make import make_user, signed_in
from tests.support.texts import Book, Place

FOUR_RULES = Book(datetime.date(2020, 3, 1)).with_chapter(
    201, Place("one"), Place("two"), Place("three"), Place("four")
)
_english = lent_books(OLD)


def put() -> Source:
    return import_source(FOUR_RULES.bytes(), name="book.txt").source


@pytest.mark.django_db
@pytest.mark.postgres
def test_notes_lists_and_questions_keep_the_text_that_they_were_made_on() -> None:
    user = make_user()
    source = put()
    noted, listed, cited, plain = Entry.objects.filter(kind=Entry.Kind.RULE).order_by("position")
    at = {"number": noted.number, "day": FOUR_RULES.date}
    note = RuleNote.objects.create(user=user, rule=noted.rule, wording=noted.wording, **at)
    item = ReadingItem.objects.create(
        of=ReadingList.objects.create(owner=user, name="Mine"), position=0, rule=listed.rule, wording=listed.wording
    )
    question = WrittenQuestion.objects.create()
    revision = WrittenRevision.objects.create(written=question, number=1, level=1, author=user, status="draft")
    citation = WrittenCitation.objects.create(revision=revision, written_as="201.3", said=cited.wording, **at)
    undo_import(source)
    texts = Wording.objects.filter(pk__in=[one.wording_id for one in (noted, listed, cited, plain)])
    assert set(texts) == {noted.wording, listed.wording, cited.wording}
    for row, field in ((note, "wording"), (item, "wording"), (citation, "said")):
        row.refresh_from_db()
        assert getattr(row, field) is not None
    assert text_index.lacking() == set()
    put()
    assert Entry.objects.get(number=listed.number).wording == item.wording


@pytest.mark.usefixtures("_english")
def test_an_import_is_taken_back_as_a_whole(client: Client) -> None:
    editor = make_user("jeanne", "editors-fr")
    client.force_login(editor)
    client.post(send(client), {"do": "import"})
    source = Source.objects.get(language="fr")
    # Later imports of English hide nothing from an editor of French.
    english = Source.objects.filter(language="en")[0]
    for _ in range(41):
        ActionLog.objects.create(verb="imported", language="en", source=english)
    assert f"{PAGE}report/{source.pk}/" in page_of(client, PAGE)
    without_reason = client.post(f"{PAGE}report/{source.pk}/undo/", {"reason": ""})
    assert without_reason.status_code == 400
    assert Translation.objects.count() == 2
    done = client.post(f"{PAGE}report/{source.pk}/undo/", {"reason": "the wrong file"})
    assert done.headers["Location"] == PAGE
    assert not Source.objects.filter(language="fr").exists()
    assert not Translation.objects.exists()
    assert "was undone" in page_of(client, PAGE)
    assert ActionLog.objects.get(verb="undone").author == editor


@pytest.mark.slow
@pytest.mark.usefixtures("desk")
def test_an_edition_made_of_parts_is_imported_and_undone_by_curators() -> None:
    cora, jun = Program("cora"), Program("jun")
    assert confirm(jun, look(jun, beside(ENGLISH), date="2022-03-01")).status == 409
    confirm(cora, look(cora, beside(ENGLISH), date="2022-03-01"))
    english = Edition.objects.get(version__date="2022-03-01", language="en")
    assert english.text_source is None
    brought = Source.objects.get(language="ja")
    path = f"{PAGE}report/{brought.pk}/undo/"
    assert signed_in(User.objects.get(username="jun")).post(path, {"reason": "x"}).status_code == 403
    assert Edition.objects.filter(pk=english.pk).exists()
    assert signed_in(User.objects.get(username="cora")).post(path, {"reason": "x"}).status_code == 302
    assert not Edition.objects.filter(pk=english.pk).exists()


@pytest.mark.slow
@pytest.mark.usefixtures("desk")
def test_translations_without_a_date_are_undone_by_curators() -> None:
    cora = Program("cora")
    confirm(cora, look(cora, beside(FRENCH)))
    path = f"{PAGE}report/{Source.objects.get(language='ja').pk}/undo/"
    for name in ("jun", "edie"):
        assert signed_in(User.objects.get(username=name)).post(path, {"reason": "x"}).status_code == 403
    assert Source.objects.filter(language="fr").exists()


@pytest.mark.slow
@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize("date", ["", "2021-03-01"])
def test_english_that_only_stood_beside_goes_with_its_file(date: str) -> None:
    jun = Program("jun")
    confirm(jun, look(jun, beside(ENGLISH), date=date))
    path = f"{PAGE}report/{Source.objects.get(language='ja').pk}/undo/"
    assert signed_in(User.objects.get(username="jun")).post(path, {"reason": "x"}).status_code == 302
    assert Source.objects.count() == 2
    assert Edition.objects.filter(language="en", complete=True).count() == 2


@pytest.mark.slow
@pytest.mark.usefixtures("desk")
def test_what_is_being_typed_stays() -> None:
    cora = Program("cora")
    confirm(cora, look(cora, BOOK.bytes()))
    entry = Entry.objects.get(edition__version__date="2022-03-01", edition__language="en", number="100.1")
    typed = Draft.objects.create(
        user=User.objects.get(username="tess"), original=entry.wording, language="fr", text="Tapé", saves=3
    )
    brought = Source.objects.get(edition__version__date="2022-03-01")
    browser = signed_in(User.objects.get(username="cora"))
    assert browser.post(f"{PAGE}report/{brought.pk}/undo/", {"reason": "x"}).status_code == 302
    assert not Edition.objects.filter(version__date="2022-03-01").exists()
    typed.refresh_from_db()
    assert (typed.original, typed.text) == (entry.wording, "Tapé")
    # It is for these words: with them it comes back to the desk.
    confirm(cora, look(cora, BOOK.bytes()))
    assert Entry.objects.filter(edition__version__date="2022-03-01", wording=typed.original).exists()
