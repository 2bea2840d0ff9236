"""An archive in which rules are renumbered, cut, joined and removed, and somebody who watches."""

import pytest
from django.test import Client

from rulesbase.archive.store_text import WordingDraft, store_wordings
from rulesbase.imports.import_file import import_source
from rulesbase.models import ActionLog, Translation, User, Wording
from tests.rulesbase.lineage.lives import FIRST, SECOND, import_lives
from tests.support.lending import lent
from tests.support.make import make_user
from tests.support.texts import Book

SITE = "http://testserver"


def import_book(book: Book) -> None:
    """Import one of the made-up books."""
    import_source(book.bytes(), name=f"{book.date}.txt")


def approve(language: str, place: str, old: str, new: str, batch: str = "") -> ActionLog:
    """Approve a translation; return its row of the log, as the desk writes it."""
    before, after, english = (
        Wording.objects.get(pk=store_wordings([WordingDraft(f"{code} {text}"[:32], code, "", text, "")]).popitem()[1])
        for code, text in ((language, old), (language, new), ("en", "The lantern is lit."))
    )
    text, _ = Translation.objects.get_or_create(
        original=english,
        language=language,
        status="approved",
        defaults={"wording": after, "origin": "curator", "revision": 1},
    )
    return ActionLog.objects.create(
        verb="approved", language=language, place=place, original=english, translation=text, before=before, after=after,
        old_status="review", new_status="approved", batch=batch,
    )  # fmt: skip


def import_two() -> None:
    """Import the versions of 2010 and 2012."""
    for book in (FIRST, SECOND):
        import_book(book)


# The versions of 2010 and 2012; what the test writes is undone.
two = lent("lives", import_two)
# A version of 2014 too.
three = lent("three-lives", import_lives)


@pytest.fixture
def reader() -> User:
    """Somebody with an address; the versions come first."""
    return make_user("ada", email="ada@rules.example")


@pytest.fixture
def signed_in(client: Client, reader: User) -> Client:
    """Their browser."""
    client.force_login(reader)
    return client
