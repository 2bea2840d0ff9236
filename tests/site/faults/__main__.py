"""`python -m tests.site.faults [KIND ...]`: rounds of every kind on both databases, and a table of what they found."""

import argparse
import json
import os
import random
import secrets
import sys
import threading
import time
import traceback
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

from tests.bench.measuring import clean_environment
from tests.site.faults.children import ROOT, Nursery
from tests.site.faults.clocks import Clocks
from tests.site.faults.commands import Backups, Migrations, Restores
from tests.site.faults.disks import FullDisk, LimitedFiles
from tests.site.faults.imports import Cards, Rules
from tests.site.faults.library import empty_database
from tests.site.faults.places import PostgresPlace, SQLitePlace
from tests.site.faults.restarts import Locked, Restarts
from tests.site.faults.rounds import AnyPlace, Kind, Stage, Sum
from tests.site.faults.saves import Saves
from tests.site.faults.uploads import Uploads

KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Rules(),
        Cards(),
        Saves(),
        Backups(),
        Restores(),
        Migrations(),
        FullDisk(),
        LimitedFiles(),
        Clocks(),
        Uploads(),
        Restarts(),
        Locked(),
    )
}
PLACES = ("sqlite", "postgres")
HEADS = ("fault", "database", "rounds", "in the midst", "lost", "half visible", "findings", "broken", "recovery, s")


def arguments(given: Sequence[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.site.faults", description="See docs/faults.md.")
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"{', '.join(KINDS)}; all without one")
    parser.add_argument("--rounds", type=int, default=int(os.environ.get("ROUNDS") or 50), help="of each (%(default)s)")
    parser.add_argument("--seed", type=int, default=None, help="the same seed, the same moments; another each time")
    parser.add_argument("--most", type=float, default=None, metavar="SECONDS", help="begin no round of a kind after")
    parser.add_argument("--on", choices=PLACES, help="one database only")
    parser.add_argument("--corpus", type=Path, help="real texts and cards; else RULESBASE_CORPUS, else made-up ones")
    parser.add_argument("--json", type=Path, default=ROOT / "var" / "faults.json", metavar="FILE")
    read = parser.parse_args(given)
    if wrong := [name for name in read.kinds if name not in KINDS]:
        parser.error(f"no kind is called {wrong[0]}; there are {', '.join(KINDS)}")
    read.seed = secrets.randbelow(1_000_000) if read.seed is None else read.seed
    named = os.environ.get("RULESBASE_CORPUS")
    read.corpus = read.corpus or (Path(named) if named else None)
    return read


def play(kind: Kind, stage: Stage, rounds: int, most: float | None) -> Sum:
    """All rounds of a kind on one database, or those that fit into so many seconds."""
    total, begun = Sum(kind.name, stage.place.name), time.monotonic()
    try:
        with kind.playing(stage) as playing:
            while total.rounds < rounds and not total.skipped:
                if total.rounds and most is not None and time.monotonic() - begun > most:
                    break
                total.add(playing.round())
    except Exception:
        total.other += 1
        total.told.append(f"after {total.rounds} rounds: {traceback.format_exc()[-3000:]}")
    total.seconds = time.monotonic() - begun
    return total


def stages(read: argparse.Namespace, folder: Path, open_: ExitStack) -> list[Stage]:
    """A stage for each kind of database."""
    made: list[Stage] = []
    for name in PLACES:
        if read.on not in (None, name):
            continue
        own = folder / name
        own.mkdir()
        place: AnyPlace = SQLitePlace(own) if name == "sqlite" else PostgresPlace()
        open_.callback(place.stop)
        more = {
            "DJANGO_SETTINGS_MODULE": "tests.site.faults.settings",
            "OPERATIONS_DIR": str(own),
            "LOG_FORMAT": "plain",
        }
        rates = {"API_RATE": "1000000", "API_WRITE_RATE": "1000000"}
        env = clean_environment(f"sqlite:///{own / 'none.sqlite3'}", **more, **rates)
        nursery = open_.enter_context(Nursery(own, env))
        stage = Stage(place, nursery, own, read.corpus, env, random.Random(f"{read.seed} {name}"))
        empty_database(stage, "empty")
        made.append(stage._replace(empty="empty"))
    return made


def table(sums: Sequence[Sum]) -> str:
    """The sums as a table."""
    rows: list[tuple[str, ...]] = [HEADS]
    for one in sums:
        if one.skipped:
            rows.append((one.kind, one.place, "skipped", "", "", "", "", "", ""))
            continue
        times = sorted(one.recoveries) or [0.0]
        recovery = f"{times[len(times) // 2]:.2f}, at most {times[-1]:.2f}"
        counts = (one.rounds, one.hits, one.lost, one.half, one.findings, one.other)
        rows.append((one.kind, one.place, *map(str, counts), recovery))
    widths = [max(len(row[at]) for row in rows) for at in range(len(HEADS))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join(
        [*lines, *(f"{one.kind} on {one.place} was skipped: {one.skipped}" for one in sums if one.skipped)]
    )


def run(read: argparse.Namespace) -> list[Sum]:
    """Everything that was asked for; both databases at the same time, as the machine has room for it."""
    folder = Path(mkdtemp(prefix="rulesbase-faults-"))
    # PostgreSQL is somebody else where this runs as root.
    folder.chmod(0o755)
    sums: list[Sum] = []
    with ExitStack() as open_:
        open_.callback(rmtree, folder, ignore_errors=True)
        given = stages(read, folder, open_)

        def on(stage: Stage) -> None:
            for name in read.kinds or KINDS:
                total = play(KINDS[name], stage, read.rounds, read.most)
                sums.append(total)
                told = f"{name} on {stage.place.name}: {total.rounds} rounds, {total.seconds:.0f} s"
                print(told, file=sys.stderr, flush=True)
                for sentence in total.told[:20]:
                    print(f"  {sentence}", file=sys.stderr, flush=True)

        threads = [threading.Thread(target=on, args=[stage]) for stage in given]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    order = list(KINDS)
    return sorted(sums, key=lambda one: (order.index(one.kind), one.place))


def main(given: Sequence[str]) -> int:
    """Print the table; 1 where anything was lost, half visible, wrong or broken."""
    read = arguments(given)
    sums = run(read)
    print(f"seed {read.seed}, at most {read.rounds} rounds each\n\n{table(sums)}")
    with suppress(OSError):
        read.json.write_text(json.dumps({"seed": read.seed, "sums": [vars(one) for one in sums]}, indent=1))
    return 0 if all(one.is_well for one in sums) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
