"""Read files of cards as a stream of records, plain or gzipped."""

import gzip
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple

import ijson

from cards.imports.errors import InvalidFile

_GZIP = b"\x1f\x8b"
_BOM = b"\xef\xbb\xbf"
# Large, because the parser copies a text again for each chunk it spans.
CHUNK = 1 << 20
_OTHER_ENCODING = "The file is not text in UTF-8."


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
        source: Any = gzip.GzipFile(fileobj=file) if file.peek(2).startswith(_GZIP) else file
        start = b""
        try:
            if source.peek(len(_BOM)).startswith(_BOM):
                source.read(len(_BOM))
            start = source.peek(1).lstrip()
            for item in records_and_values(source):
                yield item
                progress(file.tell(), size)
        except EOFError as error:
            raise InvalidFile("The gzip data are cut off. The file was not copied completely.") from error
        except (gzip.BadGzipFile, zlib.error) as error:
            raise InvalidFile("The gzip data of the file are damaged.") from error
        except ijson.JSONError as error:
            raise InvalidFile(_json_error(start, error)) from error
        except UnicodeDecodeError as error:
            raise InvalidFile(_OTHER_ENCODING) from error


def _json_error(start: bytes, error: Exception) -> str:
    """Return what is wrong with a file by its first text and the error of the parser."""
    message = str(error).partition("\n")[0]
    if not start:
        return "The file is empty."
    if not start.startswith((b"{", b"[")):
        return "The file is not JSON from Scryfall or MTGJSON."
    if "incomplete" in message or "premature" in message:
        return "The JSON is cut off. The file was not copied completely."
    if "UTF8" in message:
        return _OTHER_ENCODING
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
        if event in ("start_map", "start_array"):
            stack.append((here, key))
            here = new
    return top
