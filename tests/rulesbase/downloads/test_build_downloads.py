"""``build_downloads``: which files it makes, what it says, and what it refuses."""

from pathlib import Path

import pytest
from django.core.management import CommandError

from rulesbase.downloads import build as downloads_build
from rulesbase.downloads import storage as downloads_storage
from rulesbase.models import Version
from tests.support.commands import output_of

pytestmark = pytest.mark.usefixtures("sample")


def run(*given: str) -> str:
    """What the command prints."""
    return output_of("build_downloads", *given)


def names(folder: Path) -> set[str]:
    """The files that can be had."""
    return {slip.name.removesuffix(".json") for slip in (folder / "slips").iterdir()}


@pytest.mark.slow
def test_the_latest_version(folder: Path) -> None:
    printed = run()
    expected = {
        f"sample-rules-2023-03-01-{code}.{end}"
        for code in ("en", "fr", "ja")
        for end in ("epub", "txt", "md", "json", "xml", "html")
    }
    assert names(folder) == expected
    for name in expected:
        file = downloads_storage.current_file(name)
        assert file
        assert file.sha256 in printed
    assert f"{len(expected)} files are ready" in printed


@pytest.fixture
def text_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all formats only the quickest, where any will do."""
    monkeypatch.setattr(downloads_build, "FORMATS", {"txt": downloads_build.FORMATS["txt"]})


@pytest.mark.usefixtures("text_alone")
def test_dates_and_all(folder: Path) -> None:
    run("2021-12-24")
    assert names(folder) == {f"sample-rules-2021-03-01-{code}.txt" for code in ("en", "fr", "ja")}
    assert "9 files are ready" in run("--all")
    assert len(names(folder)) == 9


def test_the_bundle_alone(folder: Path) -> None:
    run("--bundle")
    assert names(folder) == {"rulesbase-archive.zip"}


@pytest.mark.usefixtures("text_alone")
def test_files_of_a_version_that_was_taken_back_go(folder: Path) -> None:
    run("2019")
    Version.objects.filter(date="2019-03-01").delete()
    run()
    assert all("2023-03-01" in name for name in names(folder))


@pytest.mark.parametrize(
    ("given", "message"),
    [(["tomorrow"], "is not a date"), (["1990"], "The first version"), (["--all", "2021"], "not both")],
)
def test_refusals(given: list[str], message: str) -> None:
    with pytest.raises(CommandError, match=message):
        run(*given)
