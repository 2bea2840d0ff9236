"""Questions "Does an object have the chosen name?": one of two objects is only a name."""

from cards.engine.name_rules.added_names import has_all_names, shares_added_name
from cards.engine.name_rules.card_kinds import Family
from cards.engine.name_rules.find_object_names import is_only_name, names_of_object
from cards.engine.name_rules.interchangeable_names import one_with
from cards.engine.name_rules.object_names import ObjectNames
from cards.engine.name_rules.reasons import because, listed
from cards.engine.name_rules.rule_history import NameRules
from cards.engine.name_rules.verdicts import decided
from cards.engine.types import Answer, GameObject, Question, Reason, Verdict
from rulesbase.engine.messages import gettext_noop as _


def has_chosen(question: Question, rules: NameRules) -> Answer | None:
    """Return the answer if exactly one of two objects is only a name; None for two objects."""
    things = question.things
    if len(things) != 2 or is_only_name(things[0]) == is_only_name(things[1]):
        return None
    name, thing = things if is_only_name(things[0]) else (things[1], things[0])
    held, chosen = names_of_object(thing, rules, question.legal), names_of_object(name, rules)
    if held.is_token and rules.has_mark("same", "cards"):
        return None
    reasons = [*held.reasons, *chosen.reasons]
    if has_all_names(thing) and not held.names & chosen.names:
        verdict = shares_added_name(name, chosen.names, rules, question.legal, reasons)
        if verdict is not Verdict.NO:
            return decided(verdict, reasons)
    return decided(_verdict(name, held, chosen, rules, reasons), reasons)


def _verdict(
    name: GameObject, held: ObjectNames, chosen: ObjectNames, rules: NameRules, reasons: list[Reason]
) -> Verdict:
    """Return the verdict, and add its reasons."""
    names = chosen.names
    if name.card and rules["interchangeable"]:
        # Names that were chosen together with this one.
        more = {other for one in chosen.names for other in one_with(name.card, one)}
        names |= more
        if held.names & more:
            message = _("%(names)s are interchangeable: choosing one chooses all of them.")
            reasons.append(because(rules["interchangeable_choose"], message, names=listed(names)))
    if Family.SPLIT in (held.family, chosen.family):
        return _with_split(held, chosen, names, rules, reasons)
    if held.nameless:
        message = _("An object without a name does not have the chosen name.")
        reasons.append(because(rules["same"] if rules.has_mark("same", "nameless") else "", message))
        return Verdict.NO
    if held.names & names:
        message = _("The chosen name is the name of this object.")
        reasons.append(_conclusion(rules, message, reasons, "chosen" in name.states))
        return Verdict.YES
    if held.maybe & names:
        reasons.append(because("", _("No rule of this version decides whether this object has the chosen name.")))
        return Verdict.UNCLEAR
    message = _("%(name)s is not a name of this object.")
    reasons.append(_conclusion(rules, message, reasons, "chosen" in name.states, listed(chosen.names)))
    return Verdict.NO


def _conclusion(rules: NameRules, message: str, reasons: list[Reason], chosen: bool, name: str = "") -> Reason:
    """Return the conclusion; for a chosen name it cites the rule on the same name only if nothing else is cited."""
    rule = "" if chosen and any(reason.number for reason in reasons) else rules["same"]
    return because(rule, message, name=name)


def _with_split(
    held: ObjectNames, chosen: ObjectNames, names: frozenset[str], rules: NameRules, reasons: list[Reason]
) -> Verdict:
    """Return the verdict if the object or the chosen card is a split card, and add its reasons."""
    rule = rules["split_choose"]
    whole = len(chosen.names) > 1
    if not rule:
        reasons.append(because("", _("No rule of this version covers the names of split cards.")))
        return Verdict.UNCLEAR if held.maybe & names else Verdict.NO
    if whole and "one" in rule.marks:
        message = _("Only the name of one half can be chosen, so both names together cannot be the chosen name.")
        reasons.append(because(rule, message))
        return Verdict.UNCLEAR
    if whole and held.names & names and not names <= held.names and "either" not in rule.marks:
        message = _(
            "The player named both halves. The rule does not state whether an object with only one of these names "
            "has the chosen name."
        )
        reasons.append(because(rule, message))
        return Verdict.UNCLEAR
    verdict = Verdict.YES if held.names & names else Verdict.UNCLEAR if held.maybe & names else Verdict.NO
    message = {
        Verdict.YES: _("One of the object's names is the chosen name, so the object has the chosen name."),
        Verdict.UNCLEAR: _(
            "Whether this object has the chosen name depends on facts that the question does not state."
        ),
        Verdict.NO: _("None of the object's names is the chosen name, so the object does not have the chosen name."),
    }[verdict]
    reasons.append(because(rule, message))
    return verdict
