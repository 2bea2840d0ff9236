"""`python -m tests.site.faults [KIND ...]`: rounds of every kind on both databases, and a table of what they found."""

import argparse
import os
import random
import secrets
import sys
import threading
import time
import traceback
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.measuring import clean_environment
from tests.bench.report import table
from tests.site.faults.databases import Postgres, SQLite
from tests.site.faults.kinds import (
    Backups,
    Cards,
    LimitedFiles,
    Locked,
    Migrations,
    Restarts,
    Restores,
    Rules,
    Saves,
    Uploads,
)
from tests.site.faults.lost_texts import LostTexts
from tests.site.faults.rounds import WRONG, Found, Kind, Stage, Sum

_ALL: tuple[type[Kind], ...] = (
    Rules,
    Cards,
    Saves,
    Backups,
    Restores,
    Migrations,
    LimitedFiles,
    Uploads,
    Restarts,
    Locked,
    LostTexts,
)
KINDS = {kind.name: kind for kind in _ALL}
DATABASES = ("sqlite", "postgres")
HEADS = ("fault", "database", "rounds", "in the midst", "lost", "half visible", "findings", "broken", "recovery, s")


def arguments(given: Sequence[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.site.faults", description="See docs/faults.md.")
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"{', '.join(KINDS)}; all without one")
    parser.add_argument("--rounds", type=int, default=int(os.environ.get("ROUNDS") or 50), help="of each (%(default)s)")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(1_000_000), help="repeats the moments of a run")
    parser.add_argument("--on", choices=DATABASES, help="one database only")
    parser.add_argument("--corpus", type=Path, default=os.environ.get("RULESBASE_CORPUS"), help="real texts and cards")
    read = parser.parse_args(given)
    if wrong := [name for name in read.kinds if name not in KINDS]:
        parser.error(f"no kind is called {wrong[0]}; there are {', '.join(KINDS)}")
    return read


def play(kind: type[Kind], stage: Stage, rounds: int) -> Sum:
    """Play all rounds of a kind on one database; print what is wrong."""
    total, begun = Sum(kind.name, stage.database.name), time.monotonic()
    try:
        with ExitStack() as opened:
            playing = kind(stage, opened)
            for _round in range(rounds):
                total.rounds.append(playing.round())
    except Exception:
        total.rounds.append(Found(broken=[traceback.format_exc()[-3000:]], hit=False))
    seconds = time.monotonic() - begun
    lines = [f"{kind.name} on {total.database}: {len(total.rounds)} rounds, {seconds:.0f} s"]
    for number, found in enumerate(total.rounds, 1):
        lines += [f"  round {number}, {name}: {one}" for name in WRONG for one in getattr(found, name)]
    print("\n".join(lines), file=sys.stderr, flush=True)
    return total


def row_of(one: Sum) -> tuple[str, ...]:
    """Return a sum as a row of the table."""
    times = sorted(found.recovery for found in one.rounds) or [0.0]
    counts = (len(one.rounds), sum(found.hit for found in one.rounds), *map(one.count, WRONG))
    recovery = f"{times[len(times) // 2]:.2f}, at most {times[-1]:.2f}"
    return one.kind, one.database, *map(str, counts), recovery


def run(read: argparse.Namespace, folder: Path) -> list[Sum]:
    """Play all kinds, on both databases at the same time."""
    sums: list[Sum] = []

    def play_all(name: str) -> None:
        own = folder / name
        own.mkdir()
        with ExitStack() as opened:
            database = SQLite(own) if name == "sqlite" else Postgres()
            opened.callback(database.stop)
            env = {**os.environ, "OPERATIONS_DIR": str(own)}
            stage = Stage(database, own, env, random.Random(f"{read.seed} {name}"), read.corpus)
            for kind in read.kinds or KINDS:
                # SQLite has no server that could end.
                if not (name == "sqlite" and kind == Restarts.name):
                    sums.append(play(KINDS[kind], stage, read.rounds))

    threads = [threading.Thread(target=play_all, args=[name]) for name in DATABASES if read.on in (None, name)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(sums, key=lambda one: (list(KINDS).index(one.kind), one.database))


def main(given: Sequence[str]) -> int:
    """Print the table; 1 if anything was lost, half visible, wrong or broken."""
    read = arguments(given)
    with TemporaryDirectory(prefix="rulesbase-faults-", ignore_cleanup_errors=True) as folder:
        # PostgreSQL runs as another account than root.
        Path(folder).chmod(0o755)
        more = {"DJANGO_SETTINGS_MODULE": "tests.site.faults.settings", "OPERATIONS_DIR": folder, "LOG_FORMAT": "plain"}
        rates = {"API_RATE": "1000000", "API_WRITE_RATE": "1000000"}
        env = clean_environment(f"sqlite:///{folder}/none.sqlite3", **more, **rates)
        # The fork server has the environment of this process.
        os.environ.clear()
        os.environ.update(env)
        sums = run(read, Path(folder))
    print(f"seed {read.seed}, {read.rounds} rounds each\n\n{table(HEADS, [row_of(one) for one in sums])}")
    return int(any(one.count(name) for one in sums for name in WRONG))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
