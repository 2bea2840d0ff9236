"""Kinds of card for the rules on names. Of unknown layouts the type lines decide."""

from enum import StrEnum

from cards.engine.types import CardFacts, Side


class Family(StrEnum):
    """Kinds of card that the rules on names distinguish. Strange: several names, unknown kind."""

    PLAIN = "plain"
    SPLIT = "split"
    FLIP = "flip"
    DFC = "dfc"
    MODAL = "modal"
    MELD = "meld"
    ADVENTURE = "adventure"
    OMEN = "omen"
    PREPARE = "prepare"
    STRANGE = "strange"

    @property
    def topic(self) -> str:
        """Return the topic of the rule history on such cards; empty if no rule speaks of them."""
        if self in (Family.PLAIN, Family.STRANGE):
            return ""
        return str(Family.DFC if self is Family.MODAL else self)


_LAYOUTS_OF = {
    Family.SPLIT: "split aftermath fuse room",
    Family.FLIP: "flip",
    Family.DFC: "transform double_faced_token battle",
    Family.MODAL: "modal_dfc modal",
    Family.MELD: "meld",
    Family.ADVENTURE: "adventure adventurer",
    Family.OMEN: "omen",
    Family.PREPARE: "prepare prepared preparation",
}
_LAYOUTS = {layout: family for family, layouts in _LAYOUTS_OF.items() for layout in layouts.split()}


def family_of(card: CardFacts) -> Family:
    """Return the kind of a card: by its layout, and by its second type line where layouts are shared."""
    family = _LAYOUTS.get(card.layout.lower())
    if family is Family.MELD:
        return family
    if len({side.name for side in card.sides}) < 2:
        return Family.PLAIN
    if family in (None, Family.ADVENTURE) and has_type(card.sides[1], "Omen"):
        return Family.OMEN
    return family or (Family.ADVENTURE if has_type(card.sides[1], "Adventure") else Family.STRANGE)


def usual_names(card: CardFacts) -> list[str]:
    """Return the names of all halves of a split card, and the first name of any other."""
    if family_of(card) is Family.SPLIT:
        return [side.name for side in card.sides]
    return [card.sides[0].name if card.sides else card.name]


def layout_family(card: CardFacts) -> Family:
    """Return the kind by the layout alone, also if only one of the card's names is known."""
    return _LAYOUTS.get(card.layout.lower(), Family.PLAIN) if card.kind == "card" else Family.PLAIN


def has_type(side: Side, word: str) -> bool:
    """Return whether a word is in the type line."""
    return word.lower() in side.type_line.replace("\N{EM DASH}", " ").lower().split()


def is_room(card: CardFacts) -> bool:
    """Return whether it is a permanent split card: both halves share a type line."""
    if family_of(card) is not Family.SPLIT:
        return False
    return card.layout.lower() == "room" or any(has_type(side, "Room") for side in card.sides)


def may_be_room(card: CardFacts) -> bool:
    """Return whether it is a Room, or a split card with unknown types."""
    return is_room(card) or not any(side.type_line for side in card.sides)
