"""What `make coverage` prints and ends with, whatever the tests did."""

import json
import sys
from pathlib import Path

import pytest

from tests import covered


def summary(lines: int, reached: int) -> dict[str, object]:
    """One file as coverage tells of it."""
    missing = list(range(reached + 1, lines + 1))
    return {"summary": {"num_statements": lines, "covered_lines": reached}, "missing_lines": missing}


@pytest.mark.parametrize(
    ("tests_end", "combine_ends", "reached", "code", "has_tables"),
    [
        (0, 0, 100, 0, True),
        (0, 0, 90, 1, True),
        (1, 0, 100, 2, True),
        (1, 0, 90, 2, True),
        # Stopped, broken, or no tests at all: what was reached says nothing.
        (2, 0, 100, 2, False),
        (5, 0, 100, 2, False),
        (0, 1, 100, 2, False),
        (1, 1, 100, 2, False),
    ],
)
def test_tables_come_though_a_test_failed(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tests_end: int,
    combine_ends: int,
    reached: int,
    code: int,
    has_tables: bool,
) -> None:
    kept = tmp_path / "coverage"
    files = {"files": {"cards/engine/ferry.py": summary(100, reached), "cards/toll.py": summary(100, 99)}}

    def commands(engines: bool, words: list[str]) -> list[list[str]]:
        write = f"import pathlib; pathlib.Path({str(kept / 'coverage.json')!r}).write_text({json.dumps(files)!r})"
        ends = [[sys.executable, "-c", f"raise SystemExit({end})"] for end in (tests_end, combine_ends)]
        return [[*ends[0], "pytest"], ends[1], [sys.executable, "-c", write]]

    monkeypatch.setattr(covered, "KEPT", kept)
    monkeypatch.setattr(covered, "commands", commands)
    monkeypatch.setattr(sys, "argv", ["covered"])
    assert covered.main() == code
    said = capsys.readouterr().out
    assert (f"engines                             {float(reached):5} %, wanted 98 %" in said) is has_tables
    assert ("cards/toll.py" in said) is has_tables
    assert ("Tests failed" in said) is (tests_end == 1 and has_tables)
