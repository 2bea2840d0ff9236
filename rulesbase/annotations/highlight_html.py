"""Mark words in rendered HTML, across elements.

The HTML is that of `rulesbase.reading.text_html`: well-formed and escaped, with text for screen readers in
``<span class="vh">``. Only <mark> is added.
"""

import html
import re
from collections.abc import Sequence
from typing import NamedTuple

from rulesbase.engine.text.anchoring import merged

_TOKEN = re.compile(r"<[^>]*>|&[^;]{1,10};|[^<&]")
_UNSEEN = '<span class="vh">'
# These ends of elements are line ends of the text.
_BREAKS = ("</p>", "</h2>")


class VisibleText(NamedTuple):
    """The text of HTML, and for each character its position there."""

    text: str
    places: tuple[tuple[int, int], ...]


def plain(fragment: str) -> VisibleText:
    """Return the visible text of HTML, paragraphs on separate lines."""
    letters: list[str] = []
    places: list[tuple[int, int]] = []
    unseen = 0
    for token in _TOKEN.finditer(fragment):
        written = token[0]
        if written[0] == "<":
            if unseen and written[1] != "/":
                unseen += not written.endswith("/>")
            elif unseen:
                unseen -= 1
            elif written == _UNSEEN:
                unseen = 1
            elif written in _BREAKS:
                letters.append("\n")
                places.append((token.start(), token.start()))
        elif not unseen:
            # Our HTML has no entity of two characters.
            letters.append(html.unescape(written)[:1])
            places.append(token.span())
    return VisibleText("".join(letters), tuple(places))


def woven(fragment: str, known: VisibleText, spans: Sequence[tuple[int, int, str]]) -> str:
    """Return HTML with spans of its text in <mark>; the third part of each span is its id.

    The first piece of each span gets the id, as a target of links.
    """
    ids: set[str] = set()
    parts: list[str] = []
    at = 0
    for start, end, names in merged(spans):
        fresh = [name for name in names if name not in ids]
        ids.update(fresh)
        for first, last in _runs(fragment, known, start, end):
            named = f' id="{fresh.pop(0)}"' if fresh else ""
            parts += (fragment[at:first], f'<mark class="own-mark"{named}>', fragment[first:last], "</mark>")
            at = last
    parts.append(fragment[at:])
    return "".join(parts)


def _runs(fragment: str, known: VisibleText, start: int, end: int) -> list[tuple[int, int]]:
    """Return the pieces of HTML without elements that together are text[start:end]."""
    runs: list[tuple[int, int]] = []
    for first, last in known.places[start:end]:
        if first == last:
            continue
        if runs and runs[-1][1] == first:
            runs[-1] = runs[-1][0], last
        else:
            runs.append((first, last))
    return [run for run in runs if fragment[slice(*run)].strip() or len(runs) == 1]
