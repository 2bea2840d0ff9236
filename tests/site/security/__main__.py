"""`make fuzz`: feeds every reader for some minutes, then requests every address in the name of every role.

`MINUTES=5` bounds the readers; `SEED=n` begins where an earlier run was. An input that breaks a reader is stored under
var/fuzz/, and `python -m tests.site.security FILE` tries it again.
"""

import argparse
import hashlib
import os
import secrets
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import django

FOLDER = Path("var/fuzz")


def arguments(given: Sequence[str]) -> argparse.Namespace:
    """Read the command line; end the program with a message if the file is no stored input."""
    parser = argparse.ArgumentParser(prog="python -m tests.site.security", description="Feed hostile input to readers.")
    parser.add_argument(
        "file",
        nargs="?",
        type=Path,
        metavar="FILE",
        help="try a stored input again; without it, new ones for MINUTES",
    )
    read = parser.parse_args(given)
    if read.file and not read.file.is_file():
        parser.error(f"there is no file {read.file}")
    return read


def _fuzz(minutes: float, first: int) -> int:
    """Round after round until the time is over; how many readers broke."""
    from tests.site.security.fuzzing import Crash, round_of
    from tests.site.security.parsers import parsers

    ends = time.monotonic() + minutes * 60
    broken: dict[str, Crash] = {}
    tried, number = 0, first
    print(f"Seed {first}, {minutes:g} minutes", flush=True)
    while time.monotonic() < ends and number < first + 10_000:
        for parser in parsers():
            if parser.name in broken or time.monotonic() >= ends:
                continue
            tried += 35
            if crash := round_of(parser, number, 30, 5):
                broken[parser.name] = crash
                print(
                    f"{parser.name}, seed {number}: {crash.why}\n  stored as {_store(crash.parser, crash.data)}",
                    flush=True,
                )
        number += 1
    print(f"{tried} inputs, seeds {first} to {number - 1}, {len(broken)} readers broke", flush=True)
    return len(broken)


def _store(name: str, data: bytes) -> Path:
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / f"{name}-{hashlib.sha256(data).hexdigest()[:12]}"
    path.write_bytes(data)
    return path


def _again(path: Path) -> int:
    from tests.site.security.fuzzing import judge
    from tests.site.security.parsers import parsers

    name = path.name.rpartition("-")[0]
    parser = next((one for one in parsers() if one.name == name), None)
    if parser is None:
        print(f"{path} does not begin with the name of a reader", file=sys.stderr)
        return 2
    crash = judge(parser, path.read_bytes())
    print(crash.why if crash else "No problems found with it now.")
    return int(crash is not None)


def main() -> int:
    """Run it all; 0 where nothing broke."""
    asked = arguments(sys.argv[1:])
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    if asked.file:
        return _again(asked.file)
    first = int(os.environ.get("SEED") or secrets.randbelow(10**6))
    broken = _fuzz(float(os.environ.get("MINUTES") or 5), first)
    folder = "tests/site/security"
    environ = os.environ | {"SEED": str(first)}
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", f"{folder}/whole_matrix.py"], env=environ, check=False)
    return int(broken > 0 or done.returncode != 0)


if __name__ == "__main__":
    sys.exit(main())
