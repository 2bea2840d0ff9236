"""`python -m tests.bench [NAME ...]`: without names all benches, one behind the other."""

import argparse
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench import (
    api,
    cards,
    comparing,
    desk,
    downloads,
    identity,
    importing,
    lookups,
    memory,
    newest,
    pages,
    parsing,
    searching,
    study,
)
from tests.bench.measuring import BenchError, clean_environment, run
from tests.bench.places import Place, empty_places, filled_place
from tests.bench.report import Figure, figures_table, write_json
from tests.support.programs import ROOT, Broken

ON_FILES: dict[str, Callable[[Path], list[Figure]]] = {
    "parse": parsing.bench,
    "identity": identity.bench,
    "compare": comparing.bench,
    "memory": memory.bench,
    "lookups": lookups.bench,
}
# Each begins with an empty database of either kind.
ON_EMPTY: dict[str, Callable[[Place, Path], list[Figure]]] = {
    "cards": cards.bench,
    "study": study.bench,
    "newest": newest.bench,
}
# All have one database of either kind; `import` fills it.
ON_FILLED: dict[str, Callable[[Place, Path], list[Figure]]] = {
    "import": importing.bench,
    "pages": pages.bench,
    "desk": desk.bench,
    "api": api.bench,
    "search": searching.bench,
    "downloads": downloads.bench,
}
NAMES = (*ON_FILES, *ON_EMPTY, *ON_FILLED)


def arguments(given: Sequence[str]) -> argparse.Namespace:
    """Read the command line; end the program with a sentence where it makes no sense."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench", description="Times of the main jobs; see docs/bench.md."
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"{', '.join(NAMES)}; all without a name")
    corpus = os.environ.get("RULESBASE_CORPUS") or None
    parser.add_argument("--corpus", type=Path, default=corpus, metavar="PATH", help="the texts; else RULESBASE_CORPUS")
    parser.add_argument(
        "--database", metavar="URL", help="pages, desk, api, search or downloads of this filled database"
    )
    read = parser.parse_args(given)
    if wrong := [name for name in read.names if name not in NAMES]:
        parser.error(f"no bench is called {wrong[0]}; there are {', '.join(NAMES)}")
    if read.database and not (read.names and set(read.names) <= ON_FILLED.keys() - {"import"}):
        parser.error("--database goes with pages, desk, api, search, downloads: the others touch no such database")
    if not (read.corpus or read.database):
        parser.error("name the folder of texts: --corpus PATH, or RULESBASE_CORPUS")
    if not read.names:
        has_cards = lookups.has_cards(read.corpus)
        read.names = [name for name in NAMES if has_cards or name not in ("cards", "lookups")]
    return read


def on_each(bench: Callable[[Place, Path], list[Figure]], places: Sequence[Place], corpus: Path) -> list[Figure]:
    """Run a bench on each database; return its figures together."""
    return [replace(one, what=f"{place.name}: {one.what}") for place in places for one in bench(place, corpus)]


def run_all(names: Sequence[str], corpus: Path, database: str | None) -> Iterator[tuple[str, list[Figure]]]:
    """Yield the name and the figures of each bench that was asked for."""
    for name, on_files in ON_FILES.items():
        if name in names:
            yield name, on_files(corpus)
    for name, on_empty in ON_EMPTY.items():
        if name in names:
            with empty_places() as places:
                yield name, on_each(on_empty, places, corpus)
    if ON_FILLED.keys().isdisjoint(names):
        return
    run([sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity", "0"], clean_environment("sqlite://"))
    with ExitStack() as stack:
        places = [filled_place(database)] if database else stack.enter_context(empty_places())
        for place in places if not database and "import" not in names else ():
            importing.import_archive(place, parsing.texts_in(corpus)[0].parent)
        for name, on_filled in ON_FILLED.items():
            if name in names:
                yield name, on_each(on_filled, places, corpus)


def main(given: Sequence[str]) -> int:
    """Print the figures and write them as JSON; return 0 whatever they are, 2 where there are none."""
    read = arguments(given)
    figures: list[Figure] = []
    with TemporaryDirectory(prefix="rulesbase-bench-static-") as static:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "tests.bench.settings", "BENCH_STATIC": static}
        try:
            for name, found in run_all(read.names, read.corpus, read.database):
                figures += [replace(one, what=f"{name}, {one.what}") for one in found]
                print(figures_table(figures[-len(found) :]), end="\n\n", flush=True)
        except (BenchError, Broken) as error:
            print(error, file=sys.stderr)
            return 2
    write_json(ROOT / "var" / "bench.json", figures)
    return 0


if __name__ == "__main__":
    # Ends as Ctrl-C does: the servers are stopped.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    sys.exit(main(sys.argv[1:]))
