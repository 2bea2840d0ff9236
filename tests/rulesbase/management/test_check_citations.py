"""`check_citations`: which rule numbers in a tree of files are dead, moved or ambiguous."""

import datetime
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from rulesbase.imports.import_file import import_source
from tests.support.texts import Book, Place

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

FIRST = Book(datetime.date(2020, 3, 1)).with_chapter(100, *(Place(f"rule-{at}") for at in range(5)))
# 100.2 is new, the others follow; the last one of before is gone.
SECOND = FIRST.dated(2021).with_chapter(100, Place("rule-0"), Place("new"), *(Place(f"rule-{at}") for at in (1, 2, 3)))
JAVA = """// See rule 100.3 and 100.9.
float toll = 100.6f; /* 100.4 stands,
  100.7 does not */ int rest = 200.3;
String text = "rule 999.1";
int none; // rule 999.2 nocite
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a folder of files, with both versions imported."""
    for book in (FIRST, SECOND):
        import_source(book.bytes(), name=f"{book.date}.txt")
    (tmp_path / "src" / ".git").mkdir(parents=True)
    (tmp_path / "src" / ".git" / "x.md").write_text("rule 999.8")
    (tmp_path / "src" / "Toll.java").write_text(JAVA)
    (tmp_path / "src" / "picture.md").write_bytes(b"\0\0 rule 999.7")
    (tmp_path / "notes.md").write_text("100.2 was 100.3@2020-03-01.\nNever: 100.8@2020-03-01.\n")
    return tmp_path


def run(*args: object) -> tuple[list[Any], int]:
    """Return the findings and the exit code."""
    out = StringIO()
    try:
        call_command("check_citations", *map(str, args), "--json", stdout=out, stderr=StringIO())
    except CommandError as error:
        return json.loads(out.getvalue() or "[]"), error.returncode
    return json.loads(out.getvalue()), 0


def short(findings: list[Any]) -> list[tuple[str, int, int, str, str]]:
    return [(Path(one["file"]).name, one["line"], one["column"], one["number"], one["status"]) for one in findings]


def test_with_the_newest_rules(tree: Path) -> None:
    findings, code = run(tree)
    assert short(findings) == [
        ("notes.md", 2, 8, "100.8", "dead"),
        ("Toll.java", 1, 23, "100.9", "dead"),
        ("Toll.java", 3, 3, "100.7", "dead"),
        ("Toll.java", 4, 21, "999.1", "dead"),
    ]
    assert code == 1


def test_which_rules_lack_the_number(tree: Path) -> None:
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("check_citations", str(tree), stdout=out, stderr=StringIO())
    assert "notes.md:2:8: 100.8 dead: the rules of its date have no such number\n" in out.getvalue()
    assert "Toll.java:1:23: 100.9 dead: no version has this number\n" in out.getvalue()


def test_as_of_the_day_they_were_written(tree: Path) -> None:
    findings, _ = run(tree / "src", "--as-of", "2020-06-01")
    moved = [one for one in findings if one["status"] == "moved"]
    assert short(moved) == [("Toll.java", 1, 13, "100.3", "moved"), ("Toll.java", 2, 25, "100.4", "moved")]
    meaning = moved[0]["meanings"][0]
    assert (meaning["version"], meaning["numbers"]) == ("2020-03-01", ["100.4"])
    assert meaning["confidence"] > 0.8
    assert meaning["text"]


def test_nothing_to_report_and_nothing_that_can_be_read(tree: Path) -> None:
    (tree / "good.md").write_text("See rule 100.1. The toll is 12.50.")
    assert run(tree / "good.md") == ([], 0)
    assert run(tree / "lost.md") == ([], 2)
    assert run(tree, "--as-of", "1990-01-01") == ([], 2)


def test_one_citation_is_counted_in_the_singular(tree: Path) -> None:
    (tree / "good.md").write_text("See rule 100.1.")
    report = StringIO()
    call_command("check_citations", str(tree / "good.md"), stdout=StringIO(), stderr=report)
    assert report.getvalue().startswith("1 citation in 1 file, read with the rules of 2021-")
