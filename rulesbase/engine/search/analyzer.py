"""The text analyser of the search, for queries and texts on every database.

Indexes words without case, accents, width and kind of kana, their stems, and pairs of letters in unspaced scripts. A
token is a word (``trample``), a stem that differs from its word (``=trampl``), a pair of letters (``名前``), a rule
number (``704.5k``), a symbol (``{w}``) or a strength (``+1/+1``). Besides letters and digits it holds only
``{}./+-*=``.
"""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from threading import Lock
from typing import NamedTuple

import snowballstemmer

from rulesbase.engine.languages import text_language

# After a change of tokens a migration must rebuild the index, as `rebuild_search` does.
STEM = "="
_ACCENTS = re.compile("[\u0300-\u036f]")
# Replaced first: after this nearly all English is ASCII, and translate() is ten times slower.
_SAME = tuple(zip("’‘“”—–\u00a0\u202f", "''\"\"--  ", strict=True))
_LETTERS: dict[int, str | None] = {
    **{ord(katakana): chr(ord(katakana) - 0x60) for katakana in map(chr, range(0x30A1, 0x30F7))},
    # The long vowel mark is often left out.
    ord("ー"): None,
    ord("œ"): "oe",
    ord("æ"): "ae",
}
_VOICING = "\u3099\u309a\uff9e\uff9f"
# Kana and ideographs, folded or not.
UNSPACED = "\u3005-\u3007\u3041-\u3096\u30a1-\u30fc\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f"
_UNSPACED = re.compile(f"[{UNSPACED}]")
_FIGURES = (
    r"\{(?:[^\W_]|[/.+*∞½-]){1,9}\}"  # symbols
    r"|(?<![\w/])[+-]?(?:\d+|[xy*])/[+-]?(?:\d+|[xy*])(?![\w/])"  # power and toughness, counters
    r"|[1-9]\d\d\.\d{1,3}[a-z]{0,2}\b"  # rule numbers
)
_TOKEN_ASCII = re.compile(rf"(?P<figure>{_FIGURES})|(?P<word>[a-z0-9]+)")
_TOKEN = re.compile(
    rf"(?P<figure>{_FIGURES})|(?P<unspaced>[{UNSPACED}]+)|(?P<word>(?:(?![{UNSPACED}])[^\W_])+)",
)
_HYPHENED = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)+")


def _with_ordinary_signs(text: str) -> str:
    """Return a text of the same length with ordinary quotes, dashes and spaces for typographic ones."""
    if not text.isascii():
        for typographic, ordinary in _SAME:
            text = text.replace(typographic, ordinary)
    return text


def plain(text: str) -> str:
    """Fold case, accents, width, kinds of kana and typographic quotes away."""
    text = _with_ordinary_signs(text.lower().replace("\n", " "))
    if text.isascii():
        return text
    text = unicodedata.normalize("NFKC", text).casefold()
    # Japanese voicing marks are combining characters that change the letter; compose them again.
    return unicodedata.normalize("NFC", _ACCENTS.sub("", unicodedata.normalize("NFD", text))).translate(_LETTERS)


def plain_with_offsets(text: str) -> tuple[str, Sequence[int]]:
    """Return a folded text, and for each of its letters the offset in the original, with the end offset."""
    ordinary = _with_ordinary_signs(text)
    if ordinary.isascii():
        return plain(ordinary), range(len(text) + 1)
    letters: list[str] = []
    offsets: list[int] = []
    for at, letter in enumerate(text):
        if letter in _VOICING and letters and letters[-1]:
            letters[-1] = plain(text[offsets[-1]] + letter)[: len(letters[-1])]
            continue
        folded = plain(letter)
        letters.append(folded)
        offsets += [at] * len(folded)
    return "".join(letters), [*offsets, len(text)]


def is_unspaced(text: str) -> bool:
    """Return whether a text has kana or ideographs."""
    return _UNSPACED.search(text) is not None


class Token(NamedTuple):
    """A piece of a text: folded, in lower case, and its kind."""

    folded: str
    raw: str
    kind: str


def tokens_of(text: str) -> Iterator[Token]:
    """Yield words, figures and strings of unspaced letters, in order."""
    lowered = _with_ordinary_signs(text.lower())
    if lowered.isascii():
        for match in _TOKEN_ASCII.finditer(lowered):
            yield Token(match[0], match[0], match.lastgroup or "word")
        return
    lowered = unicodedata.normalize("NFKC", lowered).casefold()
    for match in _TOKEN.finditer(lowered):
        if folded := _plain_word(match[0]):
            yield Token(folded, match[0], match.lastgroup or "word")


_plain_word = lru_cache(maxsize=65536)(plain)


def folded_tokens(text: str) -> list[str]:
    """Return folded words, figures and pairs of unspaced letters, in order."""
    lowered = _with_ordinary_signs(text.lower())
    if lowered.isascii():
        return [match[0] for match in _TOKEN_ASCII.finditer(lowered)]
    found: list[str] = []
    for folded, _raw, kind in tokens_of(text):
        found += pairs_of(folded) if kind == "unspaced" else (folded,)
    return found


@lru_cache(maxsize=8)
def _stemmer(language: str) -> Callable[[str], str] | None:
    name = text_language(language).stemmer
    return snowballstemmer.stemmer(name).stemWord if name else None


def beginning(ordered: Sequence[str], start: str) -> Iterator[str]:
    """Yield those of sorted words that begin so, in order."""
    at = bisect_left(ordered, start)
    while at < len(ordered) and ordered[at].startswith(start):
        yield ordered[at]
        at += 1


_one_at_a_time = Lock()


@lru_cache(maxsize=65536)
def stems(raw: str, language: str) -> tuple[str, ...]:
    """Return the folded stems of a word in lower case, with and without its accents."""
    stemmer = _stemmer(language)
    if stemmer is None:
        return ()
    # Stemmers are not thread-safe.
    with _one_at_a_time:
        if raw.isascii():
            return (stemmer(raw),)
        found = dict.fromkeys((plain(stemmer(raw)), stemmer(plain(raw))))
    return tuple(found)


@lru_cache(maxsize=65536)
def _found_by(folded: str, raw: str, language: str) -> tuple[str, ...]:
    """Return a word and its stems that differ from it."""
    return (folded, *(STEM + stem for stem in stems(raw, language) if stem != folded))


def pairs_of(unspaced: str) -> list[str]:
    """Return pairs of neighbouring letters; a single letter by itself."""
    return [unspaced[at : at + 2] for at in range(len(unspaced) - 1)] or [unspaced]


def analyse(language: str, heading: str, text: str) -> list[str]:
    """Return all tokens of a text, each once, unordered."""
    found: set[str] = set()
    for part in (heading, text):
        lowered = _with_ordinary_signs(part.lower())
        if lowered.isascii():
            # The same as `tokens_of` in half the time: order and frequency do not matter here.
            for figure, word in set(_TOKEN_ASCII.findall(lowered)):
                found.update((figure,) if figure else _found_by(word, word, language))
        else:
            for folded, raw, kind in tokens_of(part):
                if kind == "unspaced":
                    found.update(pairs_of(folded))
                    # So that every letter begins a token.
                    found.add(folded[-1])
                else:
                    found.update(_found_by(folded, raw, language) if kind == "word" else (folded,))
        if "-" in part:
            found.update(plain(match[0]).replace("-", "") for match in _HYPHENED.finditer(part))
    return sorted(found)
