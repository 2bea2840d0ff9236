"""Read files of cards as a stream of records, plain or gzipped."""

import gzip
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple

import ijson

_GZIP = b"\x1f\x8b"
_BOM = b"\xef\xbb\xbf"
# Large, because the parser copies a text again for each chunk it spans.
CHUNK = 1 << 20
# Records of real data have at most about 100,000 values.
MOST_VALUES = 1_000_000


class InvalidFile(Exception):
    """The file holds no cards; the message is a sentence that gives the reason."""


class Item(NamedTuple):
    """A part of a JSON file; ``path`` has the keys that lead to it.

    ``kind`` is ``record`` (a map in a list), ``bare`` (another element of a list, or a file of one value), ``value``
    (of a key beside the lists) or ``end`` (of a list).
    """

    kind: str
    path: tuple[str, ...]
    value: Any


def read_items(path: Path, progress: Callable[[int, int], None] = lambda done, total: None) -> Iterator[Item]:
    """Yield the items of a file in constant memory. Raise InvalidFile if it cannot be read to its end."""
    with path.open("rb") as file:
        size = path.stat().st_size
        is_packed, start = file.peek(2).startswith(_GZIP), b""
        source: Any = gzip.GzipFile(fileobj=file) if is_packed else file
        try:
            start = _start_of_text(source)
            for item in records_and_values(source):
                yield item
                progress(file.tell(), size)
        except EOFError as error:
            raise InvalidFile("The gzip data are cut off. The file was not copied completely.") from error
        except (gzip.BadGzipFile, zlib.error) as error:
            raise InvalidFile("The gzip data of the file are damaged.") from error
        except ijson.JSONError as error:
            raise InvalidFile(_json_error(start, error, is_packed=is_packed)) from error
        except UnicodeDecodeError as error:
            raise InvalidFile("The file is not text in UTF-8.") from error
        except RecursionError as error:
            raise InvalidFile("The JSON is nested too deeply.") from error


def _start_of_text(source: Any) -> bytes:
    """Read the byte order mark and the blanks before the text, and return its first bytes.

    Raise InvalidFile if nothing follows.
    """
    if source.peek(len(_BOM)).startswith(_BOM):
        source.read(len(_BOM))
    while (start := source.peek(1)) and not start.strip():
        source.read(len(start))
    if not start:
        raise InvalidFile("The file is empty.")
    return bytes(start).lstrip()


def _json_error(start: bytes, error: Exception, *, is_packed: bool) -> str:
    message = str(error).partition("\n")[0]
    if is_packed:
        return f"The packed file is not valid JSON ({message[:80]})."
    if not start.startswith((b"{", b"[")):
        return "The file is not JSON from Scryfall or MTGJSON."
    if "incomplete" in message or "premature" in message:
        return "The JSON is cut off. The file was not copied completely."
    return f"The file is not valid JSON ({message[:80]})."


def records_and_values(source: IO[bytes]) -> Iterator[Item]:
    """Yield the records of each outermost list, and the values beside the lists."""
    # The keys of the open maps and lists; the outermost has none.
    path: list[str] = []
    events = ijson.basic_parse(source, use_float=True, buf_size=CHUNK)
    key, in_list = "", False
    for event, value in events:
        if event == "map_key":
            key = value
        elif event in ("start_map", "start_array"):
            is_map = event == "start_map"
            if in_list:
                built = _build(events, {} if is_map else [])
                yield Item("record", tuple(path[1:]), built) if is_map else Item("bare", tuple(path[1:]), None)
            else:
                in_list = not is_map
                path.append(key)
        elif event in ("end_map", "end_array"):
            if in_list:
                yield Item("end", tuple(path[1:]), None)
            in_list = False
            path.pop()
        elif in_list or not path:
            yield Item("bare", tuple(path[1:]), value)
        else:
            yield Item("value", (*path[1:], key), value)


def _build(events: Iterator[tuple[str, Any]], top: Any) -> Any:
    """Fill and return the map or list that just began; this is much faster than the library's builder."""
    here, key = top, ""
    stack: list[tuple[Any, str]] = []
    values = 0
    for event, value in events:
        if event == "map_key":
            key = value
            continue
        if event in ("end_map", "end_array"):
            if not stack:
                break
            here, key = stack.pop()
            continue
        new = {} if event == "start_map" else [] if event == "start_array" else value
        if isinstance(here, dict):
            here[key] = new
        else:
            here.append(new)
        values += 1
        if values > MOST_VALUES:
            raise InvalidFile("A single record of the file has more than a million values; no card is so large.")
        if event in ("start_map", "start_array"):
            stack.append((here, key))
            here = new
    return top
