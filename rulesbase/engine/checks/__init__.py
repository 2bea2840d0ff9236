"""Checks of a translation before review. Each looks at one thing and returns where, as data.

``run(case, on)`` runs those that are switched on. Pages write the messages; nothing here is stored.
"""

from collections.abc import Callable, Collection, Iterator

from rulesbase.engine.checks import punctuation, sentences, spacing, structure, terminology
from rulesbase.engine.checks.forbidden import find_forbidden
from rulesbase.engine.checks.types import Case, Check, CheckResult, Severity

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


def run(case: Case, on: Collection[Check] = tuple(Check)) -> list[CheckResult]:
    """Return the results of the checks, errors first, then by position."""
    found = [one for check, look in _CHECKS.items() if check in on for one in look(case)]
    return sorted(found, key=lambda one: (one.severity is Severity.LOOK, one.spans[:1], one.check))
