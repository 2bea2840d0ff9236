"""An official text read by plain code that shares nothing with the program: to check what the program makes of it."""

import re
from pathlib import Path
from typing import NamedTuple

from tests.rulesbase.engine.corpus_texts import plain

_RULE = re.compile(r"(\d{3}\.\d{1,3}[a-z]{0,2})\.?\s+(\S.*)")
_HEADING = re.compile(r"(\d{3}|[1-9])\.\s+(\S.*)")
_EXAMPLE = re.compile(r"Example(?:s)?\s?:", re.I)


class Plain(NamedTuple):
    """Rules, chapters and sections by number, terms by name; ``everything`` is all of it, one sentence stream."""

    rules: dict[str, str]
    headings: dict[str, str]
    terms: dict[str, str]
    everything: str


def flat(text: str) -> str:
    """A text with plain quotes and dashes and single spaces, in small letters."""
    for typographic, typed in (("’", "'"), ("‘", "'"), ("“", '"'), ("”", '"'), ("—", "-"), ("–", "-"), ("−", "-")):
        text = text.replace(typographic, typed)
    text = re.sub(r"[™®\u200b\ufeff_]|\((?:TM|R)\)", "", text).replace("\xa0", " ")
    return re.sub(r"\s+", " ", text.replace("--", "-")).strip().lower()


def read_plain(path: Path) -> Plain:
    """Read a file with one paragraph a line: from the first rule to the glossary, and the glossary's blocks."""
    lines = [line.strip() for line in plain(path.read_bytes()).split("\n")]
    glossary = max(at for at, line in enumerate(lines) if line == "Glossary")
    credits = max(at for at, line in enumerate(lines) if line == "Credits")
    rules, headings = _rules(lines[:glossary])
    terms = _terms(lines[glossary + 1 : credits])
    return Plain(rules, headings, terms, flat(" ".join(lines)))


def _rules(lines: list[str]) -> tuple[dict[str, str], dict[str, str]]:
    rules: dict[str, list[str]] = {}
    headings: dict[str, str] = {}
    last: list[str] | None = None
    for line in lines:
        rule, heading = _RULE.fullmatch(line), _HEADING.fullmatch(line)
        if rule:
            last = rules.setdefault(rule[1], [])
            last.append(rule[2])
        elif heading:
            headings[heading[1]], last = heading[2], None
        elif _EXAMPLE.match(line):
            last = None
        elif line and last is not None:
            last.append(line)
    return {number: " ".join(parts) for number, parts in rules.items()}, headings


def _terms(lines: list[str]) -> dict[str, str]:
    terms: dict[str, str] = {}
    block: list[str] = []
    name = ""
    for line in [*lines, ""]:
        if line:
            if _is_term_of_its_own(block, line):
                terms[block[0]], block = " ".join(block[1:]), []
            block.append(line)
        elif block:
            if re.match(r"\d\.\s", block[0]) and name:
                terms[name] += " " + " ".join(block)
            else:
                name = block[0]
                terms[name] = " ".join(block[1:])
            block = []
    return terms


def _is_term_of_its_own(block: list[str], line: str) -> bool:
    """Some files lack the empty line between a definition and the next term, which is short and no sentence."""
    ended = len(block) > 1 and block[-1].endswith((".", ")", "”", '"'))
    named = line[0].isupper() and len(line) < 40 and line[-1] not in '.,:;)”"'
    return ended and named and line.casefold() > block[0].casefold()
