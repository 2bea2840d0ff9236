"""The chosen name: its card, its side, and whether two are named at once."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from cards.engine.name_rules.card_kinds import Family, family_of, layout_family
from cards.engine.name_rules.interchangeable_names import one_with
from cards.engine.name_rules.names_by_side import is_meld_result, meld_result
from cards.engine.types import BadQuestion, CardFacts, GameObject, Question, Side, UnknownName
from rulesbase.engine.messages import gettext_noop as _


class ChosenName(NamedTuple):
    """The chosen name of a question: the card, its kind, the side; ``both`` if two sides were named together.

    ``every`` is false if the card has more sides than were named, such as two of five.
    """

    question: Question
    card: CardFacts
    family: Family
    side: int
    both: bool
    thing: GameObject
    every: bool = True

    @property
    def name(self) -> str:
        """Return the name as chosen."""
        return " // ".join(side.name for side in self.card.sides) if self.both else self.thing.name

    @property
    def ambiguous(self) -> bool:
        """Return whether the card has a second name but only one is known: it may be either."""
        return self.family is not Family.PLAIN and len(self.card.sides) < 2 and meld_result(self.card) is None

    @property
    def is_other(self) -> bool:
        """Return whether a name besides the card's usual one is meant."""
        return self.both or self.side > 0 or is_meld_result(self.card) or self.ambiguous


def chosen_name_of(question: Question) -> ChosenName:
    """Return the chosen name of a question. Raise BadQuestion if there is none or several."""
    things = question.things
    if not things:
        raise BadQuestion(_("Enter the name to choose."))
    thing = things[0]
    if thing.card is None:
        raise UnknownName(thing.name)
    if len({one.card.name if one.card else one.name for one in things}) > 1 and not _is_one_with(things):
        pair = _meld_pair(things)
        if pair is None:
            raise BadQuestion(_("One name is chosen at a time. Ask about each name separately."))
        return ChosenName(question, pair, Family.MELD, 0, True, thing)
    return _of_card(question, thing, thing.card)


def _of_card(question: Question, thing: GameObject, card: CardFacts) -> ChosenName:
    family = family_of(card)
    if family is Family.PLAIN:
        family = layout_family(card)
    sides = {one.side for one in question.things}
    turned = bool(thing.states & {"back", "flipped", "melded"})
    whole = thing.side is None and "//" in thing.typed_name and not turned
    several = len(card.sides) > 1
    together = max(len(sides), 0 if turned else len(_sides_typed(thing, card)))
    both = several and (together > 1 or whole or (family is Family.SPLIT and sides == {None}))
    every = together in (1, len(card.sides))
    side = next((one for one in sides if one), 0)
    if turned and not both:
        card, side, thing = _turned(card, thing)
    return ChosenName(question, card, family, side, both, thing, every)


def _sides_typed(thing: GameObject, card: CardFacts) -> set[str]:
    """Return the sides whose names were typed together, such as two halves of five."""
    typed = {" ".join(name.split()).casefold() for name in thing.typed_name.split("//")}
    return {side.name for side in card.sides if side.name.casefold() in typed}


def _turned(card: CardFacts, thing: GameObject) -> tuple[CardFacts, int, GameObject]:
    """Return the card with its other face up."""
    if len(card.sides) > 1:
        return card, 1, replace(thing, side=1)
    result = meld_result(card)
    if result is None:
        message = _("The card data have only one face of %(card)s. Enter the name of the other face instead.")
        raise BadQuestion(message, card=card.name)
    card = replace(card, name=result.name, sides=(result,), melds_into=result, pairs=())
    return card, 0, replace(thing, card=card, side=None)


def _is_one_with(things: Sequence[GameObject]) -> bool:
    """Return whether the names are interchangeable: they are chosen together."""
    first = things[0]
    others = one_with(first.card, first.name) | {first.name} if first.card else set()
    return all(thing.name in others for thing in things)


def _meld_pair(things: Sequence[GameObject]) -> CardFacts | None:
    """Return a meld card and its result, named together, as one card of both faces."""
    cards = [thing.card for thing in things if thing.card]
    result = next((card for card in cards if is_meld_result(card)), None)
    if result is None or len(cards) != len(things):
        return None
    fronts = [card for card in cards if card is not result]
    if any(card.melds_into is None or card.melds_into.name != result.name for card in fronts):
        return None
    back = result.sides[0] if result.sides else Side(result.name)
    return replace(fronts[0], sides=(*fronts[0].sides, back)) if fronts else None
