"""Options and messages of the commands that fetch files: limits, and why the client waits."""

import sys
from argparse import ArgumentParser, ArgumentTypeError
from dataclasses import replace
from typing import Any

from rulesbase.imports.http_client import Limits


def add_limits(parser: ArgumentParser, limits: Limits) -> None:
    """Declare ``--pause``, ``--timeout`` and ``--tries``, with the defaults of `limits`."""
    parser.add_argument("--pause", type=_seconds, default=limits.pause, help="seconds between requests (%(default)s)")
    parser.add_argument(
        "--timeout", type=_positive_seconds, default=limits.timeout, help="seconds of silence (%(default)s)"
    )
    parser.add_argument(
        "--tries",
        type=int,
        choices=range(1, 11),
        metavar="TRIES",
        default=limits.tries,
        help="tries for each file (%(default)s)",
    )


def limits_of(options: dict[str, Any], limits: Limits) -> Limits:
    """Return `limits` with the options of a command."""
    return replace(limits, pause=options["pause"], timeout=options["timeout"], tries=options["tries"])


def print_wait(sentence: str) -> None:
    """Print why the client waits; lines on stderr appear above the progress bar."""
    if sys.stderr.isatty():
        sys.stderr.write(sentence + "\n")


def _seconds(value: str) -> float:
    number = float(value)
    if not 0 <= number <= 3600:
        raise ArgumentTypeError(f"{value}: only numbers of seconds from 0 to 3600")
    return number


def _positive_seconds(value: str) -> float:
    if not (number := _seconds(value)):
        raise ArgumentTypeError("0: that leaves no time for an answer")
    return number
