"""PO and CSV files: read by the Translate Toolkit and Python's csv. Italics are [i]marked[/i]. Files are untrusted."""

import csv
from collections.abc import Iterable, Mapping
from io import StringIO
from typing import Any

from django.utils.translation import gettext as _
from translate.storage import pypo

from rulesbase.engine.nodes import Passage
from rulesbase.engine.parsing.encoding import decode
from rulesbase.engine.text.typed_markup import marked, read_marked
from rulesbase.exchange.inline_markup import make_unit
from rulesbase.exchange.translation_units import APPROVED, DRAFT, REVIEW, ParsedFile, Unit, read_id

# Its methods have no types.
_PO: Any = pypo.pofile
_COLUMNS = ("id", "number", "version", "english", "translation", "status", "revision")
# The names of other tools for our columns.
_OTHER_NAMES = {"source": "english", "target": "translation", "context": "id"}
_DELIMITERS = (",", ";", "\t")
_STATUSES = (APPROVED, REVIEW, DRAFT)


def write_po(language: str, units: Iterable[Unit]) -> bytes:
    """Return a PO file: the id is the context of a message, a translation that is not approved is fuzzy."""
    file = _PO()
    file.updateheader(add=True, Language=language, Content_Type="text/plain; charset=UTF-8", X_Generator="Rulesbase")
    for one in units:
        unit = pypo.pounit(_marked(one.source))
        unit.setcontext(one.id)
        unit.addlocation(f"{one.number}@{one.version}")
        unit.addnote(f"revision {one.revision or 0}", origin="developer")
        if one.target is not None:
            unit.target = _marked(one.target)
            unit.markfuzzy(one.status != APPROVED)
        file.addunit(unit)
    return bytes(file)


def read_po(data: bytes) -> ParsedFile:
    """Parse a PO file. Errors of the toolkit pass through."""
    file = _PO.parsestring(data)
    language = next((value for name, value in file.parseheader().items() if name == "Language"), "")
    units = []
    for one in file.units:
        if one.isheader() or one.isobsolete() or one.hasplural():
            continue
        number, _, version = next(iter(one.getlocations()), "").partition("@")
        notes = one.getnotes(origin="developer").split()
        revision = notes[-1] if notes and notes[0] == "revision" else ""
        values = {"number": number, "version": version, "revision": revision}
        status = DRAFT if one.isfuzzy() else REVIEW
        units.append(_unit(one.getcontext(), str(one.source), str(one.target), values, status))
    return ParsedFile("po", language, units, [])


def write_csv(_language: str, units: Iterable[Unit]) -> bytes:
    """Return a CSV file in UTF-8 with a byte order mark, which spreadsheets need."""
    out = StringIO()
    table = csv.writer(out)
    table.writerow(_COLUMNS)
    for one in units:
        target = _marked(one.target) if one.target else ""
        row = one.id, one.number, one.version, _marked(one.source), target, one.status, one.revision or 0
        table.writerow(row)
    return out.getvalue().encode("utf-8-sig")


def read_csv(data: bytes) -> ParsedFile:
    """Parse a CSV file whose first row names the columns. Raises ValueError.

    In many countries spreadsheets write semicolons between the columns, and an old encoding.
    """
    text = decode(data).text
    first = text.split("\n", 1)[0]
    # Strict: a quotation mark that is missing would make one text of all rows below it.
    delimiter = max(_DELIMITERS, key=first.count)
    table = csv.DictReader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
    units: list[Unit] = []
    row: dict[str, str | None] = {}
    first_line = read_lines = 0
    try:
        names = {name: _OTHER_NAMES.get(name.strip().lower(), name.strip().lower()) for name in table.fieldnames or ()}
        if not {"english", "translation"} <= set(names.values()):
            raise ValueError(_("The first row must name the columns “english” and “translation”."))
        for row in table:
            values = {names[name]: text or "" for name, text in row.items() if name in names}
            status = values.get("status", "").strip()
            texts = values.get("id", ""), values["english"], values["translation"]
            units.append(_unit(*texts, values, status if status in _STATUSES else REVIEW))
            first_line, read_lines = read_lines + 1, table.line_num
    except csv.Error as error:
        message = _(
            "The row that begins in line %(line)d cannot be read. A quotation mark is missing in this row, or a "
            "quotation mark inside a text is not doubled."
        )
        raise ValueError(message % {"line": read_lines + 1}) from error
    if None in row.values() and not text.endswith(("\r", "\n")):
        message = _("The file ends inside the row that begins in line %(line)d. Export the file again.")
        raise ValueError(message % {"line": first_line})
    return ParsedFile("csv", "", units, [])


def _unit(written_id: str, english: str, own: str, values: Mapping[str, str], status: str) -> Unit:
    properties = {f"x-{name}": value for name, value in values.items()}
    return make_unit(read_id(written_id) or ("", "", ""), _passage(english), _passage(own), properties, status)


def _marked(passage: Passage) -> str:
    return marked(passage.text, passage.emphasis)


def _passage(text: str) -> Passage:
    """Return a text and its italics; marks that do not pair stay as they are."""
    return read_marked(text) or Passage(text)
