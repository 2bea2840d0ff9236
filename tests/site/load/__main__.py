"""`python -m tests.site.load`: the real server under a realistic mix, beside an empty view; see docs/load.md."""

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from statistics import median

from tests.bench.measuring import BenchError
from tests.bench.places import Place, empty_places
from tests.bench.report import Figure, figures_table, table, write_json
from tests.bench.server import Served
from tests.site.load import shared_cache
from tests.site.load.asking import burst, percentile
from tests.site.load.learners import all_at_once
from tests.site.load.mix import READING
from tests.site.load.running import EMPTY, TURN, Turns, copied, curators, fill, in_turns, mixed, served, visits
from tests.site.load.writing import Curators
from tests.support.nginx import nginx_program
from tests.support.programs import ROOT, Broken
from tests.support.redis import redis_program

TARGET_READING, TARGET_MIX, TARGET_LEARNERS, TARGET_SHARED = 0.5, 0.12, 0.02, 20.0
# Seconds for which an old page may be given after an approval, and how many texts are approved.
TARGET_NEW, APPROVALS = 5.0, 8
_WITHOUT_REDIS = (
    "redis-server is not installed, so each worker has its own pages and makes again what the other one has: "
    "a second pass may miss its target for this reason alone (docs/load.md)."
)
PERCENTILES = {"p50": 0.5, "p95": 0.95, "p99": 0.99}


