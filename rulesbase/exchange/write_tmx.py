"""Write TMX 1.4 with the Translate Toolkit."""

from collections.abc import Iterable

from lxml import etree
from translate.storage import tmx

from rulesbase.exchange.inline_markup import fill
from rulesbase.exchange.translation_units import Unit


def write_tmx(language: str, units: Iterable[Unit]) -> bytes:
    """Return a file with the translated units in order."""
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
