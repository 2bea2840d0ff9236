"""Reviews out and in: what is exported comes back complete, once, and as Anki stores it."""

import io
import sqlite3
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from rulesbase.models import Grade, Question, Studied, User
from rulesbase.study.reviews import anki_package
from rulesbase.study.reviews.csv_reviews import COLUMNS
from rulesbase.study.reviews.file_review import milliseconds
from tests.support.make import make_user
from tests.support.reviewed import review_as_learner

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
FILES = ("/study/reviews.csv", "/study/reviews.apkg")


def fetch(client: Client, address: str) -> bytes:
    response = client.get(address)
    assert response.status_code == 200
    return response.getvalue()


def send(client: Client, content: bytes) -> str:
    file = SimpleUploadedFile("reviews", content)
    return client.post("/study/reviews/import/", {"file": file}, follow=True).content.decode()


@pytest.mark.parametrize("address", FILES)
def test_reviews_move_to_another_account_and_are_not_added_twice(
    user: User, client: Client, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(anki_package, "shown", shown_as_ids)
    cards = review_as_learner(user, 240)
    client.force_login(user)
    content = fetch(client, address)
    assert "Reviews added: 0. Already in your account: 240." in send(client, content)

    other = make_user("other")
    client.force_login(other)
    assert "Reviews added: 240. Already in your account: 0." in send(client, content)
    again = {row.question_id: row for row in Studied.objects.filter(user=other)}
    assert len(again) == len(cards)
    for card in cards:
        assert (again[card.question_id].reviews, again[card.question_id].lapses) == (card.reviews, card.lapses)
        if address.endswith(".csv"):
            # A package moves reviews of one millisecond apart, here sometimes into another day.
            assert again[card.question_id].stability == pytest.approx(card.stability)
    assert "Reviews added: 0. Already in your account: 240." in send(client, content)
    assert Grade.objects.filter(user=other).count() == 240


def shown_as_ids(questions: list[Question]) -> list[SimpleNamespace]:
    """Return what is shown of made-up questions, which have no text of a rule."""
    return [SimpleNamespace(question=one, public_id=one.public_id, ask_text="?", answer_text="!") for one in questions]


def test_a_package_has_what_anki_reads(
    user: User, client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(anki_package, "shown", shown_as_ids)
    cards = review_as_learner(user, 100)
    client.force_login(user)
    package = zipfile.ZipFile(io.BytesIO(fetch(client, FILES[1])))
    assert set(package.namelist()) == {"collection.anki2", "media"}
    package.extract("collection.anki2", tmp_path)
    collection = sqlite3.connect(tmp_path / "collection.anki2")
    counts = [collection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in ("notes", "cards", "revlog")]
    assert counts == [len(cards), len(cards), 100]
    collection.close()


def row(question: Question, moment: int) -> str:
    return f"{question.public_id},{moment},3,0,900\n"


def test_reviews_that_are_refused_are_counted(user: User, question: Question, client: Client) -> None:
    client.force_login(user)
    now = milliseconds(timezone.now())
    day = 86_400_000
    rows = [row(question, now - days * day) for days in (3_000, 2, 1, 1)]
    content = ",".join(COLUMNS) + "\n" + "".join(rows)
    page = send(client, content.encode())
    assert "Reviews added: 2. Already in your account: 1. Refused" in page
    assert "more than five years old: 1. Skipped" in page


@pytest.mark.parametrize(("delimiter", "encoding"), [(";", "utf-8"), (";", "cp1252"), ("\t", "utf-16")])
def test_files_of_spreadsheets_are_read(
    user: User, question: Question, client: Client, delimiter: str, encoding: str
) -> None:
    client.force_login(user)
    moment = milliseconds(timezone.now()) - 86_400_000
    content = ",".join(COLUMNS) + "\n" + row(question, moment) + "größer,1700000000000,3,0,900\n"
    page = send(client, content.replace(",", delimiter).replace("\n", "\r\n").encode(encoding))
    assert "Reviews added: 1." in page
    assert "not on this site: 1." in page


def damaged(packing: int) -> bytes:
    """Return a package with a few bytes of its database changed."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", packing) as package:
        package.writestr("collection.anki2", b"a few pages of a collection " * 40)
    half = len(content.getvalue()) // 3
    return content.getvalue()[:half] + b"\xff" * 8 + content.getvalue()[half + 8 :]


def test_a_package_of_a_new_format_names_the_options_to_export_with(user: User, client: Client) -> None:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as package:
        # Anki adds an old collection that only asks for an update.
        for name in ("collection.anki2", "collection.anki21b"):
            package.writestr(name, b"not read")
    client.force_login(user)
    assert "export with the options “Support older Anki versions”" in send(client, content.getvalue())


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"no,reviews\n1,2\n", b"PK\x03\x04 broken", b"\xff\xfe"),
        *map(damaged, (zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)),
    ],
    ids=["empty", "other-columns", "broken", "no-text", "damaged", "damaged-bzip2", "damaged-lzma"],
)
def test_other_files_are_refused(user: User, client: Client, content: bytes) -> None:
    client.force_login(user)
    assert "Choose a file" in (page := send(client, content)) or "has no reviews" in page
    assert not Grade.objects.exists()


@pytest.mark.parametrize("row", ["q,99999999999999999999,3,0,900", "q,soon,3,0,900", "q,1700000000000,7,0,900"])
def test_a_row_that_is_no_review_is_named_by_its_line(user: User, client: Client, row: str) -> None:
    client.force_login(user)
    content = "\n".join([",".join(COLUMNS), "q,1700000000000,3,0,900", row])
    assert "Line 3 of this file is not a review." in send(client, content.encode())
    assert not Grade.objects.exists()
