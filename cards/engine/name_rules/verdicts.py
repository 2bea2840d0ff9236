"""Verdicts: their words, combined verdicts, and answers made of one."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from cards.engine.name_rules.reasons import unique_reasons
from cards.engine.types import Answer, Reason, Verdict
from rulesbase.engine.messages import Message
from rulesbase.engine.messages import gettext_noop as _


class Step(NamedTuple):
    """What one of several rules decides, and why."""

    verdict: Verdict
    reasons: Sequence[Reason] = ()


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
