"""``python -m tests.covered [engines] [words for pytest]``: which lines and branches do the tests reach?

With `engines` the tests of the engines alone are run and the engines alone are told of, which takes a minute or two.
Else all tests run on SQLite, with the processes and threads they start. Exit code 1 where less is reached than wanted,
2 where a test failed (the tables are printed all the same) or nothing could be measured.
"""

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / "var" / "coverage"
ENGINES = ("rulesbase/engine", "cards/engine")
WANTED = {"engines": 98.0, "the rest": 92.0}
LISTED = 25
# What pytest ends with where all tests ran and some failed.
_SOME_FAILED = 1


def commands(engines: bool, words: Sequence[str]) -> Iterator[list[str]]:
    """Yield what is run, one after the other."""
    coverage = [sys.executable, "-m", "coverage"]
    tests = ["tests/engine"] if engines else ["-n", "2", "--dist", "worksteal"]
    sources = ",".join(ENGINES) if engines else "rulesbase,cards,config"
    yield [*coverage, "run", f"--source={sources}", "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests, *words]
    yield [*coverage, "combine", "--quiet"]
    yield [*coverage, "json", "--quiet", "-o", str(KEPT / "coverage.json")]


def group_of(path: str) -> str:
    return "engines" if path.startswith(ENGINES) else "the rest"


def package_of(path: str) -> str:
    return path.rpartition("/")[0]


def rows(files: Mapping[str, Mapping[str, Any]], name: Mapping[str, str]) -> Iterator[tuple[str, int, int]]:
    """Yield for each name that files were given what they have of lines and branches, and what is reached of it."""
    have, reached = Counter[str](), Counter[str]()
    for path, one in files.items():
        said = one["summary"]
        have[name[path]] += said["num_statements"] + said.get("num_branches", 0)
        reached[name[path]] += said["covered_lines"] + said.get("covered_branches", 0)
    for key in sorted(have):
        if have[key]:
            yield key, have[key], reached[key]


def main() -> int:
    """Run the tests, print the tables."""
    engines = sys.argv[1:2] == ["engines"]
    shutil.rmtree(KEPT, ignore_errors=True)
    KEPT.mkdir(parents=True)
    environment = os.environ | {"COVERAGE_FILE": str(KEPT / "data")}
    failed = False
    for command in commands(engines, sys.argv[2:] if engines else sys.argv[1:]):
        code = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
        if code == _SOME_FAILED and "pytest" in command:
            failed = True
        elif code:
            return 2
    files = json.loads((KEPT / "coverage.json").read_text())["files"]
    print(f"\n{'package':34} {'to reach':>9} {'reached':>9}")
    for name, have, reached in rows(files, {path: package_of(path) for path in files}):
        print(f"{name:34} {have:9} {reached:9} {100 * reached / have:6.1f} %")
    print("\nmost that is not reached:")
    missed = sorted(rows(files, {path: path for path in files}), key=lambda row: row[2] - row[1])
    for path, have, reached in missed[:LISTED]:
        lines = ", ".join(map(str, files[path]["missing_lines"][:12]))
        print(f"{path:46} {have - reached:5} of {have:5}  lines {lines}")
    print()
    low = False
    for name, have, reached in rows(files, {path: group_of(path) for path in files}):
        print(f"{name:34} {100 * reached / have:6.1f} %, wanted {WANTED[name]:.0f} %")
        low |= 100 * reached / have < WANTED[name]
    if failed:
        print("\nTests failed: their names stand above the tables.")
    return 2 if failed else int(low)


if __name__ == "__main__":
    sys.exit(main())
