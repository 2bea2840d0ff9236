"""Questions "May this card name be chosen?", with given characteristics and format."""

import datetime
from collections.abc import Sequence
from dataclasses import replace

from cards.engine.input.characteristics import read_characteristics
from cards.engine.name_rules.card_kinds import Family
from cards.engine.name_rules.chosen_name import ChosenName, chosen_name_of
from cards.engine.name_rules.has_characteristics import has_characteristics
from cards.engine.name_rules.interchangeable_names import one_with
from cards.engine.name_rules.legality import legal_by_data
from cards.engine.name_rules.missing_facts import depending_on
from cards.engine.name_rules.reasons import because, listed
from cards.engine.name_rules.rule_history import TABLE, NameRules
from cards.engine.name_rules.tokens import names_of_token
from cards.engine.name_rules.verdicts import Step, decided, together
from cards.engine.types import Answer, Branch, CardFacts, GameObject, Question, Reason, Side, Verdict
from rulesbase.engine.messages import Message
from rulesbase.engine.messages import gettext_noop as _


def _of_token(thing: GameObject, rules: NameRules) -> Answer:
    """Answer for the name of a token, emblem or marker that is no card."""
    if thing.kind == "nothing":
        marker = _("%(name)s is the name of a game aid or an art card. No card of the game has this name.")
        verdict = Verdict.NO if rules["choose"] else Verdict.UNCLEAR
        return decided(verdict, (because(rules["choose"] or rules["card"], marker, name=thing.name),))
    if rules["choose"]:
        # Half of a split card may be called Illusion, but no card is called Illusion Token.
        names = names_of_token(thing, rules)[0] if "token" in thing.states else ()
        name = min(names, default=thing.name)
        message = because(rules["choose"], _("No card is named %(name)s, only a token or an emblem."), name=name)
        return decided(Verdict.NO, (message,))
    message = because(rules["no_card"], _("A token is not a card."))
    near = because(rules["split_choose"], _("The rules on naming a card cover split and flip cards, not tokens."))
    reasons = (near, message) if near.number else (message,)
    return decided(Verdict.UNCLEAR, reasons)


def _of_title(thing: GameObject, rules: NameRules) -> Answer:
    """Answer for a flavor name printed in place of the card's own name."""
    reasons = [because(rules["choose"], _("The chosen name must be the name of a card."))] if rules["choose"] else []
    if not rules["flavor"]:
        message = _(
            "No rule of this version says whether an alternate name printed in the title bar counts as a name of the "
            "card."
        )
        return decided(Verdict.UNCLEAR, [*reasons, because(rules["english"], message)])
    message = _("%(flavor)s is not a card name. The card is %(name)s, and that name may be chosen.")
    settled = because(rules["flavor"], message, flavor=thing.flavor, name=thing.name)
    besides = because("", _("The tournament rules accept any description that makes clear which card is meant."))
    return decided(Verdict.NO, [*reasons, settled, besides], settled_by=settled.message)


def choose(question: Question, rules: NameRules) -> Answer:
    """Answer whether a name may be chosen when an effect asks for a card name with given characteristics."""
    # Unknown words are refused whatever the other rules say.
    read_characteristics(question.texts("with"), question.subtypes)
    if question.things:
        thing = question.things[0]
        if thing.kind != "card" and (thing.kind or thing.states & {"token", "emblem"}):
            return _of_token(thing, rules)
        if thing.card and thing.flavor:
            return _of_title(thing, rules)
        if thing.unknown or thing.card is None:
            return _of_unknown(question, rules)
    named = chosen_name_of(question)
    steps = [_base(named, rules), _kind(named, rules)]
    format_step = None
    if Verdict.NO not in [step.verdict for step in steps]:
        format_step = _legal(named, rules)
        steps += [has_characteristics(named, rules), format_step]
    verdict = together(step.verdict for step in steps)
    reasons = [reason for step in steps for reason in step.reasons]
    if verdict is not Verdict.NO:
        reasons += _along(named, rules)
    analogy = verdict is Verdict.UNCLEAR and named.family in (Family.OMEN, Family.PREPARE)
    partly, settled = named.thing.partial, _settled(verdict, steps, format_step)
    return decided(verdict, reasons, rests_on_tournament_rules=partly, by_analogy=analogy, settled_by=settled)


