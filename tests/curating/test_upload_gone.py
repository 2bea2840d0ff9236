"""An upload that was thrown away, or imported, in another window: it stays gone, and that is said."""

import datetime

import pytest

from rulesbase.engine.nodes import NotRules
from rulesbase.models import Source, Upload
from rulesbase.upload_importing import import_looked_at
from rulesbase.upload_preview import preview
from rulesbase.uploads import CannotUpload, Typed, choose, correct, keep_upload
from tests.make import make_user
from tests.texts import Book, Place

pytestmark = pytest.mark.django_db
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
