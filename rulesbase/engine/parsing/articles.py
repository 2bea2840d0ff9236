"""Articles that quote rules: recognition, and the start of the quotation."""

import re

from rulesbase.engine.languages import EDITS, TEXTS, either
from rulesbase.engine.nodes import RuleNode

_WIKI = re.compile(rf"\s*(?:\[(?:{EDITS})(?:\]|\b)|{either(*(one.pages.quoted for one in TEXTS.values()))})", re.I)
_CHAPTER = re.compile(r"[\s\-*•◦]*(?:CR\s+)?([1-9]\d\d)\.?\s+(?=\D)\S.{0,80}")
_SECTION = re.compile(r"[\s\-*•◦]*([1-9])\.?\s+(?=\D)\S.{0,80}")
_RULE = re.compile(r"\W*(?:CR\s+)?([1-9]\d\d)\.\d{1,3}[a-z]?\.?(?:\s|$)")


def quotation_start(lines: list[str]) -> int | None:
    """Return the line where a wiki article begins to quote a chapter, or None: a heading, its rule right below."""
    wiki = next((at for at, line in enumerate(lines) if _WIKI.match(line)), None)
    if wiki is None:
        return None
    section: tuple[int, str] | None = None
    heading: tuple[int, str] | None = None
    for at in range(wiki + 1, len(lines)):
        line = lines[at]
        if not line.strip():
            continue
        if heading and (rule := _RULE.match(line)) and rule[1] == heading[1]:
            return section[0] if section and heading[1].startswith(section[1]) else heading[0]
        number = _CHAPTER.fullmatch(line) if len(line) < 200 else None
        above = _SECTION.fullmatch(line) if len(line) < 200 else None
        if not number:
            section = (at, above[1]) if above else None
        heading = (at, number[1]) if number else None
    return None


def is_article(before: list[str], entries: list[RuleNode]) -> bool:
    """Return whether prose outweighs the rules it quotes."""
    prose = sum(map(len, before))
    return prose > 3000 and prose > sum(len(node.text) for node in entries)
