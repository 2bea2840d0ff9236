"""An upload between its first look and its import: thrown away in another window it stays gone; it has an end."""

import datetime
from unittest.mock import patch

import pytest

from rulesbase.engine.nodes import NotRules
from rulesbase.imports import uploads
from rulesbase.imports.confirm_upload import import_looked_at
from rulesbase.imports.preview import preview
from rulesbase.imports.uploads import CannotUpload, Typed, choose, correct, keep_upload
from rulesbase.models import Source, Upload
from tests.support.make import make_user
from tests.support.texts import Book, Place

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
TEXT = Book(datetime.date(2020, 3, 1)).with_chapter(201, Place("one"), Place("two"), Place("three")).bytes()


def test_it_stays_gone() -> None:
    user = make_user("jeanne", "curators")
    upload = keep_upload(user, TEXT, "fr.txt")
    Upload.objects.all().delete()
    with pytest.raises(CannotUpload, match="no such upload"):
        choose(upload, language="fr", date=None, encoding="")
    with pytest.raises(CannotUpload, match="no such upload"):
        correct(upload, {"0": Typed("100", "Un autre titre")})
    assert "no such upload" in preview(upload).refusal
    with pytest.raises(NotRules, match="no such upload"):
        import_looked_at(upload, by=user)
    assert not Upload.objects.exists()
    assert not Source.objects.exists()


@patch.object(uploads, "_MOST_TYPED", 100)
def test_what_is_typed_for_it_has_an_end() -> None:
    """However often somebody sends more: a line of a backup could not hold it."""
    upload = keep_upload(make_user("jeanne", "curators"), TEXT, "fr.txt")
    assert correct(upload, {"0": Typed("100", "x" * 80)}) == 1
    with pytest.raises(CannotUpload, match="too much"):
        correct(upload, {"1": Typed("101", "x" * 20)})
    assert list(Upload.objects.get().corrections) == ["0"]
    assert correct(Upload.objects.get(), {"0": None, "1": Typed("101", "x" * 20)}) == 1
