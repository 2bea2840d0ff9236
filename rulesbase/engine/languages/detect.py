"""Detect the language of a text."""

import re
from collections import Counter

from rulesbase.engine.languages import TEXTS

_KANA = re.compile(r"[\u3041-\u3096\u30a1-\u30fa]")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_LATIN = re.compile(r"[A-Za-z]")
_WORD = re.compile(r"\w+")
# English first: a Latin text is English unless another language's words are clearly more frequent.
_COMMON = {code: one.common for code, one in TEXTS.items() if one.common}


def language_of(text: str) -> str:
    """Return the code of one of ``TEXTS``: by script, then by the commonest function words; else English."""
    sample = text if len(text) < 30000 else text[:6000] + text[len(text) // 2 : len(text) // 2 + 10000]
    counted = (0, 0, 1) if sample.isascii() else (len(letters.findall(sample)) for letters in (_KANA, _HAN, _LATIN))
    kana, han, latin = counted
    if kana + han > 0.12 * (latin + kana + han):
        return "ja" if kana > 0.12 * (kana + han) else "zh"
    counts = Counter(_WORD.findall(sample.lower()))
    often = {code: sum(counts[word] for word in common) for code, common in _COMMON.items()}
    most = max(often, key=lambda code: often[code])
    return most if often[most] > 1.2 * often["en"] else "en"


def is_plainly_english(text: str) -> bool:
    """Return whether a text is surely English; ``language_of`` returns English for unknown languages too."""
    words = _WORD.findall(text.lower())
    counts = Counter(words)
    # In English rules 18 of 100 words are such, in other texts with card names 1.
    return language_of(text) == "en" and sum(counts[word] for word in _COMMON["en"]) > 0.1 * len(words) > 0
