"""Units of XLIFF 1.2, XLIFF 2 and TMX files: English texts and their translations, with names and properties."""

from collections.abc import Iterable
from typing import NamedTuple

from rulesbase.engine.nodes import Passage
from rulesbase.engine.parsing.untrusted_xml import XmlElement

_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
# Elements of the three formats with words in italics.
_ITALICS = ("g", "pc", "hi")
# Elements that hold codes of the original file, such as tags, instead of words.
_CODES = ("bpt", "ept", "it", "ph", "ut")


class Segment(NamedTuple):
    """A piece of a unit; ``state`` is that of its translation, None for text that is not to be translated."""

    english: Passage
    translation: Passage | None
    state: str | None


class ExchangeUnit(NamedTuple):
    """A unit of a file; ``language`` is that of its translation, ``properties`` are the texts of notes by their types.

    Only units of XLIFF 2 have several segments.
    """

    id: str
    name: str
    language: str
    properties: list[tuple[str, str]]
    segments: list[Segment]

    @property
    def english(self) -> Passage:
        """Return the English of all segments."""
        return _joined(piece.english for piece in self.segments)

    @property
    def translation(self) -> Passage | None:
        """Return the translation of all segments; None if one lacks its own."""
        if any(piece.translation is None and piece.state is not None for piece in self.segments):
            return None
        # Text that is not to be translated is copied.
        return _joined(piece.translation or piece.english for piece in self.segments)


def is_memory(root: XmlElement) -> bool:
    """Return whether a file is TMX; some tools write it with a namespace."""
    return _tag(root) == "tmx"


def read_units(root: XmlElement) -> tuple[str, list[ExchangeUnit]]:
    """Return the language of the translations, empty if not stated, and the units in order."""
    if is_memory(root):
        return _memory_units(root)
    of_files = (file.get("target-language", "") for file in root.iter("{*}file"))
    language = next(filter(None, [root.get("trgLang", ""), *of_files]), "")
    return language, [_xliff_unit(element, language) for element in root.iter("{*}trans-unit", "{*}unit")]


def _joined(passages: Iterable[Passage]) -> Passage:
    """Return passages as one."""
    text = ""
    emphasis: list[tuple[int, int]] = []
    for one in passages:
        emphasis += [(start + len(text), end + len(text)) for start, end in one.emphasis]
        text += one.text
    return Passage(text, tuple(emphasis))


def _xliff_unit(element: XmlElement, language: str) -> ExchangeUnit:
    # A unit of XLIFF 1.2 is its only segment.
    pieces = list(element.iterchildren("{*}segment", "{*}ignorable")) or [element]
    approved = element.get("approved") == "yes"
    segments = [_segment(piece, approved=approved) for piece in pieces]
    name = element.get("resname") or element.get("name", "")
    return ExchangeUnit(element.get("id", ""), name, language, _properties(element), segments)


def _segment(piece: XmlElement, *, approved: bool) -> Segment:
    source, target = piece.find("{*}source"), piece.find("{*}target")
    state = piece.get("state") or (target.get("state", "") if target is not None else "")
    if _tag(piece) == "ignorable":
        state = None
    elif approved:
        state = "final"
    english = Passage("") if source is None else _passage(source)
    return Segment(english, None if target is None else _passage(target), state)


def _memory_units(root: XmlElement) -> tuple[str, list[ExchangeUnit]]:
    """Return the first language that is not English, and the units."""
    language = ""
    units: list[ExchangeUnit] = []
    for element in root.iter("{*}tu"):
        unit = _memory_unit(element, language)
        language = language or unit.language
        units.append(unit)
    return language, units


def _memory_unit(element: XmlElement, language: str) -> ExchangeUnit:
    """Return a unit with its translation into a language, or if it has none, into another."""
    english = Passage("")
    others: list[tuple[str, Passage]] = []
    for variant in element.iter("{*}tuv"):
        code = variant.get(_LANG) or variant.get("lang", "")
        words = variant.find("{*}seg")
        if words is None:
            continue
        if not code.lower().startswith("en"):
            others.append((code, _passage(words)))
        elif not english.text:
            english = _passage(words)
    own_language, own = max(others, key=lambda one: (one[0] == language, bool(one[1].text)), default=("", None))
    segment = Segment(english, own, "")
    return ExchangeUnit(element.get("tuid", ""), "", own_language, _properties(element), [segment])


def _properties(element: XmlElement) -> list[tuple[str, str]]:
    """Return the texts of notes, contexts and properties with their types."""
    return [
        (one.get("context-type") or one.get("category") or one.get("type", ""), "".join(one.itertext()))
        for one in element.iter("{*}note", "{*}context", "{*}prop")
    ]


def _passage(element: XmlElement) -> Passage:
    """Return the words within an element, with their italics, also within other elements."""
    parts: list[Passage] = [Passage(element.text or "")]
    for child in element:
        inner = Passage("") if _tag(child) in _CODES else _passage(child)
        if _tag(child) in _ITALICS and inner.text:
            inner = Passage(inner.text, ((0, len(inner.text)),))
        parts += [inner, Passage(child.tail or "")]
    return _joined(parts)


def _tag(element: XmlElement) -> str:
    return str(element.tag).rpartition("}")[2]
