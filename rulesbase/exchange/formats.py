"""XLIFF 1.2 and 2.0, TMX 1.4, PO and CSV files. Files are untrusted."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from lxml import etree
from translate.storage import tmx, xliff

from rulesbase.core.errors import refusal_text
from rulesbase.engine.nodes import FileRefused
from rulesbase.engine.parsing.encoding import decode
from rulesbase.engine.parsing.untrusted_xml import parse_xml
from rulesbase.engine.parsing.xliff_tmx_units import read_units
from rulesbase.exchange.inline_markup import fill, make_unit
from rulesbase.exchange.plain_files import read_csv, read_po, write_csv, write_po
from rulesbase.exchange.translation_units import APPROVED, DRAFT, REVIEW, ParsedFile, Unit, read_id
from rulesbase.exchange.write_xliff2 import write_xliff2

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
_NAMESPACE = "urn:oasis:names:tc:xliff:document:1.2"
_GROUP = "rulesbase"
_STATES = {APPROVED: "final", REVIEW: "needs-review-translation", DRAFT: "needs-adaptation"}
# Statuses by states of the three formats; others count as in review.
_READ = {
    "final": APPROVED,
    "reviewed": APPROVED,
    "needs-adaptation": DRAFT,
    "initial": DRAFT,
    # In TMX.
    APPROVED: APPROVED,
    DRAFT: DRAFT,
}


class InvalidFile(FileRefused):
    """The file cannot be imported; the message is in the language of the page."""


class _Unit12(xliff.Xliff1Unit):
    namespace = _NAMESPACE


class _File12(xliff.Xliff1File[_Unit12]):
    UnitClass = _Unit12
    namespace = _NAMESPACE
    XMLskeleton = xliff.Xliff1File.XMLskeleton.replace("1.1", "1.2")


def write_file(kind: str, language: str, units: Iterable[Unit]) -> bytes:
    """Return a file of a kind (a key of ``KINDS``) with these units in order."""
    writers = {"xliff": _write_xliff, "xliff2": write_xliff2, "tmx": _write_tmx, "po": write_po, "csv": write_csv}
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
        parsed = _parsed(_safe_root(data)) if is_xml else plain(text)
    except InvalidFile:
        raise
    except (ValueError, AttributeError, AssertionError, StopIteration, KeyError, IndexError, etree.LxmlError) as error:
        reason = refusal_text(error)[:200]
        raise InvalidFile(_("This is not a valid exchange file: %(reason)s") % {"reason": reason}) from error
    if not parsed.units and not parsed.unknown_ids:
        raise InvalidFile(_("The file contains no texts to import. Choose a file that was exported from this site."))
    return parsed


def _parsed(root: etree._Element) -> ParsedFile:
    name = etree.QName(root).localname
    if name == "tmx":
        return _read_units(root, "tmx")
    if name != "xliff":
        message = _("The file is XML, but neither XLIFF nor TMX: it begins with <%(name)s>.")
        raise InvalidFile(message % {"name": name[:40]})
    version = root.get("version", "1")
    if not version.startswith(("1", "2")):
        raise InvalidFile(_("This version of XLIFF is not supported. Save the file as XLIFF 1.2 or 2.0."))
    return _read_units(root, "xliff2" if version.startswith("2") else "xliff")


def _read_units(root: etree._Element, kind: str) -> ParsedFile:
    language, found = read_units(root)
    units: list[Unit] = []
    unknown_ids: list[str] = []
    for one in found:
        # Other tools drop our ids; such a unit is matched by its English.
        read = read_id(one.id) or ("", "", "")
        english, own = one.english, one.translation
        if not read[1] and not english.text.strip():
            unknown_ids.append(one.id[:80])
            continue
        if own and one.language != language:
            raise InvalidFile(_("The file has translations into several languages. Import one file per language."))
        properties = dict(one.properties)
        states = {piece.state or properties.get("x-status", "") for piece in one.segments if piece.state is not None}
        statuses = {_READ.get(state, REVIEW) for state in states}
        units.append(make_unit(read, english, own, properties, statuses.pop() if len(statuses) == 1 else REVIEW))
    return ParsedFile(kind, language, units, unknown_ids)


def _safe_root(data: bytes) -> etree._Element:
    root = parse_xml(data)
    declared = root.getroottree().docinfo.internalDTD
    # A DOCTYPE without entities is harmless; refuse one that declares entities.
    if (declared is not None and list(declared.iterentities())) or next(root.iter(etree.Entity), None) is not None:
        raise InvalidFile(
            _(
                "The file declares its own XML entities. For security it was not read. Remove the entities and import "
                "the file again."
            )
        )
    return root


# ---- XLIFF ----


def _write_xliff(language: str, units: Iterable[Unit]) -> bytes:
    file = _File12(sourcelanguage="en", targetlanguage=language)
    file.switchfile("rulesbase", createifmissing=True)
    italic = f"{{{_NAMESPACE}}}g", {"id": "{}", "ctype": "italic"}
    for one in units:
        unit = _Unit12(one.source.text)
        file.addunit(unit)
        unit.setid(one.id)
        fill(unit.source_dom, one.source, *italic)
        if one.target is not None:
            unit.target = one.target.text
            fill(unit.target_dom, one.target, *italic)
            unit.target_dom.set("state", _STATES.get(one.status, "translated"))
        unit.xmlelement.set("approved", "yes" if one.status == APPROVED else "no")
        contexts = [("x-revision", str(one.revision or 0)), ("x-number", one.number), ("x-version", one.version)]
        unit.createcontextgroup(_GROUP, [pair for pair in contexts if pair[1]], purpose="information")
        if one.hint:
            hint = one.hint
            unit.addalttrans(hint.target, "rulesbase", language, hint.source, f"{hint.score}%")
    return bytes(file)


# ---- TMX ----


def _write_tmx(language: str, units: Iterable[Unit]) -> bytes:
    file = tmx.tmxfile(sourcelanguage="en", targetlanguage=language)
    italic = "hi", {"type": "italic"}
    for one in units:
        if one.target is None:
            # TMX holds pairs only; untranslated texts are in the XLIFF alone.
            continue
        unit = tmx.tmxunit(one.source.text)
        file.addunit(unit)
        unit.settarget(one.target.text, language)
        unit.xmlelement.set("tuid", one.id)
        fill(unit.xmlelement.find("tuv/seg"), one.source, *italic)
        fill(unit.xmlelement.findall("tuv/seg")[1], one.target, *italic)
        props = {"x-revision": one.revision or 0, "x-number": one.number, "x-version": one.version}
        for at, (name, value) in enumerate({**props, "x-status": one.status}.items()):
            prop = etree.Element("prop", {"type": name})
            prop.text = str(value)
            unit.xmlelement.insert(at, prop)
    return bytes(file)
