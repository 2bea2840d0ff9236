"""The command lines of the programs that make starts rarely: help, and a message for a wrong word."""

from pathlib import Path

import pytest

from tests.site.scale import __main__ as scale
from tests.site.scale import fresh
from tests.site.scale.checks import CHECKS
from tests.site.security import __main__ as security


@pytest.mark.parametrize("read", [fresh.arguments, scale.chosen, security.arguments])
def test_help_is_printed(read: object, capsys: pytest.CaptureFixture[str]) -> None:
    assert callable(read)
    with pytest.raises(SystemExit) as ended:
        read(["--help"])
    assert ended.value.code == 0
    assert "usage: python -m tests.site." in capsys.readouterr().out


def test_fresh_wants_a_folder_with_debian_in_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        fresh.arguments([str(tmp_path)])
    assert ended.value.code == 2
    assert "is not a folder that debootstrap made" in capsys.readouterr().err
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc" / "debian_version").write_text("12.0\n")
    assert fresh.arguments([str(tmp_path)]).folder == tmp_path


def test_fresh_names_the_program_that_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SystemExit):
        fresh.arguments([])
    assert "apt-get install debootstrap" in capsys.readouterr().err


def test_scale_runs_the_checks_that_a_word_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert scale.chosen([]) == list(CHECKS)
    assert [scale.name_of(check) for check in scale.chosen(["redis", "promoted"])] == ["redis gone", "replica promoted"]
    with pytest.raises(SystemExit) as ended:
        scale.chosen(["redis", "nothing of this name"])
    assert ended.value.code == 2
    assert "no check is called nothing of this name; there are reads go to" in capsys.readouterr().err


def test_fuzz_tries_a_stored_file_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stored = tmp_path / "rules-0123456789ab"
    with pytest.raises(SystemExit):
        security.arguments([str(stored)])
    assert f"there is no file {stored}" in capsys.readouterr().err
    stored.write_bytes(b"")
    assert security.arguments([str(stored)]).file == stored
