"""The parts of a document: preamble, contents list, body, glossary, index, credits."""

import re
from dataclasses import dataclass, field

from rulesbase.engine.languages import text_language

_HEADING = re.compile(r"[\s\-*•◦]*(?:CR\s+)?(?:([1-9])|([1-9]\d\d))\.?\s+(?=\D)(\S.*)")
_HEADING_DOTTED = re.compile(r"\s*(?:([1-9])|([1-9]\d\d))\.\s*(?=\D)(\S.*)")
_RULE = re.compile(r"\W*(?:CR\s+)?[1-9]\d\d\.\d{1,3}(?:[a-z]?\.?(?:\s|$)|\.?[A-Z])")
_PLAIN_RULE = re.compile(r"[1-9]\d\d\.\d{1,3}(?:\.|[a-z]\.?)\s+[^\Wa-z]")
_NUMBERED = re.compile(r"\d{1,2}\.\s*")
_DOTS = re.compile(r"[\s.·…_]{3,}\d{1,3}\s*$")


@dataclass(slots=True)
class DocumentParts:
    """Line ranges (start inclusive, end exclusive, 0-based); ``contents``: the lines of the contents list."""

    body: tuple[int, int]
    glossary: tuple[int, int] = (0, 0)
    index: tuple[int, int] = (0, 0)
    credits: tuple[int, int] = (0, 0)
    contents: set[int] = field(default_factory=set)
    promised: list[str] = field(default_factory=list)
    promises_credits: bool = False


def _word(line: str) -> str:
    word = line.strip().strip("#*").strip().rstrip(".:").lower()
    return word[match.end() :] if (match := _NUMBERED.match(word)) else word


def _part_names(language: str) -> dict[str, str]:
    """Return word in lower case -> name of the part, the language's own words before the English ones."""
    names: dict[str, str] = {}
    for code in ("en", language):
        words = text_language(code).document
        for part in ("introduction", "contents", "glossary", "index", "credits"):
            names.update(dict.fromkeys(getattr(words, part), part))
    return names


def frame_of(lines: list[str], language: str, dotted: bool = True) -> DocumentParts:
    """Return the line ranges of the parts.

    The contents list repeats the headings of the body (or has the only ones). It runs from the first heading to the one
    with the same number again, if no rule is between them.
    """
    names = _part_names(language)
    first_rule = next((at for at, line in enumerate(lines) if _begins_rule(line)), len(lines))
    headings, marks = _above_rules(lines[:first_rule], names, _HEADING_DOTTED if dotted else _HEADING)
    body_start, contents, promised = _split_contents(headings, first_rule)
    frame = DocumentParts((body_start, len(lines)), contents=contents, promised=promised)
    _mark_contents(frame, lines, [mark for mark in marks if mark[0] < body_start])
    _place_back_matter(frame, _below_rules(lines, first_rule, names), len(lines))
    return frame


def _above_rules(
    lines: list[str], names: dict[str, str], heading: re.Pattern[str]
) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """Return where chapters and sections are named above the first rule, with their numbers, and where parts are."""
    headings: list[tuple[int, str]] = []
    marks: list[tuple[int, str]] = []
    for at, line in enumerate(lines):
        if not line or len(line) > 200:
            continue
        # A contents list has dots or a gap and a page number behind the name.
        if part := names.get(_word(_DOTS.sub("", line))):
            marks.append((at, part))
        elif match := heading.match(line):
            headings.append((at, match[1] or match[2]))
    return headings, marks


def _below_rules(lines: list[str], first_rule: int, names: dict[str, str]) -> list[tuple[int, str]]:
    """Return where parts are named from the first rule on; most lines are too long or begin with another letter."""
    initials = {initial for name in names for initial in (name[0], name[0].upper())}
    short = ((at, line) for at, line in enumerate(lines[first_rule:], first_rule) if line and len(line) < 40)
    possible = ((at, line) for at, line in short if line[0] in initials or not line[0].isalpha())
    return [(at, part) for at, line in possible if (part := names.get(_word(line)))]


def _mark_contents(frame: DocumentParts, lines: list[str], marks: list[tuple[int, str]]) -> None:
    """Add the names of parts above the body to the contents list."""
    frame.contents.update(at for at, part in marks if part != "introduction")
    frame.promises_credits = any(part == "credits" for _at, part in marks)
    openings = [at for at, part in marks if part == "introduction"]
    if len(openings) > 1:
        # One of them belongs to the list: other lines of the list follow it directly.
        frame.contents.update([at for at in openings if _next_text(lines, at) in frame.contents])


def _begins_rule(line: str) -> bool:
    """Return whether a line is numbered; long lines need a well-formed number, prose may begin with a reference."""
    return bool((_RULE if len(line) <= 200 else _PLAIN_RULE).match(line))


def _next_text(lines: list[str], at: int) -> int:
    """Return the next line that is not blank."""
    return next((i for i in range(at + 1, len(lines)) if lines[i].strip()), len(lines))


def _split_contents(headings: list[tuple[int, str]], first_rule: int) -> tuple[int, set[int], list[str]]:
    """Return the line where the body starts, the lines of the contents list, and the chapters that it names."""
    if not headings:
        return first_rule, set(), []
    first_at, first = headings[0]
    again = [at for at, number in headings[1:] if number == first]
    if not again:
        # A list may begin with a section worded otherwise in the body; a repeated chapter also shows the list.
        first_places = {number: at for at, number in reversed(headings)}
        again = [at for at, number in headings if at != first_places[number]][:1]
    if not again:
        return first_at, set(), []
    start = again[-1]
    # The section heading above a repeated chapter belongs to the body.
    above = [at for at, number in headings if at < start and len(number) == 1 and start - at <= 4]
    if above and len(dict(headings)[start]) == 3:
        start = above[-1]
    listed = [(at, number) for at, number in headings if at < start]
    return start, {at for at, _ in listed}, [number for _, number in listed if len(number) == 3]


def _place_back_matter(frame: DocumentParts, marks: list[tuple[int, str]], end: int) -> None:
    """Find glossary, index and credits behind the body; of a repeated word the first possible one."""
    stops: list[tuple[int, str]] = []
    order = ("glossary", "index", "credits")
    for at, part in marks:
        if part in order and all(order.index(part) > order.index(p) for _, p in stops):
            stops.append((at, part))
    edges = [at for at, _ in stops] + [end]
    if stops:
        frame.body = (frame.body[0], stops[0][0])
    for (at, part), following in zip(stops, edges[1:], strict=True):
        setattr(frame, part, (at + 1, following))
