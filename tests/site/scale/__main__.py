"""Run all checks, or those whose names hold a word: `python -m tests.site.scale [WORD...]`; exit 1 if one fails."""

import argparse
import os
import shutil
import sys
import time
import traceback
from collections.abc import Callable, Sequence

from tests.site.scale.checks import CHECKS
from tests.site.scale.site import Site
from tests.support.programs import Broken

_PROGRAMS = ("nginx", "redis-server", "redis-cli", "psql", "git")


def name_of(check: Callable[[Site], str]) -> str:
    """Return the name of a check, in words."""
    return check.__name__.replace("_", " ")


def chosen(given: Sequence[str]) -> list[Callable[[Site], str]]:
    """Read the command line and return the checks to run; end the program if a word is in no name of a check."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.site.scale", description="Check several servers, a replica, Redis and nginx."
    )
    parser.add_argument("words", nargs="*", metavar="WORD", help="run the checks with this in their name; all without")
    words = parser.parse_args(given).words
    names = [name_of(check) for check in CHECKS]
    if wrong := [word for word in words if not any(word in name for name in names)]:
        parser.error(f"no check is called {wrong[0]}; there are {', '.join(names)}")
    return [check for check in CHECKS if not words or any(word in name_of(check) for word in words)]


def main(checks: Sequence[Callable[[Site], str]]) -> int:
    """Start everything, run the checks, stop everything; the logs stay if a check failed."""
    missing = [name for name in _PROGRAMS if shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin") is None]
    if missing:
        print(f"Not installed: {', '.join(missing)}. apt-get install postgresql redis-server nginx", file=sys.stderr)
        return 2
    started = time.monotonic()
    site = Site()
    failed = 0
    try:
        site.begin()
        print(f"All parts run after {time.monotonic() - started:.0f} s; their logs are in {site.folder}", flush=True)
        for check in checks:
            name = name_of(check)
            begun = time.monotonic()
            try:
                result = check(site)
                print(f"ok      {name} ({time.monotonic() - begun:.1f} s): {result}", flush=True)
            except Exception as error:
                failed += 1
                print(f"FAILED  {name} ({time.monotonic() - begun:.1f} s): {error}", flush=True)
                if not isinstance(error, Broken):
                    traceback.print_exc()
    finally:
        site.end()
    if not failed:
        shutil.rmtree(site.folder, ignore_errors=True)
    print(f"{failed} failed; {time.monotonic() - started:.0f} s")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(chosen(sys.argv[1:])))
