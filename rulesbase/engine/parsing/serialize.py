"""Output of a parsed text: the official layout, Markdown, and plain data for JSON."""

import datetime
import re
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from rulesbase.engine.languages import text_language
from rulesbase.engine.languages.shape import DocumentWords
from rulesbase.engine.nodes import Issue, Kind, Passage, RuleNode
from rulesbase.engine.parsing.paragraphs import with_marks

# Further paragraphs of an entry are indented, as in the files of 2001 to 2004.
_INDENT = "    "
_MARKDOWN = re.compile(r"([\\`*_\[\]<>#|])")
_LIST_START = re.compile(r"^(\d{1,3})\.(?=\s)|^([-+])(?=\s)")


class RulesDocument(Protocol):
    """What can be written: a ``RulesText``, or the same built from database rows."""

    @property
    def language(self) -> str: ...
    @property
    def date(self) -> datetime.date | None: ...
    @property
    def title(self) -> str: ...
    @property
    def introduction(self) -> str: ...
    @property
    def entries(self) -> Sequence[RuleNode]: ...
    @property
    def glossary(self) -> Sequence[RuleNode]: ...
    @property
    def index(self) -> str: ...
    @property
    def credits(self) -> str: ...
    @property
    def issues(self) -> Sequence[Issue]: ...


def to_text(book: RulesDocument) -> str:
    """Return the official layout, with LF line ends and marks around italics.

    ``read_text`` reads the same entries, glossary, introduction and credits from it.
    """
    words = text_language(book.language).document
    paragraphs = [book.title, *book.introduction.split("\n"), *_contents(book, words)]
    for node in book.entries:
        paragraphs.append("\n".join(_entry_lines(node)))
    if book.glossary:
        paragraphs.append(_name(words.glossary))
    for term in book.glossary:
        lines = [
            term.heading,
            *with_marks(term.text, term.emphasis).split("\n"),
            *map(_marked, term.examples),
        ]
        paragraphs.append("\n".join(line for line in lines if line))
    for part, text in ((words.index, book.index), (words.credits, book.credits)):
        if text:
            paragraphs += [_name(part), *text.split("\n")]
    return "\n\n".join(paragraph for paragraph in paragraphs if paragraph) + "\n"


def _contents(book: RulesDocument, words: DocumentWords) -> Iterator[str]:
    """Yield the contents list, a block a section; nothing where the entries have no sections."""
    block: list[str] = []
    headings = [node for node in book.entries if node.kind in (Kind.SECTION, Kind.CHAPTER)]
    if not any(node.kind is Kind.SECTION for node in headings):
        return
    yield _name(words.contents)
    for node in headings:
        if node.kind is Kind.SECTION and block:
            yield "\n".join(block)
            block = []
        block.append(f"{node.number}. {node.heading}")
    yield "\n".join(block)
    parts = ((words.glossary, book.glossary), (words.index, book.index), (words.credits, book.credits))
    yield "\n".join(_name(part) for part, held in parts if held)


def _name(names: tuple[str, ...]) -> str:
    return names[0][:1].upper() + names[0][1:]


def _marked(passage: Passage) -> str:
    return with_marks(passage.text, passage.emphasis)


def _entry_lines(node: RuleNode) -> Iterator[str]:
    """Yield the lines of an entry: number and first paragraph, further ones indented, examples."""
    if node.kind in (Kind.SECTION, Kind.CHAPTER):
        yield f"{node.number}. {node.heading}"
        first, *more = "", *node.text.split("\n")
    else:
        first, *more = with_marks(node.text, node.emphasis).split("\n")
        yield f"{node.number}{'' if node.kind is Kind.SUBRULE else '.'} {first}".rstrip()
    yield from (_INDENT + line for line in more if line)
    yield from map(_marked, node.examples)


def to_markdown(book: RulesDocument) -> str:
    """Return Markdown: headings of three levels, bold numbers, examples as quotations, italics with asterisks."""
    words = text_language(book.language).document
    parts = [f"# {_safe(book.title)}" if book.title else "", *map(_safe, book.introduction.split("\n"))]
    for node in book.entries:
        if node.kind in (Kind.SECTION, Kind.CHAPTER):
            parts.append(f"{'##' if node.kind is Kind.SECTION else '###'} {node.number}. {_safe(node.heading)}")
            parts += map(_safe, node.text.split("\n"))
        else:
            stop = "" if node.kind is Kind.SUBRULE else "."
            first, *more = _italic(node.text, node.emphasis).split("\n")
            parts += [f"**{node.number}{stop}** {first}", *more]
        parts += (f"> {_italic(example.text, example.emphasis)}" for example in node.examples)
    if book.glossary:
        parts.append(f"## {_name(words.glossary)}")
    for term in book.glossary:
        parts += [f"**{_safe(term.heading)}**", *_italic(term.text, term.emphasis).split("\n")]
        parts += (f"> {_italic(example.text, example.emphasis)}" for example in term.examples)
    for part, text in ((words.index, book.index), (words.credits, book.credits)):
        if text:
            parts += [f"## {_name(part)}", *map(_safe, text.split("\n"))]
    return "\n\n".join(part for part in parts if part) + "\n"


def _safe(text: str) -> str:
    """Escape characters with a meaning in Markdown."""
    return _no_list(_escaped(text))


def _escaped(text: str) -> str:
    return _MARKDOWN.sub(r"\\\1", text)


def _no_list(line: str) -> str:
    return _LIST_START.sub(lambda m: f"{m[1]}\\." if m[1] else f"\\{m[2]}", line)


def _italic(text: str, emphasis: tuple[tuple[int, int], ...]) -> str:
    """Return escaped text with its italics between asterisks."""
    parts: list[str] = []
    at = 0
    for start, end in emphasis:
        parts += [_escaped(text[at:start]), "*", _escaped(text[start:end]), "*"]
        at = end
    return "\n".join(map(_no_list, ("".join(parts) + _escaped(text[at:])).split("\n")))


def to_dict(book: RulesDocument) -> dict[str, Any]:
    """Return plain data for JSON. The format is public: fields may be added, not renamed."""
    return {
        "version": book.date.isoformat() if book.date else None,
        "language": book.language,
        "title": book.title,
        "introduction": book.introduction,
        "entries": [
            {
                "number": node.number,
                "kind": str(node.kind),
                "heading": node.heading,
                "text": node.text,
                "examples": [example.text for example in node.examples],
            }
            for node in book.entries
        ],
        "glossary": [
            {"term": term.heading, "text": term.text, "examples": [example.text for example in term.examples]}
            for term in book.glossary
        ],
        "index": book.index,
        "credits": book.credits,
        "issues": [{"line": issue.line, "text": issue.text, "problem": issue.problem} for issue in book.issues],
    }
