"""Warm pages: a real server, visited until all is kept, then in turns with an empty view there."""

from collections.abc import Mapping, Sequence
from statistics import median
from typing import NamedTuple

from tests.bench.load import Burst, fire
from tests.bench.server import Served, serving

VISITS = 400
ROUNDS = 5
# Each worker keeps its own pages: after so many passes hardly one is left that a worker has not met.
WARM_PASSES = 12
SINGLE_VISITS = 60
EMPTY = "/bench/empty/"


class Compared(NamedTuple):
    """Visits a second, and their ratio to the empty view's: the median over the rounds.

    ``bare_ratio`` is that to the empty view without any middleware.

    ``cpu_ms`` is the workers' processor time a visit, without the client's; ``cpu_ratio`` is the empty view's
    share of it. Both are 0 where the system does not tell.
    """

    rate: float
    ratio: float
    bare_ratio: float
    cpu_ms: float
    cpu_ratio: float
    size: float


class Series:
    """Bursts of one kind of visits over the rounds, with the processor time of the workers."""

    def __init__(self, paths: Sequence[str]) -> None:
        self.paths = paths
        self.bursts: list[Burst] = []
        self._cpu = 0.0

    def go(self, served: Served) -> None:
        """Make all visits once."""
        before = served.cpu_seconds()
        self.bursts.append(fire(served.port, self.paths))
        self._cpu += served.cpu_seconds() - before

    @property
    def cpu_ms(self) -> float:
        """Return the workers' milliseconds a visit."""
        return self._cpu * 1000 / sum(burst.visits for burst in self.bursts)

    def _ratio(self, other: "Series") -> float:
        rounds = zip(self.bursts, other.bursts, strict=True)
        return median(burst.rate / others.rate for burst, others in rounds)

    def against(self, empty: "Series", bare: "Series") -> Compared:
        """Compare with the visits to the empty views in the same rounds."""
        return Compared(
            rate=median(burst.rate for burst in self.bursts),
            ratio=self._ratio(empty),
            bare_ratio=self._ratio(bare),
            cpu_ms=self.cpu_ms,
            cpu_ratio=empty.cpu_ms / self.cpu_ms if self.cpu_ms else 0.0,
            size=median(burst.size / burst.visits for burst in self.bursts),
        )


class Warm(NamedTuple):
    """What the server showed.

    ``bare`` is an empty view without any middleware, ``first_rate`` the mix before it is warm.
    """

    empty: Compared
    bare: Compared
    mix: Compared
    first_rate: float
    apart: dict[str, Compared]

    def as_dict(self) -> dict[str, object]:
        """Return all for JSON."""
        parts = {name: getattr(self, name)._asdict() for name in ("empty", "bare", "mix")}
        apart = {name: each._asdict() for name, each in self.apart.items()}
        return {**parts, "first_rate": self.first_rate, "apart": apart}


def measure(env: Mapping[str, str], mix: list[str], apart: Mapping[str, str]) -> Warm:
    """Serve, visit everything until it is kept, then let empty views, mix and single pages take turns."""
    empty, bare, mixed = Series([EMPTY] * VISITS), Series([EMPTY] * VISITS), Series(mix)
    singles = {name: Series([path] * SINGLE_VISITS) for name, path in apart.items()}
    everything = list(dict.fromkeys([*mix, *apart.values()]))
    with serving(env) as served, serving({**env, "BENCH_BARE": "1"}) as bare_served:
        first = fire(served.port, mix)
        for _ in range(WARM_PASSES):
            fire(served.port, everything)
        for _ in range(ROUNDS):
            empty.go(served)
            mixed.go(served)
            bare.go(bare_served)
            for series in singles.values():
                series.go(served)
    compared = {name: series.against(empty, bare) for name, series in singles.items()}
    around = [series.against(empty, bare) for series in (empty, bare, mixed)]
    return Warm(around[0], around[1], around[2], first.rate, compared)
