"""Which files there are, whether what came is one, and what is reported. No database."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import DatabaseError

from rulesbase.archive import official_files
from rulesbase.archive.official_files import InvalidList
from rulesbase.engine.nodes import RulesText
from rulesbase.imports import fetch
from rulesbase.imports.http_client import Client, FetchError, Limits, canonical
from rulesbase.imports.import_file import ImportResult, ImportStatus
from rulesbase.imports.sample import FOLDER
from rulesbase.models import Source
from tests.support.rules_server import Answer, RulesServer

SAMPLES = FOLDER
RULES, OLDER, OLDEST = ((SAMPLES / f"{year}-03-01.en.txt").read_bytes() for year in (2023, 2021, 2019))
NEWEST = "/2026/downloads/MagicCompRules%2020260925.txt"
MEDIA = "https://media.wizards.com"
HTML = b"<!DOCTYPE html><html><head><title>Oops</title></head><body>101.1. Nothing.</body></html>"


@pytest.fixture
def imported(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Collect the files in memory instead of importing them."""
    files: list[bytes] = []

    def import_source(data: bytes, *, name: str, address: str, parsed: RulesText) -> ImportResult:
        files.append(data)
        row = Source(address=address, stated_date=parsed.date, rules=3, terms=2)
        return ImportResult(ImportStatus.IMPORTED, row)

    monkeypatch.setattr(fetch, "import_source", import_source)
    return files


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[RulesServer]:
    monkeypatch.setenv("no_proxy", "*")
    with RulesServer() as started:
        yield started


def client(*addresses: str) -> Client:
    return Client("Rulesbase/9.8", Limits(pause=0, backoff=0.01), frozenset(addresses))


def page_of(server: RulesServer, *hrefs: str) -> str:
    links = "".join(f'<li><a class="x" href="{href}">TXT</a></li>' for href in hrefs)
    return server.put("/en/rules", Answer(f"<html><body><ul>{links}</ul></body></html>".encode()))


