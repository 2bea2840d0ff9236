"""The fixed words of a rules document in each language, its dates, and what language a text is in."""

import datetime
import re
from collections import Counter
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Words:
    """How one language names the parts of the document (compared in lower case)."""

    introduction: tuple[str, ...]
    contents: tuple[str, ...]
    glossary: tuple[str, ...]
    index: tuple[str, ...]
    credits: tuple[str, ...]
    example: str


WORDS: dict[str, Words] = {
    "en": Words(
        ("introduction",),
        ("contents", "table of contents"),
        ("glossary",),
        ("index",),
        ("credits",),
        "Example:",
    ),
    "fr": Words(
        ("introduction",),
        ("sommaire", "table des matières", "contenu"),
        ("glossaire",),
        ("index",),
        ("crédits", "credits", "remerciements"),
        "Exemple\u00a0:",
    ),
    "ja": Words(
        ("はじめに", "序文", "導入"),
        ("目次", "もくじ"),
        ("用語集",),
        ("索引",),
        ("クレジット", "著作権表示", "製作者"),
        "例：",
    ),
    "zh": Words(
        ("前言", "简介", "介绍"),
        ("目录",),
        ("词汇表", "术语表", "名词解释", "词汇"),
        ("索引",),
        ("制作人员名单", "版权信息", "制作人员", "制作群", "鸣谢"),
        "例如：",
    ),
}
EXAMPLE = re.compile(r"(?:Examples?|Exemples?)\s*[:：]|例(?:如|子|題|示)?\s*[0-9０-９一二三]?\s*[:：]", re.I)

_MONTHS = {
    "en": "january february march april may june july august september october november december".split(),
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(),
}
_MONTH_NUMBER = {name: n for names in _MONTHS.values() for n, name in enumerate(names, 1)} | {
    "fevrier": 2,
    "aout": 8,
    "decembre": 12,
}
_NAMES = "|".join(_MONTH_NUMBER)
_EN_DATE = re.compile(rf"({_NAMES})\s*(\d{{1,2}})(?:st|nd|rd|th)?,?\s+(\d{{4}})", re.I)
_FR_DATE = re.compile(rf"(\d{{1,2}})\s?(?:er)?\s+({_NAMES})\s+(\d{{4}})", re.I)
_CJK_DATE = re.compile(r"(\d{4})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*日")
_STAMP = re.compile(r"(?<!\d)((?:19|20)\d\d)(\d\d)(\d\d)\.\d(?!\d)")
_SLASH = re.compile(r"(?P<label>[A-Z]{2})\s{0,3}\[(\d\d)/(\d\d)/(\d{4})\]")
_EFFECTIVE = re.compile(
    r"(?:effective|current)\s+as\s+of\s+(?P<en>[^\n]{6,40})"
    r"|(?:en\s+vigueur|applicables?|valables?|effectives?|à\s+jour|datée?s?)"
    r"\s[^\n\d]{0,40}(?P<fr>\d[^\n]{6,40})"
    r"|(?P<cjk>\d{4}\s*年\s*\d{1,2}\s*月\s*\d{1,2}\s*日)[^\n]{0,12}(?:から|より|以降|現在|发?起?生效|起)",
    re.I,
)


def _date(year: str, month: int | str, day: str) -> datetime.date | None:
    try:
        return datetime.date(int(year), int(month), int(day))
    except ValueError:
        return None


def any_date(text: str) -> datetime.date | None:
    """The first date written out in a line, in any of the languages; None where there is none."""
    if match := _EN_DATE.search(text):
        return _date(match[3], _MONTH_NUMBER[match[1].lower()], match[2])
    if match := _FR_DATE.search(text):
        return _date(match[3], _MONTH_NUMBER[match[2].lower()], match[1])
    if match := _CJK_DATE.search(text):
        return _date(match[1], match[2], match[3])
    return None


def stated_date(text: str, language: str) -> datetime.date | None:
    """The effective date that a source states, or None.

    In this order: a sentence that says since when the rules are in force; a site's head that gives one date
    for each language (``US [30/09/2011]``), of which the text's own counts; a document number (20231117.0).
    """
    for match in _EFFECTIVE.finditer(text):
        found = any_date(match["en"] or match["fr"] or match["cjk"])
        if found:
            return found
    labels = {"en": ("US", "EN", "UK"), "fr": ("FR",), "ja": ("JP", "JA")}.get(language, ())
    for match in _SLASH.finditer(text):
        if match["label"] in labels:
            return _date(match[4], match[3], match[2])
    stamp = _STAMP.search(text)
    return _date(stamp[1], stamp[2], stamp[3]) if stamp else None


_KANA = re.compile(r"[\u3041-\u3096\u30a1-\u30fa]")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_LATIN = re.compile(r"[A-Za-z]")
_WORD = re.compile(r"\w+")
_EN_WORDS = "the of is and that its player with are or".split()
_FR_WORDS = "le la les des un une est et du joueur qui dans ou sur avec pas".split()


def language_of(text: str) -> str:
    """``en``, ``fr``, ``ja`` or ``zh``: by script, then by the commonest little words; else English."""
    sample = text if len(text) < 30000 else text[:6000] + text[len(text) // 2 : len(text) // 2 + 10000]
    kana, han = len(_KANA.findall(sample)), len(_HAN.findall(sample))
    latin = len(_LATIN.findall(sample)) if kana + han else 1
    if kana + han > 0.12 * (latin + kana + han):
        return "ja" if kana > 0.12 * (kana + han) else "zh"
    counts = Counter(_WORD.findall(sample.lower()))
    return "fr" if sum(counts[word] for word in _FR_WORDS) > 1.2 * sum(counts[word] for word in _EN_WORDS) else "en"


def is_plainly_english(text: str) -> bool:
    """Whether a text is English beyond doubt: ``language_of`` says so of all others that it does not know, too."""
    words = _WORD.findall(text.lower())
    counts = Counter(words)
    # Of rules in English 18 of 100 words are such, of other texts with names of cards in them 1.
    return language_of(text) == "en" and sum(counts[word] for word in _EN_WORDS) > 0.1 * len(words) > 0
