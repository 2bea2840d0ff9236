"""versions, show_rule and export_version."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError

import manage
from rulesbase.archive.export import text_of_edition
from rulesbase.engine.parsing.parse import read_text
from rulesbase.imports.import_file import import_source
from rulesbase.models import Edition, Version
from tests.support.commands import output_of as run

pytestmark = pytest.mark.django_db


def json_of(*words: str) -> Any:
    """Run a command with --json."""
    return json.loads(run(*words, "--json"))


def test_versions_lists_every_edition(sample: None) -> None:
    found = json_of("versions")
    assert [version["version"] for version in found] == ["2019-03-01", "2021-03-01", "2023-03-01"]
    assert [edition["language"] for edition in found[0]["editions"]] == ["en", "fr", "ja"]
    first = found[0]["editions"][0]
    assert (first["entries"], first["examples"], first["glossary"], first["issues"]) == (35, 8, 11, 0)
    assert len(first["sha256"]) == 64
    assert "2019-03-01 (sample)" in run("versions")
    Version.objects.all().delete()
    assert "No version has been imported yet" in run("versions")
    assert json_of("versions") == []


def test_show_rule_shows_languages_beside_each_other(sample: None) -> None:
    shown = json_of("show_rule", "201.4b", "--version", "2021-06-01", "--lang", "en,fr,ja")
    assert (shown["version"], shown["number"], shown["kind"]) == ("2021-03-01", "201.4b", "subrule")
    assert shown["text"]
    assert shown["examples"]
    assert set(shown["translations"]) == {"fr", "ja"}
    assert shown["translations"]["fr"]["text"] != shown["text"]
    printed = run("show_rule", "CR 201.4B", "--version", "2021-03-01")
    assert printed.startswith("CR 201.4b (2021-03-01)\n" + shown["text"])


def test_show_rule_marks_what_is_missing(sample: None) -> None:
    """Japanese 2021 lacks 201.3b, which that of 2023 has; nothing is in Chinese."""
    shown = json_of("show_rule", "201.3b", "--version", "2021-03-01", "--lang", "en,ja,zh")
    assert shown["translations"]["zh"] == {"text": "", "freshness": "missing", "behind": 0, "doubts": []}
    assert shown["translations"]["ja"]["text"]
    assert shown["translations"]["ja"]["freshness"] != "missing"


def test_unknown_rules_versions_and_languages_are_refused(sample: None) -> None:
    for words, sentence in (
        (["show_rule", "201.9z"], "No version in this language has 201.9z"),
        (["show_rule", "200.3"], "It is in versions from 1 March 2019 to 1 March 2021."),
        (["show_rule", "name"], "is not a rule number"),
        (["show_rule", "201", "--version", "1980-01-01"], "The first version on this site is that of 1 March 2019."),
        (["show_rule", "201", "--version", "yesterday"], "is not a date"),
        (["show_rule", "201", "--version", "20210501"], "is not a date"),
        (["cite", "201.2", "--to", "2021-W20-1"], "is not a date"),
        (["export_version", "2021", "--lang", "de"], "Languages available: en, fr, ja."),
    ):
        with pytest.raises(CommandError, match=sentence):
            run(*words)


@pytest.mark.parametrize("language", ["en", "fr", "ja"])
def test_an_export_is_read_back_the_same(sample: None, language: str) -> None:
    exported = json.loads(run("export_version", "2023-03-01", "--lang", language))
    assert {"version", "language", "title", "entries", "glossary", "credits", "issues"} <= set(exported)
    assert {"number", "kind", "heading", "text", "examples"} == set(exported["entries"][0])
    edition = Edition.objects.get(version__date="2023-03-01", language=language)
    before = text_of_edition(edition)
    again = read_text(run("export_version", "2023-03-01", "--lang", language, "--format", "txt"))
    unplaced = [node._replace(line=0) for node in before.entries], [node._replace(line=0) for node in before.glossary]
    assert ([n._replace(line=0) for n in again.entries], [n._replace(line=0) for n in again.glossary]) == unplaced
    assert (again.introduction, again.credits, again.title) == (before.introduction, before.credits, before.title)


def test_a_real_version_comes_back_the_same(corpus: Path) -> None:
    """Exported as text and imported again, a hard-wrapped file of 2001 says the same, so the edition keeps its file."""
    import_source((corpus / "cr" / "en" / "2001-07-23.txt").read_bytes(), name="a.txt")
    edition = Edition.objects.get()
    before = text_of_edition(edition)
    exported = run("export_version", "2001-07-23", "--format", "txt").encode()
    again = import_source(exported, name="b.txt")
    assert again.status == "witness"
    assert Edition.objects.get().text_source == edition.text_source
    after = read_text(exported.decode())
    assert [node._replace(line=0) for node in after.entries] == [node._replace(line=0) for node in before.entries]
    assert [node._replace(line=0) for node in after.glossary] == [node._replace(line=0) for node in before.glossary]
    assert again.source.entries.count() == len(before.entries) + len(before.glossary)


@pytest.mark.slow
def test_a_closed_pipe_is_no_error() -> None:
    """``manage.py help | head -1`` ends without a traceback."""
    command = f"{sys.executable} manage.py help | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, timeout=300)
    assert "Traceback" not in done.stderr


def test_ctrl_c_ends_a_command_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_words: list[str]) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("django.core.management.execute_from_command_line", interrupted)
    with pytest.raises(SystemExit, match="Interrupted"):
        manage.main()
