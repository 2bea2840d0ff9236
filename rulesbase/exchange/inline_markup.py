"""Convert italics between offsets and inline elements of exchange files."""

from collections.abc import Mapping

from lxml import etree

from rulesbase.core.number_format import read_number
from rulesbase.engine.nodes import Passage
from rulesbase.exchange.units import Unit, stripped


def fill(element: etree._Element, passage: Passage, tag: str, attributes: Mapping[str, str]) -> None:
    """Write a text into an element, italics as inline elements; ``{}`` in attributes becomes a counter."""
    element.text, last, at = "", None, 0
    for child in list(element):
        element.remove(child)
    for count, (start, end) in enumerate(passage.emphasis, 1):
        _append(element, last, passage.text[at:start])
        last = etree.SubElement(element, tag, {key: value.format(count) for key, value in attributes.items()})
        last.text = passage.text[start:end]
        at = end
    _append(element, last, passage.text[at:])


def _append(element: etree._Element, last: etree._Element | None, text: str) -> None:
    if last is None:
        element.text = (element.text or "") + text
    else:
        last.tail = text


def make_unit(
    read: tuple[str, str, str], english: Passage, own: Passage | None, properties: Mapping[str, str], status: str
) -> Unit:
    """Return a unit from its two texts and its properties; a blank translation counts as none."""
    return Unit(
        *read,
        english,
        stripped(own) if own and own.text.strip() else None,
        properties.get("x-number", "")[:80],
        properties.get("x-version", "")[:10],
        read_number(properties.get("x-revision", "").strip(), None, most_digits=8),
        status,
    )
