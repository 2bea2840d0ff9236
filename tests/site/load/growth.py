"""The same pages from an archive, from twice and from four times as many versions; all served at once, in turns."""

import random
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import date, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.importing import import_archive
from tests.bench.places import Place
from tests.bench.report import Figure, Outcome
from tests.site.load.asking import Burst, Stated, Visit, burst
from tests.site.load.databases import empty_copies
from tests.site.load.made_up import write
from tests.site.load.mix import READING
from tests.site.load.running import served, visits

SIZES = (1, 2, 4)
TARGET_P95, TARGET_IMPORT = 1.3, 1.2
_TURN, _FIRST = 25, 40


def bench(places: Sequence[Place], paths: Sequence[Path], count: int, seed: int) -> Outcome:
    """Import each size into a database of its own, on each kind of database, and read."""
    figures: list[Figure] = []
    details: dict[str, object] = {}
    with TemporaryDirectory(prefix="rulesbase-load-texts-") as folder, empty_copies(places, len(SIZES)) as made:
        versions = [write(paths, Path(folder) / f"{size}", size) for size in SIZES]
        for of_kind in made:
            took = [import_archive(place, Path(folder) / f"{size}") for place, size in zip(of_kind, SIZES, strict=True)]
            sizes = [place.size() for place in of_kind]
            read = reading(of_kind, count, seed)
            name = of_kind[0].name
            found = {"versions": versions, "import": took, "sizes": sizes, "reading": [one._asdict() for one in read]}
            details[name] = found
            figures += figures_of(name, versions, [one["seconds"] for one in took], sizes, read)
    return Outcome(figures, details)


def reading(places: Sequence[Place], count: int, seed: int) -> list[Stated]:
    """Pages not requested before, one visitor at a time; each page from every size before the next."""
    with ExitStack() as stack:
        servers = [stack.enter_context(served(place)) for place in places]
        drawn = list(dict.fromkeys(one.path for one in visits(servers[0][1], 2 * count, seed, kind=READING)))
        bursts: list[list[Burst]] = [[] for _ in places]
        for at in range(0, min(len(drawn), count + _FIRST), _TURN):
            for which, (server, _env) in enumerate(servers):
                some = [Visit(READING, spread(path, SIZES[which])) for path in drawn[at : at + _TURN]]
                done = burst(server.port, some, visitors=1)
                # The first ones wait for what each worker reads once.
                if at >= _FIRST:
                    bursts[which].append(done)
    return [Stated.of(some) for some in bursts]


def spread(path: str, size: int) -> str:
    """The same place in the version itself or in one that was made up out of it, all equally often."""
    chance = random.Random(path)
    parts = path.split("/")
    at = next(at for at, part in enumerate(parts) if part[:1].isdigit() and len(part) == 10)
    parts[at] = str(date.fromisoformat(parts[at]) + timedelta(days=int(chance.random() * size)))
    return "/".join(parts)


def figures_of(
    name: str, versions: Sequence[int], seconds: Sequence[float], sizes: Sequence[int], read: Sequence[Stated]
) -> list[Figure]:
    """What is stated, each size beside the first."""
    found: list[Figure] = []
    for at, size in enumerate(SIZES):
        of = f"{name}, {size}x"
        found += [
            Figure("growth", f"{of}: import of {versions[at]} versions", seconds[at], "s"),
            Figure("growth", f"{of}: database", sizes[at] / 1e6, "MB"),
            Figure("growth", f"{of}: pages made anew, median", read[at].p50, "ms"),
            Figure("growth", f"{of}: pages made anew, 95th percentile", read[at].p95, "ms"),
            Figure("growth", f"{of}: errors", read[at].errors, "", 0.0),
        ]
    each = seconds[-1] / versions[-1] / (seconds[0] / versions[0])
    found.append(Figure("growth", f"{name}: time of a version at {SIZES[-1]}x", each, "x", TARGET_IMPORT))
    worse = read[-1].p95 / read[0].p95 if read[0].p95 else 0.0
    found.append(Figure("growth", f"{name}: 95th percentile at {SIZES[-1]}x", worse, "x", TARGET_P95))
    return found