def arguments(given: Sequence[str]) -> argparse.Namespace:
    """Read the command line; ends the program with a sentence where it makes no sense."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.site.load", description="The server under load; see docs/load.md."
    )
    corpus = os.environ.get("RULESBASE_CORPUS") or None
    parser.add_argument("--corpus", type=Path, default=corpus, metavar="PATH", help="else RULESBASE_CORPUS")
    parser.add_argument("--database", metavar="URL", help="a copy of a filled file of SQLite, no imports")
    parser.add_argument("--reading", type=int, default=2000, help="visits to reading pages in each pass")
    parser.add_argument("--visits", type=int, default=4000, help="visits of the whole mix in each pass")
    parser.add_argument("--learners", type=int, default=100, metavar="N", help="so many learners at once")
    parser.add_argument("--long", type=int, default=0, metavar="N", help="then so many more of the mix: 100000")
    parser.add_argument("--seed", type=int, default=20260619)
    read = parser.parse_args(given)
    if not read.corpus and not read.database:
        parser.error("name the corpus: --corpus PATH, or RULESBASE_CORPUS; or --database URL")
    return read


def load(place: Place, read: argparse.Namespace) -> list[Figure]:
    """Measure on one filled database, which is written to; print the kinds of visits."""
    figures = [Figure("database", place.size() / 1e6, "MB")]
    rows: list[list[str]] = []

    def add(what: str, turns: Turns, target: float | None = None) -> None:
        figures.extend(figures_of(what, turns, target))
        rows.extend(rows_of(what, turns))

    with served(place) as (server, env):
        # From a server without cached pages, then the same addresses again.
        reading = visits(env, read.reading, read.seed, kind=READING)
        burst(server.port, [EMPTY] * 40)
        add("reading, first pass", in_turns(server, reading))
        add("reading, second pass", in_turns(server, reading), TARGET_READING)
        people = curators(env, read.seed)
        # The first text of a language changes every page that offers it, once for all time: it is there before.
        people.finish(server.port, people.prepared(server.port))
        whole = mixed(env, read.visits, read.seed, people)
        add("whole mix, first pass", in_turns(server, whole))
        add("whole mix, second pass", in_turns(server, whole), TARGET_MIX)
        add(f"{read.learners} learners at once", all_at_once(server, env, read.learners), TARGET_LEARNERS)
        figures.append(Figure("memory of a worker", max(server.memory(), default=0) / 1e6, "MB"))
        figures += shared_figures(server, curators(env, read.seed))
        if read.long:
            more = mixed(env, read.long, read.seed + 1, curators(env, read.seed + 1))
            add(f"whole mix, {read.long} visits", in_turns(server, more, turn=1000))
            figures.append(Figure("memory of a worker then", max(server.memory(), default=0) / 1e6, "MB"))
    print(table([place.name, "visits", *PERCENTILES, "sum s"], rows, range(1, 6)), end="\n\n")
    return figures


def shared_figures(server: Served, people: Curators) -> list[Figure]:
    """Warm pages from nginx with the cache of the guide, beside the empty view; none where nginx is not installed.

    Two of them show how long an approval takes to reach readers.
    """
    if nginx_program() is None:
        print("nginx is not installed: its cache is not measured.", file=sys.stderr)
        return []
    # The first burst loads the workers.
    empty = max(burst(server.port, [EMPTY] * TURN).rate for _time in range(3))
    with shared_cache.nginx_before(server) as port:
        rate = shared_cache.warm_rate(port, "/help/marks/")
        with shared_cache.nginx_before(server) as other:
            new = shared_cache.seconds_until_new((port, other), server, people, APPROVALS)
    return [
        Figure("warm page from nginx, rate", rate, "/s"),
        Figure("warm page from nginx, of the empty view", rate / empty, "x", TARGET_SHARED, at_least=True),
        Figure("old page after an approval, from two nginx", new, "s", TARGET_NEW),
    ]


def figures_of(what: str, turns: Turns, target: float | None) -> list[Figure]:
    """What is stated of one pass, the empty view in the same turns beside it."""
    made, empty = ([took.ms for one in some for took in one.took] for some in turns)
    figures = [
        Figure(f"{what}, rate", median(one.rate for one in turns.bursts), "/s"),
        Figure(f"{what}, empty view", median(one.rate for one in turns.empty), "/s"),
        Figure(f"{what}, of the empty view", turns.ratio, "x", target, at_least=True),
    ]
    for name, share in PERCENTILES.items():
        figures.append(Figure(f"{what}, {name}", percentile(made, share), "ms"))
        figures.append(Figure(f"{what}, {name} of the empty view", percentile(empty, share), "ms"))
    for error in turns.errors[:50]:
        print(error, file=sys.stderr)
    return [*figures, Figure(f"{what}, errors of {len(made)} visits", len(turns.errors), "", 0.0)]


def rows_of(what: str, turns: Turns) -> list[list[str]]:
    """Each kind of visit."""
    rows = []
    for kind, took in turns.by_kind().items():
        times = [f"{percentile(took, share):.1f}" for share in PERCENTILES.values()]
        rows.append([f"{what}: {kind}", str(len(took)), *times, f"{sum(took) / 1000:.1f}"])
    return rows


def main(given: Sequence[str]) -> int:
    """Print the figures, write them as JSON; returns 1 where a target is missed or a visit went wrong, 2 for no run."""
    read = arguments(given)
    figures: list[Figure] = []
    try:
        with ExitStack() as stack:
            if read.database:
                places = [stack.enter_context(copied(read.database))]
            else:
                places = stack.enter_context(empty_places())
            for place in places:
                took = {} if read.database else fill(place, read.corpus)
                found = [Figure(f"import of {what}", seconds, "s") for what, seconds in took.items()]
                found = [replace(one, what=f"{place.name}: {one.what}") for one in (*found, *load(place, read))]
                print(figures_table(found), end="\n\n", flush=True)
                if not redis_program() and any(figure.met is False for figure in found):
                    print(_WITHOUT_REDIS, end="\n\n", flush=True)
                figures += found
    except (BenchError, Broken) as error:
        print(error, file=sys.stderr)
        return 2
    write_json(ROOT / "var" / "load.json", figures)
    return int(any(figure.met is False for figure in figures))


if __name__ == "__main__":
    # Ends as Ctrl-C does: the servers are stopped.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    sys.exit(main(sys.argv[1:]))
