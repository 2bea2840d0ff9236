"""Questions on decks: the limit of copies of one card, and whether a printing may be played."""

import re
from collections.abc import Sequence
from dataclasses import replace

from cards.engine.input.characteristic_words import NUMBERS
from cards.engine.name_rules.card_kinds import has_type, usual_names
from cards.engine.name_rules.interchangeable_names import interchangeable, one_with
from cards.engine.name_rules.legality import legal_by_data
from cards.engine.name_rules.missing_facts import depending_on
from cards.engine.name_rules.reasons import because, listed, unique_reasons
from cards.engine.name_rules.rule_history import GoverningRule, NameRules
from cards.engine.name_rules.verdicts import decided
from cards.engine.types import Answer, BadQuestion, Branch, GameObject, Question, Reason, Verdict
from rulesbase.engine.messages import Message
from rulesbase.engine.messages import gettext_noop as _

_OWN_LIMIT = re.compile(
    r"\bdeck can have (?:any number of|up to (\w+)|only (\w+)) (?:cards? named|cop(?:y|ies) of this card)\b", re.I
)


def deck(question: Question, rules: NameRules) -> Answer:
    """Answer whether cards count as one for the four-of rule; option ``commander`` for the rule of its decks."""
    things = question.things
    if not things:
        raise BadQuestion(_("Enter the name of a card."))
    commander = bool(question.options.get("commander"))
    rule = rules["commander" if commander else "deck"]
    if not rule:
        message = _("No rule of this version limits how many copies of a card this kind of deck may contain.")
        return decided(Verdict.UNCLEAR, (because("", message),))
    if any(_is_token_or_emblem(thing) for thing in things):
        return _no_card(rules)
    if len(things) < 2:
        return _limit(things[0], rule, commander)
    verdict, why = _counted_together(things, rule, rules)
    return decided(verdict, [*_lifted(things, rule), *_titles(things, rules), *why])


def _is_token_or_emblem(thing: GameObject) -> bool:
    return bool(thing.states & {"token", "emblem"}) or thing.kind in ("token", "emblem")


def _no_card(rules: NameRules) -> Answer:
    message = _("Tokens and emblems are not cards, so they cannot be in a deck.")
    return decided(Verdict.NO, (because(rules["no_card"], message),))


def _counted_together(
    things: Sequence[GameObject], rule: GoverningRule, rules: NameRules
) -> tuple[Verdict, Sequence[Reason]]:
    """Return whether cards are counted together: they have one English name, or interchangeable ones."""
    # Outside the game the typed half does not matter.
    names = [set(usual_names(thing.card)) if thing.card else {thing.name} for thing in things]
    if set.intersection(*names):
        message = _("These cards have the same English name, so they are counted together.")
        return Verdict.YES, [*_english(rules), because(rule, message)]
    one_name = interchangeable(things, rules)
    if set.intersection(*({one_name.get(name, name) for name in some} for some in names)):
        message = _("For the deck limit, cards with interchangeable names count as cards with the same name.")
        return Verdict.YES, [
            because(rules["interchangeable"], _("The names of these objects are interchangeable.")),
            because(rules["interchangeable_deck"], message),
            because(rule, _("These cards are counted together toward the deck limit.")),
        ]
    message = _("The English names of the cards differ, so each card is counted separately.")
    if "copies" in rule.marks:
        message = _("The limit is for copies of one card. Cards with different names are different cards.")
    return Verdict.NO, [*_english(rules), because(rule, message)]


def _english(rules: NameRules) -> list[Reason]:
    message = _("Only the English name counts, whatever name is printed on the card.")
    return [because(rules["english"] or rules["same"], message)]


def _titles(things: Sequence[GameObject], rules: NameRules) -> list[Reason]:
    """Return reasons for flavor names, which do not count."""
    message = _("The name in the upper left corner of the card does not count. The card is %(name)s.")
    return [because(rules["flavor"], message, name=thing.name) for thing in things if thing.flavor and rules["flavor"]]


