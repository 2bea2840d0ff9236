"""Word documents (.docx) to the lines of the .txt of the same rules."""

import io
import lzma
import struct
import unicodedata
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import islice

from lxml import etree

from rulesbase.engine.issues import Problem
from rulesbase.engine.messages import Message
from rulesbase.engine.messages import gettext_noop as _
from rulesbase.engine.nodes import Issue, NotRules
from rulesbase.engine.parsing.untrusted_xml import parse_xml

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
# Elements that stand for a character.
_SIGNS = {f"{_W}tab": "\t", f"{_W}br": "\n", f"{_W}cr": "\n", f"{_W}noBreakHyphen": "-"}
# A rules document unpacks to about 8 MB; larger ones are refused as zip bombs.
_LARGEST = 32 * 1024 * 1024
# For this many lines the missing characters are listed; for more only the number of lines.
_MOST_ISSUES = 50
# The exceptions of zipfile and the decompressors on broken archives.
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    OSError,
    EOFError,
    IndexError,
    RuntimeError,
    ValueError,
)


def is_docx(data: bytes) -> bool:
    """Return whether the bytes are a zip archive."""
    return data.startswith(b"PK\x03\x04")


def docx_text(data: bytes) -> tuple[str, list[Issue]]:
    """Return the text of a .docx, one line a paragraph, blank lines as in the official .txt, and issues.

    Raises NotRules if it is no Word document or a damaged one.
    """
    try:
        root = parse_xml(_document_part(data))
    except etree.XMLSyntaxError as error:
        message = _("The text of the Word document is damaged: %(why)s. Save the document again as .docx or .txt.")
        raise NotRules(Message(message, {"why": error.msg})) from None
    # Deleted and moved-away text of tracked changes is left out.
    etree.strip_elements(root, f"{_W}del", f"{_W}moveFrom", with_tail=False)
    lines: list[str] = []
    lost: defaultdict[int, list[str]] = defaultdict(list)
    in_rows = {paragraph for row in root.iter(f"{_W}tr") for paragraph in row.iter(f"{_W}p")}
    for element in root.iter(f"{_W}p", f"{_W}tr"):
        if element in in_rows:
            continue
        text, signs = _paragraph(element) if element.tag == f"{_W}p" else (_row(element), [])
        for at, sign in signs:
            lost[len(lines) + at].append(sign)
        lines += text.split("\n")
    return "\n".join(lines), _left_out_issues(lines, lost)


def _document_part(data: bytes) -> bytes:
    """Return the XML of a document's text. Raises NotRules."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            info = archive.getinfo("word/document.xml")
            xml = archive.read(info) if info.file_size <= _LARGEST else None
    except KeyError:
        raise NotRules(
            _("The file is a zip archive, but not a Word document. Unpack the archive and import a text file from it.")
        ) from None
    except _BROKEN:
        raise NotRules(
            _("The Word document is damaged and cannot be unpacked. Save it again as .docx or .txt.")
        ) from None
    if xml is None:
        message = _(
            "When unpacked, the Word document is larger than 32 MB, the maximum. Save it as .txt and import that file."
        )
        raise NotRules(message)
    return xml


def _paragraph(element: "etree._Element") -> tuple[str, list[tuple[int, str]]]:
    """Return the text of a paragraph, and (line from 0, missing character) pairs."""
    parts: list[str] = []
    lost: list[tuple[int, str]] = []
    line = 0
    for node in element.iter(f"{_W}t", f"{_W}sym", *_SIGNS):
        if node.tag == f"{_W}sym":
            font, code = node.get(f"{_W}font", "?"), node.get(f"{_W}char", "?")
            part = _letter(code)
            if not part:
                lost.append((line, f"{code[:8]} ({font[:40]})"))
        else:
            part = _SIGNS.get(node.tag) or node.text or ""
        parts.append(part)
        line += part.count("\n")
    return "".join(parts), lost


def _letter(code: str) -> str:
    """Return the character of a hexadecimal code point; empty for a position in the table of a symbol font.

    Those are written as 20 to FF or F020 to F0FF, in the private use area (ECMA-376, 17.3.3.30).
    """
    try:
        letter = chr(int(code, 16))
    except (ValueError, OverflowError):
        return ""
    return letter if letter > "\xff" and unicodedata.category(letter)[0] != "C" else ""


def _row(element: "etree._Element") -> str:
    """Return the cells of a row of a table with tabs between them."""
    cells = (" ".join(_paragraph(one)[0] for one in cell.iter(f"{_W}p")) for cell in element.iter(f"{_W}tc"))
    return "\t".join(" ".join(cell.split()) for cell in cells)


def _left_out_issues(lines: Sequence[str], lost: Mapping[int, Sequence[str]]) -> list[Issue]:
    """Return issues for the lines (from 0) that lack characters."""
    issues: list[Issue] = []
    for at, signs in islice(lost.items(), _MOST_ISSUES):
        named = list(dict.fromkeys(signs))
        problem = Problem.MORE_UNREADABLE_CHARACTERS if len(named) > 5 else Problem.UNREADABLE_CHARACTERS
        issues.append(Issue(at + 1, lines[at][:200], problem % {"characters": ", ".join(named[:5])}))
    if len(lost) > _MOST_ISSUES:
        more = Problem.UNREADABLE_LINES % {"count": len(lost) - _MOST_ISSUES}
        issues.append(Issue(list(lost)[_MOST_ISSUES] + 1, "", more))
    return issues
