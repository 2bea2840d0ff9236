"""The index of words: stored true by every import, correction, undoing and rebuilding, on either database."""

import datetime
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection

from rulesbase.archive import text_index
from rulesbase.archive.store_text import WordingDraft, store_wordings
from rulesbase.engine.text.normalize import digest
from rulesbase.imports.import_file import import_source
from rulesbase.imports.remove_sample import remove_sample
from rulesbase.imports.sample import load_sample
from rulesbase.imports.undo import undo_import
from rulesbase.models import Source, Wording
from tests.support.texts import Book, Place

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
BOOK = (
    Book(datetime.date(2020, 3, 1))
    .with_chapter(201, Place("one", "A wombat sleeps."), Place("two"))
    .with_chapter(304, Place("four"), Place("five"))
)


def having(*words: str) -> set[str]:
    """The texts that the index finds."""
    keys = text_index.matching([[(word, False)] for word in words])
    return set(Wording.objects.filter(pk__in=keys).values_list("text", flat=True))


def put(book: Book, name: str = "book.txt") -> Source:
    return import_source(book.bytes(), name=name).source


def test_an_import_puts_every_text_in() -> None:
    put(BOOK)
    assert text_index.lacking() == set()
    assert any("wombat" in text for text in having("wombat"))
    assert having("wombat") == having("=sleep")
    assert having("wombat", "quagga") == set()


def test_a_correction_adds_its_texts() -> None:
    put(BOOK)
    put(BOOK.with_chapter(201, Place("one", "A quagga sleeps."), Place("two")), "corrected.txt")
    assert text_index.lacking() == set()
    assert len(having("quagga")) == 1
    assert len(having("wombat")) == 1, "the text before stays in the history"


def test_what_is_taken_back_is_not_found() -> None:
    put(BOOK.dated(2019).with_chapter(201, Place("two"), Place("three")))
    source = put(BOOK)
    assert raw_count("wombat") == 1
    undo_import(source)
    assert raw_count("wombat") == 0
    assert raw_count("=sleep") == 0
    assert text_index.lacking() == set()


@pytest.mark.slow
def test_the_sample_leaves_nothing_behind() -> None:
    load_sample()
    assert raw_count("名前") > 0
    assert text_index.lacking() == set()
    remove_sample()
    assert raw_count("名前") == 0


def raw_count(token: str) -> int:
    """How often the index itself has a token, whether or not there is such a text."""
    index, _connection = text_index._writing()
    with connection.cursor() as cursor:
        cursor.execute(index.match, [index.wanted([[(token, False)]])])
        return len(cursor.fetchall())


def test_rebuilding_makes_the_same_again() -> None:
    put(BOOK)
    before = having("wombat")
    text_index.empty()
    assert having("wombat") == set()
    assert text_index.lacking() == set(Wording.objects.values_list("pk", flat=True))
    output = StringIO()
    call_command("rebuild_search", stdout=output)
    assert having("wombat") == before
    assert text_index.lacking() == set()
    assert str(Wording.objects.count()) in output.getvalue()


def test_checking_says_what_is_missing() -> None:
    put(BOOK)
    output = StringIO()
    call_command("rebuild_search", check=True, stdout=output)
    assert "correct" in output.getvalue()
    text_index.empty()
    with pytest.raises(SystemExit):
        call_command("rebuild_search", check=True, stdout=output)


@pytest.mark.parametrize("token", ['a"b', "a'b", "\\", "' | 'x", '" OR "x', "*", "()", "é' -- ", "{w}", "+1/+1"])
def test_no_token_is_an_operator(token: str) -> None:
    put(BOOK)
    for begins in (False, True):
        Wording.objects.filter(pk__in=text_index.matching([[(token, begins)]])).count()


def test_nothing_waits_beside_the_index() -> None:
    """On PostgreSQL all is sorted in, so that searches go by the index."""
    texts = [f"Lamp {at} burns." for at in range(300)]
    store_wordings([WordingDraft(digest("en", "", text, ""), "en", "", text, "") for text in texts])
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT gin_clean_pending_list('rulesbase_fulltext_tokens')")
            assert cursor.fetchone() == (0,)
    found = Wording.objects.filter(pk__in=text_index.matching([[("lamp", False)], [("7", False)]]))
    assert [one.text for one in found] == ["Lamp 7 burns."]
