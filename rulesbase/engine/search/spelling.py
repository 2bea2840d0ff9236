"""Spelling suggestions for unknown words: typing errors, joined or split words."""

import itertools
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from rulesbase.engine.search.analyzer import is_unspaced, plain, stems, tokens_of
from rulesbase.engine.search.query import QueryWord, SearchQuery
from rulesbase.engine.search.synonyms import NO_SYNONYMS, Synonyms

_SHORTEST = 3
_LONG, _MOST_JOINED = 5, 8
_WORD = re.compile(r"[^\W\d_]+")
_TYPED_WORD = re.compile(r"[^\W_]+")


def vocabulary_of(texts: Iterable[str]) -> dict[str, int]:
    """Return the frequency of each folded word of texts; unspaced letters are left out."""
    found = Counter(_WORD.findall(plain("\n".join(texts))))
    return {word: count for word, count in found.items() if not is_unspaced(word)}


def put_right(
    question: SearchQuery,
    vocabulary: Mapping[str, int],
    synonyms: Synonyms = NO_SYNONYMS,
    is_name: Callable[[str], bool] = lambda word: False,
) -> str | None:
    """Return the query with unknown words replaced by the most similar known ones; None where there are none.

    The words of synonyms are known, and folded words for which ``is_name`` is true.
    """
    better: dict[str, str] = {}
    tokens = [token for word in question.sequence for token in tokens_of(word)]
    meant = {token.raw for span in synonyms.spans(tokens) if span.meanings for token in tokens[span.start : span.end]}
    for word in question.words:
        is_word = word.kind == "word" and len(word.folded) >= _SHORTEST and not word.folded.isdigit()
        if not is_word or word.typed in meant or _is_known(word, vocabulary, question.language):
            continue
        found = _two_words(word.folded, vocabulary) or nearest_word(word.folded, vocabulary)
        if found and not is_name(word.folded):
            better[word.folded] = found
    typed = " ".join(_replaced(part, better) for part in question.typed.split(" "))
    return typed if plain(typed) != plain(question.typed) else None


def _is_known(word: QueryWord, vocabulary: Mapping[str, int], language: str) -> bool:
    if word.folded in vocabulary:
        return True
    begins = (word.folded, *(stem[: max(2, len(stem) - 1)] for stem in word.stems))
    near = (known for known in vocabulary if known.startswith(begins))
    return any(
        known.startswith(word.folded) or not set(word.stems).isdisjoint(stems(known, language)) for known in near
    )


def _two_words(word: str, vocabulary: Mapping[str, int]) -> str | None:
    """Split a joined word (``firststrike``); of several cuts the one whose rarer word is commonest."""
    cuts = [(word[:at], word[at:]) for at in range(_SHORTEST, len(word) - _SHORTEST + 1)]
    known = [(first, second) for first, second in cuts if first in vocabulary and second in vocabulary]
    best = max(known, key=lambda pair: min(vocabulary[pair[0]], vocabulary[pair[1]]), default=None)
    return " ".join(best) if best else None


def run_together(typed: str, title_words: Collection[str]) -> str | None:
    """Return the query with two words joined into one that a title has (``life link``); None where there is none."""
    words = typed.split()
    if len(words) > _MOST_JOINED:
        return None
    joined = [plain(one + other) for one, other in itertools.pairwise(words)]
    # A single letter is a word: "a mass removal" is no amassing.
    whole_words = (at for at, pair in enumerate(itertools.pairwise(words)) if min(map(len, pair)) > 1)
    possible = (at for at in whole_words if joined[at].isalpha() and len(joined[at]) > _LONG)
    at = next((at for at in possible if joined[at] in title_words), None)
    return None if at is None else " ".join([*words[:at], joined[at], *words[at + 2 :]])


def _replaced(part: str, better: Mapping[str, str]) -> str:
    """Return a part of a query with its unknown words replaced; without any it stays as typed."""
    folded = plain(part)
    right = _TYPED_WORD.sub(lambda match: better.get(match[0], match[0]), folded)
    return part if right == folded else right


def nearest_word(word: str, vocabulary: Mapping[str, int]) -> str | None:
    """Return the known word most like a folded one, of several the commonest; None where there is none."""
    found = process.extract(word, vocabulary.keys(), scorer=fuzz.ratio, score_cutoff=70, limit=12)
    most = 1 if len(word) < 5 else 2 if len(word) < 9 else 3

    def distance(known: str) -> float:
        # The first letter is rarely mistyped.
        return OSA.distance(word, known) + (0 if known[0] == word[0] else 0.75)

    near = [known for known, _score, _at in found if distance(known) <= most]
    return min(near, key=lambda known: (distance(known), -vocabulary[known]), default=None)
