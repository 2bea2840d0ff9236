"""Parsing of a search query: words, quoted phrases, excluded words.

Any input is valid; nonsense is a word without matches.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from rulesbase.engine.languages import text_language
from rulesbase.engine.search.analyzer import STEM, is_unspaced, pairs_of, plain, stems, tokens_of

# Each word costs an index lookup.
MOST_WORDS = 16
# A quote ends where another of its kind opens, which bounds the time for many unclosed ones.
_PART = re.compile(
    r'(?P<without>(?<!\S)[-−](?=["“«「]|[^\W\d_]))?(?:"([^"]*)"|“([^“”]*)”|«([^«»]*)»|「([^「」]*)」|(\S+?)(?=[\s"“«「]|$))'
)
# Boundaries of scripts: 名前を選ぶ is 名前, を, 選, ぶ.
_RUN = re.compile("[\u3400-\u9fff\uf900-\ufaff\u3005-\u3007]+|[\u30a1-\u30fc]+|[\u3041-\u3096]+")
# Synonyms: either matches the other.
_SAME = {"zero": "0", "first": "1st", "second": "2nd", "third": "3rd", "color": "colour", "colors": "colours"}
AS_WELL = _SAME | {other: word for word, other in _SAME.items()}


class QueryWord(NamedTuple):
    """A required word: as typed, a word with the same stem or, with ``beginning``, one that begins so.

    Of unspaced text all pairs of letters are required. ``as_well`` is an alternative word. ``is_starred`` is set if it
    was typed with a star.
    """

    typed: str
    folded: str
    kind: str
    beginning: bool
    stems: tuple[str, ...]
    as_well: str = ""
    is_starred: bool = False

    @property
    def alternatives(self) -> list[list[tuple[str, bool]]]:
        """Return the tokens to look up: of each list any (token, whether a prefix matches)."""
        if self.kind == "unspaced":
            return [[(pair, len(pair) == 1 or self.beginning)] for pair in pairs_of(self.folded)]
        others = [(token, False) for stem in self.stems for token in (STEM + stem, stem) if token != self.folded]
        others += [(self.as_well, False)] if self.as_well else []
        return [[(self.folded, self.beginning), *others]]


class QueryPhrase(NamedTuple):
    """Words required side by side: as typed, and as a pattern of the folded text."""

    typed: str
    pattern: re.Pattern[str]
    words: tuple[QueryWord, ...]


class SearchQuery(NamedTuple):
    """A parsed query, in one language. ``little`` are function words, which are not required.

    ``sequence`` are the words and phrases in the order typed, without what is excluded.
    """

    typed: str
    language: str
    words: tuple[QueryWord, ...]
    little: tuple[QueryWord, ...]
    phrases: tuple[QueryPhrase, ...]
    without: tuple[QueryPhrase, ...]
    sequence: tuple[str, ...]

    @property
    def required(self) -> list[list[tuple[str, bool]]]:
        """Return the tokens that words and phrases require."""
        words = [*self.words, *(word for phrase in self.phrases for word in phrase.words)]
        return [choice for word in words for choice in word.alternatives]

    @property
    def asks(self) -> bool:
        """Return whether there is anything to search for."""
        return bool(self.words or self.phrases)

    @property
    def shown(self) -> list[str]:
        """Return words and phrases as typed."""
        return [*(phrase.typed for phrase in self.phrases), *(word.typed for word in self.words)]


def read_query(typed: str, language: str) -> SearchQuery:
    """Parse a query. Function words are required only if there are no others."""
    words: dict[str, QueryWord] = {}
    little: dict[str, QueryWord] = {}
    phrases: dict[str, QueryPhrase] = {}
    without: dict[str, QueryPhrase] = {}
    sequence: list[str] = []
    # They count in phrases and for ranking.
    unsearched = text_language(language).unsearched
    for match in _PART.finditer(" ".join(typed.split())):
        minus, *quoted, bare = match.groups()
        text = next((part for part in quoted if part is not None), None)
        if not minus:
            sequence.append(text if text is not None else bare)
        if minus or text is not None:
            if phrase := _phrase(text if text is not None else bare.rstrip("*")):
                (without if minus else phrases).setdefault(phrase.pattern.pattern, phrase)
            continue
        for word in _words(bare, language):
            (little if word.folded in unsearched else words).setdefault(word.folded, word)
    if not words and not phrases:
        words, little = little, {}
    return SearchQuery(
        typed,
        language,
        tuple(words.values())[:MOST_WORDS],
        tuple(little.values())[:MOST_WORDS],
        tuple(phrases.values())[:MOST_WORDS],
        tuple(without.values())[:MOST_WORDS],
        tuple(sequence),
    )


def _words(bare: str, language: str) -> Iterable[QueryWord]:
    beginning = bare.endswith("*")
    for folded, raw, kind in tokens_of(bare):
        if kind == "unspaced":
            yield QueryWord(raw, folded, kind, beginning, ())
        elif kind == "figure":
            yield QueryWord(raw, folded, kind, folded[0].isdigit() and "/" not in folded, ())
        else:
            found = () if beginning else stems(raw, language)
            # One letter would match the beginning of nearly every word.
            begins = beginning or len(folded) > 1
            yield QueryWord(raw, folded, kind, begins, found, AS_WELL.get(folded, ""), beginning)


def _phrase(typed: str) -> QueryPhrase | None:
    found = list(tokens_of(typed))[:MOST_WORDS]
    if not found:
        return None
    between = r"[\W_]*" if is_unspaced(typed) else r"[\W_]+"
    inner = between.join(re.escape(token.folded) for token in found)
    before = "" if found[0].kind == "unspaced" else r"(?<![^\W_])"
    after = "" if found[-1].kind == "unspaced" else r"(?![^\W_])"
    words = tuple(QueryWord(token.raw, token.folded, token.kind, False, ()) for token in found)
    return QueryPhrase(typed.strip(), re.compile(f"{before}{inner}{after}"), words)


def apart(question: SearchQuery) -> SearchQuery:
    """Return the query with unspaced letters cut where the script changes, without single kana between."""
    words: dict[str, QueryWord] = {}
    for word in question.words:
        for run in telling_runs(word.typed) if word.kind == "unspaced" else [word.typed]:
            words.setdefault(run, word._replace(typed=run, folded=plain(run)))
    return question._replace(words=tuple(word for word in words.values() if word.folded)[:MOST_WORDS])


def telling_runs(unspaced: str) -> list[str]:
    """Return the parts of unspaced letters by script, without single kana between."""
    runs = _RUN.findall(unspaced)
    if len(runs) < 2:
        return [unspaced]
    return [run for run in runs if len(run) > 2 or not "\u3041" <= run[0] <= "\u3096"] or runs
