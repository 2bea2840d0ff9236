"""Run all checks, or those whose names hold a word: `python -m tests.site.scale [WORD...]`; exit 1 if one fails."""

import os
import shutil
import sys
import time
import traceback

from tests.site.scale.checks import CHECKS
from tests.site.scale.site import Site
from tests.support.programs import Broken

_PROGRAMS = ("nginx", "redis-server", "redis-cli", "psql", "git")


def main(words: list[str]) -> int:
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
        for check in CHECKS:
            name = check.__name__.replace("_", " ")
            if words and not any(word in name for word in words):
                continue
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
    sys.exit(main(sys.argv[1:]))
