"""Runs all checks, or those whose names hold a word: `python -m tests.site.scale [WORD...]`; exit 1 where one fails."""

import shutil
import sys
import time
import traceback

from tests.site.scale import checks as scale_checks
from tests.site.scale import proxying
from tests.site.scale.parts import Broken, needed
from tests.site.scale.site import Site


def main(words: list[str]) -> int:
    """Start everything, look, stop everything; logs are kept where a check failed."""
    try:
        needed("nginx", "redis-server", "redis-cli", "psql", "git")
    except Broken as lack:
        print(lack, file=sys.stderr)
        return 2
    started = time.monotonic()
    site = Site()
    failed = 0
    try:
        site.begin()
        print(f"All parts run after {time.monotonic() - started:.0f} s; their logs are in {site.folder}", flush=True)
        for check in (*scale_checks.CHECKS, *proxying.CHECKS):
            name = check.__name__.replace("_", " ")
            if words and not any(word in name for word in words):
                continue
            begun = time.monotonic()
            try:
                told = check(site)
                print(f"ok      {name} ({time.monotonic() - begun:.1f} s): {told}", flush=True)
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
