"""Convert italics between offsets and inline elements of exchange files."""

from collections.abc import Mapping

from lxml import etree

from rulesbase.core.number_format import read_number
from rulesbase.engine.nodes import Passage
from rulesbase.exchange.translation_units import Unit, stripped


def fill(element: etree._Element, passage: Passage, tag: str, attributes: Mapping[str, str]) -> None:
    """Write a text into an element, italics as inline elements; ``{}`` in attributes becomes a counter."""
    for child in list(element):
        element.remove(child)
    starts = [*(start for start, _ in passage.emphasis), len(passage.text)]
    element.text = passage.text[: starts[0]]
    for count, (start, end) in enumerate(passage.emphasis, 1):
        italic = etree.SubElement(element, tag, {key: value.format(count) for key, value in attributes.items()})
        italic.text, italic.tail = passage.text[start:end], passage.text[end : starts[count]]


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
