"""Page clutter: headers, page numbers, readings, footers and broken lines of pages and sites.

Removed lines become ``SKIP`` and stay in the list, so that line numbers match the source.
"""

import re
from collections import Counter
from itertools import groupby, pairwise

from rulesbase.engine.languages import EXAMPLE, TEXTS, either

# A removed line; unlike an empty one it does not end a paragraph.
SKIP = "\f"

_PAGES = [one.pages for one in TEXTS.values()]
_PAGE = either(*(pages.page for pages in _PAGES))
_PAGE_OF = either(*(pages.page_of for pages in _PAGES))
_PAGE_NUMBER = re.compile(
    rf"[\s\-–—|]*(?:(?:{_PAGE})\s*)?(\d{{1,3}})(?:\s*(?:/|{_PAGE_OF})\s*\d{{1,3}})?[\s\-–—|]*", re.I
)
_DIGITS = re.compile(r"\d+")
_READING = re.compile(r"([\u4e00-\u9fff々][\u3041-\u30fc]{0,8})[(（][\u3041-\u3096ー]{1,24}[)）]")
_HEADING_NUMBER = re.compile(r"\s*[1-9]\d\d\.\s*")
_RULE_NUMBER = re.compile(r"\s*[1-9]\d\d\.\d{1,3}[a-z]?\.?\s*")
# The start of a paragraph among broken lines: a number with its separator, or a list mark.
_BEGINS = re.compile(
    r"\W*(?:CR\s*)?[1-9]\d\d(?:\.\d{1,3}[a-z]?)?\.?\s|[-*•◦▪·・■□●○#]|[1-9]\.\s|" + EXAMPLE.pattern, re.I
)
# From this length on a line may be full; lengths of full lines vary a little, as no line begins with a stop.
_FULL, _PLAY = 24, 4
_ANY_NUMBER = re.compile(r"\s*[1-9](?:\d\d)?\.")
# A line of underscores stands above the signature of a forum post.
_FOOT = re.compile(rf"©|\(c\)\s|_{{12,}}$|{either(*(foot for pages in _PAGES for foot in pages.feet))}", re.I)
SENTENCE_END = (".", "!", "?", ")", "”", '"', "。", "」", ":", "»")


def is_foot(text: str) -> bool:
    """Return whether a paragraph is the site's own: a footer, a wiki's next part, the head of the next forum post."""
    return bool(_FOOT.match(text))


def without_readings(text: str) -> tuple[str, int]:
    """Return a Japanese text without readings in brackets, and how many were removed.

    Fewer than three are taken for the author's brackets.
    """
    without, found = _READING.subn(r"\1", text)
    return (without, found) if found >= 3 else (text, 0)


def hide_pages(text: str) -> list[str]:
    """Return the lines of a text; page numbers, form feeds and repeated headers of a printed one are hidden."""
    lines = text.split("\n")
    feeds = [at for at, line in enumerate(lines) if line[:1] == "\f"] if "\f" in text else []
    numbers = _page_numbers(lines)
    if not feeds and not numbers:
        return lines
    breaks = sorted({*feeds, *numbers})
    hidden = {*numbers, *_repeated(lines, breaks), *(at for at in feeds if not lines[at].strip())}
    result = [SKIP if at in hidden else line.lstrip("\f") for at, line in enumerate(lines)]
    _close_gaps(result)
    return result


def _page_numbers(lines: list[str]) -> list[int]:
    """Return the longest run 1, 2, 3, ... of lines that are only a page number; with the word "page" from any on."""
    best: list[int] = []
    run: list[int] = []
    last = 0
    for at, line in enumerate(lines):
        # Cheap tests first: most lines are empty, long or words.
        if not line or len(line) > 24 or line[-1].isalpha():
            continue
        if not (match := _PAGE_NUMBER.fullmatch(line.lstrip("\f"))):
            continue
        number = int(match[1])
        if number == last + 1 and (run or number <= 3):
            run.append(at)
        elif number <= 3 or _is_worded(line):
            run = [at]
        else:
            continue
        last = number
        best = max(best, run, key=len)
    return best if len(best) >= 3 or (len(best) == 2 and _is_worded(lines[best[0]])) else []


def _is_worded(line: str) -> bool:
    """Return whether the number of a page has a word in front of it."""
    return not line.strip("\f -–—|")[0].isdigit()


