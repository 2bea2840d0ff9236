"""The check of a chosen name's required characteristics."""

from dataclasses import replace

from cards.engine.input.characteristics import Characteristic, read_characteristics
from cards.engine.name_rules.card_kinds import Family, is_room
from cards.engine.name_rules.chosen_name import ChosenName
from cards.engine.name_rules.names_by_side import is_meld_result
from cards.engine.name_rules.reasons import because, listed
from cards.engine.name_rules.rule_history import NameRules
from cards.engine.name_rules.verdicts import Step
from cards.engine.types import Reason, Side, Verdict
from rulesbase.engine.messages import gettext_noop as _


def has_characteristics(named: ChosenName, rules: NameRules) -> Step:
    """Decide whether what the name stands for has the required characteristics."""
    required = read_characteristics(named.question.texts("with"), named.question.subtypes)
    if not required:
        return Step(Verdict.YES)
    if not rules["qualities"]:
        message = _(
            "A player must name a card with certain characteristics. No rule of this version states "
            "which characteristics of a card are checked. For most cards the answer is still clear."
        )
        return Step(Verdict.UNCLEAR, [because("", message)])
    reasons: list[Reason] = []
    side, verdict = _side_that_counts(named, rules, reasons)
    if not side.type_line:
        message = _(
            "The answer depends on the characteristics of %(name)s. The card data do not have these characteristics."
        )
        reasons.append(because(rules["qualities"], message, name=named.name))
        return Step(Verdict.UNCLEAR, reasons)
    lacks = [one.words for one in required if not one.holds(side)]
    message = _("%(name)s must have the required characteristics in its Oracle text, and it has them.")
    if lacks:
        message = _("%(name)s must have the required characteristics in its Oracle text. It lacks: %(lacks)s.")
    if verdict is Verdict.UNCLEAR:
        message = _("Judged only by its Oracle text, %(name)s has the required characteristics.")
        if lacks:
            message = _("Judged only by its Oracle text, %(name)s lacks the required characteristics: %(lacks)s.")
    reasons.append(because(rules["qualities"], message, name=named.name, lacks=listed(lacks)))
    if verdict is Verdict.UNCLEAR:
        return Step(Verdict.UNCLEAR, reasons)
    if _needs_mana_value_of_back(named, required):
        message = _(
            "A back face has no mana cost. The rule about choosing a card name looks only at the back face and does "
            "not say what mana value that face has."
        )
        reasons.append(because("", message))
        return Step(Verdict.UNCLEAR, reasons)
    return Step(Verdict.NO if lacks else Verdict.YES, reasons)


def _side_that_counts(named: ChosenName, rules: NameRules, reasons: list[Reason]) -> tuple[Side, Verdict]:
    """Return the side whose characteristics count, and unclear where no rule says which; add the reasons."""
    card, family = named.card, named.family
    main = card.sides[0] if card.sides else Side(card.name)
    topic = family.topic
    if family is Family.SPLIT:
        if is_room(card) and rules["room_types"]:
            message = _("Both halves share one type line, and each half has the types in that line.")
            reasons.append(because(rules["room_types"], message))
        half = card.sides[named.side]
        if not half.type_line and is_room(card):
            # Data may have the shared type line once.
            half = replace(half, type_line=main.type_line)
        return half, Verdict.YES
    if named.side == 0 and not is_meld_result(card):
        if topic and rules[topic]:
            message = _(
                "If a player chooses the name %(name)s, only the normal characteristics of the card are checked."
            )
            reasons.append(because(rules[topic], message, name=named.name))
        return main, Verdict.YES
    if family in (Family.OMEN, Family.PREPARE, Family.STRANGE):
        message = _(
            "The chapter on names does not say which characteristics to check if the name of a card such as %(card)s "
            "is chosen. The most similar rule is the one for adventurer cards."
        )
        reasons.append(because("", message, card=card.name))
        return card.sides[named.side], Verdict.UNCLEAR
    if family is Family.FLIP:
        # A flipped card keeps its mana cost and colour.
        flipped = card.sides[1]
        return replace(flipped, mana_cost=main.mana_cost, colors=main.colors, mana_value=main.mana_value), Verdict.YES
    return card.sides[named.side] if card.sides else main, Verdict.YES


def _needs_mana_value_of_back(named: ChosenName, required: list[Characteristic]) -> bool:
    """Return whether a mana value is required of a face without a mana cost."""
    is_back = named.side > 0 or is_meld_result(named.card)
    return is_back and named.family in (Family.DFC, Family.MELD) and any(one.is_of_value for one in required)
