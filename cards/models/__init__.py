"""All models of cards, for `from cards.models import Card`."""

from cards.models.cards import USUAL_FIRST, Card, CardSet, Face, Printing, RelatedPart
from cards.models.files import CardFile, DatedFact, Retired, Waiting
from cards.models.names import Interchangeable, NameEvent, OtherName, PrintedName
from cards.models.rule_links import CardRule, LinkProgress, RulingRule
from cards.models.rulings import Ruling, RulingCitation, RulingsRead, RulingTie
