"""Questions "Do these objects have different names?"."""

from cards.engine.name_rules.name_comparison import NameComparison
from cards.engine.name_rules.reasons import because
from cards.engine.name_rules.rule_history import NameRules
from cards.engine.name_rules.verdicts import decided, together
from cards.engine.types import Answer, Question, Reason, Verdict
from rulesbase.engine.messages import gettext_noop as _


def different(question: Question, rules: NameRules) -> Answer:
    """Answer whether the objects have different names among themselves, or the first differs from the others.

    Without an option, two objects are compared first against second as soon as a rule exists for that.
    """
    compared = NameComparison(question, rules)
    options = question.options
    first = bool(options.get("first")) or (len(compared.held) == 2 and not options.get("group"))
    if first and rules["different_first"]:
        return _first_differs(compared, bool(options.get("first")))
    return _all_differ(compared)


def _first_differs(compared: NameComparison, asked: bool) -> Answer:
    rules = compared.rules
    if compared.held[0].nameless:
        verdict = Verdict.NO
        message = _("The first object has no name, so it cannot have a different name from the others.")
    else:
        found = {compared.shared(0, at) for at in range(1, len(compared.held)) if not compared.held[at].nameless}
        verdict = together(map(_opposite, found))
        message = {
            Verdict.YES: _("The first object has a name that no other object has."),
            Verdict.NO: _("The first object has the same name as another object."),
            Verdict.UNCLEAR: _("No rule says whether the first object has the same name as another object."),
        }[verdict]
    settled = because(rules["different_first"], message)
    reasons = [*compared.reasons, *_interchanged(compared), settled]
    if not asked:
        reasons.append(_group_reading(compared))
    return decided(verdict, reasons, settled_by=settled.message)


def _group_reading(compared: NameComparison) -> Reason:
    group = _all_differ(compared).verdict
    message = {
        Verdict.YES: _(
            "If each object is compared with each of the others, and not only with the first, the answer is also yes."
        ),
        Verdict.NO: _(
            "These objects do not all have different names. Each object would need a name that no other object has."
        ),
        Verdict.UNCLEAR: _("No rule decides whether these objects all have different names."),
    }[group]
    return because(compared.rules["different"], message)


def _all_differ(compared: NameComparison) -> Answer:
    verdict = together({_differ_pair(compared, *pair) for pair in compared.pairs})
    reasons = [*compared.reasons, *_interchanged(compared), *_why_different(compared, verdict)]
    return decided(verdict, reasons)


def _differ_pair(compared: NameComparison, first: int, second: int) -> Verdict:
    a, b, rules = compared.held[first], compared.held[second], compared.rules
    if not rules["different"] and rules.has_mark("same", "cards") and (a.is_token or b.is_token):
        return Verdict.UNCLEAR
    if a.nameless or b.nameless:
        if rules.has_mark("different", "named"):
            return Verdict.NO
        return Verdict.YES if rules["different"] else Verdict.UNCLEAR
    shared = compared.shared(first, second)
    silent = not rules["different"] and not rules["split_negative"]
    if silent and shared is Verdict.YES and (a.split or b.split):
        return Verdict.UNCLEAR
    return _opposite(shared)


def _opposite(verdict: Verdict) -> Verdict:
    return {Verdict.YES: Verdict.NO, Verdict.NO: Verdict.YES}.get(verdict, verdict)


def _interchanged(compared: NameComparison) -> list[Reason]:
    if not compared.used_interchangeable:
        return []
    message = _("Some of these objects have interchangeable names, so they have the same name.")
    return [because(compared.rules["interchangeable_same"], message)]


def _why_different(compared: NameComparison, verdict: Verdict) -> list[Reason]:
    rules = compared.rules
    reasons: list[Reason] = []
    if compared.split and not rules["different"] and not rules["split_negative"]:
        message = _(
            "If an effect asks whether a split card has a certain name, the answer is yes if either half has that "
            "name. The rule does not cover effects that ask whether names are different."
        )
        reasons.append(because(rules["split_match"], message))
    elif compared.split and rules["split_negative"]:
        message = _(
            "For a split card, the answer to “Are the names different?” is the opposite of the answer to "
            "“Are the names the same?”."
        )
        reasons.append(because(rules["split_negative"], message))
    if rules["different"]:
        return [*reasons, because(rules["different"], _difference_message(compared, verdict))]
    if rules.has_mark("same", "cards") and any(held.is_token for held in compared.held):
        reasons.append(because(rules["no_card"], _("A token is not a card.")))
    message = _("No rule of this version covers different names, only the same name.")
    return [*reasons, because(rules["same"], message)]


def _difference_message(compared: NameComparison, verdict: Verdict) -> str:
    nameless = any(held.nameless for held in compared.held)
    if nameless and compared.rules.has_mark("different", "named"):
        return _(
            "Objects have different names only if each object has a name. At least one of these objects has no name."
        )
    if nameless:
        return _(
            "Taken literally, the rule on different names also applies to objects without names, because they have no "
            "name in common with other objects."
        )
    return {
        Verdict.YES: _("No two of these objects have a name in common, so they have different names."),
        Verdict.NO: _("Two of these objects have a name in common, so they do not all have different names."),
        Verdict.UNCLEAR: _("No rule decides whether two of these objects have a name in common."),
    }[verdict]
