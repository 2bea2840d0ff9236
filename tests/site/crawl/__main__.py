"""`python -m tests.site.crawl`: fetch everything there is into a folder, and compare two such crawls.

    record FOLDER               crawl into a folder
    compare BEFORE AFTER        report what differs; 1 where anything does
    (nothing)                   crawl into var/crawl/ and compare with the crawl before

The database db.sqlite3 beside the folder is filled once, on twelve real versions where RULESBASE_CORPUS names them, and
crawled as a copy.
"""

import argparse
import multiprocessing
import os
import shutil
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from tests.site.crawl.comparing import compare
from tests.site.crawl.store import INDEX

if TYPE_CHECKING:
    from tests.site.crawl.running import Done

HOME = Path("var/crawl")
AT_ONCE = 2


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.site.crawl", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("do", nargs="?", default="", choices=["", "record", "compare"])
    parser.add_argument("folders", nargs="*", type=Path, metavar="FOLDER")
    asked = parser.parse_args()
    if len(asked.folders) != {"": 0, "record": 1, "compare": 2}[asked.do]:
        parser.error("record takes one folder, compare two")
    return asked


def start(database: Path, folder: Path) -> None:
    """Start Django on a database."""
    os.environ.pop("DATABASE_URL", None)
    os.environ["CRAWLED_DATABASE"], os.environ["CRAWLED_FOLDER"] = str(database), str(folder)
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.site.crawl.settings"
    import logging

    import django

    django.setup()
    # The crawl reports what breaks; refusals are expected.
    logging.disable(logging.CRITICAL)


def close(database: Path) -> None:
    """Close all connections and write the log of the database into its file, which is copied then."""
    from django.db import connections

    connections.close_all()
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def fill(database: Path) -> None:
    """Fill a database in a process of its own, and put it where it belongs when it is whole."""
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="rulesbase-crawl-") as folder:
        part = Path(folder) / "part.sqlite3"
        start(part, Path(folder))
        from tests.site.crawl.library import corpus, fill_all
        from tests.site.crawl.still import FILLED, still

        with still(FILLED):
            fill_all(corpus())
        close(part)
        database.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(part, database.with_suffix(".part"))
        database.with_suffix(".part").rename(database)
    print(f"Filled {database} in {time.monotonic() - begun:.0f} s", flush=True)


def use_own_copy(copy: Path) -> None:
    """Let this process crawl a copy of the database of its own."""
    from django.conf import settings

    own = f"{copy}.{os.getpid()}"
    shutil.copyfile(copy, own)
    settings.DATABASES["default"]["NAME"] = own
    settings.DOWNLOADS_DIR = f"{own}-downloads"


def record(folder: Path, database: Path) -> None:
    """Crawl a copy of the database into a folder."""
    begun = time.monotonic()
    if (folder / INDEX).exists():
        sys.exit(f"{folder} holds a crawl already.")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="rulesbase-crawl-") as apart:
        copy = Path(apart) / "copy.sqlite3"
        shutil.copyfile(database, copy)
        start(copy, Path(apart))
        from tests.site.crawl.running import JOBS, crawl, prepare
        from tests.site.crawl.store import Store

        cookies, token = prepare()
        # No connection may be used by two processes.
        close(copy)
        forked = multiprocessing.get_context("fork")
        with ProcessPoolExecutor(AT_ONCE, forked, initializer=use_own_copy, initargs=(copy,)) as pool:
            waiting = [pool.submit(crawl, job, cookies, token, folder) for job in JOBS]
            finished = [one.result() for one in waiting]
        Store(folder).finish(answer for one in finished for answer in one.answers)
        report(finished, time.monotonic() - begun)


def report(finished: "Sequence[Done]", seconds: float) -> None:
    """Print what was fetched, what broke, and which patterns nothing was fetched of."""
    from tests.site.crawl.crawling import named
    from tests.site.security.addresses import patterns

    fetched: Counter[str] = sum((Counter(one.patterns) for one in finished), Counter())
    routes = {named(route): str(pattern.name) for route, pattern in patterns()}
    missing = sorted(f"{name} ({route})" for route, name in routes.items() if route not in fetched)
    for one in finished:
        print(f"{one.who or 'visitor'} {one.language}: {len(one.answers)} answers, {one.seconds:.0f} s")
        print(*(f"BROKEN {line}\n" for line in one.broken), sep="", end="")
    print(*(f"NOTHING OF {line}\n" for line in missing), sep="", end="")
    answers = [answer for one in finished for answer in one.answers]
    statuses = Counter(answer.status for answer in answers)
    print(
        f"{len(answers)} answers, {sum(answer.length for answer in answers) / 1e6:.0f} MB, "
        f"{len(routes) - len(missing)} of {len(routes)} patterns, {seconds:.0f} s; "
        + ", ".join(f"{count} x {status}" for status, count in sorted(statuses.items()))
    )


def print_comparison(before: Path, after: Path) -> int:
    """Print what differs between two crawls; return 1 where anything does."""
    for folder in (before, after):
        if not (folder / INDEX).exists():
            sys.exit(f"{folder} holds no crawl that was finished.")
    reported = compare(before, after)
    print("\n".join(reported) or f"Nothing differs from {before}.")
    return int(bool(reported))


def main() -> int:
    """Do what is asked for; 1 where two crawls differ."""
    asked = arguments()
    if asked.do == "compare":
        return print_comparison(*asked.folders)
    if os.environ.get("PYTHONHASHSEED") != "0":
        # Sets are listed in the same order in every crawl.
        command = [sys.executable, "-m", "tests.site.crawl", *sys.argv[1:]]
        os.execve(sys.executable, command, os.environ | {"PYTHONHASHSEED": "0"})
    earlier = sorted((path for path in HOME.glob("[0-9]*") if (path / INDEX).exists()), key=lambda path: int(path.name))
    folder = asked.folders[0] if asked.folders else HOME / str(int(earlier[-1].name) + 1 if earlier else 1)
    database = folder.parent / "db.sqlite3"
    if not database.exists():
        filling = multiprocessing.get_context("fork").Process(target=fill, args=(database,))
        filling.start()
        filling.join()
        if filling.exitcode:
            return 2
    record(folder, database)
    return print_comparison(earlier[-1], folder) if asked.do == "" and earlier else 0


if __name__ == "__main__":
    sys.exit(main())
