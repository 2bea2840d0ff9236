"""Files of strangers are read in a process of their own: one that takes too long, or too much memory, is ended.

The process is a fresh Python that holds no key, no connection and no session. It gets the bytes, and what it gives
back is taken in only as the plain shapes that the readers make (`_ALLOWED`).
"""

import io
import os
import pickle  # read back by `_Shapes` alone, which makes nothing but what is listed there
import re
import resource
import subprocess
import sys
from collections.abc import Callable
from enum import Enum, EnumType
from importlib import import_module
from pathlib import Path
from typing import Any

from rulesbase.engine.sayings import Saying

# Readers that may run apart, by the word that the process is started with.
READERS = {"rules": "rulesbase.engine.parsing:read_source", "exchange": "rulesbase.exchange_apart:read_told"}
# A whole text of the rules takes a second. Web servers give a request half a minute.
SECONDS = 20
MEMORY = 2 * 1024**3
# What a process may answer: a text of the rules is ten times as small.
LARGEST_ANSWER = 256 * 1024 * 1024
_HOME = Path(__file__).resolve().parent.parent
# A gap of a message by its name.
_GAP = re.compile(r"%(?:\((\w+)\)s)?")
_ALLOWED = {
    "datetime": {"date"},
    "rulesbase.engine.nodes": {"Kind", "Layout", "Passage", "RuleNode", "Issue", "RulesText", "NotRules"},
    "rulesbase.engine.sayings": {"Saying"},
    "rulesbase.exchange_units": {"Hint", "Parcel", "Styled", "Unit"},
}


class GivenUp(Exception):
    """A file was not read to its end: it took too long or too much memory, or the reader broke."""


class Declined(Exception):
    """The reader's own refusal, as a sentence for people; ``saying`` is what a page says in its own language."""

    def __init__(self, saying: Saying) -> None:
        super().__init__(str(saying))
        self.saying = saying


def read_apart(reader: str, *given: object, seconds: float = SECONDS) -> Any:
    """What a reader of READERS makes of what is given. Raises Declined, and GivenUp."""
    program = [sys.executable, "-m", "rulesbase.reading_apart", reader, str(int(seconds) + 1)]
    # Nothing of the environment but what starting takes: no key, no address of a database.
    environ = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL", "TMPDIR") if name in os.environ}
    with subprocess.Popen(  # noqa: S603 - the program is this one
        program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=_HOME, env=environ
    ) as process:
        try:
            answer, _said = process.communicate(pickle.dumps(given), timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            raise GivenUp from None
        except BaseException:
            process.kill()
            raise
    if process.returncode or len(answer) > LARGEST_ANSWER:
        raise GivenUp
    verdict, found = _told(answer)
    if verdict != "read":
        raise Declined(_sound(found))
    return found


def _sound(found: object) -> Saying:
    """A refusal with nothing but texts in plain gaps: a width in one could ask for any amount of memory.

    Raises GivenUp.
    """
    message, values = getattr(found, "message", None), getattr(found, "values", None)
    if not isinstance(message, str) or not isinstance(values, dict):
        raise GivenUp
    if not all(isinstance(one, str) for one in values.values()):
        raise GivenUp
    # A percent sign that begins no plain gap is found as one without a name.
    if values and not set(_GAP.findall(message)) <= values.keys() - {""}:
        raise GivenUp
    return Saying(message, values)


class _Shapes(pickle.Unpickler):
    """Makes the shapes of the readers, and nothing else: what broke the process may have written the answer."""

    def find_class(self, module: str, name: str) -> Any:
        """A class that an answer names. Raises GivenUp for any that is not listed."""
        if (module, name) == ("builtins", "getattr"):
            return _member
        if name not in _ALLOWED.get(module, ()):
            raise GivenUp
        return super().find_class(module, name)


def _member(kind: object, name: str) -> Enum:
    """How Python before 3.11.4 names a member of an enumeration: no other attribute is given. Raises GivenUp."""
    if not isinstance(kind, EnumType) or name not in kind.__members__:
        raise GivenUp
    member: Enum = kind.__members__[name]
    return member


def _told(answer: bytes) -> tuple[object, Any]:
    """What an answer says, and of what. Raises GivenUp."""
    try:
        verdict, found = _Shapes(io.BytesIO(answer)).load()
    except Exception as error:
        # What is no answer at all breaks in as many ways as there are.
        raise GivenUp from error
    return verdict, found


# ---- In the process ----


def _limit(kind: int, most: int) -> None:
    """Allow so much and no more; where whoever started the server allowed less, that holds."""
    hard = resource.getrlimit(kind)[1]
    least = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(kind, (least, least))


def main(reader: str, seconds: int) -> int:
    """Read what comes on standard input, and write what it is."""
    module, _colon, name = READERS[reader].partition(":")
    read: Callable[..., Any] = getattr(import_module(module), name)
    _limit(resource.RLIMIT_CPU, seconds)
    _limit(resource.RLIMIT_AS, MEMORY)
    _limit(resource.RLIMIT_FSIZE, 0)
    _limit(resource.RLIMIT_CORE, 0)
    # Written by whoever started this process.
    given = pickle.load(sys.stdin.buffer)  # noqa: S301
    try:
        answer = ("read", read(*given))
    except ValueError as refusal:
        # What readers raise for what they refuse; all else ends the process, and that is told in other words.
        if not {"NotRules", "BadFile"}.intersection(kind.__name__ for kind in type(refusal).__mro__):
            raise
        answer = ("declined", getattr(refusal, "saying", Saying(str(refusal))))
    written = pickle.dumps(answer)
    if len(written) > LARGEST_ANSWER:
        return 1
    sys.stdout.buffer.write(written)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2])))
