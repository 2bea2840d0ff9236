"""Checks of what must be the same in every language: numbers, references, symbols, examples; and of length."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache

from rulesbase.engine.checks.types import Case, Check, CheckResult, Replacement, Severity
from rulesbase.engine.languages import text_language
from rulesbase.engine.languages.attributes import ENGLISH_SYMBOLS
from rulesbase.engine.text.references import Ref, find_references
from rulesbase.engine.text.symbols import SYMBOL, symbols_in

_WRONG, _LOOK = Severity.WRONG, Severity.LOOK
_OWN_NUMBER = re.compile(r"\s*([1-9]\d\d\.\d{1,3}[a-z]{0,2})[.．]?\s+")
_SIGN = "[0-9A-Za-z０-９Ａ-Ｚａ-ｚ/]{1,8}"
# Groups of three digits: 1,000 in English, 1.000 in German, 1 000 in French.
_GROUPS = r"\d{1,3}(?:[ ,.]\d{3})+(?!\d)"
_FIGURE = re.compile(rf"(?<![A-Za-z])(?:{_GROUPS}|[+\-−–]?\d+(?:[.,]\d+)?(?:/[+\-−–]?\d+)?)")
_GROUPED = re.compile(_GROUPS)
_SEPARATORS = str.maketrans("", "", " ,.")
_MINUS = str.maketrans("−–", "--")
# The end of a range of rules without its chapter: 903.6–11.
_RANGE_END = re.compile(r"(?<![\d.])[1-9]\d\d\.\d{1,3}\s?[-–—～]\s?(\d{1,3})(?!\.?\d)")
_BEFORE_COLON = re.compile(r"\s*([^:：(（]+?)\s*[:：]\s*(?=\S)")
_SHORT, _DOUBTED = 60, 2.0
_NUMBERS = (
    ("one", "once", "first", "a", "an", "single"), ("two", "twice", "second", "both", "pair"),
    ("three", "third"), ("four", "fourth"), ("five", "fifth"), ("six", "sixth"), ("seven", "seventh"),
    ("eight", "eighth"), ("nine", "ninth"), ("ten", "tenth"), ("eleven", "eleventh"), ("twelve", "twelfth"),
    ("thirteen",), ("fourteen",), ("fifteen",), ("sixteen",), ("seventeen",), ("eighteen",), ("nineteen",),
    ("twenty", "twentieth"),
)  # fmt: skip
_VALUE = {word: str(value) for value, words in enumerate(_NUMBERS, 1) for word in words} | {
    "thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "hundred": "100", "half": "2", "halves": "2",
}  # fmt: skip
_ENGLISH_WORD = re.compile(r"[A-Za-z]+")


# Several checks in a row use the same two texts.
@lru_cache(maxsize=16)
def references_in(text: str) -> tuple[Ref, ...]:
    """Return all references of a text in order."""
    return tuple(find_references(text))


# Few characters occur; a lookup is faster than a computation.
@lru_cache(maxsize=8192)
def _half_width(sign: str) -> str:
    return unicodedata.normalize("NFKC", sign)[:1]


def numbers(case: Case) -> Iterator[CheckResult]:
    """Check that a text does not begin with its own rule number, which pages show beside it."""
    own = _OWN_NUMBER.match(case.text)
    if own and not _OWN_NUMBER.match(case.english):
        edit = Replacement(0, own.end(), "")
        yield CheckResult(Check.NUMBERS, _WRONG, "own-number", {"number": own[1]}, (own.span(1),), (edit,))


def references(case: Case) -> Iterator[CheckResult]:
    """Check that the same rules and chapters are named. A single replaced one has an edit."""
    theirs = {ref.number for ref in references_in(case.english) if len(ref.number) > 1}
    refs = references_in(case.text)
    ours = {ref.number for ref in refs if len(ref.number) > 1}
    # Either may name a chapter without a word for "rule" before it.
    lacks = {number for number in theirs - ours if not _has_number(case.text, number)}
    adds = {number for number in ours - theirs if not _has_number(case.english, number)}
    lacking, instead = _sections(case)
    lacks |= lacking
    adds |= instead
    spans = tuple((ref.start, ref.end) for ref in refs if ref.number in adds)
    swap = len(lacks) == len(adds) == 1
    edits = tuple(Replacement(start, end, next(iter(lacks))) for start, end in spans) if swap else ()
    yield from _difference(Check.REFERENCES, ", ".join(sorted(lacks)), ", ".join(sorted(adds)), spans, edits)


def _sections(case: Case) -> tuple[set[str], set[str]]:
    """Return the sections (one digit) that only the English names, and those named instead.

    A translation need not name a section: some languages have no word for it, or write its digit in words.
    """
    theirs = {ref.number for ref in references_in(case.english) if len(ref.number) == 1}
    named = {ref.number for ref in references_in(case.text) if len(ref.number) == 1}
    there = {sign for sign, _, _ in _figures(case.english)}
    figures = {sign for sign, _, _ in _figures(case.text) if len(sign) == 1}
    lacks = {one for one in theirs - named - figures if not _in_words(one, case)}
    adds = (named | figures) - theirs - there
    return (lacks, adds) if len(lacks) == len(adds) == 1 else (set(), set())


def headings(case: Case) -> Iterator[CheckResult]:
    """Check that a heading has no part before a colon that the English lacks, such as the title of a web page."""
    before = _BEFORE_COLON.match(case.text)
    if case.heading and before and ":" not in case.english:
        edit = Replacement(0, before.end(), "")
        yield CheckResult(Check.HEADINGS, _WRONG, "heading-part", {"part": before[1]}, (before.span(1),), (edit,))


def _difference(
    check: Check,
    lacks: str,
    adds: str,
    spans: tuple[tuple[int, int], ...],
    edits: tuple[Replacement, ...] = (),
    *,
    added: Severity = Severity.WRONG,
) -> Iterator[CheckResult]:
    """Yield the result for what a text lacks and adds; ``added`` is the severity where it only adds something."""
    if lacks or adds:
        code = f"other-{check}" if lacks and adds else f"{check}-missing" if lacks else f"{check}-added"
        severity = _WRONG if lacks else added
        yield CheckResult(check, severity, code, {"lacks": lacks, "adds": adds}, spans, edits)


def _has_number(text: str, number: str) -> bool:
    """Return whether a number stands in a text without a word for "rule", or ends a range: 903.11 in 903.6–11."""
    chapter, _, last = number.partition(".")
    within = rf"|(?<![\d.]){chapter}\.\d+\s?[-–—～]\s?{last}" if last else ""
    return re.search(rf"(?:(?<![\d.]){re.escape(number)}{within})(?![\d.a-z]*\d)(?![a-z])", text) is not None


def symbols(case: Case) -> Iterator[CheckResult]:
    """Check that the same symbols occur as often. Full-width braces, small letters and words have an edit."""
    theirs = symbols_in(case.english)
    named = _named_symbols(case.language)
    matches = list(_spelled_symbol(case.language).finditer(case.text))
    right = [named.get(match[1]) or unicodedata.normalize("NFKC", match[1]).upper() for match in matches]
    written = {symbol.upper(): symbol for symbol in SYMBOL.findall(case.english)}
    edits = tuple(
        Replacement(*match.span(), f"{{{written[sign]}}}")
        for match, sign in zip(matches, right, strict=True)
        if sign in written and match[0] != f"{{{written[sign]}}}"
    )
    ours = Counter(right)
    if ours == theirs:
        if edits:
            spans = tuple((edit.start, edit.end) for edit in edits)
            values = {"symbols": " ".join(edit.text for edit in edits)}
            yield CheckResult(Check.SYMBOLS, _WRONG, "symbols-spelled", values, spans, edits)
        return
    # The English may name a symbol in words: "the chaos symbol".
    low = case.english.lower()
    in_words = {sign for sign in ours if f"{ENGLISH_SYMBOLS.get(sign, sign)} symbol" in low}
    extra = Counter({sign: count for sign, count in (ours - theirs).items() if sign not in in_words})
    spans = tuple(match.span() for match, sign in zip(matches, right, strict=True) if sign in extra)
    yield from _difference(Check.SYMBOLS, _braced(theirs - ours), _braced(extra), spans)


@lru_cache(maxsize=16)
def _named_symbols(language: str) -> Mapping[str, str]:
    """Return the symbols of a language by their names, which a translation may write in braces: {横置}."""
    symbols = list(text_language(language).symbols.items())
    return {name: sign for sign, name in reversed(symbols) if sign.isupper()}


@lru_cache(maxsize=16)
def _spelled_symbol(language: str) -> re.Pattern[str]:
    """Return the pattern of a symbol in braces, by its sign or its name."""
    return re.compile(rf"[｛{{]\s*({_SIGN}|{'|'.join(map(re.escape, _named_symbols(language)))})\s*[}}｝]")


def _braced(symbols: Counter[str]) -> str:
    return " ".join(f"{{{sign}}}" for sign in sorted(symbols.elements()))


def _figures(text: str) -> list[tuple[str, int, int]]:
    """Return (figure, start, end) of all figures outside references and symbols."""
    taken = [(ref.start, ref.end) for ref in references_in(text)]
    taken += (match.span() for match in SYMBOL.finditer(text))
    taken += (match.span(1) for match in _RANGE_END.finditer(text))
    plain = text
    for start, end in taken:
        plain = plain[:start] + " " * (end - start) + plain[end:]
    if not plain.isascii():
        plain = "".join(map(_half_width, plain))
    found = []
    for match in _FIGURE.finditer(plain):
        sign = match[0].translate(_MINUS)
        sign = sign.translate(_SEPARATORS) if _GROUPED.fullmatch(sign) else sign.replace(",", ".")
        behind = plain[match.start() - 1 : match.start()]
        # A hyphen between words or digits is no minus.
        if "/" not in sign or (behind.isascii() and behind.isalnum()):
            sign = sign.lstrip("+-")
        found.append((sign, *match.span()))
    return found


def digits(case: Case) -> Iterator[CheckResult]:
    """Check that the figures are those of the English text, which may have them in words."""
    named = {ref.number for ref in references_in(case.english)}
    theirs = {sign for sign, _, _ in _figures(case.english)}
    figures = [one for one in _figures(case.text) if one[0] not in named]
    ours = {sign for sign, _, _ in figures}
    cited = {ref.number for ref in references_in(case.text)}
    lacks = sorted(sign for sign in theirs - ours - cited if not _in_words(sign, case))
    values = {_VALUE[word] for word in _ENGLISH_WORD.findall(case.english.lower()) if word in _VALUE}
    small = {"1", "2"} if case.spaceless else set()
    adds = sorted(sign for sign in ours - theirs - values - small if not sign.startswith("0"))
    spans = tuple((start, end) for sign, start, end in figures if sign in adds)
    yield from _difference(Check.DIGITS, ", ".join(lacks), ", ".join(adds), spans, added=_LOOK)


def _in_words(sign: str, case: Case) -> bool:
    words = text_language(case.language).numbers
    if sign == "100" and case.spaceless:
        return "百" in case.text
    if not sign.isdigit() or int(sign) >= len(words):
        return False
    word = words[int(sign)]
    return word in case.text if case.spaceless else re.search(rf"\b{word}\b", case.text, re.I) is not None


def examples(case: Case) -> Iterator[CheckResult]:
    """Check that as many examples are translated as the English text has."""
    if case.examples and case.examples[1] < case.examples[0]:
        values = {"english": str(case.examples[0]), "own": str(case.examples[1])}
        yield CheckResult(Check.EXAMPLES, _LOOK, "examples", values)


def length(case: Case) -> Iterator[CheckResult]:
    """Check that the length of a text is plausible for its language; short texts are not checked."""
    if not case.text.strip():
        if case.english.strip():
            yield CheckResult(Check.LENGTH, _WRONG, "empty", {})
        return
    if len(case.english) < _SHORT or case.heading:
        return
    usual = text_language(case.language).length
    ratio = len(case.text) / (len(case.english) * usual)
    if max(ratio, 1 / ratio) > _DOUBTED:
        values = {"percent": str(round(100 * len(case.text) / len(case.english))), "usual": str(round(100 * usual))}
        yield CheckResult(Check.LENGTH, _LOOK, "long" if ratio > 1 else "short", values)
