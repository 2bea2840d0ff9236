"""Parsing of tournament documents: the Tournament Rules (Floor Rules) and the Infraction Procedure Guide.

The result is a RulesText: chapters are the main sections and appendices, rules the sections below them. A rule has a
heading and a text; bullets begin with ``• ``, rows of tables have tabs.
"""

import datetime
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from rulesbase.engine.documents import PENALTY_GUIDE, TOURNAMENT_RULES
from rulesbase.engine.issues import Problem
from rulesbase.engine.messages import gettext_noop as _
from rulesbase.engine.nodes import Issue, Layout, NotRules, RuleNode, RulesText
from rulesbase.engine.parsing.policy.paragraphs import ParagraphReader
from rulesbase.engine.parsing.policy.pdf import Line, pdf_lines
from rulesbase.engine.parsing.policy.sections import HeadingFinder, SectionHeading, plain, split_beside, split_contents
from rulesbase.engine.text.dates import day_in_name, first_day
from rulesbase.engine.text.document_numbers import document_kind

# The titles that each document had.
_TITLES = (
    (PENALTY_GUIDE, re.compile(r"infraction\s+procedure\s+guide|penalty\s+guide", re.I)),
    (TOURNAMENT_RULES, re.compile(r"tournament\s+rules|floor\s+rules", re.I)),
)
_TITLE = re.compile(
    r"\W*(?:the\s+)?(?:magic|dci|official)\b.{0,50}?\b"
    r"(?:tournament\s+rules|floor\s+rules|penalty\s+guide(?:lines)?|infraction\s+procedure\s+guide)(?:\s+and\s+procedures)?\W*",
    re.I,
)
_EFFECTIVE = re.compile(r"effective(?:\s+as\s+of)?:?\s+(?P<date>[A-Z][a-z]{2,8}\.?\s+\d{1,2},?\s*(?:19|20)\d\d)", re.I)
_CHANGES = re.compile(r"changes?\s+(?:from|since|to)\s+(?:the\s+)?previous", re.I)
_TRADEMARKS = re.compile(r"^(?:all trademarks|©|tm &)|trademarks?\b.*\b(?:property|wizards of the coast)", re.I)
# A document has at least so many numbered sections.
_FEWEST = 5


class _Section(NamedTuple):
    """A heading with the lines below it."""

    heading: SectionHeading
    line: Line
    body: list[Line]


def read_policy(data: bytes, name: str = "", document: str = "") -> RulesText:
    """Parse a tournament document in PDF. ``name`` settles the date where the text is wrong or states none.

    Raises NotRules if the file is none.
    """
    parsed = read_lines(pdf_lines(data), name, document)
    if sum(node.number[0].isdigit() for node in parsed.entries) < _FEWEST:
        raise NotRules(_("The PDF has no numbered sections, so it is not a tournament document. Choose another PDF."))
    return replace(parsed, layout=Layout.PDF, encoding="pdf", line_ends="none")


def read_lines(lines: Sequence[Line], name: str = "", document: str = "", *, ragged: bool = False) -> RulesText:
    """Parse the lines of a tournament document; see ``read_policy``. Lines are ``ragged`` in files wrapped by hand."""
    listed, contents, body = split_contents(lines)
    reader = ParagraphReader(body, ragged=ragged)
    front, sections = _sections(body, listed, reader.height)
    opening = reader.read(front)
    title = next(filter(is_title, opening), "")
    document = document or next((one for one, names in _TITLES if names.search(title)), "")
    if not document or not sections:
        message = _(
            "The file is neither the Tournament Rules nor the Infraction Procedure Guide. Choose one of these "
            "documents."
        )
        raise NotRules(message)
    nodes, credits_ = _nodes(sections, reader)
    date, issues = _effective_date(opening[:6], nodes, name)
    return RulesText(
        language="en",
        date=date,
        title=title,
        introduction="\n".join(one for one in opening if one != title),
        entries=tuple(nodes),
        credits=credits_,
        issues=(*_missing(listed, nodes), *issues),
        whole=True,
        contents=tuple(line.text for line in contents),
        document=document,
    )


