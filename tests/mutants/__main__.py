"""``python -m tests.mutants [--seed N] [--count N]``: how many small faults in the engines do their tests notice?"""

import argparse
import ast
import hashlib
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence

from tests.mutants import child
from tests.mutants.mutating import mutants, sites
from tests.mutants.reaching import CACHE, ROOT, Users, engine_files, read_maps, test_files
from tests.mutants.report import lines_of, share
from tests.mutants.trying import Broken, Tried, attempt, check_unchanged, make_maps, tell

LAST = CACHE / "last.json"
TARGET = 85.0


def arguments(given: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--seed", type=int, default=8, help="which faults are drawn (8)")
    parser.add_argument("--count", type=int, default=400, help="how many (400); 0 for all")
    parser.add_argument("--module", default="", help="only modules whose path has this in it")
    parser.add_argument("--again", action="store_true", help="only those that the last run's tests did not notice")
    return parser.parse_args(given)


def number_of(path: str) -> int:
    """Return how many faults can be made in a module."""
    return len(sites(ast.parse((ROOT / path).read_text(encoding="utf-8"))))


def drawn(seed: int, count: int, module: str = "") -> list[tuple[str, int]]:
    """Return faults drawn from all of them, each by its file and number.

    A change of one function leaves the faults that are drawn in all others as they are.
    """
    files = [path for path in engine_files() if module in path]
    order: dict[tuple[str, int], bytes] = {}
    for path in files:
        counts = Counter[str]()
        for at, site in enumerate(sites(ast.parse((ROOT / path).read_text(encoding="utf-8")))):
            counts[site.place] += 1
            key = f"{seed} {path} {site.place} {counts[site.place]}"
            order[path, at] = hashlib.sha256(key.encode()).digest()
    tell(f"{len(order)} faults can be made in {len(files)} modules.")
    return sorted(order, key=order.__getitem__)[: count or None]


def last_survivors() -> list[tuple[str, int]]:
    """Return those of the last run that still can be made."""
    stored = json.loads(LAST.read_text())
    every = [(path, at) for path in sorted({path for path, _ in stored}) for at in range(number_of(path))]
    names = {name for _, name in stored}
    return [(one.path, one.at) for one in mutants(ROOT, every) if one.name in names]


def main() -> int:
    """Print survivors and figures; 1 where fewer than 85 % are noticed, 2 where the tests fail by themselves."""
    options = arguments()
    wanted = last_survivors() if options.again else drawn(options.seed, options.count, options.module)
    child.load()
    started = time.monotonic()
    try:
        files = test_files()
        make_maps(files)
        reach = read_maps(files)
        check_unchanged(files, reach)
    except Broken as error:
        tell(str(error))
        return 2
    users = Users({path: (ROOT / path).read_text(encoding="utf-8") for path in engine_files()})
    tried: list[Tried] = []
    for one in attempt(wanted, reach, users):
        tried.append(one)
        if not one.by:
            tell(f"{one.mutant.name} {one.mutant.path}:{one.mutant.line} is not noticed")
        if len(tried) % 20 == 0:
            tell(f"{len(tried)} of {len(wanted)}: {share(tried):.1f} % noticed, {time.monotonic() - started:.0f} s")
    LAST.write_text(json.dumps([(one.mutant.path, one.mutant.name) for one in tried if not one.by]))
    print("\n".join(lines_of(tried)))
    seconds = time.monotonic() - started
    noticed = sum(1 for one in tried if one.by)
    print(f"\nseed {options.seed}: {noticed} of {len(tried)} noticed = {share(tried):.1f} %; {seconds:.0f} s")
    return 0 if share(tried) >= TARGET else 1


if __name__ == "__main__":
    sys.exit(main())
