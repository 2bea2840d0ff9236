"""Write XLIFF 1.2 with the Translate Toolkit."""

from collections.abc import Iterable

from translate.storage import xliff

from rulesbase.exchange.inline_markup import fill
from rulesbase.exchange.translation_units import APPROVED, DRAFT, REVIEW, Unit

_NAMESPACE = "urn:oasis:names:tc:xliff:document:1.2"
_GROUP = "rulesbase"
_STATES = {APPROVED: "final", REVIEW: "needs-review-translation", DRAFT: "needs-adaptation"}


class _Unit12(xliff.Xliff1Unit):
    namespace = _NAMESPACE


class _File12(xliff.Xliff1File[_Unit12]):
    UnitClass = _Unit12
    namespace = _NAMESPACE
    XMLskeleton = xliff.Xliff1File.XMLskeleton.replace("1.1", "1.2")


def write_xliff12(language: str, units: Iterable[Unit]) -> bytes:
    """Return a file with these units in order."""
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
