"""Tokenisation of texts by language.

English and French have words (French elisions are separate), Japanese and Chinese single characters with their
combining marks. Symbols, rule numbers, power and toughness are one token everywhere.
"""

import re
from functools import lru_cache
from itertools import accumulate
from operator import add
from typing import NamedTuple

from rulesbase.engine.languages import TEXTS, text_language
from rulesbase.engine.text.normalize import fold, restore_quotes

_HIRAGANA = "\u3041-\u309f"
_KATAKANA = "\u30a0-\u30ff\u31f0-\u31ff\uff66-\uff9f"
_HAN = "\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_MARKS = "\u0300-\u036f\u3099\u309a\ufe00-\ufe0f\U000e0100-\U000e01ef"
_LETTER = rf"[^\W_{_HIRAGANA}{_KATAKANA}{_HAN}][{_MARKS}]*"
_QUOTE = "'’‘"
_WORD = rf"(?:{_LETTER})+(?:[{_QUOTE}‐‑-](?:{_LETTER})+)*"
# Japanese and Chinese put no space between a number and the word behind it.
_ENDS = rf"(?![^\W{_HIRAGANA}{_KATAKANA}{_HAN}])"
_SIGNED = r"[+−-]?(?:\d{1,3}|[XY*])"
_TOKEN = (
    # Most words, found in half the time.
    r"[A-Za-z]+(?=[\s,.;:)])"
    r"|\{[^{}\s]{1,8}\}"
    rf"|[1-9]\d\d\.\d{{1,3}}[a-z]{{0,2}}{_ENDS}"
    rf"|{_SIGNED}/{_SIGNED}{_ENDS}(?!/)"
    rf"|\d+(?:[.,]\d+)+{_ENDS}"
    rf"|%s{_WORD}"
    r"|--+|\.\.\.|\((?:TM|R|tm|r)\)"
    rf"|\S[{_MARKS}]*"
)
_SCRIPTS = re.compile(rf"([{_HIRAGANA}])|([{_KATAKANA}])|([{_HAN}])")

# Uniform characters for comparison, one for one, so that offsets do not change.
_ALIKE = (("’", "'"), ("‘", "'"), ("“", '"'), ("”", '"'), ("—", "-"), ("–", "-"), ("\u00a0", " "), ("\u202f", " "))
# Tokens that still need fold(). The pattern begins with one set of characters, so letters are skipped at once.
_UNEVEN = re.compile(r"[-{(\x80-\U0010ffff](?:(?<=[^\x00-\x7f])|(?<=-)-|(?<=\{)(?:o|Tap)|(?<=\()(?:TM|R)\))", re.I)
_REFERENCE = re.compile(r"[1-9]\d\d\.\d{1,3}[a-z]{0,2}")

# Words that begin a phrase; with LITTLE, function words of low weight.
JOINING = frozenset(word for one in TEXTS.values() for word in one.joining)
LITTLE = JOINING | frozenset(word for one in TEXTS.values() for word in one.little)
SENTENCE_ENDS = frozenset(".!?。！？")
CLOSING = frozenset(")]\"'」』】）》")
CLAUSE_ENDS = frozenset(",;:-、，；：")


@lru_cache(maxsize=64)
def _pattern(language: str) -> re.Pattern[str]:
    elisions = text_language(language).elisions
    # Elisions before a word: l' d' qu' jusqu' and so on; "aujourd'hui" and "quelqu'un" stay whole.
    token = _TOKEN % (rf"(?:{elisions})[{_QUOTE}](?=\w)|" if elisions else "")
    return re.compile(rf"(?:{token})\s*|\s+", re.I if elisions else 0)


def _pieces(text: str, language: str) -> list[str]:
    """Return the tokens, each with the white space behind it."""
    return _pattern(language).findall(text)


def count_words(text: str) -> int:
    """Return the number of words and symbols of an English text."""
    return sum(any(map(str.isalnum, piece)) or piece[0] == "{" for piece in _pieces(text, "en"))


def level(text: str) -> str:
    """Return a text of the same length with uniform quotes, dashes and spaces."""
    if "?" in text:
        text = restore_quotes(text)
    if not text.isascii():
        for sign, plain in _ALIKE:
            text = text.replace(sign, plain)
    return text


@lru_cache(maxsize=32768)
def script_of(key: str) -> str:
    """Return ``hiragana``, ``katakana``, ``han``, ``word`` (letters, digits, symbols) or ``sign``."""
    match = _SCRIPTS.match(key)
    if match:
        return ("hiragana", "katakana", "han")[(match.lastindex or 1) - 1]
    return "word" if key[:1] == "{" or any(map(str.isalnum, key)) else "sign"


_WEIGHTS = {"hiragana": 0.25, "katakana": 0.4, "han": 0.6, "word": 1.0, "sign": 0.15}


@lru_cache(maxsize=32768)
def weight_of(key: str) -> float:
    """Return the weight of a token: 1 for a content word, a third for a function word, nearly 0 for punctuation."""
    return 0.35 if key.lower() in LITTLE else _WEIGHTS[script_of(key)]


@lru_cache(maxsize=32768)
def is_anchor(key: str) -> bool:
    """Return whether this token alone can anchor a match of two texts."""
    return weight_of(key) >= 0.4


@lru_cache(maxsize=32768)
def _key(token: str) -> str:
    # Bypass the cache of fold(), which is for whole texts.
    return fold.__wrapped__(token)


class Words(NamedTuple):
    """The words of a span of text for comparison; lists by word, offsets into the whole text.

    ``keys`` are folded tokens, ``masked`` the same with rule numbers as ``#``. ``weights`` are cumulative, with one
    item more. White space and trade marks are no words.
    """

    keys: list[str]
    masked: list[str]
    starts: list[int]
    ends: list[int]
    weights: list[float]
    first: int
    last: int


def read_words(levelled: str, language: str, first: int, last: int) -> Words:
    """Return the words of ``levelled[first:last]``, a text returned by ``level``.

    ``language`` is a code such as ``en`` or ``fr``; its elisions change the cuts.
    """
    window = levelled[first:last]
    pieces = _pieces(window, language)
    keys = list(map(str.rstrip, pieces))
    starts = list(accumulate(map(len, pieces), initial=first))
    ends = list(map(add, starts, map(len, keys)))
    starts.pop()
    if _UNEVEN.search(window):
        keys = list(map(_key, keys))
    if "" in keys:
        nonempty = [at for at, key in enumerate(keys) if key]
        keys = [keys[at] for at in nonempty]
        starts, ends = ([places[at] for at in nonempty] for places in (starts, ends))
    masked = keys
    if _REFERENCE.search(window):
        masked = ["#" if key[0] in "123456789" and _REFERENCE.fullmatch(key) else key for key in keys]
    return Words(keys, masked, starts, ends, [*accumulate(map(weight_of, keys), initial=0.0)], first, last)
