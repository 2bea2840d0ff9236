"""All models of cards, for `from cards.models import Card`."""

from cards.models.cards import USUAL_FIRST, Card, CardSet, Face, Printing, RelatedPart
from cards.models.files import CardFile, DatedFact, Retired, Waiting
from cards.models.names import Interchangeable, NameEvent, OtherName, PrintedName
from cards.models.rulings import CardRule, LinkProgress, Ruling, RulingCitation, RulingRule, RulingsRead, RulingTie
