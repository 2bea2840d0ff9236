"""Have these objects the same name."""

from itertools import combinations

from cards.engine.rules.added_names import has_all_names
from cards.engine.rules.compare import Compared
from cards.engine.rules.has_chosen_name import has_chosen
from cards.engine.rules.reasons import WORDS, because, once
from cards.engine.rules.rule_history import Law
from cards.engine.sayings import gettext_noop as _
from cards.engine.types import Answer, Question, Reason, Verdict

_TWO = 2


def same(question: Question, law: Law) -> Answer:
    """Whether all the objects have the same name. Where one is a name that was chosen: whether the others have it."""
    chosen = has_chosen(question, law)
    if chosen:
        return chosen
    compared = Compared(question, law)
    pairs = list(combinations(range(len(compared.held)), _TWO))
    if len(compared.held) > _TWO and compared.several and law.says("same", "common"):
        verdict = _in_common(compared)
    else:
        found = {_same_pair(compared, first, second) for first, second in pairs}
        verdict = next((one for one in (Verdict.NO, Verdict.UNCLEAR) if one in found), Verdict.YES)
    why = _why_same(compared, verdict)
    settled = why[-1].says
    if compared.used_interchangeable and verdict is Verdict.YES:
        settled = next(reason.says for reason in why if reason.number == law["interchangeable"].number)
    return Answer(verdict, WORDS[verdict], once([*compared.reasons, *why]), settled_by=settled)


def _in_common(compared: Compared) -> Verdict:
    """Whether one name is common to all."""
    if any(held.nameless for held in compared.held):
        return Verdict.NO
    if any(has_all_names(thing) for thing in compared.things):
        pairs = combinations(range(len(compared.held)), _TWO)
        return Verdict.YES if all(compared.shared(a, b) is Verdict.YES for a, b in pairs) else Verdict.NO
    sets = [{compared.one_name.get(name, name) for name in held.names} for held in compared.held]
    perhaps = [{compared.one_name.get(name, name) for name in held.maybe} for held in compared.held]
    if set.intersection(*sets):
        return Verdict.YES
    return Verdict.UNCLEAR if set.intersection(*perhaps) else Verdict.NO


def _same_pair(compared: Compared, first: int, second: int) -> Verdict:
    a, b = compared.held[first], compared.held[second]
    law = compared.law
    if law.says("same", "cards") and (a.is_token or b.is_token):
        return Verdict.UNCLEAR
    if a.nameless or b.nameless:
        if law.says("same", "nameless"):
            return Verdict.NO
        return Verdict.UNCLEAR if a.nameless and b.nameless else Verdict.NO
    return compared.shared(first, second)


def _why_same(compared: Compared, verdict: Verdict) -> list[Reason]:
    law = compared.law
    reasons = _splits(compared)
    if law.says("same", "cards") and any(held.is_token for held in compared.held):
        reasons.append(because(law["no_card"], _("A token is no card.")))
        return [*reasons, because(law["same"], _("The rule on the same name speaks of cards only."))]
    if any(held.nameless for held in compared.held):
        told = _("An object without a name has the same name as nothing.")
        silent = _("The rule compares names; it does not speak of objects that have none.")
        return [*reasons, because(law["same"], told if law.says("same", "nameless") else silent)]
    if compared.used_interchangeable:
        reasons.append(because(law["interchangeable"], _("Their names are interchangeable: they count as one.")))
        reasons.append(because(law["interchangeable_same"], _("So the objects have the same name.")))
        return reasons
    if law["english"]:
        reasons.append(because(law["english"], _("The English name counts, whatever language is printed.")))
    if compared.several and law["several"]:
        reasons.append(because(law["several"], _("Where objects have several names, one in common is enough.")))
    return [*reasons, because(law["same"], *_told_same(compared, verdict))]


def _told_same(compared: Compared, verdict: Verdict) -> tuple[str]:
    return (
        {
            Verdict.YES: _("They have a name in common: they have the same name."),
            Verdict.NO: _("They have no name in common: they do not have the same name."),
            Verdict.UNCLEAR: _("Names that are identical make the same name; whether these are, no rule decides here."),
        }[verdict],
    )


def _splits(compared: Compared) -> list[Reason]:
    law = compared.law
    if not (compared.split and law["split_match"]):
        return []
    told = _("Off the stack a split card gives one answer: yes if either of its halves would.")
    return [because(law["split_match"], told)]
