"""`python -m tests.site.crawl`: fetch everything that can be read into a folder, and compare two such crawls.

    record FOLDER               crawl into a folder
    compare BEFORE AFTER        report what differs; 1 where anything does
    (nothing)                   crawl into var/crawl/ and compare with the crawl before

The database db.sqlite3 beside the folder is filled once, on twelve real versions where RULESBASE_CORPUS names them, and
crawled as a copy.
"""

import argparse
import logging
import os
import shutil
import sys
import tempfile
from pathlib import Path

from tests.site.crawl.comparing import compare

HOME = Path("var/crawl")


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


def record(folder: Path) -> None:
    """Crawl a copy of the database into a new folder; fill the database first where there is none."""
    if folder.exists():
        sys.exit(f"{folder} holds a crawl already.")
    database = folder.parent / "db.sqlite3"
    with tempfile.TemporaryDirectory(prefix="rulesbase-crawl-") as apart:
        copy = Path(apart) / "copy.sqlite3"
        if database.exists():
            shutil.copyfile(database, copy)
        os.environ.pop("DATABASE_URL", None)
        os.environ["CRAWLED_FOLDER"] = apart
        os.environ["DJANGO_SETTINGS_MODULE"] = "tests.site.crawl.settings"
        import django

        django.setup()
        # The crawl reports what breaks; refusals are expected.
        logging.disable(logging.CRITICAL)
        from tests.site.crawl.crawling import crawl_all
        from tests.site.crawl.library import fill_all
        from tests.site.crawl.still import CRAWLED, FILLED, still

        if not database.exists():
            with still(FILLED):
                fill_all(copy)
            folder.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(copy, database)
        with still(CRAWLED) as draw_the_same:
            answers = crawl_all(draw_the_same)
    folder.mkdir(parents=True)
    for name, packed in answers.items():
        (folder / name).write_bytes(packed)


def print_comparison(before: Path, after: Path) -> int:
    """Print what differs between two crawls; return 1 where anything does."""
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
    earlier = sorted(HOME.glob("[0-9]*"), key=lambda path: int(path.name))
    folder = asked.folders[0] if asked.folders else HOME / str(int(earlier[-1].name) + 1 if earlier else 1)
    record(folder)
    return print_comparison(earlier[-1], folder) if asked.do == "" and earlier else 0


if __name__ == "__main__":
    sys.exit(main())
