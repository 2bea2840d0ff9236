"""Read files of strangers in a process of their own: one that takes too long, or too much memory, is ended.

The process is a fresh Python that holds no key, no connection and no session. It gets the bytes and answers JSON,
from which the parent builds the shapes of the readers field by field; an answer with another field or type is refused.
"""

import json
import os
import re
import resource
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from rulesbase.engine.messages import Message

# Readers that may run apart, by the word that the process is started with, and what they make.
READERS = {
    "rules": ("rulesbase.engine.parsing.parse:read_source", "rulesbase.engine.nodes:RulesText"),
    "exchange": ("rulesbase.exchange.sandboxed:read_told", "rulesbase.exchange.units:Parcel"),
}
# A whole text of the rules takes a second. Web servers give a request half a minute.
SECONDS = 20
MEMORY = 2 * 1024**3
# What a process may answer: a text of the rules is ten times as small.
LARGEST_ANSWER = 256 * 1024 * 1024
_HOME = Path(__file__).resolve().parents[2]
# A gap of a message by its name.
_GAP = re.compile(r"%(?:\((\w+)\)s)?")


class GivenUp(Exception):
    """A file was not read to its end: it took too long or too much memory, or the reader broke."""


class Declined(Exception):
    """The reader's own refusal, as a sentence for people; ``saying`` is what a page says in its own language."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


def read_apart(reader: str, data: bytes, *given: str | None, seconds: float = SECONDS) -> Any:
    """Return what a reader of READERS makes of the data and what else is given. Raises Declined and GivenUp."""
    program = [sys.executable, "-m", "rulesbase.imports.sandbox", reader, str(int(seconds) + 1)]
    # Nothing of the environment but what starting takes: no key, no address of a database.
    environ = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL", "TMPDIR") if name in os.environ}
    with subprocess.Popen(  # noqa: S603 - the program is this one
        program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=_HOME, env=environ
    ) as process:
        try:
            answer, _said = process.communicate(json.dumps(given).encode() + b"\n" + data, timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            raise GivenUp from None
        except BaseException:
            process.kill()
            raise
    if process.returncode or len(answer) > LARGEST_ANSWER:
        raise GivenUp
    return _result(reader, answer)


def _result(reader: str, answer: bytes) -> Any:
    """Build what an answer holds. Raises Declined and GivenUp."""
    verdict, _line, found = answer.partition(b"\n")
    try:
        if verdict == b"read":
            return msgspec.json.decode(found, type=_named(READERS[reader][1]))
        if verdict == b"declined":
            message, values = msgspec.json.decode(found, type=tuple[str, dict[str, str]])
            raise Declined(_sound(message, values))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise GivenUp from error
    raise GivenUp


def _named(path: str) -> Any:
    """Return what ``module:name`` names."""
    module, _colon, name = path.partition(":")
    return getattr(import_module(module), name)


def _sound(message: str, values: dict[str, str]) -> Message:
    """Return a refusal with plain gaps alone: a width in one could ask for any amount of memory. Raises GivenUp."""
    # A percent sign that begins no plain gap is found as one without a name.
    if values and not set(_GAP.findall(message)) <= values.keys() - {""}:
        raise GivenUp
    return Message(message, values)


# ---- In the process ----


def _limit(kind: int, most: int) -> None:
    """Allow so much and no more; where whoever started the server allowed less, that holds."""
    hard = resource.getrlimit(kind)[1]
    least = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(kind, (least, least))


def main(reader: str, seconds: int) -> int:
    """Read what comes on standard input, and write what it is."""
    read: Callable[..., Any] = _named(READERS[reader][0])
    _limit(resource.RLIMIT_CPU, seconds)
    _limit(resource.RLIMIT_AS, MEMORY)
    _limit(resource.RLIMIT_FSIZE, 0)
    _limit(resource.RLIMIT_CORE, 0)
    given = json.loads(sys.stdin.buffer.readline())
    data = sys.stdin.buffer.read()
    try:
        answer = b"read\n" + msgspec.json.encode(read(data, *given))
    except ValueError as refusal:
        # What readers raise for what they refuse; all else ends the process, and that is told in other words.
        if not {"NotRules", "BadFile"}.intersection(kind.__name__ for kind in type(refusal).__mro__):
            raise
        message = getattr(refusal, "saying", Message(str(refusal)))
        answer = b"declined\n" + msgspec.json.encode((message.message, message.values))
    if len(answer) > LARGEST_ANSWER:
        return 1
    sys.stdout.buffer.write(answer)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2])))
