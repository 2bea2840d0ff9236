"""Questions "Do these objects have the same name?"."""

from cards.engine.name_rules.added_names import has_all_names
from cards.engine.name_rules.has_chosen_name import has_chosen
from cards.engine.name_rules.name_comparison import NameComparison
from cards.engine.name_rules.reasons import because
from cards.engine.name_rules.rule_history import NameRules
from cards.engine.name_rules.verdicts import decided, together
from cards.engine.types import Answer, Question, Reason, Verdict
from rulesbase.engine.messages import gettext_noop as _


def same(question: Question, rules: NameRules) -> Answer:
    """Answer whether all objects have the same name, or the name that was chosen if one of them is only a name."""
    if chosen := has_chosen(question, rules):
        return chosen
    compared = NameComparison(question, rules)
    if len(compared.held) > 2 and compared.several and rules.has_mark("same", "common"):
        verdict = _in_common(compared)
    else:
        verdict = together({_same_pair(compared, *pair) for pair in compared.pairs})
    why = _why_same(compared, verdict)
    settled = why[-1].message
    if compared.used_interchangeable and verdict is Verdict.YES:
        settled = next(reason.message for reason in why if reason.number == rules["interchangeable"].number)
    return decided(verdict, [*compared.reasons, *why], settled_by=settled)


def _in_common(compared: NameComparison) -> Verdict:
    """Return whether one name is common to all."""
    if any(held.nameless for held in compared.held):
        return Verdict.NO
    if any(has_all_names(thing) for thing in compared.things):
        return Verdict.YES if all(compared.shared(*pair) is Verdict.YES for pair in compared.pairs) else Verdict.NO
    sets = [{compared.one_name.get(name, name) for name in held.names} for held in compared.held]
    perhaps = [{compared.one_name.get(name, name) for name in held.maybe} for held in compared.held]
    if set.intersection(*sets):
        return Verdict.YES
    return Verdict.UNCLEAR if set.intersection(*perhaps) else Verdict.NO


def _same_pair(compared: NameComparison, first: int, second: int) -> Verdict:
    a, b = compared.held[first], compared.held[second]
    rules = compared.rules
    if rules.has_mark("same", "cards") and (a.is_token or b.is_token):
        return Verdict.UNCLEAR
    if a.nameless or b.nameless:
        if rules.has_mark("same", "nameless"):
            return Verdict.NO
        return Verdict.UNCLEAR if a.nameless and b.nameless else Verdict.NO
    return compared.shared(first, second)


def _why_same(compared: NameComparison, verdict: Verdict) -> list[Reason]:
    rules = compared.rules
    reasons: list[Reason] = []
    if compared.split and rules["split_match"]:
        message = _(
            "Outside the stack, the name of a split card is compared half by half. The answer is yes if the answer "
            "for either half is yes."
        )
        reasons.append(because(rules["split_match"], message))
    if rules.has_mark("same", "cards") and any(held.is_token for held in compared.held):
        reasons.append(because(rules["no_card"], _("A token is not a card.")))
        return [*reasons, because(rules["same"], _("The rule about objects with the same name covers only cards."))]
    if any(held.nameless for held in compared.held):
        message = _("An object without a name never has a name in common with another object.")
        silent = _("The rule compares names. It does not cover objects without names.")
        return [*reasons, because(rules["same"], message if rules.has_mark("same", "nameless") else silent)]
    if compared.used_interchangeable:
        reasons.append(because(rules["interchangeable"], _("These names are interchangeable: they count as one name.")))
        reasons.append(because(rules["interchangeable_same"], _("So the objects have the same name.")))
        return reasons
    if rules["english"]:
        message = _("Only the English name counts, whatever the language of the printed card.")
        reasons.append(because(rules["english"], message))
    if compared.several and rules["several"]:
        message = _("Objects with several names have the same name if they share at least one of their names.")
        reasons.append(because(rules["several"], message))
    message = {
        Verdict.YES: _("The objects have a name in common, so they have the same name."),
        Verdict.NO: _("The objects have no name in common, so they do not have the same name."),
        Verdict.UNCLEAR: _(
            "No rule decides whether the names of these objects count as identical. So it is not clear whether the "
            "objects have the same name."
        ),
    }[verdict]
    return [*reasons, because(rules["same"], message)]
