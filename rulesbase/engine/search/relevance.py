"""The order of the documents of an index for a query.

A query is cut into parts: a word, or a synonym with its own words and those of its meaning. A text scores by BM25F of
all words, times the share of the parts that it has, plus how near they stand to each other.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from rulesbase.engine.languages import TEXTS, text_language
from rulesbase.engine.search.analyzer import Token, beginning, pairs_of, stems, tokens_of
from rulesbase.engine.search.bm25_index import BM25Index
from rulesbase.engine.search.query import AS_WELL, MOST_WORDS, SearchQuery, telling_runs
from rulesbase.engine.search.synonyms import Synonyms, SynonymSpan, key_of

# Likeness of other forms of a word: same stem, number as word or digits, beginning of a word.
_STEM, _NUMBER, _BEGINNING = 0.7, 0.95, 0.5
# Weight of the words of a meaning, and of words that say little in a question.
_MEANING, _FILLER = 0.62, 0.15
# A text with the meaning of a synonym has most of that part; without any of it the rarity of the meaning is limited.
_HAS_MEANING, _MOST_RARITY = 0.8, 8.0
_COVERAGE, _NEAR, _NAME, _CONTAINED = 0.6, 0.9, 1.5, 0.3
# Terms refer to rules; texts that others cite are more important.
_REFERRED, _CITED, _MOST_CITED = 0.12, 0.03, 6
# Of so many of the best texts rules are lifted that they cite, and that terms refer to.
_CITED_BY_BEST, _CITING, _TERMS = 0.15, 8, 3
_EMPTY = 0.55
# The first text of a rule whose title is in the query; a title alone answers less of a longer query.
_OPERATIVE, _TITLE_ALONE = 0.3, 0.6
# Nearness is computed for the best alone.
_BEST = 80
# Titles above a text stand at this distance from it.
_DISTANCE = 20
_SHORTEST_BEGINNING = 2
_NUMBERS = dict(
    zip(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
        " seventeen eighteen nineteen twenty thirty forty sixty hundred".split(),
        [*map(str, range(21)), "30", "40", "60", "100"],
        strict=True,
    )
)
_ENGLISH = {**AS_WELL, **_NUMBERS, **{digits: word for word, digits in _NUMBERS.items()}}
# Marks of a title in the glossary.
_MARKS = frozenset(("obsolete",))
# Function words of all languages.
_FUNCTION_WORDS = frozenset().union(*(language.unsearched for language in TEXTS.values()))
# Words of questions, and words that nearly every question about the game has.
_FILLERS = frozenset(
    """happen happens happened get gets got really still just also like want wants work works working mean mtg cr doesn
    isn aren don didn won ok let now anyway actually exactly even ever difference differences differ between vs versus
    compared both something someone anyone anything same use used able allowed creature creatures card cards opponent
    opponents""".split()
)


class WeightedWord(NamedTuple):
    """A word of a query: as typed, its forms with their likeness, its weight by document, and its rarity."""

    typed: str
    forms: dict[str, float]
    matches: dict[int, float]
    rarity: float


class QueryPart(NamedTuple):
    """A part of a query as typed: its own words, and those of its meanings."""

    typed: str
    own: tuple[WeightedWord, ...]
    meaning: tuple[WeightedWord, ...]
    meanings: tuple[str, ...]

    @property
    def words(self) -> tuple[WeightedWord, ...]:
        """Return all words."""
        return (*self.own, *self.meaning)

    @property
    def weight(self) -> float:
        """Return how much the part counts in the query: the rarity of its own words, else of its meaning."""
        own = sum(word.rarity for word in self.own)
        return own or min(sum(word.rarity for word in self.meaning) / _MEANING, _MOST_RARITY)


class ReadQuery(NamedTuple):
    """A query as an index reads it: its parts, the words that no text has, and the meanings that were added."""

    parts: tuple[QueryPart, ...]
    unknown: tuple[str, ...]
    meanings: tuple[str, ...]

    @property
    def words(self) -> list[WeightedWord]:
        """Return all words."""
        return [word for part in self.parts for word in part.words]


class Scored(NamedTuple):
    """A document with its score, and whether it has every part of the query."""

    document: int
    score: float
    is_complete: bool


# ---- Reading ----


class _Reader:
    """Reads a query word by word; each word counts once."""

    def __init__(self, index: BM25Index, language: str) -> None:
        self.index, self.language = index, language
        self.seen: set[str] = set()

    def words(self, token: Token, weight: float, *, begins: bool = False) -> Iterator[WeightedWord]:
        for one in _apart(self.index, token):
            key = key_of(one, self.language)
            if key in self.seen:
                continue
            self.seen.add(key)
            if forms := _forms(self.index, one, self.language, begins=begins):
                matches = self.index.matches(forms)
                yield WeightedWord(one.raw, forms, matches, self.index.rarity(len(matches)) * weight)

    def own_words(
        self, tokens: Sequence[Token], starred: Collection[str], *, is_synonym: bool
    ) -> tuple[tuple[WeightedWord, ...], list[str]]:
        """Return the words of a span of a query as typed, and those that no text has."""
        words: list[WeightedWord] = []
        missing: list[str] = []
        seen = set(self.seen)
        for token in tokens:
            known = key_of(token, self.language) in self.seen
            weight = _FILLER if token.folded in _FILLERS else 1.0
            found = list(self.words(token, weight, begins=token.folded in starred))
            words += found
            if not found and not known:
                missing.append(token.raw)
        if is_synonym and missing:
            # Half a name is found by chance: the "contact" of "contact mortel".
            self.seen = seen
            return (), missing
        return tuple(words), missing


def runs_to_search(index: BM25Index, unspaced: str) -> list[str]:
    """Return unspaced letters whole if the index has all their pairs, else cut where the script changes."""
    whole = [pair for token in tokens_of(unspaced) for pair in pairs_of(token.folded)]
    return [unspaced] if all(pair in index for pair in whole) else telling_runs(unspaced)


def _apart(index: BM25Index, token: Token) -> Iterable[Token]:
    """Return a token; of unspaced letters their pairs."""
    if token.kind != "unspaced":
        return (token,)
    folded = [one.folded for run in runs_to_search(index, token.raw) for one in tokens_of(run)]
    return [Token(pair, pair, "unspaced") for run in folded for pair in pairs_of(run)]


def _forms(index: BM25Index, token: Token, language: str, *, begins: bool) -> dict[str, float]:
    """Return the tokens of the index that a word means: itself, its stem, a number, else words that begin so."""
    found: dict[str, float] = {}
    folded, raw, kind = token
    if kind == "word" and not begins:
        own = set(stems(raw, language))
        for stem in own:
            for other in beginning(index.sorted_tokens, stem[: max(2, len(stem) - 1)]):
                if not own.isdisjoint(stems(other, language)):
                    found[other] = _STEM
        if language == "en" and (other := _ENGLISH.get(folded, "")) in index:
            found[other] = _NUMBER
    if folded in index:
        found[folded] = 1.0
    if begins or (not found and (len(folded) >= _SHORTEST_BEGINNING or kind == "unspaced")):
        found |= {other: _BEGINNING for other in beginning(index.sorted_tokens, folded) if other not in found}
    return found


def read_for(index: BM25Index, question: SearchQuery, synonyms: Synonyms) -> ReadQuery:
    """Read a query for an index. Function words are left out if there are others."""
    little = text_language(question.language).unsearched
    starred = {word.folded for word in question.words if word.is_starred}
    tokens = synonyms.cut([token for word in question.sequence for token in tokens_of(word)][: 2 * MOST_WORDS])
    spans = synonyms.spans(tokens)
    if all(token.folded in little for token in tokens) and not any(span.meanings for span in spans):
        little = frozenset()
    reader = _Reader(index, question.language)
    own = []
    for span in spans:
        telling = [token for token in tokens[span.start : span.end] if _is_telling(index, token, span, little)]
        own.append(reader.own_words(telling, starred, is_synonym=bool(span.meanings)))
    # Meanings come second, so that a word that was typed keeps its whole weight.
    parts: list[QueryPart] = []
    unknown: list[str] = []
    meanings: list[str] = []
    for span, (words, missing) in zip(spans, own, strict=True):
        meaning: tuple[WeightedWord, ...] = ()
        for text in span.meanings:
            meant = [token for token in tokens_of(text) if token.folded not in little]
            added = tuple(word for token in meant for word in reader.words(token, _MEANING))
            meaning += added
            meanings += [text] if added else []
        if words or meaning:
            typed = " ".join(token.raw for token in tokens[span.start : span.end])
            parts.append(QueryPart(typed, words, meaning, span.meanings))
        if not meaning:
            unknown += missing
    return ReadQuery(tuple(parts), tuple(unknown), tuple(dict.fromkeys(meanings)))


def _is_telling(index: BM25Index, token: Token, span: SynonymSpan, little: Collection[str]) -> bool:
    """Return whether a word of a query is searched: no function word, no single letter of an abbreviation (P/T)."""
    # Such as function words of French in a query for English texts.
    if token.folded in little or (token.folded in _FUNCTION_WORDS and token.folded not in index):
        return False
    return not (span.meanings and len(token.folded) == 1 and token.folded.isascii())


# ---- Ranking ----


def ranked(index: BM25Index, query: ReadQuery, language: str) -> list[Scored]:
    """Return the documents with any word of a query, best first."""
    total, values, coverage, complete = _weighed(query)
    base: dict[int, float] = {}
    for document, value in values.items():
        standing = _EMPTY if document in index.empty else 1.0
        power = _COVERAGE if index.documents[document].text else _COVERAGE + _TITLE_ALONE
        base[document] = value / total * (coverage[document] / total) ** power * standing
    # Sorting is stable: among equals the first document comes first.
    in_order = sorted(base)
    best = sorted(in_order, key=base.__getitem__, reverse=True)[:_BEST]
    little = text_language(language).unsearched
    words = query.words
    words_of: defaultdict[str, list[int]] = defaultdict(list)
    for at, word in enumerate(words):
        for token in word.forms:
            words_of[token].append(at)
    for document in best:
        score = base[document] + _NEAR * _nearness(index, document, words, words_of) / total
        score += _titled(index, document, query, total, little)
        base[document] = score * (1 + _CITED * min(_MOST_CITED, index.cited[document]))
    _lift_referred(index, best, base)
    # Rounded, so that equal texts stay in order.
    rounded = {document: int(1e6 * score) for document, score in base.items()}
    order = sorted(in_order, key=rounded.__getitem__, reverse=True)
    return [Scored(document, base[document], complete[document] == len(query.parts)) for document in order]


def _weighed(query: ReadQuery) -> tuple[float, dict[int, float], dict[int, float], dict[int, int]]:
    """Return the weight of all parts, and by document: the score of its words, the weight and number of its parts."""
    total = 1e-9
    values: defaultdict[int, float] = defaultdict(float)
    coverage: defaultdict[int, float] = defaultdict(float)
    complete: defaultdict[int, int] = defaultdict(int)
    for part in query.parts:
        weight = part.weight
        total += weight
        has: defaultdict[int, float] = defaultdict(float)
        for words, most in ((part.own, 1.0), (part.meaning, _HAS_MEANING)):
            whole = sum(word.rarity for word in words)
            shares: defaultdict[int, float] = defaultdict(float)
            for word in words:
                for document, value in word.matches.items():
                    values[document] += value * word.rarity
                    shares[document] += word.rarity / (whole or 1.0)
            for document, share in shares.items():
                has[document] = max(has[document], most * share)
        for document, share in has.items():
            coverage[document] += weight * share
            complete[document] += share > _HAS_MEANING - 0.001
    return total, values, coverage, complete


def _nearness(
    index: BM25Index, document: int, words: Sequence[WeightedWord], words_of: Mapping[str, Sequence[int]]
) -> float:
    """Return for each two words that stand side by side in a text their rarity, divided by the distance.

    ``words_of`` maps each token to the positions of the words of which it is a form.
    """
    text = index.texts[document] or index.titles[document]
    distant = len(text) + _DISTANCE
    places = [(place, at) for place, token in enumerate(text) for at in words_of.get(token, ())]
    places += [
        (distant + place, at) for place, token in enumerate(index.above[document]) for at in words_of.get(token, ())
    ]
    best: dict[frozenset[int], float] = {}
    for (start, one), (end, other) in pairwise(places):
        if one != other:
            pair = frozenset((one, other))
            near = min(words[one].rarity, words[other].rarity) / max(1, end - start)
            best[pair] = max(best.get(pair, 0.0), near)
    return sum(best.values())


def _titled(index: BM25Index, document: int, query: ReadQuery, total: float, little: frozenset[str]) -> float:
    """Return the points for a title that has no word besides the query, and more if it is the whole query.

    The first text below such a title has points too.
    """
    covered = _title_in_query(index, document, query, total, little)
    points = _CONTAINED * covered + (_NAME if covered > 0.99 else 0.0)
    if (above := index.operative.get(document)) is not None:
        points += _OPERATIVE * _title_in_query(index, above, query, total, little)
    return points


def _title_in_query(index: BM25Index, document: int, query: ReadQuery, total: float, little: frozenset[str]) -> float:
    """Return the share of the query in a title that has no word besides it; 0 if it has one."""
    words = [word for word in index.titles[document] if word not in _MARKS]
    title = [word for word in words if word not in little] or words
    if not title or not all(any(token in word.forms for word in query.words) for token in title):
        return 0.0
    covered = sum(
        word.rarity * (1.0 if word in part.own else _MEANING)
        for part in query.parts for word in part.words if any(token in word.forms for token in title)
    ) / total  # fmt: skip
    return min(1.0, covered)


def _lift_referred(index: BM25Index, best: Sequence[int], scores: dict[int, float]) -> None:
    """Lift the rules that the best terms refer to, and less those that the best rules cite."""
    lifted: defaultdict[int, float] = defaultdict(float)
    for rank, document in enumerate(sorted(best, key=lambda document: (-scores[document], document))[:_CITING], 1):
        if not index.documents[document].is_term:
            for other in index.cites(document):
                lifted[other] += _CITED_BY_BEST / rank * scores[document]
        elif rank <= _TERMS:
            for other in index.cites(document):
                lifted[other] = max(lifted[other], _REFERRED * scores[document])
    for document, points in lifted.items():
        if document in scores:
            scores[document] += points
