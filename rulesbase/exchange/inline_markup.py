"""Convert italics between offsets and inline elements of exchange files."""

from collections.abc import Mapping

from lxml import etree

from rulesbase.core.numbers import read_number
from rulesbase.exchange.units import Styled, Unit, stripped


def fill(element: etree._Element, styled: Styled, tag: str, attributes: Mapping[str, str]) -> None:
    """Write a text into an element, italics as inline elements; ``{}`` in attributes becomes a counter."""
    element.text, last, at = "", None, 0
    for child in list(element):
        element.remove(child)
    for count, (start, end) in enumerate(styled.spans, 1):
        _append(element, last, styled.text[at:start])
        last = etree.SubElement(element, tag, {key: value.format(count) for key, value in attributes.items()})
        last.text = styled.text[start:end]
        at = end
    _append(element, last, styled.text[at:])


def _append(element: etree._Element, last: etree._Element | None, text: str) -> None:
    if last is None:
        element.text = (element.text or "") + text
    else:
        last.tail = text


def styled_of(element: etree._Element | None, italics: tuple[str, ...]) -> Styled | None:
    """Return the text of an element with the offsets of its italics, also within other elements."""
    if element is None:
        return None
    parts: list[str] = []
    spans: list[tuple[int, int]] = []
    _walk(element, italics, parts, spans)
    return Styled("".join(parts), tuple(spans))


def _walk(element: etree._Element, italics: tuple[str, ...], parts: list[str], spans: list[tuple[int, int]]) -> None:
    parts.append(element.text or "")
    for child in element:
        start = sum(map(len, parts))
        if isinstance(child.tag, str):
            inner: list[tuple[int, int]] = []
            _walk(child, italics, parts, inner)
            end = sum(map(len, parts))
            italic = etree.QName(child).localname in italics
            spans += [(start, end)] if italic and end > start else inner
        parts.append(child.tail or "")


def make_unit(
    read: tuple[str, str, str], english: Styled | None, own: Styled | None, properties: Mapping[str, str], status: str
) -> Unit:
    """Return a unit from its two texts and its properties; a blank translation counts as none."""
    return Unit(
        *read,
        english or Styled(""),
        stripped(own) if own and own.text.strip() else None,
        properties.get("x-number", "")[:80],
        properties.get("x-version", "")[:10],
        read_number(properties.get("x-revision", "").strip(), None, most_digits=8),
        status,
    )
