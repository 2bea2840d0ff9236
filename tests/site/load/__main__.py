"""`python -m tests.site.load`: the real server under a realistic mix, beside an empty view; see docs/load.md."""

import argparse
import json
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from tests.bench.measuring import BenchError
from tests.bench.places import Place, empty_places, filled_place
from tests.bench.report import Figure, Outcome, figures_table, table
from tests.bench.server import Served
from tests.site.load import databases, shared_cache
from tests.site.load.asking import Stated, burst, percentile
from tests.site.load.learners import all_at_once
from tests.site.load.running import (
    EMPTY,
    TURN,
    Turns,
    curators,
    long_run,
    reading_twice,
    served,
    whole_mix,
)
from tests.site.load.writing import Curators
from tests.support.programs import ROOT, Broken

TARGET_READING, TARGET_MIX, TARGET_LEARNERS, TARGET_SHARED = 0.5, 0.12, 0.02, 20.0
# Seconds for which an old page may be given after an approval, and how many texts are approved.
TARGET_NEW, APPROVALS = 5.0, 8


def arguments(given: Sequence[str]) -> argparse.Namespace:
    """Read the command line; ends the program with a sentence where it makes no sense."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.site.load", description="The server under load; see docs/load.md."
    )
    parser.add_argument("--corpus", type=Path, metavar="PATH", help="rules and cards; else RULESBASE_CORPUS")
    parser.add_argument(
        "--database", action="append", default=[], metavar="URL", help="copies of filled files of SQLite, no imports"
    )
    parser.add_argument("--reading", type=int, default=2000, help="visits to reading pages in each pass")
    parser.add_argument("--visits", type=int, default=4000, help="visits of the whole mix in each pass")
    parser.add_argument("--learners", type=int, default=100, metavar="N", help="so many learners at once; 0 for none")
    parser.add_argument("--long", type=int, default=0, metavar="N", help="then so many more of the mix: 100000")
    parser.add_argument("--seed", type=int, default=20260619)
    parser.add_argument("--json", type=Path, default=ROOT / "var" / "load.json", metavar="FILE")
    read = parser.parse_args(given)
    if not read.corpus and os.environ.get("RULESBASE_CORPUS"):
        read.corpus = Path(os.environ["RULESBASE_CORPUS"])
    if not read.corpus and not read.database:
        parser.error("name the corpus: --corpus PATH, or RULESBASE_CORPUS; or --database URL")
    return read


def load(place: Place, read: argparse.Namespace) -> Outcome:
    """Measure on one filled database, which is written to."""
    figures: list[Figure] = []
    details: dict[str, object] = {}
    rows: list[list[str]] = []

    def add(what: str, turns: Turns, target: float | None = None) -> None:
        figures.extend(figures_of(f"{place.name}: {what}", turns, target))
        details[what] = turns.as_dict()
        rows.extend(rows_of(what, turns))

    figures.append(Figure("load", f"{place.name}: database", place.size() / 1e6, "MB"))
    with served(place) as (server, env):
        if read.reading:
            cold, second = reading_twice(server, env, read.reading, read.seed)
            add("reading, first pass", cold)
            add("reading, second pass", second, TARGET_READING)
        if read.visits:
            first, again = whole_mix(server, env, read.visits, read.seed)
            add("whole mix, first pass", first)
            add("whole mix, second pass", again, TARGET_MIX)
        if read.learners:
            add(f"{read.learners} learners at once", all_at_once(server, env, read.learners), TARGET_LEARNERS)
        figures.append(Figure("load", f"{place.name}: memory of a worker", server.memory() / 1e6, "MB"))
        figures += shared_figures(place.name, server, curators(env, read.seed))
        if read.long:
            add(f"whole mix, {read.long} visits", long_run(server, env, read.long, read.seed + 1))
            figures.append(Figure("load", f"{place.name}: memory of a worker then", server.memory() / 1e6, "MB"))
    return Outcome(figures, details, table(["", "visits", "p50", "p95", "p99", "sum s"], rows, range(1, 6)))


def shared_figures(name: str, server: Served, people: Curators) -> list[Figure]:
    """Warm pages from nginx with the cache of the guide, beside the empty view; none where nginx is not installed.

    Two of them show how long an approval takes to reach readers.
    """
    if shared_cache.program() is None:
        print("nginx is not installed: its cache is not measured.", file=sys.stderr)
        return []
    # The first burst loads the workers.
    empty = max(burst(server.port, [EMPTY] * TURN).rate for _time in range(3))
    with shared_cache.nginx_before(server) as port:
        rate = shared_cache.warm_rate(port, "/help/marks/")
        with shared_cache.nginx_before(server) as other:
            new = shared_cache.seconds_until_new((port, other), server, people, APPROVALS)
    what = f"{name}: warm page from nginx"
    return [
        Figure("load", f"{what}, rate", rate, "/s"),
        Figure("load", f"{what}, of the empty view", rate / empty, "x", TARGET_SHARED, at_least=True),
        Figure("load", f"{name}: old page after an approval, from two nginx", new, "s", TARGET_NEW),
    ]


def figures_of(what: str, turns: Turns, target: float | None) -> list[Figure]:
    """What is stated of one pass, the empty view in the same turns beside it."""
    visits, empty = Stated.of(turns.bursts), Stated.of(turns.empty)
    found = [
        Figure("load", f"{what}, rate", visits.rate, "/s"),
        Figure("load", f"{what}, empty view", empty.rate, "/s"),
    ]
    found.append(Figure("load", f"{what}, of the empty view", turns.ratio, "x", target, at_least=True))
    for name in ("p50", "p95", "p99"):
        found.append(Figure("load", f"{what}, {name}", getattr(visits, name), "ms"))
        found.append(Figure("load", f"{what}, {name} of the empty view", getattr(empty, name), "ms"))
    found.append(Figure("load", f"{what}, errors of {visits.visits} visits", len(turns.errors), "", 0.0))
    return found


def rows_of(what: str, turns: Turns) -> list[list[str]]:
    """Each kind of visit, those that took longest together first."""
    kinds = sorted(turns.by_kind().items(), key=lambda one: -sum(one[1]))
    return [
        [
            f"{what}: {kind}",
            str(len(took)),
            *(f"{percentile(took, share):.1f}" for share in (0.5, 0.95, 0.99)),
            f"{sum(took) / 1000:.1f}",
        ]
        for kind, took in kinds
    ]


def run_all(read: argparse.Namespace) -> dict[str, Outcome]:
    """Run what was asked for, on each database; prints as it goes."""
    outcomes: dict[str, Outcome] = {}
    with ExitStack() as stack:
        if read.database:
            places = [stack.enter_context(databases.copied(filled_place(url))) for url in read.database]
        else:
            places = stack.enter_context(empty_places())
        for place in places:
            took = {} if read.database else databases.fill(place, read.corpus)
            outcome = load(place, read)
            imported = [Figure("load", f"{place.name}: import of {what}", took[what], "s") for what in took]
            outcomes[place.name] = outcome._replace(figures=[*imported, *outcome.figures])
            print(f"{outcome.text}\n\n{figures_table(outcomes[place.name].figures)}\n", flush=True)
    return outcomes


def main(given: Sequence[str]) -> int:
    """Print the figures, write them as JSON; returns 1 where a target is missed or a visit went wrong, 2 for no run."""
    read = arguments(given)
    try:
        outcomes = run_all(read)
    except (BenchError, Broken) as error:
        print(error, file=sys.stderr)
        return 2
    figures = [figure for outcome in outcomes.values() for figure in outcome.figures]
    details = {name: outcome.details for name, outcome in outcomes.items()}
    read.json.parent.mkdir(parents=True, exist_ok=True)
    output = {"load": os.getloadavg(), "figures": [figure.as_dict() for figure in figures], **details}
    read.json.write_text(json.dumps(output, indent=1) + "\n", encoding="utf-8")
    print(f"All figures: {read.json}")
    return int(any(figure.met is False for figure in figures))


if __name__ == "__main__":
    # Ends as Ctrl-C does: the servers are stopped.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    sys.exit(main(sys.argv[1:]))
