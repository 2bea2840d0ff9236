"""Undoing an import: texts that people's work refers to stay."""

import datetime

import pytest

from rulesbase.archive import text_index
from rulesbase.imports.import_file import import_source
from rulesbase.imports.undo import undo_import
from rulesbase.models import (
    Entry,
    ReadingItem,
    ReadingList,
    RuleNote,
    Source,
    Wording,
    WrittenCitation,
    WrittenQuestion,
    WrittenRevision,
)
from tests.support.make import make_user
from tests.support.texts import Book, Place

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
BOOK = Book(datetime.date(2020, 3, 1)).with_chapter(201, Place("one"), Place("two"), Place("three"), Place("four"))


def put() -> Source:
    return import_source(BOOK.bytes(), name="book.txt").source


def test_notes_lists_and_questions_keep_the_text_that_they_were_made_on() -> None:
    user = make_user()
    source = put()
    noted, listed, cited, plain = Entry.objects.filter(kind=Entry.Kind.RULE).order_by("position")
    at = {"number": noted.number, "day": BOOK.date}
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
