"""Which headings of the rules a card falls under: by its layout, its types and its keywords.

Only words come out, in lower case; where they stand in a version is for who has the texts. New layouts, types and
keywords need no entry here: their heading is looked for under their own name.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

# Layouts whose chapter is not called "<layout> cards". The first heading that a version has is the one.
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
# Layouts that tell of the print only, or of nothing in the rules.
_PLAIN = {"normal", "art_series", "reversible_card", "host", "augment"}
_IRREGULAR = {"phenomenon": "phenomena", "sorcery": "sorceries"}
# "tribal" became "kindred"; a version has the one or the other.
_OTHER_NAMES = {"tribal": ("kindreds",), "kindred": ("tribals",), "land": ("land",)}
_DASH = re.compile(r"\s+[—–-]\s+")
# How a variant of a keyword ends, and what it is a variant of: swampwalk, megamorph.
_FAMILIES = {"walk": "landwalk", "cycling": "cycling", "kicker": "kicker", "morph": "morph"}
_WITH = re.compile(r" (?:from|with)$")


class HeadingQuery(NamedTuple):
    """A heading to look for: why (layout, type, keyword, name), the card's word for it, and its titles in order.

    ``every`` asks for all of the titles that a version has, not only the first.
    """

    why: str
    word: str
    titles: tuple[str, ...]
    every: bool = False


def wanted(layout: str, type_lines: Iterable[str]) -> list[HeadingQuery]:
    """Return what to look for by layout and types, the most particular first; the chapter on names goes last."""
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
    """Return the words before the dash of some type lines, and those behind it, once each, in lower case."""
    types: dict[str, None] = {}
    subtypes: dict[str, None] = {}
    for line in type_lines:
        for half in line.split("//"):
            before, *behind = _DASH.split(half.strip().lower(), maxsplit=1)
            types |= dict.fromkeys(before.split())
            subtypes |= dict.fromkeys(" ".join(behind).split())
    return list(types), list(subtypes)


def plural(word: str) -> str:
    """Return the name of a type as the heading of its chapter has it."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    return word if word.endswith("s") else f"{word}s"


def keyword_titles(keyword: str, known: Collection[str]) -> Sequence[str]:
    """Return the titles under which a keyword may stand, of those known; the most exact first, none where there is none.

    A variant stands under the keyword it is a kind of: swampwalk under landwalk, commander ninjutsu under ninjutsu.
    """
    word = _WITH.sub("", keyword.lower().replace("’", "'"))
    titles = [word] if word in known else []
    titles += [title for title in known if word in title.split(" and ") and title != word]
    if titles:
        return titles
    last = word.split()[-1] if word else ""
    family = next((title for end, title in _FAMILIES.items() if word.endswith(end)), last)
    return [title for title in known if title == family or title.endswith(f" {family}")]
