"""``python -m tests.mutants [--seed N] [--count N]``: how many mutants of the engines do their tests notice?"""

import argparse
import csv
import hashlib
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.mutants.mutating import ROOT, Mutant, mutants, sites_of
from tests.mutants.reaching import CACHE, ENGINES, TESTS, Reach, files_in, map_of

LAST = CACHE / "last.json"
EXPLAINED = Path(__file__).with_name("explained.csv")
TARGET = 85.0
JOBS = os.cpu_count() or 1
# Coverage was on when the tests were timed; a mutant may make them slower without harm, but not for ever.
SLOWER, AT_LEAST = 3, 10
# On the clock, for a mutant that sleeps; other programs may need the processors too.
PATIENCE = 20
# Characters of a statement in the report.
_SHOWN = 160


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--seed", type=int, default=8, help="which mutants are drawn (8)")
    parser.add_argument("--count", type=int, default=400, help="how many (400); 0 for all")
    parser.add_argument("--module", default="", help="only modules whose path has this in it")
    parser.add_argument("--again", action="store_true", help="only those that the last run's tests did not notice")
    return parser.parse_args()


def drawn(seed: int, count: int, module: str) -> list[tuple[str, int]]:
    """Return mutants drawn from all of them, each by its file and number.

    A change of one function leaves the mutants that are drawn in all others as they are.
    """
    order: dict[tuple[str, int], bytes] = {}
    for path in files_in(ENGINES, "*.py"):
        counts = Counter[str]()
        for at, site in enumerate(sites_of(path) if module in path else ()):
            counts[site.place] += 1
            order[path, at] = hashlib.sha256(f"{seed} {path} {site.place} {counts[site.place]}".encode()).digest()
    return sorted(order, key=order.__getitem__)[: count or None]


def last_survivors() -> list[tuple[str, int]]:
    """Return those of the last run that still can be made."""
    stored = json.loads(LAST.read_text())
    every = [(path, at) for path in {path for path, _ in stored} for at in range(len(sites_of(path)))]
    names = {name for _, name in stored}
    return [(one.path, one.at) for one in mutants(every) if one.name in names]


def child(*words: object, patience: float) -> subprocess.CompletedProcess[str]:
    """Run tests.mutants.child."""
    command = [sys.executable, "-m", "tests.mutants.child", *map(str, words)]
    env = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=patience, check=False)


def make_maps(test_files: Sequence[str]) -> None:
    """Make the maps that are missing and delete old ones; end the program where a test fails."""
    CACHE.mkdir(parents=True, exist_ok=True)
    for old in set(CACHE.glob("*.json")) - {LAST, *map(map_of, test_files)}:
        old.unlink()
    missing = [name for name in test_files if not map_of(name).exists()]
    with ThreadPoolExecutor(JOBS) as pool:
        for done in pool.map(lambda name: child(map_of(name), name, patience=1200), missing):
            if done.returncode:
                print(f"A test fails without a mutant:\n{done.stdout[-3000:]}{done.stderr[-1000:]}", file=sys.stderr)
                sys.exit(2)


def tried(wanted: list[tuple[str, int]], reach: Reach) -> Iterator[tuple[Mutant, int, bool]]:
    """Yield each mutant, how many test files reach it, and whether a test noticed it."""

    def attempt(mutant: Mutant) -> tuple[Mutant, int, bool]:
        test_files = reach.test_files(mutant.path, sites_of(mutant.path)[mutant.at])
        seconds = int(AT_LEAST + SLOWER * sum(reach.seconds[name] for name in test_files))
        try:
            done = child(mutant.path, mutant.at, seconds, *test_files, patience=PATIENCE * seconds)
        except subprocess.TimeoutExpired:
            return mutant, len(test_files), True
        return mutant, len(test_files), bool(test_files) and done.returncode != 0

    with ThreadPoolExecutor(JOBS) as pool:
        yield from pool.map(attempt, mutants(wanted))


def print_survivor(mutant: Mutant, reached: int, explained: dict[str, str]) -> None:
    """Print a mutant that no test noticed, with its difference."""
    print(f"{mutant.name} {mutant.path}:{mutant.line} {mutant.place} ({mutant.kind}, {reached} test files)")
    # Tables are long: from a little before the place where the two statements begin to differ.
    pairs = enumerate(zip(mutant.before, mutant.after, strict=False))
    begin = max(0, next((at for at, (was, became) in pairs if was != became), 0) - _SHOWN // 2)
    for sign, statement in (("-", mutant.before), ("+", mutant.after)):
        print(f"  {sign} {statement[begin : begin + _SHOWN]}")
    print(f"  {explained.get(mutant.name, 'not explained')}\n", flush=True)


def main() -> int:
    """Print survivors and the share of the others; return 1 where that is less than 85 %."""
    options = arguments()
    wanted = last_survivors() if options.again else drawn(options.seed, options.count, options.module)
    started = time.monotonic()
    test_files = files_in(TESTS, "test_*.py")
    make_maps(test_files)
    with EXPLAINED.open(encoding="utf-8", newline="") as file:
        explained = {row["name"]: row["why"] for row in csv.DictReader(file)}
    lived: list[tuple[str, str]] = []
    for mutant, reached, is_noticed in tried(wanted, Reach.read(test_files)):
        if not is_noticed:
            lived.append((mutant.path, mutant.name))
            print_survivor(mutant, reached, explained)
    LAST.write_text(json.dumps(lived))
    noticed = len(wanted) - len(lived)
    share = 100 * noticed / max(1, len(wanted))
    print(
        f"seed {options.seed}: {noticed} of {len(wanted)} noticed = {share:.1f} %; {time.monotonic() - started:.0f} s"
    )
    return 0 if share >= TARGET else 1


if __name__ == "__main__":
    sys.exit(main())