def _lifted(things: Sequence[GameObject], rule: GoverningRule) -> list[Reason]:
    """Return reasons for cards without the usual limit: basic lands, and cards whose text sets another limit."""
    reasons = []
    if any(has_type(thing.card.sides[0], "Basic") for thing in things if thing.card and thing.card.sides):
        reasons.append(because(rule, _("A deck may have any number of basic lands.")))
    for name, limit in {thing.name: own_limit(thing) for thing in things}.items():
        if limit:
            message = _("The text of %(card)s sets its own limit for a deck: %(limit)s.")
            reasons.append(because(rule, message, card=name, limit=limit))
    return reasons


def own_limit(thing: GameObject) -> Message | None:
    """Return how many of a card its own text lets a deck have; None if it does not say."""
    text = "\n".join(side.text for side in thing.card.sides) if thing.card else ""
    match = _OWN_LIMIT.search(text)
    if match is None:
        return None
    limit = match[1] or match[2]
    if not limit:
        return Message(_("any number"))
    return Message(_("up to %(count)s"), {"count": str(NUMBERS.get(limit.lower(), limit))})


def _limit(thing: GameObject, rule: GoverningRule, commander: bool) -> Answer:
    """Answer how many of one card a deck may have."""
    if reasons := _lifted([thing], rule):
        own = own_limit(thing)
        return Answer(Verdict.YES, own or Message(_("any number")), unique_reasons(reasons))
    limit = Message(_("up to %(count)s"), {"count": "1" if commander else "4"})
    message = _(
        "Copies of the same card allowed in a deck: %(limit)s. Cards with the same English name are the same card."
    )
    found = Answer(Verdict.YES, limit, (because(rule, message, limit=limit),))
    return _of_unknown_text(thing, found, rule) if thing.unknown else found


def _of_unknown_text(thing: GameObject, usual: Answer, rule: GoverningRule) -> Answer:
    """Answer for a card that the data lack: its text may set another limit."""
    message = _("%(name)s is not in the card data. The text of this card may set its own limit for a deck.")
    lacking = because(rule, message, name=thing.name)
    own = Answer(Verdict.YES, Message(_("the limit in the text of the card")), (lacking,))
    branches = (
        Branch(Message(_("the text of the card sets no limit of its own")), usual),
        Branch(Message(_("the text of the card sets its own limit")), own),
    )
    found = replace(usual, reasons=(lacking, *usual.reasons), settled_by=lacking.message)
    return depending_on(branches, found)


# ---- Playing a printing ----


def play(question: Question, rules: NameRules) -> Answer:
    """Answer whether a printing may be played: where a card of that name is legal, whatever is printed on it."""
    if len(question.things) != 1:
        raise BadQuestion(_("Enter one card, with the name printed on it."))
    thing = question.things[0]
    if _is_token_or_emblem(thing):
        return _no_card(rules)
    reasons = _name_reasons(thing, rules)
    legal = question.legal
    if legal is None and thing.card:
        legal = legal_by_data(thing.card, question, rules, reasons)
    verdict = {True: Verdict.YES, False: Verdict.NO, None: Verdict.UNCLEAR}[legal]
    message = {
        True: _(
            "Any printing of a card may be played in the formats where the card is legal. The tournament rules list "
            "the legal cards."
        ),
        False: _(
            "A printing of a card may be played only in the formats where the card is legal. This card is not legal."
        ),
        None: _(
            "Any printing of a card may be played in the formats where the card is legal. The question does not state "
            "whether this card is legal."
        ),
    }[legal]
    reasons.append(because(rules["format"], message))
    return decided(verdict, reasons, rests_on_tournament_rules=True)


def _name_reasons(thing: GameObject, rules: NameRules) -> list[Reason]:
    if titles := _titles([thing], rules):
        return titles
    reasons = _english(rules)
    others = one_with(thing.card, thing.name) if thing.card and rules["interchangeable"] else frozenset()
    if others:
        message = _(
            "This card is legal in every format where %(names)s is legal, because their names are interchangeable."
        )
        reasons.append(because(rules["interchangeable_deck"], message, names=listed(others)))
    if rules["oracle"]:
        message = _("The Oracle card reference determines the wording of a card, whatever is printed on the card.")
        reasons.append(because(rules["oracle"], message))
    return reasons
