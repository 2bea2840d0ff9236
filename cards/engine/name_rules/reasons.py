"""Reasons of an answer and lists of names, for all kinds of question."""

import datetime
from collections.abc import Collection, Iterable

from cards.engine.name_rules.rule_history import GoverningRule
from cards.engine.types import Reason
from rulesbase.engine.messages import Message


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
