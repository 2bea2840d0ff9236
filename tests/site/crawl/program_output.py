"""What the commands that only read say."""

import io
import re
from pathlib import Path

from django.conf import settings
from django.core.management import CommandError, call_command

from tests.site.crawl.answers import unpacked

# What differs each time.
_SECONDS = re.compile(r'\b\d+\.\d s\b|(?<="seconds": )[\d.]+')
_SECONDS_OF_CHECKS = re.compile(r"\b\d+\.\d *$", re.MULTILINE)
LINES = (Path(__file__).parent / "data" / "commands.txt").read_text(encoding="utf-8").splitlines()


def printed(command: str) -> str:
    """Return what a command prints, what it prints as errors, and how it fails."""
    out, wrong = io.StringIO(), io.StringIO()
    end = ""
    try:
        call_command(*command.split(), stdout=out, stderr=wrong)
    except CommandError as error:
        end = f"failed with {error.returncode}: {error}"
    except SystemExit as error:
        end = f"ended with {error.code}"
    except TypeError as error:
        end = f"cannot be called so: {error}"
    reported = _SECONDS.sub("- s", out.getvalue())
    if command == "check_data":
        reported = _SECONDS_OF_CHECKS.sub("-", reported)
    return f"{reported}\n== errors ==\n{wrong.getvalue()}\n== end ==\n{end}\n"


def made() -> dict[str, str]:
    """Return the files to take away that there are now: archives as what their members are."""
    found = {}
    for path in sorted(Path(settings.DOWNLOADS_DIR).rglob("*")):
        # The others are locks.
        if path.is_file() and path.stat().st_size:
            data = path.read_bytes()
            content = unpacked(data) if data.startswith(b"PK\x03\x04") else data
            found[f"file {path.name}"] = content.decode("utf-8", "backslashreplace")
    return found
