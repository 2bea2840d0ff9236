"""Word documents (.docx) to the same lines as the .txt of the same rules. The only part that uses lxml."""

import io
import lzma
import struct
import zipfile
import zlib

from lxml import etree

from rulesbase.engine.nodes import NotRules

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
# A rules document unpacks to about 8 MB; more than this is a bomb.
_LARGEST = 32 * 1024 * 1024
# All that zipfile and the decompressors raise on broken archives.
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    OSError,
    EOFError,
    IndexError,
    NotImplementedError,
    RuntimeError,
    ValueError,
)


def is_docx(data: bytes) -> bool:
    """Whether the bytes are a zip archive."""
    return data.startswith(b"PK\x03\x04")


def docx_text(data: bytes) -> str:
    """The text of a .docx, a line a paragraph, with an empty line where the official .txt has one.

    Raises NotRules where it is no Word document or a damaged one.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            info = archive.getinfo("word/document.xml")
            too_large = info.file_size > _LARGEST
            xml = b"" if too_large else archive.read(info)
    except KeyError:
        raise NotRules("The file is a zip archive, but not a Word document.") from None
    except _BROKEN:
        raise NotRules("The Word document is damaged and cannot be unpacked.") from None
    if too_large:
        raise NotRules("The Word document unpacks to more than 32 MB.")
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
    try:
        root = etree.fromstring(xml, parser)
    except etree.XMLSyntaxError as error:
        raise NotRules(f"The Word document's text is damaged: {error.msg}.") from None
    return "\n".join(_paragraph(element) for element in root.iter(f"{_W}p"))


def _paragraph(element: "etree._Element") -> str:
    """Text of a paragraph; what was deleted under change tracking is not part of it."""
    parts: list[str] = []
    for node in element.iter(f"{_W}t", f"{_W}tab", f"{_W}br", f"{_W}cr", f"{_W}noBreakHyphen", f"{_W}sym"):
        if node.tag == f"{_W}t":
            parts.append(node.text or "")
        elif node.tag == f"{_W}noBreakHyphen":
            parts.append("-")
        elif node.tag in (f"{_W}br", f"{_W}cr"):
            parts.append("\n")
        elif node.tag == f"{_W}tab":
            parts.append("\t")
    return "".join(parts)
