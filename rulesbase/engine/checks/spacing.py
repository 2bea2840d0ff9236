"""Checks of spacing: spaces in French, Japanese and Chinese, widths of characters in Japanese."""

import re
import unicodedata
from collections.abc import Iterator

from rulesbase.engine.checks.types import Case, Check, CheckResult, Replacement, Severity

_NARROW, _NO_BREAK = "\u202f", "\u00a0"
_NO_BREAKS = _NARROW + _NO_BREAK
_SPACE = " \t\u2009\u200a\u2007"
# Punctuation with a space before it; not in an address, a time, or in a row (?!).
_BEFORE = re.compile(rf"(?<=[^\s:;!?(\[«])([{_SPACE}{_NO_BREAKS}]*)([:;!?])(?=[\s)\]»”’.,]|$|[;:!?])")
_INSIDE = re.compile(rf"«([{_SPACE}{_NO_BREAKS}]*)|([{_SPACE}{_NO_BREAKS}]*)»")
_BEFORE_POINT = re.compile(rf"(?<=\w)[{_SPACE}{_NO_BREAKS}]+(?=[.,](?:\s|$))")

_JAPANESE = "\u3040-\u30ff\u3400-\u9fff々〇ー"
# A space between two letters, and after a full-width sign.
_IN_WORDS = re.compile(rf"(?<=[{_JAPANESE}])[ \u3000]+(?=[{_JAPANESE}])")
_AFTER_SIGN = re.compile(r"(?<=[。、，：；！？])[ \u3000]+(?=\S)")
_FULL = re.compile("[Ａ-Ｚａ-ｚ０-９]+")
_HALF_KANA = re.compile("[\uff61-\uff9f]+")
_HALF_SIGN = re.compile(rf"(?<=[{_JAPANESE}」』）])([,.:;!?])(?![0-9A-Za-z])")
_FULL_OF = dict(zip(",.:;!?()", "、。：；！？（）", strict=True))
_HALF_BRACKET = re.compile(r"[()]")
_FULL_BRACKET = re.compile("[（）]")


def spaces(case: Case) -> Iterator[CheckResult]:
    """Check spaces around punctuation; in Japanese and Chinese check that there are no spaces between letters."""
    yield from _unspaced(case) if case.spaceless else _spaced_signs(case)


def _spaced_signs(case: Case) -> Iterator[CheckResult]:
    """Check that French has no-break spaces before : ; ! ? and inside « »."""
    edits: dict[str, list[Replacement]] = {}
    for match in _BEFORE.finditer(case.text):
        if match[1] not in (_NARROW, _NO_BREAK):
            right = _NO_BREAK if match[2] == ":" else _NARROW
            edits.setdefault(match[2], []).append(Replacement(*match.span(1), right))
    for match in _INSIDE.finditer(case.text):
        group = 1 if match[1] is not None else 2
        if match[group] not in (_NARROW, _NO_BREAK):
            edits.setdefault("« »", []).append(Replacement(*match.span(group), _NARROW))
    for sign, replacements in edits.items():
        yield from _found(Check.SPACES, _code(sign, replacements), {"sign": sign}, replacements)
    stray = [Replacement(*match.span(), "") for match in _BEFORE_POINT.finditer(case.text)]
    yield from _found(Check.SPACES, "space-before-point", {}, stray)


def _unspaced(case: Case) -> Iterator[CheckResult]:
    """Check that no space stands between two letters of Japanese or Chinese, nor after their punctuation."""
    for code, pattern in (("space-in-words", _IN_WORDS), ("space-after-sign", _AFTER_SIGN)):
        edits = [Replacement(*match.span(), "") for match in pattern.finditer(case.text)]
        yield from _found(Check.SPACES, code, {"count": str(len(edits))}, edits)


def _code(sign: str, replacements: list[Replacement]) -> str:
    """Return the code of the message: inside quotation marks, no space at all, or an ordinary one."""
    if sign == "« »":
        return "space-inside"
    return "no-space-before" if all(edit.start == edit.end for edit in replacements) else "space-before"


def _found(check: Check, code: str, values: dict[str, str], edits: list[Replacement]) -> Iterator[CheckResult]:
    """Yield one result for all edits; nothing without any."""
    if edits:
        # A missing space has no width: mark the character behind it.
        spans = tuple((edit.start, max(edit.end, edit.start + 1)) for edit in edits)
        yield CheckResult(check, Severity.LOOK, code, values, spans, tuple(edits))


def widths(case: Case) -> Iterator[CheckResult]:
    """Check widths in Japanese: half-width letters and digits, full-width kana and punctuation, uniform brackets."""
    for code, pattern in (("full-width", _FULL), ("half-width-kana", _HALF_KANA), ("half-width-sign", _HALF_SIGN)):
        edits = [Replacement(*match.span(), _in_usual_width(match[0])) for match in pattern.finditer(case.text)]
        signs = " ".join(dict.fromkeys(case.text[edit.start : edit.end] for edit in edits))
        yield from _found(Check.WIDTH, code, {"signs": signs}, edits)
    if _FULL_BRACKET.search(case.text):
        edits = [Replacement(*match.span(), _in_usual_width(match[0])) for match in _HALF_BRACKET.finditer(case.text)]
        yield from _found(Check.WIDTH, "mixed-brackets", {}, edits)


def _in_usual_width(text: str) -> str:
    """Return letters and digits in half width, kana and punctuation in full width."""
    return _FULL_OF.get(text) or unicodedata.normalize("NFKC", text)
