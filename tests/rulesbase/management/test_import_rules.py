"""The command import_rules: what it prints, when it fails, what it leaves alone."""

import datetime
import json
import os
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from rulesbase.imports.batch import import_paths
from rulesbase.imports.import_file import MAX_BYTES
from rulesbase.models import Edition, Entry, Question, Source, State, Version
from tests.support.commands import output_of
from tests.support.snapshots import half_editions, snapshot
from tests.support.texts import Book, Place, large

DATA = Path(__file__).resolve().parents[2] / "data"
BOOK = Book(datetime.date(2020, 3, 1)).with_chapter(
    100, Place("first", examples=("One at least.",)), Place("second", children=(Place("child"),))
)

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def import_rules(*paths: Path, **options: Any) -> str:
    """Run the command and return what it printed on stdout."""
    return output_of("import_rules", *map(str, paths), **options)


def rows(*paths: Path, **options: Any) -> dict[str, dict[str, Any]]:
    """Return the rows of --json by file."""
    return {row["file"]: row for row in json.loads(import_rules(*paths, json=True, **options))}


def written(folder: Path, *versions: Book) -> list[Path]:
    """Return the files of some books, named by their dates."""
    paths = [folder / f"{book.date}.txt" for book in versions]
    for path, book in zip(paths, versions, strict=True):
        path.write_bytes(book.bytes())
    return paths


def test_a_file_is_imported_and_reported(tmp_path: Path) -> None:
    [path] = written(tmp_path, BOOK)
    heads, row, summary = import_rules(path).splitlines()
    assert heads.split() == "file result version language rules examples terms issues seconds".split()
    assert row.split()[:-1] == ["2020-03-01.txt", "imported", "2020-03-01", "en", "3", "1", "2", "0"]
    assert summary.startswith("Editions imported: 1, partial sources stored: 0, files already known: 0, refused: 0")
    assert half_editions() == []
    numbers = Entry.objects.of(Edition.objects.get()).values_list("number", flat=True)
    assert list(numbers) == ["1", "100", "100.1", "100.2", "100.2a", "harbour", "lantern"]


def test_questions_follow_unless_switched_off(tmp_path: Path) -> None:
    first, second = written(tmp_path, BOOK, BOOK.dated(2020, 5))
    import_rules(first, without_study=True)
    assert not Question.objects.exists()
    import_rules(second)
    assert set(Question.objects.values_list("day", flat=True)) == {datetime.date(2020, 5, 1)}


def test_again_writes_nothing(tmp_path: Path) -> None:
    paths = written(tmp_path, large(2019, 80), large(2020, 80))
    import_rules(*paths)
    before, generation = snapshot(), State.objects.get().generation
    assert generation == 3
    sources = list(Source.objects.values())

    out = import_rules(*paths)

    assert [line.split()[1] for line in out.splitlines()[1:3]] == ["known", "known"]
    assert "files already known: 2" in out
    assert State.objects.get().generation == generation
    assert (snapshot(), list(Source.objects.values())) == (before, sources)


def test_the_same_text_in_another_file_is_called_partial(tmp_path: Path) -> None:
    [path] = written(tmp_path, BOOK)
    other = tmp_path / "other.txt"
    other.write_bytes(path.read_bytes() + b"\n")
    out = import_rules(path, other)
    assert [line.split()[1] for line in out.splitlines()[1:3]] == ["imported", "partial"]
    assert "partial sources stored: 1" in out


def test_folders_are_read_through(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    [path] = written(tmp_path / "a" / "b", BOOK)
    (tmp_path / ".hidden.txt").write_bytes(large(2019, 40).bytes())
    found = rows(tmp_path, tmp_path / "a", path)
    assert list(found) == [path.name]


def test_language_and_date_of_the_caller_count(tmp_path: Path) -> None:
    [path] = written(tmp_path, BOOK)
    row = rows(path, lang="fr", date=datetime.date(2021, 5, 6))[path.name]
    assert (row["version"], row["language"]) == ("2021-05-06", "fr")
    assert [str(edition) for edition in Edition.objects.all()] == ["2021-05-06 fr"]


def test_a_date_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="“2021-13-01” is not a date"):
        call_command("import_rules", str(tmp_path), "--date=2021-13-01")


def test_a_whole_text_without_a_date_needs_one(tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    lines = BOOK.write().splitlines()
    path.write_text("\n".join(line for line in lines if "effective" not in line), encoding="utf-8")
    with pytest.raises(CommandError, match="1 of 1 file could not be imported"):
        import_rules(path)
    assert not Source.objects.exists()
    assert rows(path, date=datetime.date(2021, 5, 6))[path.name]["version"] == "2021-05-06"


def test_a_bad_file_fails_when_it_is_named(tmp_path: Path) -> None:
    [path] = written(tmp_path, BOOK)
    out = StringIO()
    with pytest.raises(CommandError, match="1 of 2 files"):
        call_command("import_rules", str(DATA / "none" / "empty.txt"), str(path), stdout=out)
    assert "empty.txt: The file is empty." in out.getvalue()
    assert Version.objects.get().date == BOOK.date


def test_a_folder_may_hold_other_files(tmp_path: Path) -> None:
    for file in (DATA / "none").iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    [path] = written(tmp_path, BOOK)
    sentences = {
        "empty.txt": "The file is empty.",
        "picture.png": ".png",
        "error-page.html": "This web page contains no rules;",
        "prose.txt": "The file has no rules:",
    }
    found = rows(tmp_path)
    assert found.pop(path.name)["result"] == "imported"
    assert found.keys() == sentences.keys()
    assert [name for name, row in found.items() if sentences[name] not in row["sentence"]] == []
    assert {row["result"] for row in found.values()} == {"refused"}


def test_files_that_are_not_there_or_cannot_be_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.txt"
    os.mkfifo(pipe)
    (tmp_path / "empty").mkdir()
    reports = import_paths([tmp_path / "missing.txt", pipe, tmp_path / "empty"])
    assert {report.name: report.sentence for report in reports if report.failed} == {
        "missing.txt": "The file cannot be read: No such file or directory.",
        "pipe.txt": "This is not a file.",
        "empty": "The folder has no files.",
    }


def test_a_huge_file_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "huge.txt"
    with path.open("wb") as file:
        file.truncate(100 * MAX_BYTES)
    before = _peak_memory()
    [report] = import_paths([path])
    assert (report.failed, report.status) == (True, "refused")
    assert "3355 MB" in report.sentence
    assert _peak_memory() - before < MAX_BYTES


def _peak_memory() -> int:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) << 10 for line in status.splitlines() if line.startswith("VmHWM"))


def test_names_in_any_bytes(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/r\xe8gles.txt"))
    path.write_bytes(BOOK.bytes())
    assert import_rules(path).encode()
    assert Source.objects.get().name == "r?gles.txt"
    assert import_paths([path])[0].status == "known"
