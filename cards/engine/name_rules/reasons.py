"""Reasons, lists of names and combined verdicts, for all kinds of question."""

import datetime
from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from cards.engine.name_rules.rule_history import GoverningRule
from cards.engine.types import Answer, Reason, Verdict
from rulesbase.engine.messages import Message
from rulesbase.engine.messages import gettext_noop as _


class Step(NamedTuple):
    """What one of several rules decides, and why."""

    verdict: Verdict
    reasons: Sequence[Reason] = ()


def because(rule: GoverningRule | str, message: str, **values: str | Message | datetime.date) -> Reason:
    """Return a reason with the number of its rule; empty if no rule applies."""
    return Reason(rule.number if isinstance(rule, GoverningRule) else rule, Message(message, values))


def unique_reasons(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """Return reasons without repetitions, in order."""
    unique: dict[tuple[str, str], Reason] = {}
    for reason in reasons:
        unique.setdefault((reason.number, str(reason.message)), reason)
    return tuple(unique.values())


def listed(names: Collection[str]) -> str:
    """Return names in a row, sorted so that messages are stable."""
    return " · ".join(sorted(names))


def together(verdicts: Iterable[Verdict]) -> Verdict:
    """Return no if any verdict is no, else unclear if any is, else yes."""
    found = set(verdicts)
    if Verdict.NO in found:
        return Verdict.NO
    return Verdict.UNCLEAR if Verdict.UNCLEAR in found else Verdict.YES


def decided(verdict: Verdict, reasons: Iterable[Reason], **more: Any) -> Answer:
    """Return a verdict in words as the answer; ``more`` are further fields of it."""
    return Answer(verdict, WORDS[verdict], unique_reasons(reasons), **more)


WORDS = {
    Verdict.YES: Message(_("Yes")),
    Verdict.NO: Message(_("No")),
    Verdict.DEPENDS: Message(_("It depends")),
    Verdict.UNCLEAR: Message(_("Unclear: no rule of that version gives an answer")),
}