def _of_unknown(question: Question, rules: NameRules) -> Answer:
    """Answer for a name of no card in the card data: no if no card has it, else as for that card."""
    thing = question.things[0]
    asked, as_of = bool(question.options.get("no_card")), question.data_as_of
    if asked or (as_of and as_of >= question.day):
        message = _("The question states that no card is named %(name)s.")
        if not asked:
            message = _("No card named %(name)s is in the card data of %(as_of)s, which are newer than these rules.")
        return _no_such_card(message, thing, rules, as_of)
    message = _("No card named %(name)s is in the card data.")
    if as_of:
        message = _("No card named %(name)s is in the card data as of %(as_of)s.")
    lacking = because(rules["choose"] or rules["card"], message, name=thing.name, as_of=as_of or "")
    card = thing.card or CardFacts(thing.name, sides=(Side(thing.name),))
    later = replace(question, things=(replace(thing, card=card, unknown=False), *question.things[1:]))
    none = _no_such_card(_("The name must be that of a card, and no card is named %(name)s."), thing, rules, None)
    branches = (
        Branch(Message(_("no card has this name")), none),
        Branch(Message(_("a card with this name exists but is not in the card data")), choose(later, rules)),
    )
    return depending_on(branches, decided(Verdict.DEPENDS, (lacking,), settled_by=lacking.message))


_NO_LIMIT = _("No rule of this version limits which name may be chosen. The effect only asks for the name of a card.")


def _no_such_card(message: str, thing: GameObject, rules: NameRules, as_of: datetime.date | None) -> Answer:
    """Return no; unclear where no rule of the version speaks of choosing a name."""
    reasons = [because(rules["choose"] or rules["card"], message, name=thing.name, as_of=as_of or "")]
    if not rules["choose"]:
        return decided(Verdict.UNCLEAR, [*reasons, because(rules["card"], _NO_LIMIT)])
    if "//" in thing.name:
        reasons.append(because(rules["choose"], _("An effect that asks for a card name needs exactly one name.")))
    return decided(Verdict.NO, reasons)


def _settled(verdict: Verdict, steps: Sequence[Step], format_step: Step | None) -> Message:
    """Return the deciding message: that of the first deciding step or, if all allow it, the last before the format."""
    if verdict is Verdict.YES:
        return next(step.reasons[-1].message for step in reversed(steps) if step.reasons and step is not format_step)
    deciding = next(step for step in steps if step.verdict is verdict)
    # Later reasons of the format step only explain who decides legality.
    return deciding.reasons[0 if deciding is format_step else -1].message


# ---- The rule on choosing as such ----


def _base(named: ChosenName, rules: NameRules) -> Step:
    if rules["choose"]:
        message = _("The chosen name must be the name of a card, and %(name)s is the name of a card.")
        if rules.has_mark("choose", "oracle"):
            message = _(
                "The chosen name must be the name of a card in Oracle, and %(name)s is the name of a card in Oracle."
            )
        if named.both:
            message = _("An effect that asks for a card name needs exactly one name.")
        return Step(Verdict.YES, [because(rules["choose"], message, name=named.name)])
    family = named.family
    if family not in (Family.SPLIT, Family.FLIP) or (family is Family.FLIP and named.side == 0 and not named.both):
        return Step(Verdict.YES, [because(rules["card"], _NO_LIMIT)])
    return Step(Verdict.YES)


# ---- The kind of card ----


