"""What checks are given and what they say."""

from collections.abc import Iterable
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from rulesbase.engine.languages import text_language


class Check(StrEnum):
    """What is looked at."""

    CONTROLS = "controls"
    NUMBERS = "numbers"
    REFERENCES = "references"
    SYMBOLS = "symbols"
    DIGITS = "digits"
    CARDS = "cards"
    EXAMPLES = "examples"
    BRACKETS = "brackets"
    QUOTES = "quotes"
    TERMS = "terms"
    UNTRANSLATED = "untranslated"
    LENGTH = "length"
    WIDTH = "width"
    SPACES = "spaces"
    DOUBLED = "doubled"


class Severity(StrEnum):
    """Wrong as it stands, or a thing for a person to look at."""

    WRONG = "wrong"
    LOOK = "look"


class Replacement(NamedTuple):
    """text[start:end] becomes ``text``."""

    start: int
    end: int
    text: str


class CheckResult(NamedTuple):
    """One finding. ``code`` says which sentence tells it, ``values`` what stands in that sentence.

    ``spans`` are offsets into the translation; ``edits`` mend it, where that needs no person.
    """

    check: Check
    severity: Severity
    code: str
    values: dict[str, str]
    spans: tuple[tuple[int, int], ...] = ()
    edits: tuple[Replacement, ...] = ()


class CardName(NamedTuple):
    """A card that the English text names, and how it is printed in the language: the newest printing first."""

    name: str
    printed: tuple[str, ...]


class ExpectedTerm(NamedTuple):
    """A term that the English text uses, and what it is called in the language, the agreed word first."""

    term: str
    names: tuple[str, ...]


class Case:
    """A translation beside its English, with what is known of both; findings are about ``text``."""

    def __init__(
        self,
        language: str,
        english: str,
        text: str,
        *,
        cards: Iterable[CardName] = (),
        terms: Iterable[ExpectedTerm] = (),
        examples: tuple[int, int] | None = None,
        usual: float | None = None,
        heading: bool = False,
    ) -> None:
        """``usual``: letters of this language for one of English; ``heading``: no sentence, but a title."""
        self.language = language
        self.english = english
        self.text = text
        self.cards = tuple(cards)
        self.terms = tuple(terms)
        self.examples = examples
        self.usual = usual
        self.heading = heading

    @cached_property
    def spaceless(self) -> bool:
        """Return whether the language is written without spaces between words."""
        return not text_language(self.language).is_spaced


def apply_replacements(text: str, edits: Iterable[Replacement]) -> str:
    """Return a text with edits made; of two that overlap only the first."""
    parts: list[str] = []
    at = 0
    for edit in sorted(edits):
        if edit.start < at:
            continue
        parts += (text[at : edit.start], edit.text)
        at = edit.end
    return "".join((*parts, text[at:]))