def test_failures_are_reported_one_by_one_and_stop_nothing(server: RulesServer, imported: list[bytes]) -> None:
    page = page_of(server, server.put(NEWEST, RULES))
    files = (
        server.address + "/gone.txt",
        server.put("/page.txt", HTML),
        server.put("/cut.txt", OLDER[: len(OLDER) // 2]),
        server.put("/empty.txt", b""),
        server.put("/letter.txt", b"Dear reader,\n\nthere are no rules here.\n"),
        server.put("/picture.txt", (SAMPLES.parents[1] / "tests/data/none/picture.png").read_bytes()),
        server.put("/good.txt", OLDEST),
    )
    results = list(fetch.fetch(page, files, client(server.address)))
    failed = {fetch.file_name(result.address): result.sentence for result in results if result.failed}
    expected = {
        "gone.txt": "404",
        "page.txt": "This web page contains no rules",
        "cut.txt": "incomplete",
        "empty.txt": "The file is empty.",
        "letter.txt": "no rules",
        "picture.txt": "picture",
    }
    assert failed.keys() == expected.keys()
    assert [name for name, words in expected.items() if words not in failed[name]] == []
    assert imported == [OLDEST, RULES]


def test_an_error_of_the_database_is_reported(server: RulesServer, monkeypatch: pytest.MonkeyPatch) -> None:
    def import_source(data: bytes, *, name: str, address: str, parsed: RulesText) -> ImportResult:
        raise DatabaseError("the disk is full\nLINE 1: INSERT")

    monkeypatch.setattr(fetch, "import_source", import_source)
    page = page_of(server, server.put(NEWEST, RULES))
    (result,) = fetch.fetch(page, (), client(server.address))
    assert (result.outcome, result.failed) == (fetch.FAILED, True)
    assert fetch.file_name(result.address) == "MagicCompRules 20260925.txt"
    assert (
        result.sentence
        == "The database reported an error: the disk is full. Nothing of the file was stored; try again."
    )
    assert result.seconds > 0


@pytest.mark.parametrize(
    ("hrefs", "expected"),
    [
        ([f"{MEDIA}{NEWEST}"], f"{MEDIA}{NEWEST}"),
        (
            [f"{MEDIA}/2026/downloads/MagicCompRules 20260619.txt"],
            "/2026/downloads/MagicCompRules%2020260619.txt",
        ),
        ([f" http://media.wizards.com{NEWEST} "], f"{MEDIA}{NEWEST}"),
        ([f"//media.wizards.com{NEWEST}?v=3&amp;x=1"], f"{MEDIA}{NEWEST}?v=3&x=1"),
        (
            ["/x/Comprehensive Rules 20221007.txt"],
            "https://magic.wizards.com/x/Comprehensive%20Rules%2020221007.txt",
        ),
        (["/x/MagicComp Rules 20230203.TXT"], "MagicComp%20Rules%2020230203.TXT"),
        (["/x/MagicCompRulesWOE_20230901.txt"], "MagicCompRulesWOE_20230901.txt"),
        (
            ["/MagicCompRules 20250207.txt", "/MagicCompRules 20260227.txt", "/MagicCompRules.txt"],
            "20260227.txt",
        ),
        (["/MagicCompRules_04082016.txt", "/MagicCompRules_01162016.txt"], "04082016.txt"),
        (
            [
                "http://[",
                "mailto:a@MagicCompRules.txt",
                "javascript:x/MagicCompRules.txt",
                f"{MEDIA}{NEWEST}",
            ],
            NEWEST,
        ),
    ],
)
def test_newest_address(hrefs: list[str], expected: str) -> None:
    page = "<a>no address</a>" + "".join(f"<p><a href='{href}'>TXT</a>" for href in hrefs)
    assert fetch.newest_address(page, fetch.RULES_PAGE).endswith(expected)


@pytest.mark.parametrize(
    "page",
    [
        "",
        "<a href='/MagicCompRules 20260619.pdf'>",
        "<a href='/MTR.txt'>",
        "MagicCompRules 20260619.txt",
        "<a <a <",
    ],
)
def test_a_page_that_names_no_file(page: str) -> None:
    with pytest.raises(FetchError, match="links to no text file"):
        fetch.newest_address(page, fetch.RULES_PAGE)


def test_the_list_of_the_project() -> None:
    listed = official_files.read_list(official_files.ADDRESS_LIST)
    assert len(listed) >= 108
    assert len({canonical(address) for address in listed}) == len(listed)
    outside = [address for address in listed if not canonical(address).startswith(("https://www.wizards.com/", MEDIA))]
    assert outside == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "first line must name the columns"),
        ("upload_date,address\n2011-09-31,https://wizards.com/a\n", "line 2: '2011-09-31' is not a date"),
        ("upload_date,address\n2011-09-30,https://a.org/\n,https://wizards.com/a\n", "line 3: '' is not a date"),
        ("upload_date,address\n2011-09-30,/a.txt\n", "line 2: '/a.txt' is not a web address"),
        ("upload_date,address\n2011-09-30,http://[/a.txt\n", "is not a web address"),
    ],
)
def test_a_list_with_a_mistake(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "list.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidList, match=problem):
        official_files.read_list(path)


def test_the_plan_leaves_out_what_the_archive_has() -> None:
    listed = [f"{MEDIA}/a b.txt", "http://media.wizards.com/c.txt", MEDIA]
    assert fetch.missing_files(listed, set()) == listed
    known = {f"{MEDIA}/c.txt", "http://MEDIA.wizards.com/a%20b.txt", "http://[not an address"}
    assert fetch.missing_files(listed, known) == [MEDIA]


@pytest.mark.slow
def test_real_files_pass_and_their_halves_do_not(corpus: Path, server: RulesServer, imported: list[bytes]) -> None:
    chosen = [corpus / "cr/en" / f"{day}.txt" for day in ("1999-04-23", "2007-10-01", "2016-09-30", "2026-06-19")]
    chosen.append(corpus / "cr/docx/2013-07-11.docx")
    for path in chosen:
        data = path.read_bytes()
        server.put(f"/{path.name}", data)
        server.put(f"/half/{path.name}", data[: len(data) // 2])
    whole = tuple(f"{server.address}/{path.name}" for path in chosen)
    halves = tuple(f"{server.address}/half/{path.name}" for path in chosen)
    page, *results = fetch.fetch(page_of(server), whole + halves, client(server.address))
    assert page.failed
    assert {result.address for result in results if not result.failed} == set(whole)
    assert imported == [path.read_bytes() for path in chosen]