def _kind(named: ChosenName, rules: NameRules) -> Step:
    topic = named.family.topic
    if not topic:
        return _strange(named)
    if named.family is Family.SPLIT:
        return _split(named, rules)
    if not named.is_other:
        return Step(Verdict.YES)
    known = rules[f"{topic}_choose"] and (named.family is not Family.MODAL or rules["modal"])
    if not known:
        message = _("No rule of this version says whether a player may choose the second name of %(card)s.")
        return Step(Verdict.UNCLEAR, [because(rules[topic], message, card=named.card.name)])
    reasons = _of_201(topic, named, rules)
    if named.both:
        message = _("A player may choose either name of the card, but not both names together.")
        return Step(Verdict.NO, [*reasons, because(rules[f"{topic}_choose"], message)])
    message = _("A player may also choose the second name of this card: %(name)s.")
    if named.ambiguous:
        message = _("A player may choose either name of this card. So %(name)s may be chosen.")
    return Step(Verdict.YES, [*reasons, because(rules[f"{topic}_choose"], message, name=named.name)])


def _strange(named: ChosenName) -> Step:
    if named.family is Family.PLAIN or (named.side == 0 and not named.both):
        return Step(Verdict.YES)
    message = _("No rule of this version covers cards such as %(card)s.")
    return Step(Verdict.UNCLEAR, [because("", message, card=named.card.name)])


def _of_201(topic: str, named: ChosenName, rules: NameRules) -> list[Reason]:
    """Return what the chapter on names says of the topic."""
    topic = f"{topic}_choose_201"
    if topic not in TABLE or not rules[topic]:
        return []
    message = _("The chapter on names states that a player may choose the second name of a card such as %(card)s.")
    return [because(rules[topic], message, card=named.card.name)]


def _split(named: ChosenName, rules: NameRules) -> Step:
    rule = rules["split_choose"]
    if not rule:
        return Step(Verdict.UNCLEAR, [because("", _("No rule of this version covers split cards."))])
    wants_both = "both" in rule.marks
    named_both = named.both and (named.every or not wants_both)
    message = {
        (True, True): _("A player who names a split card must name all its halves. This player named all of them."),
        (True, False): _("A player who names a split card must name all its halves. This player did not."),
        (False, True): _("For a split card, choose the name of one half, not both names."),
        (False, False): _("For a split card, a player may choose the name of either half. So this name may be chosen."),
    }[wants_both, named_both]
    cited = [rules["split_choose_201"], rule] if rules["split_choose_201"] else [rule]
    verdict = Verdict.YES if wants_both == named_both else Verdict.NO
    return Step(verdict, [because(one, message) for one in cited])


# ---- Format, and names chosen along ----


def _legal(named: ChosenName, rules: NameRules) -> Step:
    question = named.question
    reasons: list[Reason] = []
    legal = question.legal
    if legal is None and rules.has_mark("choose", "legal") and question.options.get("format"):
        legal = legal_by_data(named.card, question, rules, reasons)
    if not rules["choose"]:
        if legal is not False:
            return Step(Verdict.YES)
        message = _("No rule of this version says whether the card must be legal in the format.")
        return Step(Verdict.UNCLEAR, [because("", message)])
    if not rules.has_mark("choose", "legal"):
        if legal is False:
            reasons.append(because(rules["choose"], _("The card need not be legal in the format.")))
        return Step(Verdict.YES, reasons)
    message = {
        True: _("The card must be legal in the format played, and it is."),
        False: _("The card must be legal in the format played, and it is not."),
        None: _("The card must be legal in the format played. The question does not state whether %(name)s is legal."),
    }[legal]
    reasons.append(because(rules["choose"], message, name=named.name))
    if legal is not True:
        reasons.append(because(rules["format"], _("The tournament rules list the cards that a format allows.")))
    return Step({True: Verdict.YES, False: Verdict.NO, None: Verdict.UNCLEAR}[legal], reasons)


def _along(named: ChosenName, rules: NameRules) -> list[Reason]:
    """Return reasons for interchangeable names, which are chosen together."""
    others = one_with(named.card, named.card.sides[named.side].name if named.card.sides else named.card.name)
    if not others or not rules["interchangeable_choose"]:
        return []
    message = _("This name is interchangeable: choosing it also chooses %(names)s.")
    return [because(rules["interchangeable_choose"], message, names=listed(others))]
