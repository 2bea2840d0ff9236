"""Contents lists and headings of tournament documents.

Numbered sections are ``101.`` until 2009 and ``1.``, ``1.1`` after it. Sections without a number are appendices,
whose number is their letter, and those before the first numbered one, whose number is a slug of their title.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from rapidfuzz import fuzz

from rulesbase.engine.parsing.policy.paragraphs import is_unwrapped
from rulesbase.engine.parsing.policy.pdf import Line
from rulesbase.engine.text.document_numbers import document_sort_key

_NUMBERED = re.compile(r"(?P<number>[1-9]\d{0,2}(?:\.[1-9]\d?)?)(?:\.(?=\s)|(?=\s)|\.(?=[A-Z]))\s*(?P<title>\S.*)")
_APPENDIX = re.compile(r"appendix\s+(?P<number>[A-Z])\b[\s.:—–-]*(?P<title>.*)", re.I)
_LEADER = re.compile(r"\s*(?:\.\s?){4,}\s*(?P<page>\d{1,3})?\s*$")
_PAGE = re.compile(r"\s+\d{1,3}$")
_CONTENTS = re.compile(r"(?:table of )?contents(?:\s+page)?", re.I)
_FRONT = re.compile(r"introduction|framework of this document", re.I)
# The text of 1994 names its parts so.
_PART = re.compile(r"((?:[A-Z][\w'-]*\s+){1,4}rules):", re.I)
_LETTERS = re.compile(r"[^a-z0-9]+")
_ENDS = re.compile(r"[.;,]$")
# A heading is no longer than this.
_LONGEST = 120
# Similarity (0 to 100) of a heading and its title in the contents list.
_ALIKE = 85.0
# Points between a heading and the left edge of the text, or the middle of the page.
_NEAR = 6.0
# From this part of the width on a cell beside a heading is its penalty.
_BESIDE = 0.72
_PAGE_WIDTH = 612.0
_SEVERAL = 3
# Fewer lines with dots and a page number are no contents list.
_FEWEST_LEADERS = 5
# A heading outside of the contents list has a shorter title than others.
_LONGEST_UNLISTED = 90
_FIRST_PART = re.compile(r"1\.1\.?\s")
# The text of a chapter in front of its first section has fewer lines.
_CHAPTER_TEXT = 30


class SectionHeading(NamedTuple):
    """A heading: canonical number, title, and the lines it takes; ``beside`` are the words at the right edge."""

    number: str
    title: str
    lines: int = 1
    beside: str = ""


def plain(text: str) -> str:
    """Return only the letters and digits of a title, in lower case."""
    return _LETTERS.sub("", text.lower())


def slug(title: str) -> str:
    """Return what stands for the number of a section without one: its title with hyphens."""
    return _LETTERS.sub("-", title.lower()).strip("-")[:60]


def heading_in(text: str) -> SectionHeading | None:
    """Return the number and title that a line can be the heading of, without a look at its place."""
    if len(text) > _LONGEST:
        return None
    if match := _NUMBERED.match(text):
        return SectionHeading(match["number"], match["title"].strip())
    if match := _APPENDIX.fullmatch(text):
        return SectionHeading(match["number"].upper(), match["title"].strip() or text)
    if _FRONT.fullmatch(text):
        return SectionHeading(slug(text), text)
    if match := _PART.fullmatch(text):
        return SectionHeading(slug(match[1]), match[1])
    return None


def split_contents(lines: Sequence[Line]) -> tuple[list[SectionHeading], list[Line], list[Line]]:
    """Return the headings that the contents list names, the lines of the list, and all other lines."""
    leaders = [at for at, line in enumerate(lines) if _LEADER.search(line.text)]
    if len(leaders) >= _FEWEST_LEADERS:
        start, end = leaders[0], leaders[-1] + 1
        if start and _CONTENTS.fullmatch(lines[start - 1].text):
            start -= 1
    else:
        found = _plain_contents(lines)
        if found is None:
            return [], [], list(lines)
        start, end = found
    listed: list[SectionHeading] = []
    before = ""
    for line in lines[start:end]:
        text = line.text
        leader = _LEADER.search(text)
        if leaders and not leader and not _PAGE.search(text) and not _CONTENTS.fullmatch(text):
            before = f"{before} {text}".strip()
            continue
        title = text[: leader.start()] if leader else _PAGE.sub("", text)
        if heading := heading_in(f"{before} {title}".strip()):
            listed.append(heading)
        before = ""
    return listed, list(lines[start:end]), [*lines[:start], *lines[end:]]


def _plain_contents(lines: Sequence[Line]) -> tuple[int, int] | None:
    """Return the range of a contents list without dots: from its heading to where the first number comes again."""
    start = next((at for at, line in enumerate(lines) if _CONTENTS.fullmatch(line.text)), None)
    if start is None:
        return None
    found = ((at, heading_in(_PAGE.sub("", lines[at].text))) for at in range(start + 1, len(lines)))
    numbers = [(at, heading.number) for at, heading in found if heading]
    again = next((at for at, number in numbers[1:] if number == numbers[0][1]), None)
    return None if again is None else (start, again)


class HeadingFinder:
    """Find headings in the lines of the body, in the order of the contents list or of their numbers."""

    def __init__(self, lines: Sequence[Line], listed: Sequence[SectionHeading], height: float) -> None:
        # A list may give two sections one number by mistake.
        self.listed: dict[str, list[SectionHeading]] = {}
        for heading in listed:
            self.listed.setdefault(heading.number, []).append(heading)
        self.height = height
        self.margin = _left_margin(lines)
        # No space separates headings from paragraphs of one line each.
        self.paragraphs = not listed and is_unwrapped(lines)
        self.dotted = not listed and any(_FIRST_PART.match(line.text) for line in lines)
        self.found: dict[str, SectionHeading] = {}
        self.last = 0

    def at(self, lines: Sequence[Line], position: int) -> SectionHeading | None:
        """Return the heading that begins at a line, or None."""
        line = lines[position]
        text, beside = _without_box(line)
        heading = heading_in(text)
        if heading is None or heading.number in self.found:
            return None
        as_listed = self._as_listed(heading, lines, position)
        if as_listed is None and not (self._stands_as_heading(line) and self._plausible(heading, lines, position)):
            return None
        heading = as_listed or heading
        self.found[heading.number] = heading
        self.last = max(self.last, document_sort_key(heading.number))
        return heading._replace(beside=beside)

    def _as_listed(self, heading: SectionHeading, lines: Sequence[Line], position: int) -> SectionHeading | None:
        """Return a heading of the contents list, with its second line where it is wrapped; None for another title."""
        in_place = self._stands_as_heading(lines[position])
        for listed in self.listed.get(heading.number, ()):
            alike = in_place and not _ENDS.search(heading.title) and _same_title(heading.title, listed.title)
            if alike or plain(heading.title) == plain(listed.title):
                return heading._replace(title=_better_title(heading.title, listed.title))
            if position + 1 < len(lines) and plain(listed.title).startswith(plain(heading.title)):
                whole = f"{heading.title} {_without_box(lines[position + 1])[0]}"
                if _same_title(whole, listed.title):
                    return heading._replace(title=_better_title(whole, listed.title), lines=2)
        return None

    def _stands_as_heading(self, line: Line) -> bool:
        """Return whether a line stands at the left edge or in the middle of the page."""
        return line.left < self.margin + _NEAR or abs((line.left + line.right) / 2 - _PAGE_WIDTH / 2) < 3 * _NEAR

    def _plausible(self, heading: SectionHeading, lines: Sequence[Line], position: int) -> bool:
        """Return whether a line outside of the list looks like a heading and its number comes next in order."""
        line = lines[position]
        title = heading.title
        if _ENDS.search(title) or not (title[:1].isupper() or title[:1].isdigit()) or len(title) > _LONGEST_UNLISTED:
            return False
        above = lines[position - 1] if position else None
        close = above and above.page == line.page and above.base - line.base < 1.25 * self.height
        if close and not self.paragraphs:
            return False
        if heading.number[0].isdigit():
            if self.listed and "." not in heading.number and heading.number not in self.listed:
                return False
            if self.dotted and "." not in heading.number and not _has_first_part(heading, lines[position:]):
                return False
            return document_sort_key(heading.number) > self.last
        return True


def _has_first_part(chapter: SectionHeading, lines: Sequence[Line]) -> bool:
    """Return whether the first section of a chapter follows; else its number is that of an item of a list."""
    return any(line.text.startswith(f"{chapter.number}.1") for line in lines[1:_CHAPTER_TEXT])


def _left_margin(lines: Sequence[Line]) -> float:
    """Return the left edge of the text: the least that several lines have."""
    edges = Counter(round(line.left) for line in lines)
    return float(min((edge for edge, count in edges.items() if count >= _SEVERAL), default=0))


def _without_box(line: Line) -> tuple[str, str]:
    """Return the words of a line, and those of a cell at its right edge, which hold the penalty of an infraction."""
    cells = line.cells
    if len(cells) > 1 and cells[-1].left > _BESIDE * _PAGE_WIDTH and not cells[0].text.startswith("•"):
        return " ".join(cell.text for cell in cells[:-1]), cells[-1].text
    return line.text, ""


def split_beside(line: Line, heading: Line, height: float) -> tuple[Line | None, str]:
    """Return the rest of a line, and its words in the box at the right edge beside a heading."""
    near = abs(heading.base - line.base) < 3 * height and line.page == heading.page
    if not near or line.cells[-1].left <= _BESIDE * _PAGE_WIDTH:
        return line, ""
    rest = line.cells[:-1]
    return (line._replace(cells=rest) if rest else None), line.cells[-1].text


def _same_title(title: str, listed: str) -> bool:
    one, other = plain(title), plain(listed)
    return one == other or fuzz.ratio(one, other) >= _ALIKE


def _better_title(title: str, listed: str) -> str:
    """Return the title in capitals and small letters where one of the two has them."""
    return listed if title.isupper() and plain(title) == plain(listed) else title
