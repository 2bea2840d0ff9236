"""Files that are none of cards, or not whole: a sentence each, and nothing stored."""

import gzip
import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError

from cards.imports import import_file as imports_import_file
from cards.imports.batch import import_paths
from cards.models import Card, CardFile, CardSet, Waiting
from tests.cards.imports.made_files import card, ruling, set_file, side, write

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

WHOLE = json.dumps([card(oracle_id=f"id-{number}") for number in range(400)]).encode()


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "The file is empty."),
        (b" \n ", "The file is empty."),
        (b" \n" * 40_000, "The file is empty."),
        (b"\xef\xbb\xbf\n", "The file is empty."),
        (gzip.compress(b""), "The file is empty."),
        (gzip.compress(WHOLE[:5000]), "The JSON is cut off. The file was not copied completely."),
        (gzip.compress(WHOLE)[:-500], "The gzip data are cut off. The file was not copied completely."),
        (gzip.compress(WHOLE)[:20] + b"x" * 500, "The gzip data of the file are damaged."),
        (WHOLE[:5000], "The JSON is cut off. The file was not copied completely."),
        (
            b"1. Game Concepts\n100. General\n100.1. ...",
            "The file is not JSON from Scryfall or MTGJSON.",
        ),
        (b"<html></html>", "The file is not JSON from Scryfall or MTGJSON."),
        (b"\xff\xfe{\x00}\x00", "The file is not JSON from Scryfall or MTGJSON."),
        (b"[1, 2, 3]", "The file is JSON, but it holds single values in place of records of cards."),
        ('["à"]'.encode("latin-1"), "The file is not text in UTF-8."),
        (b"7", "The file is JSON, but it holds single values in place of records of cards."),
        (b"[]", "The file is JSON, but there are no cards, rulings or printed names in it."),
        (b"{}", "The file is JSON, but there are no cards, rulings or printed names in it."),
        (
            b'{"data": {"AAA": {"cards": []}}}',
            "The file is JSON, but there are no cards, rulings or printed names in it.",
        ),
    ],
    ids="nothing blank many-blanks mark nothing-packed cut-packed cut-gzip damaged-gzip cut rules page "
    "utf-16 numbers latin-1 number no-rows no-keys no-cards".split(),
)
def test_a_file_of_another_kind_is_refused(tmp_path: Path, data: bytes, sentence: str) -> None:
    path = tmp_path / "file.json"
    path.write_bytes(data)
    (report,) = import_paths([path])
    assert (report.status, report.failed, report.sentence) == ("refused", True, sentence)
    assert not CardFile.objects.exists()
    assert not Card.objects.exists()
    assert not CardSet.objects.exists()


def test_wrong_in_the_midst(tmp_path: Path) -> None:
    broken = WHOLE[:-3000] + b"}}}" + WHOLE[-3000:]
    for report in import_paths([write(tmp_path / "a.json", broken), write(tmp_path / "a.json.gz", broken)]):
        assert report.sentence.startswith("The file is not valid JSON (")
    assert not Card.objects.exists()


@pytest.mark.slow
def test_a_single_line_of_40_megabytes(tmp_path: Path) -> None:
    long = b"x" * 40_000_000
    files = [
        write(tmp_path / "text.json", long),
        write(tmp_path / "string.json", b'["' + long + b'"]'),
        write(tmp_path / "numbers.json", b"[" + b"1," * 2_000_000 + b"1]"),
        write(tmp_path / "name.json", [card(), card(oracle_id="other", name="y" * 40_000_000)]),
    ]
    text, string, numbers, name = import_paths(files)
    assert "not JSON" in text.sentence
    assert "single values" in string.sentence
    assert "single values" in numbers.sentence
    # One record is wrong, the other is used.
    assert name.result
    assert name.result.file.problems == ["Record 2: “name” has 40,000,000 characters."]
    assert Card.objects.count() == 1


def test_nested_without_end(tmp_path: Path) -> None:
    (report,) = import_paths([write(tmp_path / "a.json", b"[" * 20_000)])
    assert report.failed
    (report,) = import_paths([write(tmp_path / "b.json", b'[{"a":' * 20_000)])
    assert report.failed


@pytest.mark.parametrize(
    ("record", "problem"),
    [
        (card(oracle_id=None), "Record 2: “oracle_id” is missing, so the card is unknown."),
        (["a", "list"], "Record 2: it is not a map of keys and values."),
        (None, "Record 2: it is not a map of keys and values."),
    ],
    ids=["no-id", "list", "null"],
)
def test_a_bad_record_is_skipped(tmp_path: Path, record: object, problem: str) -> None:
    (report,) = import_paths([write(tmp_path / "a.json", [card(), record, card(oracle_id="third")])])
    assert report.result
    assert report.result.file.problems == [problem]
    assert Card.objects.count() == 2
    assert CardFile.objects.get().problems == [problem]


def test_bad_sides_are_skipped(tmp_path: Path) -> None:
    good, bad = side("Lantern Elk", "id"), side("Bad", "id-2", "2", layout=None)
    (report,) = import_paths([write(tmp_path / "a.json", set_file(bad, good, {"uuid": "nothing else"}))])
    assert report.result
    assert report.result.file.problems == ["Record 1: “layout” is missing.", "Record 3: “name” is missing."]
    assert [row.name for row in Card.objects.all()] == ["Lantern Elk"]


def test_a_missing_file_does_not_stop_the_others(tmp_path: Path) -> None:
    good = write(tmp_path / "a.json", [card()])
    out = StringIO()
    with pytest.raises(CommandError, match="3 of 4 files could not be imported"):
        call_command("import_cards", tmp_path / "none.json", good, "/dev/null", tmp_path / "b", stdout=out)
    assert "none.json: The file cannot be read: No such file or directory." in out.getvalue()
    assert "null: The file is empty." in out.getvalue()
    assert Card.objects.count() == 1


def test_a_failure_while_storing_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object) -> None:
        raise DatabaseError("disk full")

    monkeypatch.setattr(imports_import_file, "finish", fail)
    path = write(tmp_path / "a.json", [card(), ruling("Waits.", "missing")])
    (report,) = import_paths([path])
    assert (report.status, report.failed) == ("refused", True)
    assert "The database reported an error: disk full." in report.sentence
    assert not Card.objects.exists()
    assert not CardFile.objects.exists()
    assert not Waiting.objects.exists()
    monkeypatch.undo()
    assert import_paths([path])[0].status == "imported"
