"""Parsing of rulebooks from before 1999: parts such as ``Section I: Learning the Game``, titled sections, a glossary.

Their parts have Roman numbers and are the chapters 1, 2 ...; the sections below them have none and are 1.1, 1.2 ... in
order. The text before the first part is the introduction. A title stands on the line above its text.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from rulesbase.engine.documents import RULEBOOK
from rulesbase.engine.messages import gettext_noop as _
from rulesbase.engine.nodes import NotRules, RuleNode, RulesText
from rulesbase.engine.parsing.glossary import read_glossary
from rulesbase.engine.text.dates import day_in_name, stated_date
from rulesbase.engine.text.document_numbers import document_kind

_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
_PART = re.compile(rf"Section (?P<number>{'|'.join(_ROMAN)}): *(?P<title>\S.*)")
_GLOSSARY = re.compile(r"glossary(?: of (?:common )?terms)?", re.I)
_REMARK = re.compile(r"\s*//")
_ENDS = re.compile(r"[a-z0-9)][.,;:]$")
_LONGEST_TITLE, _FEWEST_PARTS = 60, 2
_EXAMPLE = "EXAMPLE"
_INTRODUCTION = "introduction"


class _Line(NamedTuple):
    """A line with its 1-based number, and whether an empty line is in front of it."""

    text: str
    number: int
    after_space: bool


def _part(line: str) -> re.Match[str] | None:
    """Return the number and title of a part; None for a sentence about one."""
    return _PART.fullmatch(line) if len(line) <= _LONGEST_TITLE else None


def is_rulebook_text(text: str) -> bool:
    """Return whether a text has several parts with Roman numbers."""
    # A cheap test first: this reads every text.
    lines = text.split("\n") if "Section " in text else []
    return sum(_part(line.strip()) is not None for line in lines) >= _FEWEST_PARTS


def read_rulebook(text: str, name: str = "") -> RulesText:
    """Parse a rulebook. Its date is stated, or in the name of the file. Raises NotRules without a part."""
    rows = text.split("\n")
    lines = [
        _Line(row.strip(), at, at < 2 or not rows[at - 2].strip())
        for at, row in enumerate(rows, 1)
        if row.strip() and not _REMARK.match(row)
    ]
    start = next((at for at, line in enumerate(lines) if _GLOSSARY.fullmatch(line.text)), len(lines))
    first = lines[start].number if start < len(lines) else len(rows)
    terms, issues = read_glossary(rows, first, len(rows), wrapped=False)
    nodes = _nodes(lines[1:start])
    if sum(node.number.isdigit() for node in nodes) < _FEWEST_PARTS:
        raise NotRules(_("The file is not a rulebook: it has no parts with titles. Choose another file."))
    return RulesText(
        language="en",
        date=stated_date(text, "en") or day_in_name(name),
        title=lines[0].text,
        entries=tuple(nodes),
        glossary=tuple(terms),
        issues=tuple(issues),
        whole=True,
        document=RULEBOOK,
    )


def _nodes(lines: Sequence[_Line]) -> list[RuleNode]:
    """Return the introduction, the parts, and the sections below each."""
    nodes: list[RuleNode] = []
    texts: list[list[str]] = []
    part, section = "", 0

    def begin(number: str, title: str, line: int) -> None:
        nodes.append(RuleNode(number, document_kind(number), title, "", (), line))
        texts.append([])

    for at, line in enumerate(lines):
        if match := _part(line.text):
            part, section = str(_ROMAN.index(match["number"]) + 1), 0
            begin(part, match["title"], line.number)
        elif part and _is_title(lines, at):
            section += 1
            begin(f"{part}.{section}", line.text, line.number)
        else:
            if not nodes:
                begin(_INTRODUCTION, "Introduction", line.number)
            texts[-1].append(line.text)
    return [node._replace(text="\n".join(text)) for node, text in zip(nodes, texts, strict=True)]


def _is_title(lines: Sequence[_Line], at: int) -> bool:
    """Return whether a short line without full stop stands after a space or a title, and above a text."""
    line = lines[at]
    if len(line.text) > _LONGEST_TITLE or _ENDS.search(line.text) or line.text == _EXAMPLE or at + 1 == len(lines):
        return False
    return (line.after_space or _part(lines[at - 1].text) is not None) and line.text[:1].isupper()
