"""Synonyms: words of players and old words of the game, and the words of the rules that mean the same."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rulesbase.engine.languages import text_language
from rulesbase.engine.search.analyzer import Token, is_unspaced, plain, stems, tokens_of

# The longest synonym, in words.
_MOST_WORDS = 4


class SynonymSpan(NamedTuple):
    """Neighbouring words of a query, from ``start`` to before ``end``, and what they mean; usually one word."""

    start: int
    end: int
    meanings: tuple[str, ...]


def key_of(token: Token, language: str) -> str:
    """Return the stem of a word; another token as it is."""
    found = stems(token.raw, language) if token.kind == "word" else ()
    return found[0] if found else token.folded


def stems_of(typed: str, language: str) -> tuple[str, ...]:
    """Return the stems of the words of a text."""
    return tuple(key_of(token, language) for token in tokens_of(typed))


class Synonyms:
    """The synonyms of a language, from rows of (typed, meaning). One that is typed may have several meanings."""

    def __init__(self, language: str, rows: Iterable[tuple[str, str]]) -> None:
        self.language = language
        self._is_spaced = text_language(language).is_spaced
        self._meanings: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._exact: dict[tuple[str, ...], tuple[str, ...]] = {}
        for typed, meaning in rows:
            tokens = list(tokens_of(typed))
            for table, key in (
                (self._exact, tuple(token.folded for token in tokens)),
                (self._meanings, tuple(key_of(token, language) for token in tokens)),
            ):
                table[key] = tuple(dict.fromkeys((*table.get(key, ()), meaning)))
        unspaced = (key[0] for key in self._exact if len(key) == 1 and is_unspaced(key[0]))
        self._unspaced_names = dict.fromkeys(sorted(unspaced, key=len, reverse=True))

    def replaced(self, typed: str) -> str:
        """Return a query with each synonym replaced by its first meaning."""
        tokens = list(tokens_of(typed))
        spans = self.spans(tokens)
        if not any(span.meanings for span in spans):
            return typed
        return " ".join(span.meanings[0] if span.meanings else tokens[span.start].raw for span in spans)

    def cut(self, tokens: Sequence[Token]) -> list[Token]:
        """Return the tokens; unspaced strings are cut around the synonyms in them.

        A text in a language with spaces has none of their other letters, so only the synonyms remain.
        """
        found: list[Token] = []
        for token in tokens:
            parts = self._parts(token) if token.kind == "unspaced" else [token]
            names = [part for part in parts if part.folded in self._unspaced_names]
            found += names if names and self._is_spaced else parts
        return found

    def _parts(self, token: Token) -> list[Token]:
        """Cut an unspaced string before and behind each synonym in it."""
        folded, raw, _kind = token
        name = next((name for name in self._unspaced_names if name in folded), "")
        if not name or name == folded:
            return [token]
        if len(plain(raw)) != len(raw):
            # Letters were joined or left out, so that places in it are not known.
            raw = folded
        at = folded.index(name)
        cuts = ((0, at), (at, at + len(name)), (at + len(name), None))
        parts = [Token(folded[cut:end], raw[cut:end], "unspaced") for cut, end in cuts if folded[cut:end]]
        return [small for part in parts for small in self._parts(part)]

    def spans(self, tokens: Sequence[Token]) -> list[SynonymSpan]:
        """Cut a query into synonyms, longest first, and single words without a meaning."""
        exact = [token.folded for token in tokens]
        keys = [key_of(token, self.language) for token in tokens]
        found: list[SynonymSpan] = []
        at = 0
        while at < len(tokens):
            span = SynonymSpan(at, at + 1, ())
            for end in range(min(at + _MOST_WORDS, len(tokens)), at, -1):
                meanings = self._exact.get(tuple(exact[at:end])) or self._meanings.get(tuple(keys[at:end]))
                if meanings:
                    span = SynonymSpan(at, end, meanings)
                    break
            found.append(span)
            at = span.end
        return found


NO_SYNONYMS = Synonyms("en", ())
