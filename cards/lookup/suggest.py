"""Suggest cards for what a person types: the name that matched, and why."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.engine.lookup.name_index import LONGEST
from cards.engine.lookup.types import MatchReason
from cards.lookup.find_cards import CardMatch, find_cards
from cards.models import Card
from rulesbase.core.errors import message_text
from rulesbase.core.languages import language_word
from rulesbase.engine.search.highlight import Piece, marked


class Suggestion(NamedTuple):
    """A card in the list; ``printed`` is the name that matched, if it is not the English one."""

    found: CardMatch
    reason: str
    name: Sequence[Piece]
    printed: Sequence[Piece]
    what: str
    warning: str

    def as_dict(self) -> dict[str, object]:
        """Return the suggestion for JSON."""
        found = self.found
        return {
            "name": found.name,
            "slug": found.card.slug,
            "address": found.card.get_absolute_url(),
            "kind": found.card.kind,
            "matched": found.matched,
            "language": found.language,
            "reason": found.reason.value,
            "score": found.score,
            "warning": self.warning,
        }


class Suggestions(NamedTuple):
    """The suggestions for a text, and a message for screen readers."""

    typed: str
    items: list[Suggestion]
    message: str


def suggestions(typed: str, language: str | None, limit: int) -> Suggestions:
    """Suggest cards for a text. At most four queries; an empty text gets no suggestions and no message."""
    text = typed.strip()
    if not text:
        return Suggestions("", [], "")
    if len(text) > LONGEST:
        return Suggestions("", [], _("This name is too long for a card. Enter a shorter name."))
    items = [_suggestion(found, text) for found in find_cards(text, language=language, limit=limit)]
    message = ngettext("%(count)s card", "%(count)s cards", len(items)) % {"count": len(items)}
    return Suggestions(text, items, message if items else _("No card found."))


def _suggestion(found: CardMatch, text: str) -> Suggestion:
    same = found.matched == found.name
    return Suggestion(
        found,
        "" if same and found.reason != MatchReason.TYPING_ERROR else _why(found),
        marked(found.name, text),
        () if same else marked(found.matched, text),
        _what(found.card),
        message_text(found.warning) if found.warning else "",
    )


def _why(found: CardMatch) -> str:
    """Return how the name that matched belongs to the card."""
    if found.reason == MatchReason.TYPING_ERROR:
        return _("similar spelling")
    if found.reason == MatchReason.FLAVOR:
        return _("flavor name")
    if found.language != "en":
        return _("printed in %(language)s") % {"language": language_word(found.language)}
    return _("one of the card's faces") if found.reason == MatchReason.FACE else _("another name of the card")


def _what(card: Card) -> str:
    """Return kind, power and toughness of a token or the like; empty for cards proper."""
    if card.kind == Card.Kind.CARD:
        return ""
    face = next(iter(card.faces.all()), None)
    strength = f" {face.power}/{face.toughness}" if face and face.power else ""
    return f"{card.get_kind_display()}{strength}"
