"""Opening words of examples, stated dates and the language of a document."""

import datetime
import re
from collections import Counter

from rulesbase.engine.languages import TEXTS, either, text_language
from rulesbase.engine.text.citations import first_day

EXAMPLE = re.compile(rf"(?:{either(*(one.example for one in TEXTS.values()))})\s*[:：]", re.I)

# Kana and Chinese characters.
CJK = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
_STAMP = re.compile(r"(?<!\d)((?:19|20)\d\d)(\d\d)(\d\d)\.\d(?!\d)")
_SLASH = re.compile(r"(?P<label>[A-Z]{2})\s{0,3}\[(\d\d)/(\d\d)/(\d{4})\]")
_EFFECTIVE = re.compile("|".join(one.dates.effective for one in TEXTS.values() if one.dates.effective), re.I)


def _date(year: str, month: str, day: str) -> datetime.date | None:
    try:
        return datetime.date(int(year), int(month), int(day))
    except ValueError:
        return None


def stated_date(text: str, language: str) -> datetime.date | None:
    """Return the effective date that a source states, or None.

    Sources in this order: a sentence with the date of effect; a web page heading with a date per language (``US
    [30/09/2011]``), for the language of the text; a document number (20231117.0).
    """
    for match in _EFFECTIVE.finditer(text):
        if found := first_day(match[0]):
            return found
    labels = text_language(language).dates.labels
    for match in _SLASH.finditer(text):
        if match["label"] in labels:
            return _date(match[4], match[3], match[2])
    stamp = _STAMP.search(text)
    return _date(stamp[1], stamp[2], stamp[3]) if stamp else None


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
