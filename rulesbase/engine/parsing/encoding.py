"""Decoding of files: encoding, line ends, and whether the bytes are text at all."""

import re
from io import IncrementalNewlineDecoder
from typing import NamedTuple

from rulesbase.engine.messages import gettext_noop as _
from rulesbase.engine.nodes import NotRules
from rulesbase.engine.text.unstorable import LOST

# Byte order marks, the longer first: that of UTF-32 LE begins with that of UTF-16 LE.
_BOMS = (
    (b"\xff\xfe\x00\x00", "utf-32", "utf-32-le-bom"),
    (b"\x00\x00\xfe\xff", "utf-32", "utf-32-be-bom"),
    (b"\xef\xbb\xbf", "utf-8-sig", "utf-8-sig"),
    (b"\xff\xfe", "utf-16", "utf-16-le-bom"),
    (b"\xfe\xff", "utf-16", "utf-16-be-bom"),
)
_MAGIC = (
    (b"\x89PNG", _("The file is a PNG picture. Import a text file instead.")),
    (b"\xff\xd8\xff", _("The file is a JPEG picture. Import a text file instead.")),
    (b"GIF8", _("The file is a GIF picture. Import a text file instead.")),
    (b"\x1f\x8b", _("The file is a gzip archive; unpack it first.")),
    (b"\xd0\xcf\x11\xe0", _("The file is an old Word document (.doc); save it as .docx or .txt.")),
    (b"{\\rtf", _("The file is an RTF document; save it as .docx or .txt.")),
    (b"SQLite format 3", _("The file is a database. Import a text file instead.")),
)
# For each damaged character a UTF-8 file has at least so many bytes in valid ones, not counting the first of each.
_DAMAGED = 10
_HIGH = re.compile(rb"[\x80-\xff]+")
# How ISO-2022-JP begins its Japanese letters, which are ASCII bytes.
_JIS = re.compile(rb"\x1b\$[B@]")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_CONTROL_BYTES = bytes((*range(0x09), *range(0x0E, 0x20), 0x7F))


class DecodedText(NamedTuple):
    """Text with line feeds, the encoding and line ends of the file, and the number of removed control characters."""

    text: str
    encoding: str
    line_ends: str
    removed: int = 0


# Encodings that a person may choose.
ENCODINGS = ("utf-8", "cp1252", "mac_roman", "shift_jis", "euc_jp", "iso2022_jp", "gb18030", "big5", "utf-16")


def decode(data: bytes, encoding: str | None = None) -> DecodedText:
    """Decode a file: by byte order mark, else ISO-2022-JP, UTF-8, an old Japanese or Chinese encoding, else cp1252.

    In cp1252 unknown bytes become U+FFFD. ``encoding`` overrides the detection. Raises NotRules for what is no text
    (empty, a picture, an archive, binary data).
    """
    if not data.strip():
        raise NotRules(_("The file is empty."))
    for magic, why in _MAGIC:
        if data.startswith(magic):
            raise NotRules(why)
    text, found = _decoded(data, encoding)
    head = text[:20000]
    if len(_CONTROL.findall(head)) > len(head) // 50:
        raise NotRules(_("The file is binary data, not text. Import a text file instead."))
    text, line_ends = _universal_ends(text)
    text, removed = _CONTROL.subn("", text) if _has_controls(data, text, found) else (text, 0)
    return DecodedText(text, found, line_ends, removed)


def _decoded(data: bytes, encoding: str | None) -> tuple[str, str]:
    """Return the text and its encoding."""
    if encoding is not None:
        return data.decode(encoding, "replace").lstrip("\ufeff"), encoding
    marked = next((found for found in _BOMS if data.startswith(found[0])), None)
    return (data.decode(marked[1], "replace"), marked[2]) if marked else _without_bom(data)


def _has_controls(data: bytes, text: str, encoding: str) -> bool:
    """Return whether a text has control characters anywhere."""
    if any(name in encoding for name in ("16", "32", "2022")):
        return _CONTROL.search(text) is not None
    # Searching bytes is faster; such a byte is always a control character.
    return len(data.translate(None, _CONTROL_BYTES)) < len(data)


def _without_bom(data: bytes) -> tuple[str, str]:
    # UTF-16 without a mark has a zero byte in every second position.
    head = data[:4000]
    for codec, upper in (("utf-16-le", head[1::2]), ("utf-16-be", head[0::2])):
        if len(upper) > 10 and upper.count(0) > 0.8 * len(upper):
            return data.decode(codec, "replace"), codec
    if _JIS.search(data):
        return data.decode("iso2022_jp", "replace"), "iso2022_jp"
    text = data.decode("utf-8", "replace")
    if _is_utf8(data, text):
        return text, "ascii" if data.isascii() else "utf-8"
    for codec in ("shift_jis", "euc_jp"):
        if _looks_japanese(data, codec):
            return data.decode(codec, "replace"), codec
    if _looks_chinese(data):
        return data.decode("gb18030", "replace"), "gb18030"
    return data.decode("cp1252", "replace"), "cp1252"


def _is_utf8(data: bytes, text: str) -> bool:
    """Return whether bytes are the UTF-8 of a text, but for a few damaged characters: the end may be cut off.

    Valid characters outside ASCII have more bytes than one. In other encodings hardly any are valid.
    """
    damaged = text.count(LOST) - data.count(LOST.encode())
    return damaged * _DAMAGED <= len(data) - len(text)


def _looks_japanese(data: bytes, codec: str) -> bool:
    """Return whether bytes are an old Japanese page: they decode, and most non-ASCII characters are kana."""
    try:
        text = data.decode(codec)
    except UnicodeDecodeError:
        return False
    foreign = [c for c in text[:50000] if c > "\x7f"]
    kana = sum("\u3041" <= c <= "\u30ff" for c in foreign)
    return kana > len(foreign) * 0.3 and kana > 20


def _looks_chinese(data: bytes) -> bool:
    """Return whether bytes are an old Chinese page: bytes above ASCII are paired, the commonest character is there."""
    data = data[:50000]
    runs = [len(run) for run in _HIGH.findall(data)]
    high = sum(runs)
    pairs = sum(run for run in runs if run % 2 == 0)
    return high > 40 and pairs > high * 0.9 and data.decode("gb18030", "ignore").count("的") * 200 > high


def _universal_ends(text: str) -> tuple[str, str]:
    """Return the text with line feeds, and its line ends: ``LF``, ``CRLF``, ``CR`` or several, most frequent first."""
    # One pass in C; replacing takes four times as long.
    unified = IncrementalNewlineDecoder(None, translate=True).decode(text, final=True)
    crlf = len(text) - len(unified)
    counts = {"CRLF": crlf, "CR": text.count("\r") - crlf, "LF": text.count("\n") - crlf}
    found = sorted((name for name, n in counts.items() if n), key=lambda name: -counts[name])
    return unified, "+".join(found) or "none"
