"""The data types that all parts of the engine share.

Named tuples are built three times faster than dataclasses: they serve what a file has thousands of.
"""

import datetime
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from rulesbase.engine.messages import Message


class Kind(StrEnum):
    """The kind of an entry."""

    SECTION = "section"
    CHAPTER = "chapter"
    RULE = "rule"
    SUBRULE = "subrule"
    TERM = "term"


class Layout(StrEnum):
    """The layout of a source file; shown on the provenance page."""

    OFFICIAL = "official text"
    WRAPPED = "official text, hard-wrapped"
    DOCX = "Word document"
    BULLETS = "bullets"
    NUMBER_LINES = "numbers on lines of their own"
    MARKDOWN = "markdown"
    EXTRACT = "numbered extract"
    ARTICLE = "article with a quotation"
    TABLE = "table of numbers and texts"
    XLIFF = "XLIFF"
    TMX = "TMX"
    PDF = "PDF"


class Passage(NamedTuple):
    """A paragraph, with the (start, end) character offsets of its italics."""

    text: str
    emphasis: tuple[tuple[int, int], ...] = ()

    def part(self, start: int, end: int) -> "Passage":
        """Return text[start:end] with its italics."""
        spans = ((max(a, start) - start, min(b, end) - start) for a, b in self.emphasis if a < end and b > start)
        return Passage(self.text[start:end], tuple(spans))


class RuleNode(NamedTuple):
    """One entry as parsed.

    ``number`` is canonical (``2``, ``201``, ``201.3``, ``201.3a``; empty for a term). ``heading`` is the title of a
    section or chapter, or the term itself. A line feed separates paragraphs of ``text``. ``examples`` include their
    opening word; ``line`` is the 1-based line of the source.
    """

    number: str
    kind: Kind
    heading: str
    text: str
    examples: tuple[Passage, ...]
    line: int
    emphasis: tuple[tuple[int, int], ...] = ()


class Issue(NamedTuple):
    """A problem of a source that a person should look at; ``text`` is cut to 200 characters."""

    line: int
    text: str
    problem: str


@dataclass(frozen=True, slots=True)
class RulesText:
    """A parsed source. ``whole`` is true for a complete edition with nothing missing at its end.

    ``document`` is ``cr`` for the Comprehensive Rules, else one of the tournament documents (``mtr``, ``ipg``).
    """

    language: str
    date: datetime.date | None
    title: str = ""
    introduction: str = ""
    entries: tuple[RuleNode, ...] = ()
    glossary: tuple[RuleNode, ...] = ()
    index: str = ""
    credits: str = ""
    issues: tuple[Issue, ...] = ()
    whole: bool = False
    layout: Layout = Layout.OFFICIAL
    encoding: str = "utf-8"
    line_ends: str = "LF"
    contents: tuple[str, ...] = ()
    commentary: str = ""
    other: "RulesText | None" = None
    document: str = "cr"

    @property
    def rule_count(self) -> int:
        """Return the number of rules and subrules, without sections and chapters."""
        return sum(node.kind in (Kind.RULE, Kind.SUBRULE) for node in self.entries)

    @property
    def example_count(self) -> int:
        """Return the number of examples of rules and of glossary terms."""
        return sum(len(node.examples) for node in (*self.entries, *self.glossary))


class FileRefused(ValueError):
    """A file cannot be read. ``message`` gives the reason in one sentence for people."""

    def __init__(self, why: str | Message) -> None:
        super().__init__(str(why))
        self.message = why if isinstance(why, Message) else Message(why)


class NotRules(FileRefused):
    """The bytes hold no rules. ``str()`` returns the reason in English; a page translates ``message``."""
