"""Rule numbers named in a text, as offsets."""

import re

from rulesbase.engine.documents import COMPREHENSIVE_RULES, active_document
from rulesbase.engine.languages import JOINS, RANGES, RULE_WORDS, TEXTS, either
from rulesbase.engine.text.document_references import Ref as Ref
from rulesbase.engine.text.document_references import find_document_references
from rulesbase.engine.text.numbers import LETTERS

# A number with a full stop is always a reference; a chapter only behind a word such as "rule", or in a list. Numbers
# end before a character that is no ASCII letter or digit: Japanese has no space behind them.
_NUMBER = r"[1-9]\d\d\.\d{1,3}[a-z]{0,2}"
_ANY = r"[1-9]\d\d(?:\.\d{1,3}[a-z]{0,2})?"
# No address of a machine (127.0.0.1) and no version of a program has a rule number in it.
_END = r"(?![A-Za-z0-9_]|\.\d)"
_PLACES = either(*(word for one in TEXTS.values() for word in one.places))
_WORD = rf"(?:{RULE_WORDS}|{_PLACES}|CR[:：]?)"
_BETWEEN = rf"(?:\s*(?:,|;|&|-|–|—|～|~|、|{JOINS}|{RANGES}))+\s*"
# The lookbehind comes after the first digit, so that only digits are tried.
# No letter stands before a number, except in CR704.5k.
_BEGINNING = r"[1-9](?:(?<![A-Za-z0-9_.$€£¥][1-9])|(?<=(?<![A-Za-z0-9_])[Cc][Rr][1-9]))"
REFERENCE = re.compile(rf"{_BEGINNING}{_NUMBER.removeprefix('[1-9]')}{_END}")
_LIST = re.compile(
    rf"(?:(?<![A-Za-z]){_WORD})[\s\u00a0]*((?:{_ANY}|(?<=section\s)[1-9]){_END}"
    rf"(?:(?:(?:[ \u00a0][a-z])?\s?[-–—]\s?[a-z]{_END})?{_BETWEEN}{_ANY}{_END})*)",
    re.I,
)
_PLACE = re.compile(rf"(?<![A-Za-z0-9_.])(?:{_ANY}|[1-9]){_END}")
# Where a number can begin: three digits, or one behind "section".
_START = re.compile(r"[1-9](?<![0-9.][1-9])(?:\d\d|(?<=[nN]\s[1-9]))")
# 510.1 c-d: a space before the letters.
_LETTERS_APART = re.compile(rf"[ \u00a0]([a-z])\s?[-–—]\s?([a-z]){_END}")
_LETTER_RANGE = re.compile(rf"\s?(?:[-–—]|{RANGES})\s?([a-z]){_END}")


def find_references(text: str) -> list[Ref]:
    """Return all references of a text in order, without overlaps. ``702.9b-d`` gives 702.9b and, at its end, 702.9d.

    In a tournament document they are those of `document_references`.
    """
    if active_document() != COMPREHENSIVE_RULES:
        return find_document_references(text)
    starts = {match.start() for match in _START.finditer(text)}
    found: dict[int, Ref] = {m.start(): Ref(m.start(), m.end(), m[0]) for m in REFERENCE.finditer(text)}
    # Only chapters and sections need the slower search for a word before them.
    for match in _LIST.finditer(text) if starts - found.keys() else ():
        for place in _PLACE.finditer(text, match.start(1), match.end(1)):
            found.setdefault(place.start(), Ref(place.start(), place.end(), place[0]))
    for ref in list(found.values()):
        apart = _LETTERS_APART.match(text, ref.end)
        if apart and "." in ref.number and ref.number[-1].isdigit() and apart[2] > apart[1]:
            found[ref.start] = Ref(ref.start, apart.end(1), ref.number + apart[1])
            found[apart.start(2)] = Ref(apart.start(2), apart.end(2), ref.number + apart[2])
            continue
        last = _LETTER_RANGE.match(text, ref.end)
        if last and ref.number[-1] in LETTERS and last[1] > ref.number[-1]:
            found[last.start(1)] = Ref(last.start(1), last.end(1), ref.number[:-1] + last[1])
    return [found[start] for start in sorted(found)]


def numbers_named(text: str) -> set[str]:
    """Return the numbers that a text names."""
    return {ref.number for ref in find_references(text)}


def rules_and_chapters_named(text: str) -> frozenset[str]:
    """Return the rules and chapters that a text names, without sections, which are words in some languages."""
    return frozenset(number for number in numbers_named(text) if len(number) > 1)


def without_references(text: str) -> str:
    """Return a text with ``#`` for every rule number and chapter that it names."""
    parts, at = [], 0
    for ref in find_references(text):
        parts.append(text[at : ref.start])
        at = ref.end
    return "#".join((*parts, text[at:]))
