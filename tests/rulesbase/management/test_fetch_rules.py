"""The command fetch_rules, from a local server into the database."""

import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from rulesbase.imports.import_file import import_source
from rulesbase.imports.sample import FOLDER
from rulesbase.models import Edition, Entry, Source, Version
from tests.support.rules_server import Answer, RulesServer, closed_address

SAMPLES = FOLDER
RULES, OLDER, OLDEST = ((SAMPLES / f"{year}-03-01.en.txt").read_bytes() for year in (2023, 2021, 2019))
NEWEST = "/2026/downloads/MagicCompRules%2020260925.txt"

pytestmark = pytest.mark.django_db


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[RulesServer]:
    """Return a server whose rules page links to a newest file."""
    monkeypatch.setenv("no_proxy", "*")
    with RulesServer() as started:
        started.put("/en/rules", f'<p>Get it as <a href="{NEWEST}">TXT</a>.</p>'.encode())
        started.put(NEWEST, RULES)
        yield started


@pytest.fixture
def listed(tmp_path: Path, server: RulesServer) -> Path:
    """Return a list of two older files that the server has."""
    path = tmp_path / "addresses.csv"
    lines = [f"2019-02-25,{server.put('/2019.txt', OLDEST)}", f"2021-02-25,{server.put('/2021.txt', OLDER)}"]
    path.write_text("\n".join(["upload_date,address", *lines, ""]), encoding="utf-8")
    return path


def fetch_rules(server: RulesServer | str, **options: Any) -> str:
    """Run the command and return what it printed on stdout."""
    address = server if isinstance(server, str) else server.address
    out = options.pop("stdout", StringIO())
    call_command("fetch_rules", page=f"{address}/en/rules", pause=0, tries=1, stdout=out, **options)
    return str(out.getvalue())


def dates() -> list[str]:
    return [str(version) for version in Version.objects.all()]


def test_the_newest_version_is_fetched(server: RulesServer, listed: Path) -> None:
    """Without `--all` the list is not used."""
    out = fetch_rules(server, list=listed)
    assert dates() == ["2023-03-01"]
    source = Source.objects.get()
    assert (source.address, source.name) == (server.address + NEWEST, "MagicCompRules 20260925.txt")
    assert source.text_of.get() == Edition.objects.get()
    assert server.paths() == ["/en/rules", NEWEST]
    heading, row = out.splitlines()
    assert heading.split() == ["address", "result", "version", "what", "happened"]
    assert row.split()[:3] == [server.address + NEWEST, "imported", "2023-03-01"]
    assert {seen.agent for seen in server.seen} == {f"Rulesbase/{settings.VERSION}"}


def test_a_bad_list_is_refused_before_anything_is_asked(server: RulesServer, tmp_path: Path) -> None:
    path = tmp_path / "bad.csv"
    path.write_text("upload_date,address\nyesterday,https://wizards.com/a.txt\n", encoding="utf-8")
    for name, message in (("bad.csv", "line 2: 'yesterday' is not a date"), ("none.csv", "No such file or directory$")):
        with pytest.raises(CommandError, match=rf"{name}.*{message}"):
            fetch_rules(server, all=True, list=tmp_path / name)
    assert server.seen == []


def test_all_fetches_what_the_archive_lacks(server: RulesServer, listed: Path) -> None:
    fetch_rules(server, all=True, list=listed)
    assert dates() == ["2019-03-01", "2021-03-01", "2023-03-01"]
    assert server.paths() == ["/en/rules", "/2019.txt", "/2021.txt", NEWEST]
    server.seen.clear()
    out = fetch_rules(server, all=True, list=listed)
    assert server.paths() == ["/en/rules", NEWEST]
    assert "This file was imported before" in out


def test_a_file_that_is_known_in_another_language_fails(server: RulesServer, listed: Path) -> None:
    import_source(OLDER, name="wrong.txt", language="ja")
    out = StringIO()
    with pytest.raises(CommandError, match="1 of 3 could not be fetched") as error:
        fetch_rules(server, all=True, list=listed, stdout=out)
    assert error.value.returncode == 1
    (row,) = [line for line in out.getvalue().splitlines() if "/2021.txt" in line]
    assert row.split()[1] == "failed"
    assert "in another language (ja, not en)" in row
    assert not Source.objects.filter(address__endswith="/2021.txt").exists()


def test_json_has_a_row_for_each_file(server: RulesServer, listed: Path) -> None:
    server.put("/2019.txt", Answer(b"gone", status=404))
    out = StringIO()
    with pytest.raises(CommandError, match="1 of 3"):
        fetch_rules(server, all=True, list=listed, json=True, stdout=out)
    gone, older, newest = json.loads(out.getvalue())
    assert newest["address"] == server.address + NEWEST
    assert (newest["result"], newest["version"]) == ("imported", "2023-03-01")
    assert (gone["result"], gone["version"]) == ("failed", None)
    assert "404" in gone["sentence"]
    assert (older["result"], older["version"]) == ("imported", "2021-03-01")
    assert newest["seconds"] > 0


def test_offline_nothing_is_imported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, server: RulesServer) -> None:
    fetch_rules(server)
    before = list(Source.objects.values()), Entry.objects.count()
    closed = closed_address()
    path = tmp_path / "closed.csv"
    lines = ["upload_date,address", f"2019-01-01,{closed}/a.txt", f"2019-01-02,{closed}/b.txt"]
    path.write_text("\n".join(lines), encoding="utf-8")
    out = StringIO()
    with pytest.raises(CommandError) as error:
        fetch_rules(closed, all=True, list=path, stdout=out)
    host = closed.removeprefix("http://")
    why = f"{host} could not be reached: Connection refused."
    assert str(error.value) == f"Nothing was fetched and nothing has changed. {why}"
    assert error.value.returncode == 1
    assert out.getvalue() == ""
    assert (list(Source.objects.values()), Entry.objects.count()) == before


@pytest.mark.parametrize(
    "option", ["--pause=-1", "--pause=soon", "--timeout=0", "--tries=0", "--tries=x", "--pause=nan"]
)
def test_a_bad_option_is_refused(option: str) -> None:
    with pytest.raises(CommandError, match="argument"):
        call_command("fetch_rules", option)
