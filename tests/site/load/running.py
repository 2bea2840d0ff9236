"""A run: the database, the server, what people do, and the empty view in turns with it."""

import json
import sqlite3
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple
from urllib.parse import quote

from tests.bench.cards import files_in
from tests.bench.measuring import BenchError, clean_environment, run
from tests.bench.places import Place, filled_place
from tests.bench.server import Served
from tests.site.load.asking import VISITORS, Burst, Doing, Visit, burst
from tests.site.load.writing import Curators
from tests.support.programs import HOST
from tests.support.redis import Redis, redis_program

EMPTY = Visit("empty", "/bench/empty/")
CURATORS = 4
# So many visits in a burst, and the empty view as often behind each.
TURN = 200


def fill(place: Place, corpus: Path) -> dict[str, float]:
    """Import all rules and cards of a corpus; returns the seconds of both."""
    env = clean_environment(place.url)
    rules = corpus / "cr" if (corpus / "cr").is_dir() else corpus
    folders = [rules / "en", rules / "zh"] if (rules / "en").is_dir() else [rules]
    there = [folder for folder in folders if folder.is_dir()]
    took = {"rules": run([sys.executable, "manage.py", "import_rules", *there, "--json"], env).seconds}
    if (corpus / "cards").is_dir():
        took["cards"] = run([sys.executable, "manage.py", "import_cards", *files_in(corpus)], env).seconds
    return took


@contextmanager
def copied(url: str) -> Iterator[Place]:
    """A copy of a filled database, migrated: a run writes, so it needs a copy. Raises BenchError for PostgreSQL."""
    place = filled_place(url)
    if place.name != "sqlite":
        raise BenchError("Only a database of SQLite can be copied; without --database one of PostgreSQL is filled.")
    with TemporaryDirectory(prefix="rulesbase-load-") as folder:
        file = f"{folder}/copy.sqlite3"
        with sqlite3.connect(url.removeprefix("sqlite:///")) as old, sqlite3.connect(file) as new:
            old.backup(new)
        copy = Place("sqlite", f"sqlite:///{quote(file)}")
        copy.migrate()
        yield copy


@contextmanager
def served(place: Place) -> Iterator[tuple[Served, dict[str, str]]]:
    """The real server on a database, as `make serve` starts it, with a folder of its own for what it keeps.

    Its workers share finished pages in Redis, where that is installed. The limits are so high that no program meets
    them: one machine asks here as hundreds would.
    """
    with TemporaryDirectory(prefix="rulesbase-load-") as folder, ExitStack() as stack:
        shared: dict[str, str] = {}
        if redis_program():
            redis = stack.enter_context(Redis(Path(folder)))
            shared = {"CACHE_URL": f"redis://{HOST}:{redis.port}/0"}
        env = clean_environment(
            place.url,
            DJANGO_SETTINGS_MODULE="tests.bench.settings",
            BENCH_STATIC=f"{folder}/static",
            DOWNLOADS_DIR=f"{folder}/downloads",
            OPERATIONS_DIR=folder,
            API_RATE="1000000",
            API_WRITE_RATE="1000000",
            PAGE_RATE="1000000",
            **shared,
        )
        run([sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity", "0"], env)
        with Served(env) as server:
            yield server, env


def visits(env: Mapping[str, str], count: int, seed: int, *, kind: str = "") -> list[Visit]:
    """Draw visits; those of the whole mix, or of reading pages alone."""
    command = [sys.executable, "-m", "tests.site.load.mix", str(count), str(seed), *([kind] if kind else [])]
    return [Visit(*drawn) for drawn in json.loads(run(command, env).output)]


def mixed(env: Mapping[str, str], count: int, seed: int, people: Curators) -> list[Doing]:
    """The whole mix; what is written is somebody's next step at that moment."""
    return [people.write if one.kind == "write" else one for one in visits(env, count, seed)]


def curators(env: Mapping[str, str], seed: int) -> Curators:
    """Make curators in the database."""
    return Curators(json.loads(run([sys.executable, "-m", "tests.site.load.people", str(CURATORS)], env).output), seed)


class Turns(NamedTuple):
    """What was asked for and the empty view, burst by burst."""

    bursts: list[Burst]
    empty: list[Burst]

    @property
    def ratio(self) -> float:
        """The rate in that of the empty view: the median over the turns."""
        return median(one.rate / other.rate for one, other in zip(self.bursts, self.empty, strict=True))

    @property
    def errors(self) -> list[str]:
        """What went wrong, the empty view's errors too."""
        return [took.error for one in (*self.bursts, *self.empty) for took in one.took if took.error]

    def by_kind(self) -> dict[str, list[float]]:
        """Milliseconds of the visits of each kind, those that took longest together first."""
        found: defaultdict[str, list[float]] = defaultdict(list)
        for one in self.bursts:
            for took in one.took:
                found[took.kind].append(took.ms)
        return dict(sorted(found.items(), key=lambda kind: -sum(kind[1])))


def in_turns(server: Served, doings: Sequence[Doing], turn: int = TURN, visitors: int = VISITORS) -> Turns:
    """Do everything once, in bursts, with the empty view behind each."""
    turns = Turns([], [])
    for at in range(0, len(doings), turn):
        turns.bursts.append(burst(server.port, doings[at : at + turn], visitors))
        turns.empty.append(burst(server.port, [EMPTY] * len(turns.bursts[-1].took), visitors))
    return turns
