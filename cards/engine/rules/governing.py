"""Headings of the rules that apply to a card, by its layout, types and keywords.

Returns only words in lower case; the caller finds them in a version. New layouts, types and keywords need no entry
here: their own name is the heading.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

# Layouts whose chapter is not called "<layout> cards". The first existing heading counts.
_LAYOUTS = {
    "split": ("split cards",),
    "aftermath": ("split cards", "aftermath"),
    "transform": ("double-faced cards",),
    "modal_dfc": ("double-faced cards",),
    "double_faced_token": ("tokens", "double-faced cards"),
    "meld": ("meld cards", "double-faced cards", "meld"),
    "adventure": ("adventurer cards",),
    "mutate": ("mutate", "merging with permanents"),
    "planar": ("planechase",),
    "scheme": ("archenemy",),
    "vanguard": ("vanguard",),
    "token": ("tokens",),
    "emblem": ("emblems",),
    "battle": ("double-faced cards",),
}
# Layouts of the print only, without rules.
_PLAIN = {"normal", "art_series", "reversible_card", "host", "augment"}
_IRREGULAR = {"phenomenon": "phenomena", "sorcery": "sorceries"}
# "tribal" became "kindred"; a version has one of them.
_OTHER_NAMES = {"tribal": ("kindreds",), "kindred": ("tribals",), "land": ("land",)}
_DASH = re.compile(r"\s+[—–-]\s+")
# The endings of keyword variants, and their keywords: swampwalk, megamorph.
_FAMILIES = {"walk": "landwalk", "cycling": "cycling", "kicker": "kicker", "morph": "morph"}
_WITH = re.compile(r" (?:from|with)$")


class HeadingQuery(NamedTuple):
    """A heading to look for: why (layout, type, keyword, name), the card's word for it, and its titles in order.

    ``every``: all of the titles count, not only the first.
    """

    why: str
    word: str
    titles: tuple[str, ...]
    every: bool = False


def wanted(layout: str, type_lines: Iterable[str]) -> list[HeadingQuery]:
    """Return the headings for layout and types, the most specific first; the chapter on names is last."""
    found: list[HeadingQuery] = []
    if layout not in _PLAIN:
        own = layout.replace("_", " ")
        found.append(HeadingQuery("layout", own, _LAYOUTS.get(layout, (f"{own} cards", own)), layout in _LAYOUTS))
    types, subtypes = _types(type_lines)
    for word in subtypes:
        if word not in (layout, "adventure"):
            found.append(HeadingQuery("subtype", word, (f"{word} cards",)))
    for word in types:
        found.append(HeadingQuery("type", word, (plural(word), *_OTHER_NAMES.get(word, ()))))
    found.append(HeadingQuery("name", "name", ("name",)))
    return found


def _types(type_lines: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return the words before and behind the dash of type lines, once each, in lower case."""
    types: dict[str, None] = {}
    subtypes: dict[str, None] = {}
    for line in type_lines:
        for half in line.split("//"):
            before, *behind = _DASH.split(half.strip().lower(), maxsplit=1)
            types |= dict.fromkeys(before.split())
            subtypes |= dict.fromkeys(" ".join(behind).split())
    return list(types), list(subtypes)


def plural(word: str) -> str:
    """Return the title of a type's chapter."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    return word if word.endswith("s") else f"{word}s"


def keyword_titles(keyword: str, known: Collection[str]) -> Sequence[str]:
    """Return the known titles for a keyword, the most exact first; empty where there is none.

    A variant is under its keyword: swampwalk under landwalk, commander ninjutsu under ninjutsu.
    """
    word = _WITH.sub("", keyword.lower().replace("’", "'"))
    titles = [word] if word in known else []
    titles += [title for title in known if word in title.split(" and ") and title != word]
    if titles:
        return titles
    last = word.split()[-1] if word else ""
    family = next((title for end, title in _FAMILIES.items() if word.endswith(end)), last)
    return [title for title in known if title == family or title.endswith(f" {family}")]
