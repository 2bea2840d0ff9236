"""XLIFF (1.2 and 2) and TMX of other tools: units with a rule number, the translation and the English.

Expands no entity and fetches nothing: a file that declares entities is refused.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from rulesbase.engine.issues import Problem
from rulesbase.engine.messages import gettext_noop as _
from rulesbase.engine.nodes import Issue, Layout, NotRules, RulesText
from rulesbase.engine.parsing.docx import untrusted_xml
from rulesbase.engine.parsing.rows import Row, leading_number, number_in, text_of_rows
from rulesbase.engine.text.dates import day_in_name

if TYPE_CHECKING:
    from rulesbase.engine.parsing.docx import XmlElement as Element

# What may stand before the first element: white space, a declaration, a comment, a document type with its entities.
_BEFORE_ROOT = re.compile(
    r"\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*+(?:\[[^\]]*+\])?[^>]*+>",
    re.DOTALL,
)
_ROOT = re.compile(r"<(?:\w{1,20}:)?(?:xliff|tmx)\b")
_INSIDE = re.compile(r"(?<![\w.])([1-9]\d\d\.\d{1,3}[a-z]?)(?!\w)")
# The id of a unit exported by this site: a Rule and the digest of a wording.
_OURS = re.compile(r"(?:^|\x04)\s*[\w-]+\.[0-9a-f]{32}(?:\.|$)")
_WAY = _(
    "This file was exported from this site. Import it on the “Import and export” page of its language or with "
    "the command import_translations."
)
_LANG = "{http://www.w3.org/XML/1998/namespace}lang"


class _Unit(NamedTuple):
    """One unit: its names, its English, its translation."""

    names: list[str]
    english: str
    text: str


def is_exchange(text: str) -> bool:
    """Return whether a text is an XLIFF or TMX file, by its first element behind declarations and comments."""
    text = text[:20000].removeprefix("\ufeff")
    at = 0
    while before := _BEFORE_ROOT.match(text, at):
        at = before.end()
    return bool(_ROOT.match(text, at))


def read_exchange(text: str, name: str = "") -> RulesText:
    """Return the translations of an exchange file, with its English as ``other``. Raises NotRules."""
    root = untrusted_xml(text)
    kind = _tag(root)
    units, stated_language = _tmx(root) if kind == "tmx" else _xliff(root)
    if any(_OURS.search(name) for unit in units for name in unit.names[:2]):
        raise NotRules(_WAY)
    rows: list[Row] = []
    english: list[Row] = []
    issues: list[Issue] = []
    for at, unit in enumerate(units, 1):
        number = _number(unit)
        if number and unit.text.strip():
            rows.append(Row(at, number, "", unit.text))
            if unit.english.strip():
                english.append(Row(at, number, "", unit.english))
        elif unit.text.strip():
            issues.append(Issue(at, unit.text[:200], Problem.UNIT_WITHOUT_NUMBER))
        elif number:
            issues.append(Issue(at, unit.english[:200], Problem.NO_TRANSLATION % {"number": number}))
    if not rows:
        raise NotRules(
            _(
                "The file has no rules: no translation unit has a rule number such as 201.3a. Choose a file with the "
                "text of the rules."
            )
        )
    layout = Layout.XLIFF if kind == "xliff" else Layout.TMX
    stated = " ".join([*root.attrib.values(), *(value for child in root for value in child.attrib.values())])
    read = text_of_rows(rows, layout=layout, stated=stated, stated_language=stated_language, name=name, issues=issues)
    if read.date is None:
        read = replace(read, date=day_in_name(stated))
    if len(english) == len(rows) and read.language != "en":
        other = text_of_rows(english, layout=layout)
        read = replace(read, other=replace(other, language="en", date=None, issues=()))
    return read


def _tag(element: "Element") -> str:
    return str(element.tag).rsplit("}", 1)[-1]


def _words(element: "Element | None") -> str:
    """Return all text within an element, including inline codes."""
    return "" if element is None else "".join(str(words) for words in element.itertext())


def _child(element: "Element", name: str) -> "Element | None":
    return next((child for child in element if _tag(child) == name), None)


def _xliff(root: "Element") -> tuple[list[_Unit], str]:
    stated_language = root.get("trgLang", "")
    found: list[_Unit] = []
    for element in root.iter():
        if _tag(element) == "file":
            stated_language = stated_language or element.get("target-language", "")
        elif _tag(element) == "trans-unit":
            names = [element.get("resname", ""), element.get("id", ""), *_notes(element)]
            found.append(_Unit(names, _words(_child(element, "source")), _words(_child(element, "target"))))
        elif _tag(element) == "unit":
            names = [element.get("name", ""), element.get("id", ""), *_notes(element)]
            pieces = [one for one in element.iter() if _tag(one) in ("segment", "ignorable")]
            english = "".join(_words(_child(one, "source")) for one in pieces)
            text = "".join(_words(_child(one, "target")) for one in pieces if _child(one, "target") is not None)
            found.append(_Unit(names, english, text))
    return found, stated_language


def _notes(element: "Element") -> Iterator[str]:
    yield from (_words(one) for one in element.iter() if _tag(one) in ("note", "context", "prop"))


def _tmx(root: "Element") -> tuple[list[_Unit], str]:
    stated_language = ""
    found: list[_Unit] = []
    for element in root.iter("tu"):
        names = [element.get("tuid", ""), *_notes(element)]
        english = text = ""
        for variant in element.iter("tuv"):
            language = (variant.get(_LANG) or variant.get("lang") or "").lower()
            words = _words(_child(variant, "seg"))
            if language.startswith("en"):
                english = english or words
            elif not stated_language or language == stated_language:
                stated_language, text = language, text or words
        found.append(_Unit(names, english, text))
    return found, stated_language


def _number(unit: _Unit) -> str:
    for name in unit.names:
        # A bare 3 or 101 may count units; a rule number needs its point.
        if "." in (number := number_in(name)):
            return number
    for name in unit.names:
        if match := _INSIDE.search(name):
            return match[1]
    return leading_number(unit.text) or leading_number(unit.english)
