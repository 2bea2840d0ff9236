"""Stems of English words, for comparisons of texts."""

from functools import cache

import snowballstemmer

_STEMMER = snowballstemmer.stemmer("english")


@cache
def stem(word: str) -> str:
    """Return a word without its ending, in lower case."""
    return str(_STEMMER.stemWord(word.lower().replace("’", "'")))
