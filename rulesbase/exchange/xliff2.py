"""XLIFF 2.0, written and read by the Translate Toolkit. Files are untrusted."""

from collections.abc import Iterable, Mapping
from io import BytesIO

from lxml import etree
from translate.storage import xliff2

from rulesbase.exchange.inline_markup import fill, make_unit, styled_of
from rulesbase.exchange.units import APPROVED, DRAFT, REVIEW, Hint, ParsedFile, Styled, Unit, read_id

_NAMESPACE = "urn:oasis:names:tc:xliff:document:2.0"
_MATCHES = "urn:oasis:names:tc:xliff:matches:2.0"
_ITALIC: tuple[str, Mapping[str, str]] = (f"{{{_NAMESPACE}}}pc", {"id": "i{}", "type": "fmt", "subType": "xlf:i"})
_STATES = {APPROVED: "final", REVIEW: "translated", DRAFT: "initial"}
_READ = {"final": APPROVED, "reviewed": APPROVED, "initial": DRAFT}
# Id of the segment that a suggested translation refers to.
_SEGMENT = "s1"


def _named(tag: str, namespace: str = _NAMESPACE) -> str:
    return f"{{{namespace}}}{tag}"


def write_xliff2(language: str, units: Iterable[Unit]) -> bytes:
    """Return a file with these units in order."""
    file = xliff2.Xliff2File(sourcelanguage="en", targetlanguage=language)
    file.body.set("id", "rulesbase")
    for one in units:
        unit = xliff2.Xliff2Unit(one.source.text)
        file.addunit(unit)
        unit.setid(one.id)
        fill(unit.source_dom, one.source, *_ITALIC)
        unit.xmlelement.set("state", "initial")
        if one.target is not None:
            unit.target = one.target.text
            fill(unit.target_dom, one.target, *_ITALIC)
            unit.xmlelement.set("state", _STATES.get(one.status, "translated"))
        around = unit.getunitelement()
        around.insert(0, _notes(one))
        if one.hint:
            unit.xmlelement.set("id", _SEGMENT)
            around.insert(0, _matches(one.hint))
    return bytes(file)


def _notes(one: Unit) -> etree._Element:
    notes = etree.Element(_named("notes"))
    properties = {"x-revision": str(one.revision or 0), "x-number": one.number, "x-version": one.version}
    for category, value in properties.items():
        if value:
            note = etree.SubElement(notes, _named("note"), category=category)
            note.text = value
    return notes


def _matches(hint: Hint) -> etree._Element:
    """Return the translation of an earlier English text as a match candidate."""
    matches = etree.Element(_named("matches", _MATCHES), nsmap={"mtc": _MATCHES})
    match = etree.SubElement(
        matches, _named("match", _MATCHES), ref=f"#{_SEGMENT}", similarity=f"{hint.score}.0", origin="rulesbase"
    )
    etree.SubElement(match, _named("source")).text = hint.source
    etree.SubElement(match, _named("target")).text = hint.target
    return matches


def read_xliff2(clean: bytes) -> ParsedFile:
    """Parse a file; join units that tools split into segments. Errors of the toolkit pass through."""
    file = xliff2.Xliff2File(BytesIO(clean))
    root = file.document.getroot()
    units: list[Unit] = []
    unknown_ids: list[str] = []
    for element in root.iter(f"{{{file.namespace}}}unit"):
        # Converters drop our ids; such a unit is matched by its English.
        unit = _unit(read_id(element.get("id", "")) or ("", "", ""), element, file.namespace)
        if unit.digest or unit.source.text.strip():
            units.append(unit)
        else:
            unknown_ids.append(str(element.get("id", ""))[:80])
    return ParsedFile("xliff2", root.get("trgLang", ""), units, unknown_ids)


def _unit(read: tuple[str, str, str], element: etree._Element, namespace: str) -> Unit:
    properties = {note.get("category", ""): note.text or "" for note in element.iter(_named("note", namespace))}
    english, own = Styled(""), Styled("")
    whole = True
    states: set[str] = set()
    for piece in element.iterchildren(_named("segment", namespace), _named("ignorable", namespace)):
        source, target = (piece.find(_named(tag, namespace)) for tag in ("source", "target"))
        english = _joined(english, source)
        if piece.tag == _named("segment", namespace):
            states.add(_READ.get(piece.get("state", ""), REVIEW))
            whole = whole and target is not None
        # Text marked as not to be translated is copied.
        own = _joined(own, target if target is not None else source)
    status = states.pop() if len(states) == 1 else REVIEW
    return make_unit(read, english, own if whole else None, properties, status)


def _joined(before: Styled, element: etree._Element | None) -> Styled:
    """Add the text of an element, if any."""
    behind = styled_of(element, ("pc", "mrk")) or Styled("")
    at = len(before.text)
    spans = (*before.spans, *((start + at, end + at) for start, end in behind.spans))
    return Styled(before.text + behind.text, spans)
