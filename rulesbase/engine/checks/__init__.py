"""Checks of a translation before review. Each finds one kind of mistake and returns its positions.

``run(case, on)`` runs the checks that are switched on. Pages write the messages; no result is stored.
"""

from collections.abc import Callable, Collection, Iterator

from rulesbase.engine.checks import punctuation, sentences, spacing, structure, terminology
from rulesbase.engine.checks.forbidden import find_forbidden
from rulesbase.engine.checks.types import Case, Check, CheckResult, Severity
from rulesbase.engine.languages import text_language
from rulesbase.engine.languages.attributes import TextLanguage

_CHECKS: dict[Check, Callable[[Case], Iterator[CheckResult]]] = {
    Check.CONTROLS: find_forbidden,
    Check.NUMBERS: structure.numbers,
    Check.REFERENCES: structure.references,
    Check.SYMBOLS: structure.symbols,
    Check.DIGITS: structure.digits,
    Check.CARDS: terminology.cards,
    Check.EXAMPLES: structure.examples,
    Check.BRACKETS: punctuation.brackets,
    Check.QUOTES: punctuation.quotes,
    Check.TERMS: terminology.terms,
    Check.UNTRANSLATED: terminology.untranslated,
    Check.SENTENCES: sentences.sentences,
    Check.LENGTH: structure.length,
    Check.ENDING: punctuation.ending,
    Check.HEADINGS: structure.headings,
    Check.WIDTH: spacing.widths,
    Check.SPACES: spacing.spaces,
    Check.DOUBLED: punctuation.doubled,
}

# Which languages a check applies to; a check that is not here applies to all.
_LANGUAGES: dict[Check, Callable[[TextLanguage], bool]] = {
    Check.QUOTES: lambda language: bool(language.quotes),
    Check.WIDTH: lambda language: language.full_width,
    Check.SPACES: lambda language: language.spaces_signs or not language.is_spaced,
}


def applies_to(check: Check, language: str) -> bool:
    """Return whether a check applies to texts in this language."""
    condition = _LANGUAGES.get(check)
    return condition is None or condition(text_language(language))


def run(case: Case, on: Collection[Check] = tuple(Check)) -> list[CheckResult]:
    """Return the results of the checks that apply to the language, errors first, then by position."""
    checks = [find for check, find in _CHECKS.items() if check in on and applies_to(check, case.language)]
    found = [one for find in checks for one in find(case)]
    return sorted(found, key=lambda one: (one.severity is Severity.LOOK, one.spans[:1], one.check))
