"""What `make` says is missing, as `make fresh` reads it."""

from tests.scale.fresh import apt_line
from tests.scale.parts import ROOT


def test_each_thing_that_is_missing_comes_with_its_line() -> None:
    lines = (ROOT / "Makefile").read_text(encoding="utf-8").splitlines()
    told = [apt_line(line) for line in lines if "missing" in line or "cannot make" in line]
    assert told == ["gettext", "python3 python3-venv", "python3-venv"]
    assert apt_line("make: *** [Makefile:1: serve] Error 1") is None
