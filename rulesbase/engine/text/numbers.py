"""Rule numbers: parsing, ordering, parents and successors.

A number is ``2`` (section), ``201`` (chapter), ``201.3`` (rule) or ``201.3a`` (subrule). Letters skip ``l`` and ``o``
so that they are not taken for digits (introduction of the rules).

While another document than the Comprehensive Rules is active, its scheme applies (`document_numbers`).

Input is read in three places: `canonical` reads one typed number, `citations.read_citation` a citation with its date,
`references.REFERENCE` numbers within a text.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from rulesbase.engine.documents import COMPREHENSIVE_RULES, active_document
from rulesbase.engine.languages import RULE_WORDS
from rulesbase.engine.nodes import Kind
from rulesbase.engine.text import document_numbers

LETTERS = "abcdefghijkmnpqrstuvwxyz"
_NUMBER = re.compile(r"([1-9])(?:(\d\d)(?:\.(\d{1,3})([a-z]{0,2}))?)?")
_LOOSE = re.compile(
    rf"\s*(?:(?:cr|{RULE_WORDS}|§)\s*)?"
    r"([1-9]\d\d)(?:[.\s]\s?(\d{1,3})\s?\.?([a-z]{1,2})?)?\.?\s*",
    re.I,
)


class RuleNumber(NamedTuple):
    """The parts of a number; ``rule`` is 0 for a section or chapter, ``letter`` empty for a rule."""

    chapter: int
    rule: int
    letter: str


def _other_scheme() -> bool:
    return active_document() != COMPREHENSIVE_RULES


def parse_number(number: str) -> RuleNumber | None:
    """Return the parts of a canonical number, or None where it is not one."""
    if _other_scheme():
        if not document_numbers.is_document_number(number):
            return None
        key = document_numbers.document_sort_key(number)
        return RuleNumber(document_numbers.document_chapter_index(number), key % 1000, "")
    return _parse_number(number)


@lru_cache(maxsize=65536)
def _parse_number(number: str) -> RuleNumber | None:
    match = _NUMBER.fullmatch(number)
    if not match:
        return None
    section, chapter, rule, letter = match.groups()
    return RuleNumber(int(section + (chapter or "")), int(rule or 0), letter or "")


def canonical(text: str) -> str | None:
    """Return typed input (``CR 201.3A``, ``rule 201``, ``702 37a``) as a canonical number, or None."""
    if _other_scheme():
        return document_numbers.document_canonical(text)
    match = _LOOSE.fullmatch(text.lower())
    if not match:
        return text.strip() if re.fullmatch(r"\s*[1-9]\s*", text) else None
    chapter, rule, letter = match.groups()
    return chapter + (f".{int(rule)}{letter or ''}" if rule else "")


def kind_of(number: str) -> Kind:
    """Return the kind of entry that a canonical number names."""
    if _other_scheme():
        return document_numbers.document_kind(number)
    if "." not in number:
        return Kind.SECTION if len(number) == 1 else Kind.CHAPTER
    return Kind.SUBRULE if number[-1].isalpha() else Kind.RULE


def chapter_of(number: str) -> str:
    """Return the chapter of a number (``201`` of ``201.3a``); empty for a section."""
    if _other_scheme():
        return document_numbers.document_chapter(number)
    return number[:3] if len(number) >= 3 else ""


def chapter_index(number: str) -> int:
    """Return the chapter of a number as it is stored with entries; 0 for a section."""
    if _other_scheme():
        return document_numbers.document_chapter_index(number)
    return int(chapter_of(number) or 0)


def section_of(number: str) -> str:
    """Return the section of a number (``2`` of ``201.3a``); empty where the document has chapters only."""
    return "" if _other_scheme() else number[:1]


def is_in_part(number: str, part: str) -> bool:
    """Return whether a number is a section or chapter, or stands in it."""
    return part in (number, chapter_of(number), section_of(number))


def parent_of(number: str) -> str:
    """Return the parent: ``201.3`` of ``201.3a``, ``201`` of ``201.3``, ``2`` of ``201``, else empty."""
    if _other_scheme():
        return document_numbers.document_parent(number)
    if "." not in number:
        return number[0] if len(number) == 3 else ""
    return number.rstrip("abcdefghijklmnopqrstuvwxyz") if number[-1].isalpha() else number[:3]


def prefix_below(number: str) -> str:
    """Return how all numbers below a number begin: ``201`` for ``201``, ``11`` for ``110`` of old floor rules."""
    return document_numbers.document_prefix_below(number) if _other_scheme() else number


def sort_key(number: str) -> int:
    """Return an integer that sorts numbers in document order: sections, chapters, rules, subrules.

    Unknown forms sort last. Fits 32 bits: 1 + 2 + 3 digits and two letters.
    """
    return document_numbers.document_sort_key(number) if _other_scheme() else _sort_key(number)


def sort_keys(numbers: Iterable[str]) -> list[int]:
    """Return the sort keys of many numbers; the scheme is looked up once."""
    return list(map(document_numbers.document_sort_key if _other_scheme() else _sort_key, numbers))


@lru_cache(maxsize=65536)
def _sort_key(number: str) -> int:
    place = _parse_number(number)
    if place is None:
        return 2_000_000_000
    if place.chapter <= 9:
        return place.chapter * 100_000_000 - 1
    letters = 0
    for letter in place.letter:
        letters = letters * 27 + ord(letter) - 96
    return (place.chapter * 1000 + place.rule) * 1000 + letters


def follows(before: str, after: str) -> bool:
    """Return whether ``after`` can follow ``before`` directly in a document without gaps.

    Used where a line begins with a number that may be only a reference (hard-wrapped sources).
    """
    old, new = parse_number(before), parse_number(after)
    if old is None or new is None:
        return False
    if new.chapter != old.chapter:
        begins = new.rule == 1 and not new.letter
        return begins and new.chapter in (old.chapter + 1, (old.chapter // 100 + 1) * 100)
    if not new.letter:
        return new.rule == old.rule + 1
    if new.rule != old.rule:
        return False
    if not old.letter:
        return new.letter == "a"
    if old.letter in LETTERS and new.letter in LETTERS:
        return LETTERS.index(new.letter) == LETTERS.index(old.letter) + 1
    return False
