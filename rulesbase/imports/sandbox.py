"""Parse untrusted files in a separate process with limits of time and memory.

The process is a fresh Python without keys, connections or sessions. It gets the bytes and writes JSON. The parent
builds the result field by field and refuses an answer with another field or type.
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
from typing import TypeVar

import msgspec

from rulesbase.engine.messages import Message
from rulesbase.engine.nodes import FileRefused

_Result = TypeVar("_Result")
# A whole text of the rules takes a second. Web servers limit a request to half a minute.
SECONDS = 20
MEMORY = 2 * 1024**3
# Bytes of an answer; a text of the rules has a tenth of it.
LARGEST_ANSWER = 256 * 1024 * 1024
_HOME = Path(__file__).resolve().parents[2]
# A placeholder of a message.
_GAP = re.compile(r"%(?:\((\w+)\)s)?")


class ReadAborted(Exception):
    """Reading a file exceeded the limits of time or memory, or the reader failed."""


def parse_in_sandbox(
    reader: Callable[..., _Result], result: type[_Result], data: bytes, *given: str | None, seconds: float = SECONDS
) -> _Result:
    """Return what ``reader``, a function of a module, makes of the data and arguments, as the type ``result``.

    Raises FileRefused if the reader does, and ReadAborted.
    """
    name = f"{reader.__module__}:{reader.__qualname__}"
    program = [sys.executable, "-m", "rulesbase.imports.sandbox", name, str(int(seconds) + 1)]
    # Pass only what starting needs: no keys, no database address.
    env = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL", "TMPDIR") if name in os.environ}
    sent = json.dumps(given).encode() + b"\n" + data
    try:
        done = subprocess.run(  # noqa: S603 - the program is this one
            program, input=sent, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=_HOME, env=env, timeout=seconds
        )
    except subprocess.TimeoutExpired:
        raise ReadAborted from None
    if done.returncode or len(done.stdout) > LARGEST_ANSWER:
        raise ReadAborted
    return _result(result, done.stdout)


def _result(result: type[_Result], answer: bytes) -> _Result:
    """Decode an answer. Raises FileRefused and ReadAborted."""
    verdict, _line, found = answer.partition(b"\n")
    try:
        if verdict == b"read":
            return msgspec.json.decode(found, type=result)
        if verdict == b"declined":
            message, values = msgspec.json.decode(found, type=tuple[str, dict[str, str]])
            raise FileRefused(_checked_message(message, values))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ReadAborted from error
    raise ReadAborted


def _checked_message(message: str, values: dict[str, str]) -> Message:
    """Return a message. Raises ReadAborted for a placeholder with a width, which could use any amount of memory."""
    # A percent sign without a plain placeholder matches without a name.
    if values and not set(_GAP.findall(message)) <= values.keys() - {""}:
        raise ReadAborted
    return Message(message, values)


# ---- In the process ----


def _limit(kind: int, most: int) -> None:
    """Set a limit of resources; keep a lower limit of the server."""
    hard = resource.getrlimit(kind)[1]
    least = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(kind, (least, least))


def main(reader: str, seconds: int) -> int:
    """Read a file from standard input with the reader ``module:name``, and write the result to standard output."""
    module, _colon, name = reader.partition(":")
    read: Callable[..., object] = getattr(import_module(module), name)
    _limit(resource.RLIMIT_CPU, seconds)
    _limit(resource.RLIMIT_AS, MEMORY)
    _limit(resource.RLIMIT_FSIZE, 0)
    _limit(resource.RLIMIT_CORE, 0)
    given = json.loads(sys.stdin.buffer.readline())
    data = sys.stdin.buffer.read()
    try:
        answer = b"read\n" + msgspec.json.encode(read(data, *given))
    except FileRefused as refusal:
        # Any other error ends the process.
        answer = b"declined\n" + msgspec.json.encode((refusal.message.message, refusal.message.values))
    if len(answer) > LARGEST_ANSWER:
        return 1
    sys.stdout.buffer.write(answer)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2])))
