"""XLIFF (1.2 and 2) and TMX of other tools: units with a rule number, the translation and the English.

Expands no entity and fetches nothing: a file that declares entities is refused.
"""

import re
from dataclasses import replace

from rulesbase.engine.issues import Problem
from rulesbase.engine.messages import gettext_noop as _
from rulesbase.engine.nodes import Issue, Layout, NotRules, Passage, RulesText
from rulesbase.engine.parsing.paragraphs import passage, with_marks
from rulesbase.engine.parsing.rows import Row, leading_number, number_in, text_of_rows
from rulesbase.engine.parsing.untrusted_xml import untrusted_xml
from rulesbase.engine.parsing.xliff_tmx_units import ExchangeUnit, is_memory, read_units
from rulesbase.engine.text.dates import day_in_name

# What may stand before the first element: white space, a declaration, a comment, a document type with its entities.
_BEFORE_ROOT = re.compile(r"\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*+(?:\[[^\]]*+\])?[^>]*+>", re.DOTALL)
_ROOT = re.compile(r"<(?:\w{1,20}:)?(?:xliff|tmx)\b")
_NUMBER_INSIDE = re.compile(r"(?<![\w.])([1-9]\d\d\.\d{1,3}[a-z]?)(?!\w)")
# The id of a unit exported by this site: a Rule and the digest of a wording.
_OWN_ID = re.compile(r"(?:^|\x04)\s*[\w-]+\.[0-9a-f]{32}(?:\.|$)")
_WRONG_IMPORT = _(
    "This file was exported from this site. Import it on the “Import and export” page of its language or with "
    "the command import_translations."
)


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
    stated_language, units = read_units(root)
    if any(_OWN_ID.search(one) for unit in units for one in (unit.name, unit.id)):
        raise NotRules(_WRONG_IMPORT)
    rows: list[Row] = []
    english: list[Row] = []
    issues: list[Issue] = []
    for at, unit in enumerate(units, 1):
        source, own = unit.english, unit.translation
        translation = own if own and unit.language == stated_language else Passage("")
        number = _number(unit, translation.text, source.text)
        if number and translation.text.strip():
            rows.append(Row(at, number, _marked(translation)))
            if source.text.strip():
                english.append(Row(at, number, _marked(source)))
        elif translation.text.strip():
            issues.append(Issue(at, translation.text[:200], Problem.UNIT_WITHOUT_NUMBER))
        elif number:
            issues.append(Issue(at, source.text[:200], Problem.NO_TRANSLATION % {"number": number}))
    if not rows:
        message = _(
            "The file has no rules: no translation unit has a rule number such as 201.3a. Choose a file with the "
            "text of the rules."
        )
        raise NotRules(message)
    layout = Layout.TMX if is_memory(root) else Layout.XLIFF
    stated = " ".join([*root.attrib.values(), *(value for child in root for value in child.attrib.values())])
    read = text_of_rows(rows, layout=layout, stated=stated, stated_language=stated_language, name=name, issues=issues)
    if read.date is None:
        read = replace(read, date=day_in_name(stated))
    if len(english) == len(rows) and read.language != "en":
        other = text_of_rows(english, layout=layout)
        read = replace(read, other=replace(other, language="en", date=None, issues=()))
    return read


def _marked(words: Passage) -> str:
    """Return a text with marks around its italics, as in plain texts; without them if they would not be read again."""
    marked = with_marks(*words)
    is_read = passage(marked) == words and leading_number(marked) == leading_number(words.text)
    return marked if is_read else words.text


def _number(unit: ExchangeUnit, *texts: str) -> str:
    """Return the rule number in the names and notes of a unit, or at the beginning of a text; empty if none."""
    names = [unit.name, unit.id, *(text for _type, text in unit.properties)]
    for name in names:
        # A bare 3 or 101 may count units; a rule number needs its point.
        if "." in (number := number_in(name)):
            return number
    for name in names:
        if match := _NUMBER_INSIDE.search(name):
            return match[1]
    return next(filter(None, map(leading_number, texts)), "")