def _repeated(lines: list[str], breaks: list[int]) -> set[int]:
    """Return headers and footers: lines next to page breaks that most pages have, digits aside."""
    near: dict[int, set[tuple[int, int, str]]] = {}
    for at in breaks:
        for step in (-1, 1):
            place, seen = at if lines[at][:1] == "\f" and step == 1 else at + step, 0
            while 0 <= place < len(lines) and seen < 2 and abs(place - at) < 6:
                if line := lines[place].strip():
                    near.setdefault(place, set()).add((step, seen, _DIGITS.sub("#", line)))
                    seen += 1
                place += step
    # Headers are compared by position; pages may have two headers by turns.
    common = Counter(key for keys in near.values() for key in keys)
    least = max(2, len(breaks) // 3)
    return {at for at, keys in near.items() if any(common[key] >= least and key[2] != "#" for key in keys)}


def _close_gaps(lines: list[str]) -> None:
    """Hide the empty lines around a page break within a sentence."""
    at = 0
    for filled, run in groupby(list(lines), key=lambda line: bool(line.strip())):
        end = at + len(list(run))
        if not filled and SKIP in lines[at:end] and at and not lines[at - 1].rstrip().endswith(SENTENCE_END):
            lines[at:end] = [SKIP] * (end - at)
        at = end


def join_headings(lines: list[str]) -> list[str]:
    """Join headings whose number is on a line of its own (``201.`` above ``Name``)."""
    result = list(lines)
    for at in range(len(lines) - 1):
        title = lines[at + 1].strip()
        if _HEADING_NUMBER.fullmatch(lines[at]) and title and not title[0].isdigit() and len(title) < 120:
            result[at], result[at + 1] = f"{lines[at].strip()} {title}", SKIP
    return result


def join_fragments(lines: list[str]) -> list[str]:
    """Join lines of a page whose linked words became lines of their own, up to a number or example.

    Only if such lines outnumber the rules: elsewhere a line is a paragraph.
    """
    runs = rules = 0
    before = ""
    for line in lines:
        starts = _starts(line)
        rules += bool(_RULE_NUMBER.fullmatch(line))
        runs += bool(before and line.strip() and not starts)
        before = "" if starts else line.strip()
    if runs <= rules * 2:
        return lines
    result = list(lines)
    pieces: list[str] = []
    last = -1
    for at, line in enumerate([*lines, ""]):
        if line == SKIP:
            continue
        if last >= 0 and line.strip() and not _starts(line):
            pieces += (_between(pieces[-1], line.strip()), line.strip())
            result[at] = SKIP
            continue
        if last >= 0:
            result[last] = "".join(pieces)
        # A number stays alone; the line after it begins a paragraph.
        alone = not line.strip() or _ANY_NUMBER.match(line)
        last, pieces = (-1, []) if alone else (at, [line.strip()])
    return result


def join_broken(lines: list[str]) -> list[str]:
    """Join lines of a Japanese or Chinese text that were broken at a fixed width.

    Only if continued lines are all of about one length: elsewhere a line is a paragraph.
    """
    full = [len(above) for above, line in pairwise(lines) if _runs_on(above, line)]
    if len(full) < 3 or (width := max(full)) > 60:
        return lines
    near = [length for length in full if length >= width - _PLAY]
    if len(near) < 0.8 * len(full):
        return lines
    result = list(lines)
    at = 0
    while at < len(result):
        end = at
        while end + 1 < len(result) and len(lines[end]) >= width - _PLAY and _goes_on(lines[end + 1]):
            end += 1
        if end > at:
            pieces = [lines[at]]
            for line in lines[at + 1 : end + 1]:
                pieces += (between_broken(pieces[-1], line), line)
            result[at : end + 1] = ["".join(pieces), *([SKIP] * (end - at))]
        at = end + 1
    return result


def between_broken(first: str, second: str) -> str:
    """Return what joins two lines of a Japanese or Chinese text, which end anywhere, also within a number.

    Only Latin letters have a space between them.
    """
    ends = first[-1] + second[0]
    return " " if ends.isascii() and ends.isalpha() else ""


def _runs_on(above: str, line: str) -> bool:
    """Return whether a line continues the sentence of the full line above it."""
    return len(above) >= _FULL and not above.endswith(SENTENCE_END) and _goes_on(line)


def _goes_on(line: str) -> bool:
    return bool(line.strip()) and line != SKIP and not line[0].isspace() and not _BEGINS.match(line)


def _starts(line: str) -> bool:
    text = line.strip()
    return bool(_RULE_NUMBER.fullmatch(line) or _ANY_NUMBER.match(line) or EXAMPLE.match(text) or is_foot(text))


def _between(first: str, second: str) -> str:
    """Return what joins two pieces of a sentence: a space between words, nothing before a stop or in Japanese."""
    if second[0] in ",.;:!?)’'”…" or first[-1] in "(“‘" or ord(first[-1]) > 0x2FFF or ord(second[0]) > 0x2FFF:
        return ""
    return " "
