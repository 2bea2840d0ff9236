"""Choosing the name of what is no card: of a token or emblem, or a title that is no name."""

from cards.engine.rules.card_kinds import is_emblem, is_marker, is_token
from cards.engine.rules.reasons import WORDS, because
from cards.engine.rules.rule_history import Law
from cards.engine.sayings import gettext_noop as _
from cards.engine.types import Answer, Thing, Verdict


def is_no_card(thing: Thing) -> bool:
    """Whether a thing is a token, an emblem or a marker and no card has its name."""
    known = thing.card is not None and thing.card.kind == "card"
    of_no_card = is_token(thing.card) or is_emblem(thing.card) or is_marker(thing.card)
    return not known and (bool(thing.states & {"token", "emblem"}) or of_no_card)


def of_token(thing: Thing, law: Law) -> Answer:
    """The name of what is no card."""
    if is_marker(thing.card):
        marker = _("%(name)s is a marker or a picture; no card has this name.")
        verdict = Verdict.NO if law["choose"] else Verdict.UNCLEAR
        return Answer(verdict, WORDS[verdict], (because(law["choose"] or law["card"], marker, name=thing.name),))
    if law["choose"]:
        told = because(law["choose"], _("%(name)s is the name of no card, only of a token or emblem."), name=thing.name)
        return Answer(Verdict.NO, WORDS[Verdict.NO], (told,))
    told = because(law["no_card"], _("A token is no card."))
    near = because(law["split_choose"], _("The rules on naming a card speak of split and flip cards, not of tokens."))
    reasons = (near, told) if near.number else (told,)
    return Answer(Verdict.UNCLEAR, WORDS[Verdict.UNCLEAR], reasons)


def of_title(thing: Thing, law: Law) -> Answer:
    """A name that stands in the corner of a printing instead of the card's own."""
    reasons = [because(law["choose"], _("The name of a card must be chosen."))] if law["choose"] else []
    if not law["flavor"]:
        told = _("No rule of this version says whether another name in the title bar is a name of the card.")
        return Answer(Verdict.UNCLEAR, WORDS[Verdict.UNCLEAR], (*reasons, because(law["english"], told)))
    told = _("%(flavor)s is no name of a card: the card is %(name)s, and that name may be chosen.")
    settled = because(law["flavor"], told, flavor=thing.flavor, name=thing.name)
    besides = because("", _("Tournament rules take any description that leaves no doubt which card is meant."))
    return Answer(Verdict.NO, WORDS[Verdict.NO], (*reasons, settled, besides), settled_by=settled.says)
