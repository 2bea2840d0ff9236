"""Convert the Markdown of our downloads (``serialize.to_markdown``) to the official layout."""

import re

# A rule has a bold number; a section of a tournament document has a heading of its own level.
_DOWNLOADED = re.compile(r"\n(?:\*\*[1-9]\d\d\.\d{1,3}(?:\.|[a-z])\*\* |#### [1-9]\d?\.\d)")
_RULE = re.compile(r"\*\*([1-9]\d\d\.\d{1,3}(?:\.|[a-z]))\*\* ")
_HEADING = re.compile(r"#{1,4} ")
# The title, the glossary, the index and the credits.
_PART = re.compile(r"##? \D")
_TERM = re.compile(r"\*\*(.+)\*\*")
_MARK = re.compile(r"\\(.)|\*|</?em>")


def is_downloaded_markdown(text: str) -> bool:
    """Return whether the text has a rule or a section as downloads write them."""
    return bool(_DOWNLOADED.search(text))


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
