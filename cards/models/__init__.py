"""All tables of cards, so that the rest can say `from cards.models import Card`."""

from cards.models.cards import Card, CardSet, Face, Printing, RelatedPart
from cards.models.files import CardFile, Retired, Waiting
from cards.models.names import Interchangeable, NameEvent, PrintedName
from cards.models.rulings import Ruling
from cards.models.tied import RulingCitation, RulingsRead, RulingTie

__all__ = [
    "Card",
    "CardFile",
    "CardSet",
    "Face",
    "Interchangeable",
    "NameEvent",
    "PrintedName",
    "Printing",
    "RelatedPart",
    "Retired",
    "Ruling",
    "RulingCitation",
    "RulingTie",
    "RulingsRead",
    "Waiting",
]
