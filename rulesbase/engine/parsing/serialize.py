"""Output of a parsed text: the official layout, and Markdown."""

import re
from collections.abc import Iterator
from itertools import starmap

from rulesbase.engine.languages import text_language
from rulesbase.engine.languages.attributes import DocumentWords, usual_name
from rulesbase.engine.nodes import Kind, RuleNode, RulesText
from rulesbase.engine.parsing.paragraphs import with_marks
from rulesbase.engine.text.document_numbers import shown_number

# Further paragraphs of an entry are indented, as in the files of 2001 to 2004.
_INDENT = "    "
_MARKDOWN = re.compile(r"([\\`*_\[\]<>#|])")
_LIST_START = re.compile(r"^(\d{1,3})\.(?=\s)|^([-+])(?=\s)")


def to_text(rules: RulesText) -> str:
    """Return the official layout, with LF line ends and marks around italics.

    ``read_text`` reads the same entries, glossary, introduction and credits from it.
    """
    words = text_language(rules.language).document
    paragraphs = [rules.title, *rules.introduction.split("\n"), *_contents(rules, words)]
    paragraphs += ("\n".join(_entry_lines(node)) for node in rules.entries)
    if rules.glossary:
        paragraphs.append(usual_name(words.glossary))
    for term in rules.glossary:
        lines = [term.heading, *with_marks(term.text, term.emphasis).split("\n"), *starmap(with_marks, term.examples)]
        paragraphs.append("\n".join(line for line in lines if line))
    for part, text in ((words.index, rules.index), (words.credits, rules.credits)):
        if text:
            paragraphs += [usual_name(part), *text.split("\n")]
    return "\n\n".join(paragraph for paragraph in paragraphs if paragraph) + "\n"


def _contents(rules: RulesText, words: DocumentWords) -> Iterator[str]:
    """Yield the contents list, a block a section; nothing where the entries have no sections."""
    block: list[str] = []
    headings = [node for node in rules.entries if node.kind in (Kind.SECTION, Kind.CHAPTER)]
    if not any(node.kind is Kind.SECTION for node in headings):
        return
    yield usual_name(words.contents)
    for node in headings:
        if node.kind is Kind.SECTION and block:
            yield "\n".join(block)
            block = []
        block.append(f"{node.number}. {node.heading}")
    yield "\n".join(block)
    parts = ((words.glossary, rules.glossary), (words.index, rules.index), (words.credits, rules.credits))
    yield "\n".join(usual_name(part) for part, content in parts if content)


def _entry_lines(node: RuleNode) -> Iterator[str]:
    """Yield the lines of an entry: number and first paragraph, further ones indented, examples."""
    if node.kind in (Kind.SECTION, Kind.CHAPTER) or node.heading:
        yield _numbered_title(node)
        first, *more = "", *node.text.split("\n")
    else:
        first, *more = with_marks(node.text, node.emphasis).split("\n")
        yield f"{node.number}{'' if node.kind is Kind.SUBRULE else '.'} {first}".rstrip()
    yield from (_INDENT + line for line in more if line)
    yield from starmap(with_marks, node.examples)


def _numbered_title(node: RuleNode) -> str:
    """Return number and title; the letter of an appendix and the slug of a section are no numbers."""
    if not shown_number(node.number):
        return node.heading
    return f"Appendix {node.number} - {node.heading}" if node.number.isalpha() else f"{node.number}. {node.heading}"


def to_markdown(rules: RulesText) -> str:
    """Return Markdown: headings of three levels, bold numbers, examples as quotations, italics."""
    words = text_language(rules.language).document
    parts = [f"# {_safe(rules.title)}" if rules.title else "", *map(_safe, rules.introduction.split("\n"))]
    for node in rules.entries:
        if node.kind in (Kind.SECTION, Kind.CHAPTER) or node.heading:
            level = {Kind.SECTION: "##", Kind.CHAPTER: "###"}.get(node.kind, "####")
            parts.append(f"{level} {_numbered_title(node._replace(heading=_safe(node.heading)))}")
            parts += map(_safe, node.text.split("\n"))
        else:
            stop = "" if node.kind is Kind.SUBRULE else "."
            first, *more = _italic(node.text, node.emphasis).split("\n")
            parts += [f"**{node.number}{stop}** {first}", *more]
        parts += (f"> {_italic(*example)}" for example in node.examples)
    if rules.glossary:
        parts.append(f"## {usual_name(words.glossary)}")
    for term in rules.glossary:
        parts += [f"**{_safe(term.heading)}**", *_italic(term.text, term.emphasis).split("\n")]
        parts += (f"> {_italic(*example)}" for example in term.examples)
    for part, text in ((words.index, rules.index), (words.credits, rules.credits)):
        if text:
            parts += [f"## {usual_name(part)}", *map(_safe, text.split("\n"))]
    return "\n\n".join(part for part in parts if part) + "\n"


def _safe(text: str) -> str:
    """Escape characters with a meaning in Markdown."""
    return _no_list(_escaped(text))


def _escaped(text: str) -> str:
    return _MARKDOWN.sub(r"\\\1", text)


def _no_list(line: str) -> str:
    return _LIST_START.sub(lambda m: f"{m[1]}\\." if m[1] else f"\\{m[2]}", line)


def _italic(text: str, emphasis: tuple[tuple[int, int], ...]) -> str:
    """Return escaped text with its italics between asterisks, or between HTML tags where Markdown ignores asterisks."""
    parts: list[str] = []
    at = 0
    for start, end in emphasis:
        tags = ("<em>", "</em>") if _hides_asterisks(text, start, end) else ("*", "*")
        parts += [_escaped(text[at:start]), tags[0], _escaped(text[start:end]), tags[1]]
        at = end
    return "\n".join(map(_no_list, ("".join(parts) + _escaped(text[at:])).split("\n")))


def _hides_asterisks(text: str, start: int, end: int) -> bool:
    """Return whether italics end with punctuation beside a letter outside, as in Chinese, which has no spaces.

    Markdown then shows asterisks as signs.
    """
    edges = (text[start - 1 : start], text[start]), (text[end : end + 1], text[end - 1])
    return any(outside.isalnum() and not inside.isalnum() for outside, inside in edges)
