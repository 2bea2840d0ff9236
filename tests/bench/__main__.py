"""`python -m tests.bench [NAME ...]`: without names all benches, one behind the other."""

import argparse
import json
import os
import platform
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
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
from tests.bench.report import Outcome, figures_table
from tests.support.programs import ROOT, Broken

NAMES = (
    "parse",
    "identity",
    "compare",
    "import",
    "pages",
    "desk",
    "api",
    "search",
    "downloads",
    "newest",
    "cards",
    "lookups",
    "memory",
    "study",
)
FILLED = {"pages", "desk", "api", "search", "downloads"}
WITH_DATABASE = {"import", *FILLED}
ON_TEXTS: dict[str, Callable[[Sequence[Path]], Outcome]] = {
    "parse": parsing.bench,
    "identity": identity.bench,
    "compare": comparing.bench,
    "memory": memory.bench,
}


def arguments(given: Sequence[str]) -> argparse.Namespace:
    """Read the command line; ends the program with a sentence where it makes no sense."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench", description="Times of the main jobs; see docs/bench.md."
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"{', '.join(NAMES)}; all without a name")
    parser.add_argument("--json", type=Path, default=ROOT / "var" / "bench.json", metavar="FILE")
    parser.add_argument("--corpus", type=Path, metavar="PATH", help="the texts; else RULESBASE_CORPUS")
    parser.add_argument(
        "--database",
        metavar="URL",
        help="pages, desk, api, search or downloads of this filled database, not of a fresh import",
    )
    read = parser.parse_args(given)
    wrong = [name for name in read.names if name not in NAMES]
    if wrong:
        parser.error(f"no bench is called {wrong[0]}; there are {', '.join(NAMES)}")
    if read.database and not set(read.names or NAMES) <= FILLED:
        parser.error(
            "--database goes with pages, desk, api, search, downloads: the others touch no database that exists"
        )
    read.names = [name for name in NAMES if name in read.names] or list(NAMES)
    return read


def texts(given: Path | None) -> list[Path]:
    """Return the files to work on; raises BenchError where none are named."""
    named = given or (Path(os.environ["RULESBASE_CORPUS"]) if os.environ.get("RULESBASE_CORPUS") else None)
    if named is None:
        raise BenchError("Name the folder of texts: --corpus PATH, or RULESBASE_CORPUS.")
    return parsing.files_in(named.resolve())


def run_all(read: argparse.Namespace, tell: Callable[[str, Outcome], None]) -> None:
    """Run the benches that were asked for; ``tell`` is called after each."""
    wanted = set(read.names)
    if read.names == list(NAMES) and not lookups.has_cards(read.corpus):
        wanted -= {"lookups", "cards"}
    paths = [] if read.database or wanted <= {"cards", "lookups", "study"} else texts(read.corpus)
    if "lookups" in wanted:
        tell("lookups", lookups.bench(lookups.corpus_of(read.corpus)))
    for name, on_texts in ON_TEXTS.items():
        if name in wanted:
            tell(name, on_texts(paths))
    with TemporaryDirectory(prefix="rulesbase-bench-static-") as static:
        empty_jobs: tuple[tuple[str, Callable[[Place], Outcome]], ...] = (
            ("cards", lambda place: cards.bench(place, lookups.corpus_of(read.corpus))),
            ("study", lambda place: study.bench(place, static)),
            ("newest", lambda place: newest.bench(place, paths)),
        )
        for name, job in empty_jobs:
            if name in wanted:
                with empty_places() as places:
                    tell(name, on_each(places, job))
        if wanted & WITH_DATABASE:
            run_filled(wanted, read.database, paths, static, tell)


def on_each(places: Sequence[Place], job: Callable[[Place], Outcome]) -> Outcome:
    """Run a bench on each database; return its figures together."""
    outcomes = {place.name: job(place) for place in places}
    figures = [figure for outcome in outcomes.values() for figure in outcome.figures]
    text = "\n\n".join(outcome.text for outcome in outcomes.values() if outcome.text)
    return Outcome(figures, {name: outcome.details for name, outcome in outcomes.items()}, text)


def run_filled(
    wanted: set[str], database: str | None, paths: list[Path], static: str, tell: Callable[[str, Outcome], None]
) -> None:
    """Run the benches of a filled archive."""
    with ExitStack() as stack:
        places: list[Place] = [filled_place(database)] if database else stack.enter_context(empty_places())
        if "import" in wanted:
            tell("import", on_each(places, lambda place: importing.bench(place, paths)))
        elif not database:
            for place in places:
                importing.import_archive(place, paths[0].parent)
        env = clean_environment(places[0].url, DJANGO_SETTINGS_MODULE="tests.bench.settings", BENCH_STATIC=static)
        run([sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity", "0"], env)
        jobs: tuple[tuple[str, Callable[[Place], Outcome]], ...] = (
            ("pages", lambda place: pages.bench(place, static)),
            ("desk", lambda place: desk.bench(place, static)),
            ("api", lambda place: api.bench(place, static)),
            ("search", searching.bench),
            ("downloads", lambda place: downloads.bench(place, static)),
        )
        for name, job in jobs:
            if name in wanted:
                tell(name, on_each(places, job))


def main(given: Sequence[str]) -> int:
    """Print the figures, write them as JSON; returns 0 whatever they are, 2 where there are none."""
    read = arguments(given)
    outcomes: dict[str, Outcome] = {}

    def tell(name: str, outcome: Outcome) -> None:
        outcomes[name] = outcome
        print(
            "\n\n".join(part for part in (outcome.text, figures_table(outcome.figures)) if part),
            end="\n\n",
            flush=True,
        )

    try:
        run_all(read, tell)
    except (BenchError, Broken) as error:
        print(error, file=sys.stderr)
        return 2
    figures = [figure.as_dict() for outcome in outcomes.values() for figure in outcome.figures]
    machine = {
        "python": platform.python_version(),
        "system": platform.platform(),
        "processors": os.cpu_count(),
        "load": os.getloadavg(),
        "finished": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    details = {name: outcome.details for name, outcome in outcomes.items()}
    read.json.parent.mkdir(parents=True, exist_ok=True)
    read.json.write_text(
        json.dumps({"machine": machine, "figures": figures, **details}, indent=1) + "\n", encoding="utf-8"
    )
    print(f"All figures: {read.json}")
    return 0


if __name__ == "__main__":
    # Ends as Ctrl-C does: the servers are stopped.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    sys.exit(main(sys.argv[1:]))
