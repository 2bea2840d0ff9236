"""Normal forms of texts: without typography, with masked references; and digests."""

import hashlib
import re
import unicodedata
from functools import lru_cache

from rulesbase.engine.text.references import REFERENCE

_SAME = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′´`", "'"),
        **dict.fromkeys("“”„‟″«»", '"'),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        **dict.fromkeys("™®\u00ad\u200b\ufeff", ""),
        "…": "...",
    }
)
# Replaced first: after this most texts are ASCII, and translate() is ten times slower.
_FREQUENT = (("’", "'"), ("“", '"'), ("”", '"'), ("—", "-"), ("–", "-"), ("™", ""), ("®", ""), ("‘", "'"))
_MARKS = re.compile(r"\((?:R|TM)\)", re.I)
# The files of 2008-05-01 and 2008-10-01 have a question mark for every quote and apostrophe.
_LOST = re.compile(
    r"(?<=[A-Za-z])(\?)(?=[a-z])|(?:(?<=[\s(\[-])|^)(\?)(?=\S)|(?<=[.,;:!)}\]])(\?)|(?<=\w)(\?)(?=[\s)\].,;:-]|$)"
)
_SYMBOL = re.compile(r"\{(?:o(?=[^{}]))?(?:Tap\}|([^{}]{1,8})\})")
_PICTURE = re.compile(r"\{[^{}]{1,8}\}")
_WORD = re.compile(r"[^\W_]+")


def restore_quotes(text: str) -> str:
    """Replace question marks that stand for quotes; at ambiguous ones the number of open quotes decides."""
    open_quotes = 0

    def quote(match: re.Match[str]) -> str:
        nonlocal open_quotes
        if match[1]:
            return "'"
        if match[2]:
            open_quotes += 1
            return '"'
        if match[3] or open_quotes:
            open_quotes = max(0, open_quotes - 1)
            return '"'
        return "'" if match.string[match.start() - 1] == "s" else "?"

    return _LOST.sub(quote, text)


@lru_cache(maxsize=16384)
def fold(text: str) -> str:
    """Return a text with uniform typography: quotes, dashes, spaces, trade marks and spellings of symbols.

    Two texts with equal folds differ in typography only.
    """
    if "(" in text:
        text = _MARKS.sub("", text)
    if "?" in text:
        text = restore_quotes(text)
    if not text.isascii():
        for typographic, plain in _FREQUENT:
            text = text.replace(typographic, plain)
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text.translate(_SAME)).translate(_SAME)
    if "{" in text:
        text = _SYMBOL.sub(lambda match: "{" + (match[1] or "T") + "}", text)
    text = " ".join(text.replace("--", "-").split())
    for sign in '-"':
        if sign in text:
            text = text.replace(f" {sign}", sign).replace(f"{sign} ", sign)
    return text


@lru_cache(maxsize=8192)
def masked(folded: str) -> str:
    """Return a folded text with rule numbers masked: equal for texts that differ in references only."""
    return REFERENCE.sub("#", folded)


def skeleton(text: str) -> str:
    """Return only letters and digits, in lower case, without symbols: what copying from a web page leaves.

    For comparison with a partial source that lost its quotes and mana symbols.
    """
    return "".join(_WORD.findall(_PICTURE.sub("", unicodedata.normalize("NFKC", text)).lower()))


def digest(language: str, heading: str, text: str, emphasis: str = "") -> str:
    """Return the content address of a wording: 32 hexadecimal digits."""
    content = "\x00".join((language, heading, text, emphasis))
    return hashlib.sha256(content.encode()).hexdigest()[:32]


def fold_number(heading: str, text: str) -> int:
    """Return a signed 64-bit number that is equal for texts with equal folds."""
    content = f"{fold(heading)}\x00{fold(text)}".encode()
    return int.from_bytes(hashlib.blake2b(content, digest_size=8).digest(), "big", signed=True)
