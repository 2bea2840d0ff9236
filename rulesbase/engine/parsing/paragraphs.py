"""Lines to paragraphs: italics marks, symbols and the joining of hard-wrapped lines."""

import re
from itertools import islice, pairwise
from typing import NamedTuple

from rulesbase.engine.languages import EXAMPLE
from rulesbase.engine.nodes import Passage
from rulesbase.engine.parsing.page_clutter import SENTENCE_END, SKIP, between_broken
from rulesbase.engine.text.numbers import follows, parse_number

# _like this_, rarely __like this__: not within a word or an address, never a blank to fill in (____). Kana and Chinese
# characters have no spaces between words, so italics begin and end beside them too.
_IN_WORD = r"[^\W\u3040-\u30ff\u3400-\u9fff]"
_EMPHASIS = re.compile(rf"(?<!{_IN_WORD})(__?)(?=[^\s_])([^_\n]*[^\s_])\1(?!{_IN_WORD})")
_OLD_SYMBOL = re.compile(r"\{o(?=[^{}\s]{1,5}\})(?!o?ld)")
_RULER = re.compile(r"\s*[-=_*~]{4,}\s*")
_NUMBER_START = re.compile(r"\s*(\d{3}\.\d{1,3}[a-z]?)\.?\s")
_NUMBER_AT_MARGIN = re.compile(r"\d{3}\.\d{1,3}[a-z]?\.?\s")
# In characters. No wrapped source has longer lines; where each rule is one line, about half are longer.
_LONGEST_WRAPPED = 160
_CJK = re.compile(r"[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]")
_HEADING = re.compile(r"[1-9](?:\d\d)?\. (?!\d).{1,80}")


class Paragraph(NamedTuple):
    """A paragraph: its first line from 0, whether a blank line is above, whether it is indented."""

    line: int
    text: str
    apart: bool
    indented: bool


def unify_symbols(text: str) -> str:
    """Return a text with ``{W}`` for ``{oW}``, as written in 2003 and 2004."""
    return _OLD_SYMBOL.sub("{", text)


def passage(text: str) -> Passage:
    """Return a paragraph without its italics marks, with their offsets."""
    if "_" not in text:
        return Passage(text)
    parts: list[str] = []
    spans: list[tuple[int, int]] = []
    at = length = 0
    for match in _EMPHASIS.finditer(text):
        before = text[at : match.start()]
        start = length + len(before)
        length = start + len(match[2])
        parts += (before, match[2])
        spans.append((start, length))
        at = match.end()
    return Passage("".join(parts) + text[at:], tuple(spans))


def with_marks(text: str, emphasis: tuple[tuple[int, int], ...]) -> str:
    """Put italics marks back: the inverse of ``passage``."""
    for start, end in reversed(emphasis):
        text = f"{text[:start]}_{text[start:end]}_{text[end:]}"
    return text


def is_ruler(line: str) -> bool:
    """Return whether a line only underlines."""
    return bool(_RULER.fullmatch(line))


def is_wrapped(lines: list[str]) -> bool:
    """Return whether a source breaks its paragraphs at a fixed column.

    A line that follows a line of text without number, indentation or opening word is rare in the official one-line
    layout and common in wrapped ones. A forum page has such lines too, but its rules are longer than any wrapped line.
    """
    head = lines[:3000]
    running = sum(_runs_on(above, line) for above, line in pairwise(head) if above and line)
    if running <= 3:
        return False
    # Four numbered lines for each such line are enough to decide.
    numbered = list(islice(filter(_NUMBER_AT_MARGIN.match, head), running * 4))
    longer = sum(len(line) > _LONGEST_WRAPPED for line in numbered)
    return 0 < len(numbered) < running * 4 and longer * 4 < len(numbered)


def _runs_on(above: str, line: str) -> bool:
    """Return whether a line continues the sentence of the line above it."""
    above = above.rstrip()
    return (
        len(above) > 30
        and not above.endswith(SENTENCE_END)
        and not line[0].isspace()
        and not _NUMBER_AT_MARGIN.match(line)
        and not EXAMPLE.match(line)
    )


def between(first: str, second: str) -> str:
    """Return what joins two halves of a wrapped paragraph: a space; nothing at a dash or in Japanese and Chinese."""
    last, begin = first[-1], second[0]
    if last in "—–/" or begin in "—–" or (last == "-" and first[-2:-1].isalnum() and begin.isalnum()):
        return ""
    return between_broken(first, second) if _CJK.search(first) or _CJK.match(begin) else " "


def wrapped_lines(lines: list[str], start: int, end: int) -> list[Paragraph]:
    """Return the paragraphs of a hard-wrapped source.

    A new one begins after an empty line, at ``Example:``, where the indentation grows by three or more, below a
    heading, and at the next number of the document. A line with any other number continues the paragraph (it is a
    reference). Without empty lines between rules a number a little further on also begins one.
    """
    found: list[Paragraph] = []
    pieces: list[str] = []
    dense = _is_dense(lines, start, end)
    apart, number, base = True, "", 0
    for at in range(start, end):
        line = lines[at]
        text = line.strip()
        if not text or is_ruler(line):
            apart |= line != SKIP
            continue
        indent = len(line) - len(line.lstrip())
        begins = _NUMBER_START.match(line)
        new = apart or bool(EXAMPLE.match(text)) or indent >= base + 3
        if not new and len(pieces) == 1 and _HEADING.fullmatch(pieces[0]):
            new = bool(begins or _HEADING.fullmatch(text))
        elif not new and pieces[-1].endswith(SENTENCE_END):
            if begins:
                rest = line[begins.end() :].lstrip()
                new = follows(number, begins[1]) or (dense and not rest[:1].islower() and _is_near(number, begins[1]))
            else:
                new = dense and bool(_HEADING.fullmatch(text)) and not text.endswith(SENTENCE_END)
        if new:
            if begins:
                number = begins[1]
            _close(found, pieces)
            found.append(Paragraph(at, text, apart, indent >= base + 3 if not apart else indent > 0))
            pieces = [text]
            if apart:
                base = indent
        else:
            pieces += (between(pieces[-1], text), text)
        apart = False
    _close(found, pieces)
    return found


def _close(found: list[Paragraph], pieces: list[str]) -> None:
    """Join all lines of the last paragraph at once: one by one would take quadratic time."""
    if len(pieces) > 1:
        found[-1] = found[-1]._replace(text="".join(pieces))


def _is_dense(lines: list[str], start: int, end: int) -> bool:
    """Return whether most numbered lines directly follow other text."""
    numbered = [at for at in range(max(1, start), end) if _NUMBER_START.match(lines[at])]
    return sum(bool(lines[at - 1].strip()) for at in numbered) > len(numbered) / 2


def _is_near(before: str, after: str) -> bool:
    """Return whether a number follows another closely: a gap of a rule or two, or a new chapter."""
    old, new = parse_number(before), parse_number(after)
    if old is None or new is None:
        return False
    if new.chapter != old.chapter:
        return new.chapter > old.chapter and new.rule == 1
    return (old.rule, old.letter) < (new.rule, new.letter) and new.rule - old.rule <= 3
