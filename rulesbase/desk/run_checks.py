"""Run the checks of a translation with terms, cards and settings of the database."""

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.translation import gettext as _

from rulesbase.core.card_interface import cards as card_source
from rulesbase.core.content_version import ContentStamp, english_key
from rulesbase.desk.targets import TranslationTarget
from rulesbase.desk.terminology.queries import terms_with
from rulesbase.engine.checks import applies_to, run
from rulesbase.engine.checks.forbidden import forbidden
from rulesbase.engine.checks.term_differences import term_differences
from rulesbase.engine.checks.types import Case, Check, ExpectedTerm, Severity, apply_replacements
from rulesbase.engine.nodes import Passage
from rulesbase.engine.text.typed_markup import marked, moved
from rulesbase.models import Translation, Wording
from rulesbase.translations.check_messages import check_name, finding_message, refusal_message
from rulesbase.translations.failed_checks import enabled_checks
from rulesbase.translations.term_counts import term_use

# The longest translation in the editor, in characters: five times the longest text of any English version.
# An imported text may be twice as long (`engine.parsing.safety`).
MOST_CHARACTERS = 20_000


class Finding(NamedTuple):
    """A finding with its message; ``fixed`` is the whole field after the automatic fix, or None if there is none.

    It has marks around italics.
    """

    check: str
    severity: str
    message: str
    field: str
    fixed: str | None


def refuse(text: str) -> str:
    """Return the message why a text cannot be stored; empty if it can. Line ends must be plain line feeds."""
    if len(text) > MOST_CHARACTERS:
        return _("The text is too long: %(count)d characters, at most %(most)d.") % {
            "count": len(text),
            "most": MOST_CHARACTERS,
        }
    code = forbidden(text)
    return refusal_message(code) if code else ""


def run_checks(
    language: str,
    english: Wording,
    heading: str,
    typed: Passage,
    *,
    examples: tuple[int, int] | None = None,
    stamp: ContentStamp | None = None,
) -> list[Finding]:
    """Return the findings for a translation, errors first.

    ``english`` is the current English; ``examples`` comes from ``examples_of``, None skips that check. No query if
    the content ``stamp`` is known and nothing was written, else one.
    """
    key = english_key(stamp)
    on = enabled_checks(key, language)
    found: list[Finding] = []
    if english.heading:
        case = Case(language, english.heading, heading, heading=True)
        found += _findings(key, case, "heading", Passage(heading), on)
    if english.text or typed.text:
        compared = (
            term_differences(term_use(key, language), english.text, typed.text, english.heading) if typed.text else ()
        )
        case = Case(language, english.text, typed.text, examples=examples, compared=compared)
        found += _findings(key, case, "text", typed, on)
    return sorted(found, key=lambda one: one.severity != Severity.WRONG)


def passed_checks(
    language: str, findings: Iterable[Finding], english: Wording, *, stamp: ContentStamp | None = None
) -> list[str]:
    """Return the names of the enabled checks that apply and found nothing; ``stamp`` as for ``run_checks``."""
    found = {one.check for one in findings}
    on = enabled_checks(english_key(stamp), language)
    asked = [check for check in Check if check in on and check not in found and applies_to(check, language)]
    if not english.text:
        asked = [check for check in asked if check not in (Check.LENGTH, Check.EXAMPLES)]
    return [check_name(check) for check in asked]


def examples_of(target: TranslationTarget) -> tuple[int, int]:
    """Return how many examples an English entry has and how many of them are translated. One query, or none."""
    translated = Translation.objects.filter(language=target.language, original__in=target.examples)
    done = set(translated.exclude(status=Translation.Status.SUPERSEDED).values_list("original", flat=True))
    return len(target.examples), sum(example.pk in done for example in target.examples)


def _findings(key: str, case: Case, field: str, typed: Passage, on: frozenset[Check]) -> list[Finding]:
    """Return the findings for a text, also with the agreed terms and the cards of its English."""
    hits = terms_with(key, case.english, case.language)
    case.terms = [ExpectedTerm(hit.term, hit.names) for hit in hits if hit.agreed]
    case.cards = card_source().names_in(key, case.english, case.language)
    findings = []
    for one in run(case, on):
        fixed = moved(typed, apply_replacements(typed.text, one.edits)) if one.edits else None
        marked_fix = marked(fixed.text, fixed.emphasis) if fixed else None
        findings.append(Finding(str(one.check), str(one.severity), finding_message(one), field, marked_fix))
    return findings
