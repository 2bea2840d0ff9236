"""Markdown of an edition, as downloads write it (``serialize.to_markdown``), to the official layout."""

import re

_RULE = re.compile(r"(?m)^\*\*([1-9]\d\d\.\d{1,3}(?:\.|[a-z]))\*\* ")
_SECTION_OF_POLICY = re.compile(r"(?m)^#### [1-9]\d?\.\d")
_HEADING = re.compile(r"#{1,4} ")
# The title, the glossary, the index and the credits.
_PART = re.compile(r"##? \D")
_TERM = re.compile(r"\*\*(.+)\*\*")
_MARK = re.compile(r"\\(.)|\*|</?em>")


def is_own_markdown(text: str) -> bool:
    """Return whether a rule has a bold number, or a section of a tournament document a heading of its own level."""
    return bool(_RULE.search(text) or _SECTION_OF_POLICY.search(text))


def official_layout(text: str) -> str:
    """Return the text without Markdown: further paragraphs and examples below their rule or term."""
    blocks: list[str] = []
    # Of further paragraphs; None where each paragraph stands alone.
    indent: str | None = None
    for paragraph in text.split("\n\n"):
        rule, heading, term = _RULE.match(paragraph), _HEADING.match(paragraph), _TERM.fullmatch(paragraph)
        if rule:
            indent, words = "    ", f"{rule[1]} {paragraph[rule.end() :]}"
        elif heading:
            indent, words = None if _PART.match(paragraph) else "    ", paragraph[heading.end() :]
        elif term:
            indent, words = "", term[1]
        else:
            words = paragraph.removeprefix("> ")
        words = _MARK.sub(lambda mark: mark[1] or "_", words.strip())
        if rule or heading or term or indent is None:
            blocks.append(words)
        else:
            blocks[-1] += f"\n{'' if paragraph.startswith('> ') else indent}{words}"
    return "\n\n".join(blocks)
