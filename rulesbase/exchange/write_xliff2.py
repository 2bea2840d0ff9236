"""Write XLIFF 2.0 with the Translate Toolkit."""

from collections.abc import Iterable, Mapping

from lxml import etree
from translate.storage import xliff2

from rulesbase.exchange.inline_markup import fill
from rulesbase.exchange.translation_units import APPROVED, DRAFT, REVIEW, Hint, Unit

_NAMESPACE = "urn:oasis:names:tc:xliff:document:2.0"
_MATCHES = "urn:oasis:names:tc:xliff:matches:2.0"
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_ITALIC: tuple[str, Mapping[str, str]] = (f"{{{_NAMESPACE}}}pc", {"id": "i{}", "type": "fmt", "subType": "xlf:i"})
_STATES = {APPROVED: "final", REVIEW: "translated", DRAFT: "initial"}
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
        # The standard allows it here, not on the segment.
        around.set(_SPACE, unit.xmlelement.attrib.pop(_SPACE))
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
