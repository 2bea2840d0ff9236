"""Rows of number and text, as in tables and exchange files, to a RulesText."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rulesbase.engine.documents import COMPREHENSIVE_RULES, active_document
from rulesbase.engine.languages import EXAMPLE, RULE_WORD, TEXTS
from rulesbase.engine.languages.detect import language_of
from rulesbase.engine.messages import gettext_noop as _
from rulesbase.engine.nodes import Issue, Kind, Layout, NotRules, Passage, RuleNode, RulesText
from rulesbase.engine.parsing.number_repair import check_order
from rulesbase.engine.parsing.paragraphs import passage
from rulesbase.engine.text.dates import day_in_name, stated_date
from rulesbase.engine.text.numbers import canonical, kind_of

_PRINTED = re.compile(rf"\s*(?:(?:CR|{RULE_WORD}|§)\s*)?([1-9](?:\d\d(?:\.\d{{1,3}}[a-z]{{0,2}})?)?)\.?\s*", re.I)
_LEADING = re.compile(r"\s*([1-9]\d\d\.\d{1,3}[a-z]{0,2})\.?\s+(?=\S)")


class Row(NamedTuple):
    """A number or term with its text; ``line`` counts from 1."""

    line: int
    number: str
    text: str
    heading: str = ""
    examples: Sequence[str] = ()


def number_in(cell: str) -> str:
    """Return the canonical number of a cell that holds only a rule number (``201.3a``, ``Rule 201.``); else empty.

    While a tournament document is active, its numbers are meant (``1.10``, ``Appendix B``).
    """
    if active_document() != COMPREHENSIVE_RULES:
        return canonical(cell) or ""
    match = _PRINTED.fullmatch(cell)
    return match[1].lower() if match else ""


def leading_number(text: str) -> str:
    """Return the number at the beginning of a text; empty where there is none."""
    match = _LEADING.match(text)
    return match[1] if match else ""


def text_of_rows(
    rows: Iterable[Row],
    *,
    layout: Layout,
    stated: str = "",
    stated_language: str = "",
    name: str = "",
    issues: Sequence[Issue] = (),
) -> RulesText:
    """Return the rows as a text. ``stated`` may hold the date, ``stated_language`` is the language the file names.

    Raises NotRules where no row has a number.
    """
    nodes = [_entry_of_row(row) for row in rows]
    entries = [node for node in nodes if node.kind is not Kind.TERM]
    glossary = [node for node in nodes if node.kind is Kind.TERM]
    if not any(node.kind in (Kind.RULE, Kind.SUBRULE) for node in entries) and not glossary:
        message = _(
            "The file has no rules: no row has a rule number such as 201.3a. Choose a file with the text of the rules."
        )
        raise NotRules(message)
    words = "\n".join(node.text or node.heading for node in nodes)
    base = stated_language.replace("_", "-").split("-")[0].lower()
    # A language that cannot be detected is taken from the file.
    language = language_of(words) if base in ("", *TEXTS) else base
    return RulesText(
        language=language,
        date=stated_date(stated, language) or day_in_name(name),
        entries=tuple(entries),
        glossary=tuple(glossary),
        issues=tuple(sorted([*issues, *check_order(entries)])),
        layout=layout,
    )


def _entry_of_row(row: Row) -> RuleNode:
    """Return an entry; a chapter's text is its heading, lines that begin with the word for example are examples."""
    words = row.text.strip()
    if row.number and (match := _LEADING.match(words)) and match[1] == row.number:
        words = words[match.end() :]
    kind = kind_of(row.number) if row.number else Kind.TERM
    if kind in (Kind.SECTION, Kind.CHAPTER):
        return RuleNode(row.number, kind, passage(row.heading or words).text, "", (), row.line)
    lines = [line.strip() for line in words.split("\n") if line.strip()]
    inside = [line for at, line in enumerate(lines) if at and EXAMPLE.match(passage(line).text)]
    text, emphasis = passage("\n".join(line for line in lines if line not in inside))
    examples: tuple[Passage, ...] = tuple(passage(line.strip()) for line in (*inside, *row.examples) if line.strip())
    heading = passage(row.heading.strip()).text if kind is Kind.TERM else ""
    return RuleNode(row.number, kind, heading, text, examples, row.line, emphasis)


def entry_of_paragraphs(line: int, number: str, heading: str, paragraphs: Sequence[str]) -> RuleNode:
    """Return an entry; also its first paragraph is an example if it begins with the word for example."""
    examples = [one for one in paragraphs if EXAMPLE.match(one)]
    text = "\n".join(one for one in paragraphs if not EXAMPLE.match(one))
    return _entry_of_row(Row(line, number, text, heading, examples))
