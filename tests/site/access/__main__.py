"""`python -m tests.site.access`: axe over every page, in three languages, both themes and two widths.

On twelve real versions where RULESBASE_CORPUS names them, else on the sample; in a new database of its own.
"""

import argparse
import os
import secrets
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from tests.site.access.looking import THEMES, WIDTHS, Flaw, chromium, context_of, flaws_of

if TYPE_CHECKING:
    from tests.site.access.places import Place

AT_ONCE = 2


def arguments(given: Sequence[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.site.access", description=__doc__)
    parser.add_argument("--only", default="", metavar="TEXT", help="pages with this in their address or name")
    parser.add_argument("--languages", default="en,fr,ja", metavar="CODES")
    parser.add_argument("--sample", action="store_true", help="the sample, even where there are real texts")
    return parser.parse_args(given)


def prepare(folder: Path, sample: bool) -> list["Place"]:
    """Make the database and return the pages in it, in English."""
    os.environ["DATABASE_URL"] = f"sqlite:///{folder}/access.sqlite3"
    os.environ["SECRET_KEY"] = secrets.token_urlsafe(50)
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.site.access.settings"
    import django

    django.setup()
    from django.core.management import call_command

    from tests.conftest import TWELVE
    from tests.site.access.library import fill
    from tests.site.access.places import known, places

    call_command("migrate", verbosity=0)
    corpus = "" if sample else os.environ.get("RULESBASE_CORPUS", "")
    fill([Path(corpus) / "cr" / "en" / f"{day}.txt" for day in TWELVE] if corpus else [])
    return places(known())


class Walk:
    """Pages that wait to be looked at, and what was found; several browsers work on one."""

    def __init__(self, site: str, waiting: Sequence["Place"]) -> None:
        self.site, self.flaws = site, list[Flaw]()
        self.total, self.done = len(waiting), 0
        self._waiting: SimpleQueue[Place] = SimpleQueue()
        for place in waiting:
            self._waiting.put(place)

    def work(self) -> None:
        """Look at pages until none is left."""
        views = list(product(WIDTHS, THEMES))
        with chromium() as browser:
            pages = {}
            while True:
                try:
                    place = self._waiting.get_nowait()
                except Empty:
                    return
                if place.by not in pages:
                    pages[place.by] = context_of(browser, self.site, place.by).new_page()
                try:
                    found = flaws_of(pages[place.by], place.address, views)
                except Exception as error:  # a page that breaks the look is a flaw, and the others are still to be seen
                    found = [Flaw("can be looked at", place.address, "", str(error)[:200])]
                self.flaws += found
                self.done += 1
                print(f"{self.done} of {self.total}: {place.address} {len(found) or ''}", file=sys.stderr, flush=True)


def answer(flaws: Sequence[Flaw], pages: int, seconds: float) -> str:
    """Return the table: rules that are broken, how often, and where first."""
    lines = [f"{pages} pages at {len(WIDTHS)} widths in {len(THEMES)} themes, {seconds:.0f} s"]
    by_rule = defaultdict(list)
    for flaw in flaws:
        by_rule[flaw.rule].append(flaw)
    for rule, found in sorted(by_rule.items(), key=lambda pair: -len(pair[1])):
        lines.append(f"\n{rule}: {len(found)} in {len({flaw.address for flaw in found})} pages")
        kinds = Counter(flaw.what for flaw in found)
        for what, count in kinds.most_common(12):
            first = next(flaw for flaw in found if flaw.what == what)
            lines.append(f"  {count:4} {first.address} ({first.view}): {what}")
    return "\n".join([*lines, "" if flaws else "Nothing to complain of."])


def main() -> int:
    """Look at everything; 1 where something is wrong."""
    asked = arguments(sys.argv[1:])
    with tempfile.TemporaryDirectory(prefix="rulesbase-access-") as folder:
        pages = prepare(Path(folder), asked.sample)
        from tests.bench.server import Served
        from tests.site.access.places import in_language

        languages = asked.languages.split(",")
        wanted = [place for place in pages if asked.only in place.address or asked.only == place.name]
        spoken = dict.fromkeys(
            place._replace(address=in_language(place.address, code)) for code in languages for place in wanted
        )
        with Served(os.environ) as served:
            walk, begun = Walk(f"http://127.0.0.1:{served.port}", list(spoken)), time.monotonic()
            with ThreadPoolExecutor(AT_ONCE) as several:
                for one in [several.submit(walk.work) for _ in range(AT_ONCE)]:
                    one.result()
    print(answer(walk.flaws, walk.total, time.monotonic() - begun))
    return 1 if walk.flaws else 0


if __name__ == "__main__":
    sys.exit(main())
