"""Search the words of a query in the rules, examples and glossary of a version, best first."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from rapidfuzz import process

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, CatalogueVersion, catalogue
from rulesbase.core.card_interface import cards
from rulesbase.engine.documents import CURRENT_DOCUMENTS, active_document, document_active
from rulesbase.engine.search.analyzer import folded_tokens, plain
from rulesbase.engine.search.query import QueryWord, SearchQuery, read_query
from rulesbase.engine.search.query_matches import PreparedQuery, is_name, prepare_query
from rulesbase.engine.search.reasons import Reason, reasons_of
from rulesbase.engine.search.relevance import ReadQuery, Scored, ranked, read_for, runs_to_search
from rulesbase.engine.search.spelling import put_right, run_together
from rulesbase.engine.search.synonyms import NO_SYNONYMS
from rulesbase.search.candidates import Candidate, SearchedTexts, searched_texts, title_of
from rulesbase.search.synonyms import synonyms

# A text with only some of the words is shown among the best, if its score is near enough to the best.
_LEAST_SHARE, _MOST_LOOSE = 0.35, 30
_MOST_COUNTED = 8
# Shown where no text has any word.
_MOST_NEAREST, _LEAST_LIKE = 10, 20
_QUOTES = re.compile('["“”«»「」]')


class Hit(NamedTuple):
    """A matching text with its score.

    ``is_name`` is set if its title is the query, ``is_named`` if its title has all words of the query. ``reasons``
    say why it is shown.
    """

    place: Candidate
    score: float
    is_name: bool
    is_named: bool
    reasons: Callable[[], Sequence[Reason]] = tuple


class SearchResult(NamedTuple):
    """The matches of a query in a version, best first.

    ``ready`` has the parsed query in each language. ``meant`` is the corrected query if a word was unknown.
    ``loose`` is set if no text has all words. ``unknown`` are words that no text has.
    ``also`` maps what synonyms added to its language.
    ``complete`` counts the texts with all words. ``weights`` maps each part of the query, as typed, to its weight.
    """

    ready: dict[str, PreparedQuery]
    hits: tuple[Hit, ...]
    meant: str | None = None
    loose: bool = False
    unknown: tuple[str, ...] = ()
    also: Mapping[str, str] = {}
    complete: int = 0
    weights: Mapping[str, float] = {}

    @property
    def total(self) -> int:
        """Return the number of hits."""
        return len(self.hits)

    @property
    def is_sure(self) -> bool:
        """Return whether some text has all words as typed."""
        return bool(self.hits) and not self.loose and self.meant is None


class _Found(NamedTuple):
    """The texts of one language with any word of a query, and the query as read there."""

    texts: SearchedTexts
    question: SearchQuery
    read: ReadQuery
    scored: list[Scored]


def search(versions: Catalogue, version: CatalogueVersion, languages: Sequence[str], typed: str) -> SearchResult:
    """Find the texts of a version for a query, best first; texts with only some of the words too if they are good.

    Phrases in quotes are required; where no text has them, their words are searched.
    """
    texts = {language: searched_texts(versions, version, language) for language in languages}
    answer = _search(versions, texts, typed)
    if not answer.hits and _QUOTES.search(typed):
        answer = _search(versions, texts, _QUOTES.sub(" ", typed))._replace(loose=True)
    return answer


def with_nearest(versions: Catalogue, version: CatalogueVersion, answer: SearchResult, typed: str) -> SearchResult:
    """Return an answer without hits with the entries whose titles look most like the query; another as it is."""
    if answer.hits or any(ready.question.without for ready in answer.ready.values()):
        return answer
    named = [pair for language in answer.ready for pair in searched_texts(versions, version, language).titles]
    shown = [title for title, _place in named]
    nearest = process.extract(plain(typed), shown, limit=_MOST_NEAREST, score_cutoff=_LEAST_LIKE)
    return answer._replace(hits=tuple(Hit(named[at][1], score / 100, False, False) for _title, score, at in nearest))


def _search(versions: Catalogue, texts: Mapping[str, SearchedTexts], typed: str) -> SearchResult:
    meant = _did_you_mean(versions, texts, typed)
    found: list[_Found] = []
    for language, here in texts.items():
        question = read_query(meant or typed, language)
        if question.asks:
            read = read_for(here.index, question, synonyms(versions, language))
            found.append(_Found(here, question, read, _accepted(here, question, read)))
    # A word is unknown if no language has it.
    unknown = [
        word for word in (found[0].read.unknown if found else ()) if all(word in one.read.unknown for one in found)
    ]
    also: dict[str, str] = {}
    for one in found:
        for meaning in one.read.meanings:
            also.setdefault(meaning, one.question.language)
    ready = {one.question.language: prepare_query(_as_searched(one.texts, one.question, one.read)) for one in found}
    chosen = [(one, scored) for one in found for scored in one.scored]
    chosen.sort(key=lambda pair: (-round(pair[1].score, 6), pair[1].document))
    complete = sum(scored.is_complete for _one, scored in chosen) if not unknown else 0
    best = chosen[0][1].score if chosen else 0.0
    hits: list[Hit] = []
    for at, (one, scored) in enumerate(chosen):
        is_whole = scored.is_complete and not unknown
        if is_whole or (at < _MOST_LOOSE and scored.score >= _LEAST_SHARE * best and not one.question.phrases):
            hits.append(_hit(one, scored, ready[one.question.language]))
    weights = {part.typed: part.weight for part in (found[0].read.parts if found else ())}
    return SearchResult(ready, tuple(hits), meant, not complete, tuple(unknown), also, complete, weights)


def _accepted(texts: SearchedTexts, question: SearchQuery, read: ReadQuery) -> list[Scored]:
    """Return the ranked documents that have the phrases of a query, and not what it excludes."""
    order = ranked(texts.index, read, question.language)
    if not question.phrases and not question.without:
        return order
    accepted: list[Scored] = []
    for scored in order:
        place = texts.places[scored.document]
        parts = (f"{place.heading} {place.text}", *texts.examples.get(scored.document, ()))
        folded = [plain(part) for part in parts]
        excluded = any(phrase.pattern.search(part) for phrase in question.without for part in folded)
        has = any(all(phrase.pattern.search(part) for phrase in question.phrases) for part in folded)
        if has and not excluded:
            accepted.append(scored)
    return accepted


def _as_searched(texts: SearchedTexts, question: SearchQuery, read: ReadQuery) -> SearchQuery:
    """Return a query with all words that were searched, to mark them; the typed ones come first."""
    meant = " ".join(read.meanings)
    known = {word.folded for word in question.words}
    added = read_query(meant, question.language).words if meant else ()
    words: list[QueryWord] = []
    for word in (*question.words, *(word._replace(beginning=False) for word in added if word.folded not in known)):
        runs = runs_to_search(texts.index, word.typed) if word.kind == "unspaced" else [word.typed]
        words += [word] if runs == [word.typed] else [word._replace(typed=run, folded=plain(run)) for run in runs]
    return question._replace(words=tuple(words))


def _hit(found: _Found, scored: Scored, ready: PreparedQuery) -> Hit:
    """Return a document to show: its own text, or the example that has more of the words."""
    place = found.texts.places[scored.document]
    # Computed for the hits of a page alone.
    reasons = partial(reasons_of, found.texts.index, found.read, scored.document)
    if examples := found.texts.examples.get(scored.document):
        own = f"{place.heading} {place.text}"
        # Of equal ones the first, so the rule comes before its examples.
        shown = max((own, *examples), key=partial(_words_in, found))
        if shown != own:
            example = place._replace(heading="", text=shown, is_example=True)
            return Hit(example, scored.score, False, False, reasons)
    title = title_of(place)
    words = set(folded_tokens(title))
    named = bool(title) and not found.read.unknown
    named = named and all(not words.isdisjoint(word.forms) for part in found.read.parts for word in part.own)
    return Hit(place, scored.score, bool(title) and is_name(ready, plain(title)), named, reasons)


def _words_in(found: _Found, text: str) -> int:
    """Return how many words and phrases of the query a text has."""
    tokens = set(folded_tokens(text))
    words = sum(not tokens.isdisjoint(word.forms) for part in found.read.parts for word in part.own)
    return words + sum(phrase.pattern.search(plain(text)) is not None for phrase in found.question.phrases)


def _did_you_mean(versions: Catalogue, texts: Mapping[str, SearchedTexts], typed: str) -> str | None:
    """Return the query with unknown words replaced by the most similar known ones; None if all words are known.

    Synonyms, card names and words of other documents are known words. Two words that form one word of a title are
    joined: "life link".
    """
    for language, here in texts.items():
        if " " in typed and (joined := run_together(typed, here.index.title_words)):
            return joined
        question = read_query(typed, language)
        if meant := put_right(question, here.index.words, synonyms(versions, language), _is_known_elsewhere):
            return meant
    return None


def _is_known_elsewhere(word: str) -> bool:
    """Return whether the name of a card begins with a word, or another document has it in English."""
    named = cards().find(word, language=None, limit=5, guess=False)
    if any(word in folded_tokens(card.name) for card in named):
        return True
    return any(_has_word(document, word) for document in CURRENT_DOCUMENTS if document != active_document())


def _has_word(document: str, word: str) -> bool:
    with document_active(document):
        versions = catalogue()
        latest = versions.latest
        if latest is None or not latest.text_in(DEFAULT_LANGUAGE):
            return False
        return word in searched_texts(versions, latest, DEFAULT_LANGUAGE).index.words


def counts(
    versions: Catalogue, version: CatalogueVersion, languages: Sequence[str], typed: str
) -> list[tuple[str, int]]:
    """Count the texts of each word separately, for a query without full matches."""
    found: dict[str, int] = {}
    for language in languages:
        question = read_query(typed, language)
        if len(question.shown) > _MOST_COUNTED:
            return []
        index = searched_texts(versions, version, language).index
        for word in question.words:
            alone = read_for(index, question._replace(words=(word,), sequence=(word.typed,)), NO_SYNONYMS)
            having = {document for one in alone.words for document in one.matches}
            found[word.typed] = found.get(word.typed, 0) + len(having)
    return list(found.items())
