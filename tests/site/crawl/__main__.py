"""`python -m tests.site.crawl`: fetch everything there is into a folder, and compare two such crawls.

    record FOLDER [--fresh]     crawl into a folder
    compare BEFORE AFTER        tell what differs; 1 where anything does
    (nothing)                   crawl into var/crawl/ and compare with the crawl before

The database is filled once, on twelve real versions where RULESBASE_CORPUS names them, and crawled as a copy.
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
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from tests.site.crawl.comparing import compare
from tests.site.crawl.store import INDEX

if TYPE_CHECKING:
    from multiprocessing.queues import Queue

    from tests.site.crawl.crawling import Job
    from tests.site.crawl.running import Done

HOME = Path("var/crawl")
AT_ONCE = 2


def arguments(given: Sequence[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.site.crawl", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("do", nargs="?", default="", choices=["", "record", "compare"])
    parser.add_argument("folders", nargs="*", type=Path, metavar="FOLDER")
    parser.add_argument("--database", type=Path, metavar="FILE", help="default: db.sqlite3 beside the folder")
    parser.add_argument("--fresh", action="store_true", help="fill the database anew")
    parser.add_argument(
        "--only", default="", metavar="WHO", help="one person alone, 'nobody' for nobody, or 'commands'"
    )
    asked = parser.parse_args(given)
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
        from django.db import connections

        connections.close_all()
        with closing(sqlite3.connect(part)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(part, database.with_suffix(".part"))
        database.with_suffix(".part").rename(database)
    print(f"Filled {database} in {time.monotonic() - begun:.0f} s", flush=True)


def record(folder: Path, database: Path, only: str) -> None:
    """Crawl a copy of the database into a folder."""
    begun = time.monotonic()
    if (folder / INDEX).exists():
        sys.exit(f"{folder} holds a crawl already.")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="rulesbase-crawl-") as apart:
        copy = Path(apart) / "copy.sqlite3"
        shutil.copyfile(database, copy)
        start(copy, Path(apart))
        from tests.site.crawl.running import COMMANDS, JOBS, crawl, crawl_commands, prepare
        from tests.site.crawl.store import Store

        cookies, token = prepare()
        from django.db import connections

        # No connection may be used by two processes, and each has a file of its own.
        connections.close_all()
        with closing(sqlite3.connect(copy)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        jobs = [job for job in JOBS if not only or (job.who or "no mails") == only]
        waiting: Queue[Job] = multiprocessing.Queue()
        for job in jobs:
            waiting.put(job)
        done: Queue[Done | None] = multiprocessing.Queue()

        def work(number: int) -> None:
            from queue import Empty

            from django.conf import settings

            own = f"{copy}.{number}"
            shutil.copyfile(copy, own)
            settings.DATABASES["default"]["NAME"] = own
            settings.DOWNLOADS_DIR = f"{apart}/downloads-{number}"
            while True:
                try:
                    job = waiting.get(timeout=1)
                except Empty:
                    break
                found = crawl_commands(folder) if job.who == COMMANDS else crawl(job, cookies, token, folder)
                done.put(found)
            done.put(None)

        context = multiprocessing.get_context("fork")
        processes = [context.Process(target=work, args=(number,)) for number in range(AT_ONCE)]
        for process in processes:
            process.start()
        finished: list[Done] = []
        ended = 0
        while ended < AT_ONCE:
            one = done.get()
            ended += one is None
            if one is not None:
                finished.append(one)
                print(
                    f"{one.who or 'nobody'} {one.language}: {len(one.answers)} answers, {one.seconds:.0f} s", flush=True
                )
        for process in processes:
            process.join()
        if len(finished) != len(jobs):
            sys.exit("A part of the crawl broke.")
        Store(folder).finish(answer for one in finished for answer in one.answers)
        tell(finished, time.monotonic() - begun)


def tell(finished: "Sequence[Done]", seconds: float) -> None:
    """Print what was fetched, what broke, and which patterns nothing was fetched of."""
    from tests.site.crawl.crawling import named
    from tests.site.security.addresses import patterns

    fetched: Counter[str] = sum((Counter(one.patterns) for one in finished), Counter())
    routes = {named(route): str(pattern.name) for route, pattern in patterns()}
    missing = sorted(f"{name} ({route})" for route, name in routes.items() if route not in fetched)
    for one in finished:
        for line in one.broken:
            print(f"BROKEN {line}")
    for line in missing:
        print(f"NOTHING OF {line}")
    answers = [answer for one in finished for answer in one.answers]
    statuses = Counter(answer.status for answer in answers)
    print(
        f"{len(answers)} answers, {sum(answer.length for answer in answers) / 1e6:.0f} MB, "
        f"{len(routes) - len(missing)} of {len(routes)} patterns, {seconds:.0f} s; "
        + ", ".join(f"{count} x {status}" for status, count in sorted(statuses.items()))
    )


def main() -> int:
    """Do what is asked for; 1 where two crawls differ."""
    asked = arguments(sys.argv[1:])
    if asked.do == "compare":
        for folder in asked.folders:
            if not (folder / INDEX).exists():
                sys.exit(f"{folder} holds no crawl that was finished.")
        reported = compare(*asked.folders)
        print("\n".join(reported) or "Nothing differs.")
        return 1 if reported else 0
    if os.environ.get("PYTHONHASHSEED") != "0":
        # Sets are listed in the same order in every crawl.
        os.execve(
            sys.executable,
            [sys.executable, "-m", "tests.site.crawl", *sys.argv[1:]],
            os.environ | {"PYTHONHASHSEED": "0"},
        )
    earlier = sorted((path for path in HOME.glob("[0-9]*") if (path / INDEX).exists()), key=lambda path: int(path.name))
    folder = asked.folders[0] if asked.folders else HOME / str(int(earlier[-1].name) + 1 if earlier else 1)
    database = asked.database or folder.parent / "db.sqlite3"
    if asked.fresh or not database.exists():
        filling = multiprocessing.get_context("fork").Process(target=fill, args=(database,))
        filling.start()
        filling.join()
        if filling.exitcode:
            return 2
    record(folder, database, asked.only)
    if asked.do == "" and earlier:
        reported = compare(earlier[-1], folder)
        print("\n".join(reported) or f"Nothing differs from {earlier[-1]}.")
        return 1 if reported else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
