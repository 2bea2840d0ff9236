"""Small tools of all questions: reasons, lists of names, verdicts that go together."""

from collections.abc import Collection, Iterable

from cards.engine.rules.rule_history import Place
from cards.engine.sayings import Saying
from cards.engine.sayings import gettext_noop as _
from cards.engine.types import Reason, Verdict


def because(place: Place | str, message: str, **values: str | Saying) -> Reason:
    """A step of reasoning that rests on a rule; on none where the place is nowhere."""
    return Reason(place.number if isinstance(place, Place) else place, Saying(message, values))


def once(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """Reasons without repetitions, in their order."""
    kept: dict[tuple[str, str], Reason] = {}
    for reason in reasons:
        kept.setdefault((reason.number, str(reason.says)), reason)
    return tuple(kept.values())


def listed(names: Collection[str]) -> str:
    """Names in a row, as they are; the order is that of the alphabet so that sentences are stable."""
    return " · ".join(sorted(names))


def together(verdicts: Iterable[Verdict]) -> Verdict:
    """One no settles it, else one unclear does."""
    found = set(verdicts)
    if Verdict.NO in found:
        return Verdict.NO
    return Verdict.UNCLEAR if Verdict.UNCLEAR in found else Verdict.YES


WORDS = {
    Verdict.YES: Saying(_("Yes")),
    Verdict.NO: Saying(_("No")),
    Verdict.UNCLEAR: Saying(_("Unclear: no rule of that version decides")),
}
