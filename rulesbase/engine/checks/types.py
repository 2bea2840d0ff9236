"""Input and results of the checks of translations."""

from collections.abc import Iterable, Sequence
from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from rulesbase.engine.languages import text_language


class Check(StrEnum):
    """The checks."""

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
    SENTENCES = "sentences"
    LENGTH = "length"
    ENDING = "ending"
    HEADINGS = "headings"
    WIDTH = "width"
    SPACES = "spaces"
    DOUBLED = "doubled"


class Severity(StrEnum):
    """Whether a result is an error or a thing for a person to look at."""

    WRONG = "wrong"
    LOOK = "look"


class Replacement(NamedTuple):
    """Replace text[start:end] by ``text``."""

    start: int
    end: int
    text: str


class CheckResult(NamedTuple):
    """One result. ``code`` selects the message, ``values`` fill it.

    ``spans`` are offsets into the translation; ``edits`` fix it where no person needs to decide.
    """

    check: Check
    severity: Severity
    code: str
    values: dict[str, str]
    spans: tuple[tuple[int, int], ...] = ()
    edits: tuple[Replacement, ...] = ()


class CardName(NamedTuple):
    """A card that the English text names, and its printed names in the language, newest printing first."""

    name: str
    printed: tuple[str, ...]


class TermDifference(NamedTuple):
    """A term and its name in the language; ``added`` if only the translation has it, else only the English."""

    term: str
    name: str
    added: bool


class ExpectedTerm(NamedTuple):
    """A term that the English text uses, and its names in the language, the agreed one first."""

    term: str
    names: tuple[str, ...]


@dataclass
class Case:
    """A translation with its English and what is known of both; results refer to ``text``.

    ``examples``: how many the English text has, and how many are translated. ``heading``: it is a title. ``compared``:
    the terms that only one of the texts has.
    """

    language: str
    english: str
    text: str
    _: KW_ONLY
    cards: Sequence[CardName] = ()
    terms: Sequence[ExpectedTerm] = ()
    compared: Sequence[TermDifference] = ()
    examples: tuple[int, int] | None = None

    heading: bool = False

    @cached_property
    def spaceless(self) -> bool:
        """Return whether the language is written without spaces between words."""
        return not text_language(self.language).is_spaced


def apply_replacements(text: str, edits: Iterable[Replacement]) -> str:
    """Return a text with replacements made; of two that overlap only the first."""
    parts: list[str] = []
    at = 0
    for edit in sorted(edits):
        if edit.start < at:
            continue
        parts += (text[at : edit.start], edit.text)
        at = edit.end
    return "".join((*parts, text[at:]))
