"""Titles of rules for the keywords of cards. New keywords need no entry here: their own name is the title."""

import re
from collections.abc import Collection, Sequence

# The endings of keyword variants, and their keywords: swampwalk, megamorph.
_FAMILIES = {"walk": "landwalk", "cycling": "cycling", "kicker": "kicker", "morph": "morph"}
_WITH = re.compile(r" (?:from|with)$")


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