def is_title(line: str) -> bool:
    """Return whether a line is the title of a tournament document and nothing else."""
    return bool(_TITLE.fullmatch(line))


def _sections(
    body: Sequence[Line], listed: Sequence[SectionHeading], height: float
) -> tuple[list[Line], list[_Section]]:
    """Return the lines before the first heading, and the sections."""
    finder = HeadingFinder(body, listed, height)
    front: list[Line] = []
    sections: list[_Section] = []
    at = 0
    while at < len(body):
        heading = finder.at(body, at)
        if heading is None:
            (sections[-1].body if sections else front).append(body[at])
            at += 1
            continue
        above = sections[-1].body if sections else front
        boxed: list[str] = [heading.beside] if heading.beside else []
        # The box with the penalty stands beside the heading, and may begin above it.
        while above and split_beside(above[-1], body[at], height)[0] is None:
            boxed.insert(0, above.pop().text)
        first = body[at]
        at += heading.lines
        below: list[Line] = []
        while at < len(body):
            rest, words = split_beside(body[at], first, height)
            # Words at the right edge of a line are the penalty only below the word "Penalty".
            if not words or (rest and not boxed):
                break
            boxed.append(words)
            below += [rest] if rest else []
            at += 1
        sections.append(_Section(heading._replace(beside="\t".join(boxed)), first, below))
    return front, sections


def _nodes(sections: Sequence[_Section], reader: ParagraphReader) -> tuple[list[RuleNode], str]:
    """Return the entries, and the notice of trademarks at the end."""
    nodes: list[RuleNode] = []
    credits_: list[str] = []
    for at, section in enumerate(sections):
        heading = section.heading
        paragraphs = reader.read(section.body)
        if heading.beside:
            paragraphs.insert(0, heading.beside)
        if at == len(sections) - 1:
            notice = next((i for i, one in enumerate(paragraphs) if _TRADEMARKS.search(one)), len(paragraphs))
            paragraphs, credits_ = paragraphs[:notice], paragraphs[notice:]
        text = "\n".join(paragraphs)
        nodes.append(
            RuleNode(heading.number, document_kind(heading.number), heading.title, text, (), section.line.number)
        )
    return nodes, "\n".join(credits_)


def _missing(listed: Sequence[SectionHeading], nodes: Sequence[RuleNode]) -> list[Issue]:
    """Return an issue for each section of the contents list that the body lacks."""
    found = {node.number: plain(node.heading) for node in nodes}
    issues = []
    for heading in listed:
        named = f"{heading.number} {heading.title}"[:200]
        if heading.number not in found:
            issues.append(Issue(1, named, Problem.SECTION_MISSING))
        elif found[heading.number] != plain(heading.title):
            issues.append(Issue(1, named, Problem.OTHER_TITLE))
    return issues


def _effective_date(
    opening: Sequence[str], nodes: Sequence[RuleNode], name: str
) -> tuple[datetime.date | None, list[Issue]]:
    """Return the date of effect. The name of the file decides where the stated date is older than a dated change.

    Changes are dated in their list, or in the heading of a section (``New Releases (Updated December 1, 2003)``).
    """
    stated = next((first_day(match["date"]) for text in opening if (match := _EFFECTIVE.search(text))), None)
    named = day_in_name(name)
    changes = next((node.text for node in nodes if _CHANGES.search(node.heading)), "")
    listed = next(filter(None, map(first_day, changes.split("\n")[:4])), None)
    newest = max(filter(None, (listed, *(first_day(node.heading) for node in nodes))), default=None)
    if stated and newest and named and stated < newest <= named:
        problem = Problem.OLDER_DATE % {"stated_date": stated, "change_date": newest, "date": named}
        return named, [Issue(1, f"Effective {stated}", problem)]
    if stated and named and stated != named:
        return stated, [Issue(1, f"Effective {stated}", Problem.OTHER_DATE % {"date": named})]
    return stated or named, []
