"""The formats of exchange files, and which reader or writer a file needs. Files are untrusted."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from lxml import etree

from rulesbase.core.errors import refusal_text
from rulesbase.engine.parsing.encoding import decode
from rulesbase.exchange.errors import InvalidFile
from rulesbase.exchange.po_csv_files import read_csv, read_po, write_csv, write_po
from rulesbase.exchange.read_xliff_tmx import read_xliff_tmx
from rulesbase.exchange.translation_units import ParsedFile, Unit
from rulesbase.exchange.write_tmx import write_tmx
from rulesbase.exchange.write_xliff2 import write_xliff2
from rulesbase.exchange.write_xliff12 import write_xliff12

KINDS = {
    "xliff": "application/x-xliff+xml",
    "xliff2": "application/xliff+xml",
    "tmx": "application/x-tmx",
    "po": "text/x-gettext-translation; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
}
# File name extensions by kind.
ENDINGS = {"xliff": "xliff", "xliff2": "xlf", "tmx": "tmx", "po": "po", "csv": "csv"}
MAX_BYTES = 32 * 1024 * 1024
# White space and byte order marks.
_BLANK = b" \t\r\n\x00\xef\xbb\xbf\xff\xfe"


def write_file(kind: str, language: str, units: Iterable[Unit]) -> bytes:
    """Return a file of a kind (a key of ``KINDS``) with these units in order."""
    writers = {"xliff": write_xliff12, "xliff2": write_xliff2, "tmx": write_tmx, "po": write_po, "csv": write_csv}
    return writers[kind](language, units)


def read_file(data: bytes) -> ParsedFile:
    """Parse an exchange file. Fetches nothing and resolves no entities. Raises InvalidFile."""
    if len(data) > MAX_BYTES:
        raise InvalidFile(_("The file is too large: at most %(most)d MB.") % {"most": MAX_BYTES // 1024 // 1024})
    if not data.strip(_BLANK):
        raise InvalidFile(_("The file is empty."))
    try:
        # Spreadsheets and editors also write UTF-16. lxml reads that itself.
        text = decode(data).text.encode() if b"\x00" in data else data
        # A table may begin with anything but a tag.
        is_xml = text.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")
        plain = read_po if b'msgid "' in text else read_csv
        parsed = read_xliff_tmx(data) if is_xml else plain(text)
    except InvalidFile:
        raise
    except (ValueError, AttributeError, AssertionError, StopIteration, KeyError, IndexError, etree.LxmlError) as error:
        reason = refusal_text(error)[:200]
        raise InvalidFile(_("This is not a valid exchange file: %(reason)s") % {"reason": reason}) from error
    if not parsed.units and not parsed.unknown_ids:
        raise InvalidFile(_("The file contains no texts to import. Choose a file that was exported from this site."))
    return parsed
