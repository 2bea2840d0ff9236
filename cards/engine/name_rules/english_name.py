"""Questions on the English name of a printed card."""

from cards.engine.name_rules.card_kinds import Family, family_of
from cards.engine.name_rules.find_object_names import NAMELESS_STATES, names_of_object
from cards.engine.name_rules.reasons import because, unique_reasons
from cards.engine.name_rules.rule_history import NameRules
from cards.engine.name_rules.tokens import changes_of
from cards.engine.name_rules.verdicts import decided
from cards.engine.types import Answer, BadQuestion, GameObject, Meaning, Question, Reason, UnknownName, Verdict
from rulesbase.engine.messages import Message, verbatim
from rulesbase.engine.messages import gettext_noop as _


def english(question: Question, rules: NameRules) -> Answer:
    """Answer with the English name of an object for the rules. Option ``changed``: a text change on it."""
    if len(question.things) != 1:
        raise BadQuestion(_("Ask for the English name of one object at a time."))
    thing = question.things[0]
    if thing.flavor and not thing.states & NAMELESS_STATES:
        return _flavored(thing, rules)
    if thing.card is None and not thing.states:
        raise UnknownName(thing.name)
    held = names_of_object(thing, rules, question.legal)
    # A malformed change is refused whatever the object.
    changes = changes_of(question.texts("changed"))
    if held.nameless and not (held.is_token and not held.names):
        return Answer(
            Verdict.YES, Message(_("The object has no name")), unique_reasons(held.reasons), meaning=Meaning.NO_NAME
        )
    if not held.names:
        return decided(Verdict.UNCLEAR, held.reasons)
    if changes:
        return _changed(thing, held.names, rules, list(held.reasons))
    language = [] if held.is_token or (thing.kind == "token" and held.reasons) else _language(rules)
    # If the state of the object gives it its name, that decides; otherwise the rule on English names does. A token that
    # is only a chosen name has no state.
    deciding = held.reasons[-1] if held.reasons else language[0]
    name, reasons = verbatim(_written(thing, held.names)), unique_reasons([*held.reasons, *language])
    return Answer(Verdict.YES, name, reasons, thing.partial, settled_by=deciding.message)


def _language(rules: NameRules) -> list[Reason]:
    """Return the reasons why the English name counts."""
    message = _("The name of a card is its English name, even if the card is printed in another language.")
    found = [because(rules["english"], message)]
    if not rules["english"]:
        found = [because(rules["same"], _("The English names of the cards are compared."))]
    if rules["oracle"]:
        found.append(because(rules["oracle"], _("The Oracle card reference determines the wording of a card.")))
    return found


def _written(thing: GameObject, names: frozenset[str]) -> str:
    """Return names in one text, in the order of the card's sides."""
    sides = [side.name for side in thing.card.sides] if thing.card else []
    return " // ".join(sorted(names, key=lambda name: (sides.index(name) if name in sides else len(sides), name)))


def _flavored(thing: GameObject, rules: NameRules) -> Answer:
    if not rules["flavor"]:
        message = _(
            "This version has no rule on cards with an alternate name in the title bar. Only the rule on English "
            "names applies."
        )
        return decided(Verdict.UNCLEAR, (because(rules["english"] or rules["same"], message),))
    message = _(
        "Under the rules, the name in the upper left corner of the card does not count. Only the name in the second "
        "title bar counts: %(name)s."
    )
    name, card = thing.name, thing.card
    if card and thing.side is None and family_of(card) not in (Family.PLAIN, Family.SPLIT):
        # The name of a double-faced card is that of its front face.
        name = card.sides[0].name
    return Answer(Verdict.YES, verbatim(name), (because(rules["flavor"], message, name=name),))


def _changed(thing: GameObject, names: frozenset[str], rules: NameRules, reasons: list[Reason]) -> Answer:
    """Answer for an object with changed words in its text."""
    if not rules["text"]:
        reasons.append(because("", _("No rule of this version states whether a text change affects a name.")))
        return decided(Verdict.UNCLEAR, reasons)
    message = _("A text change never changes the name of a card, even if the name contains the changed word.")
    reasons.append(because(rules["text"], message))
    return Answer(Verdict.YES, verbatim(_written(thing, names)), unique_reasons(reasons))
