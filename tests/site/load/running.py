"""A run: the server, what people do, and the empty view in turns with it."""

import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.bench.measuring import clean_environment, run
from tests.bench.places import Place
from tests.bench.server import Served
from tests.site.load.asking import VISITORS, Burst, Doing, Stated, Visit, burst
from tests.site.load.mix import READING
from tests.site.load.writing import Curators

EMPTY = Visit("empty", "/bench/empty/")
CURATORS = 4
# So many visits in a burst, and the empty view as often behind each.
TURN = 200


@contextmanager
def served(place: Place) -> Iterator[tuple[Served, dict[str, str]]]:
    """The real server on a database, as `make serve` starts it, with a folder of its own for what it keeps.

    The limits are so high that no program meets them: one machine asks here as hundreds would.
    """
    with TemporaryDirectory(prefix="rulesbase-load-") as folder:
        env = clean_environment(
            place.url,
            DJANGO_SETTINGS_MODULE="tests.bench.settings",
            BENCH_STATIC=f"{folder}/static",
            DOWNLOADS_DIR=f"{folder}/downloads",
            OPERATIONS_DIR=folder,
            API_RATE="1000000",
            API_WRITE_RATE="1000000",
            PAGE_RATE="1000000",
        )
        run([sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity", "0"], env)
        with Served(env) as server:
            yield server, env


def visits(env: Mapping[str, str], count: int, seed: int, *, kind: str = "") -> list[Visit]:
    """Draw visits; those of the whole mix, or of reading pages alone."""
    command = [sys.executable, "-m", "tests.site.load.mix", str(count), str(seed), *([kind] if kind else [])]
    return [Visit(*drawn) for drawn in json.loads(run(command, env).output)]


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
        return [error for one in (*self.bursts, *self.empty) for error in one.errors]

    def by_kind(self) -> dict[str, list[float]]:
        """Milliseconds of the visits of each kind."""
        found: defaultdict[str, list[float]] = defaultdict(list)
        for one in self.bursts:
            for took in one.took:
                found[took.kind].append(took.ms)
        return dict(found)

    def as_dict(self) -> dict[str, object]:
        """Everything for JSON."""
        return {
            "visits": Stated.of(self.bursts)._asdict(),
            "empty": Stated.of(self.empty)._asdict(),
            "ratio": self.ratio,
            "errors": self.errors[:50],
        }


def in_turns(server: Served, doings: Sequence[Doing], turn: int = TURN, visitors: int = VISITORS) -> Turns:
    """Do everything once, in bursts, with the empty view behind each."""
    turns = Turns([], [])
    for at in range(0, len(doings), turn):
        turns.bursts.append(burst(server.port, doings[at : at + turn], visitors))
        turns.empty.append(burst(server.port, [EMPTY] * len(turns.bursts[-1].took), visitors))
    return turns


def reading_twice(server: Served, env: Mapping[str, str], count: int, seed: int) -> tuple[Turns, Turns]:
    """Reading pages from a server without cached pages, then the same addresses again."""
    pages = visits(env, count, seed, kind=READING)
    burst(server.port, [EMPTY] * 40)
    return in_turns(server, pages), in_turns(server, pages)


def mixed(env: Mapping[str, str], count: int, seed: int, people: Curators) -> list[Doing]:
    """The whole mix; what is written is somebody's next step at that moment."""
    return [people.write if one.kind == "write" else one for one in visits(env, count, seed)]


def whole_mix(server: Served, env: Mapping[str, str], count: int, seed: int) -> tuple[Turns, Turns]:
    """The whole mix, twice over the same addresses; the writes of curators go on with other texts.

    The first text of a language changes every page that offers it, once for all time: it is there before.
    """
    people = curators(env, seed)
    people.approve_one(server.port)
    doings = mixed(env, count, seed, people)
    return in_turns(server, doings), in_turns(server, doings)


def long_run(server: Served, env: Mapping[str, str], count: int, seed: int) -> Turns:
    """Very many visits of the whole mix, in turns of a thousand."""
    return in_turns(server, mixed(env, count, seed, curators(env, seed)), turn=1000)
