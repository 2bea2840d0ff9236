"""What a field for names suggests as a person types: each card with the name it was recognised by, and why."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.engine.lookup.index import LONGEST
from cards.engine.lookup.types import Reason
from cards.lookup.lookup import Found, find_cards
from cards.models import Card
from rulesbase.core.errors import message_text
from rulesbase.core.languages import language_word
from rulesbase.engine.search.highlight import Piece, marked, needles_of


class Suggestion(NamedTuple):
    """A card as the list shows it. ``printed`` is the name that was recognised where it is not the English one."""

    found: Found
    reason: str
    name: Sequence[Piece]
    printed: Sequence[Piece]
    what: str
    warning: str

    def as_dict(self) -> dict[str, object]:
        """The suggestion for JSON."""
        found = self.found
        return {
            "name": found.name,
            "slug": found.slug,
            "address": found.card.get_absolute_url(),
            "kind": found.card.kind,
            "matched": found.matched,
            "language": found.language,
            "reason": found.reason.value,
            "score": found.candidate.score,
            "warning": self.warning,
        }


class Suggestions(NamedTuple):
    """All suggestions for what was typed, and a sentence on them for who cannot see the list."""

    typed: str
    items: list[Suggestion]
    message: str


def suggestions(typed: str, language: str | None, limit: int) -> Suggestions:
    """Suggest cards for what was typed so far. At most four queries; nothing typed gets nothing, not even a message."""
    asked = typed.strip()
    if not asked:
        return Suggestions("", [], "")
    if len(asked) > LONGEST:
        return Suggestions("", [], _("No card has so long a name."))
    items = [_suggestion(found, asked) for found in find_cards(asked, language=language, limit=limit)]
    message = ngettext("%(count)s card", "%(count)s cards", len(items)) % {"count": len(items)}
    return Suggestions(asked, items, message if items else _("No card found."))


def _suggestion(found: Found, asked: str) -> Suggestion:
    needles = needles_of(asked)
    same = found.matched == found.name
    return Suggestion(
        found,
        "" if same and found.reason != Reason.TYPING_ERROR else _why(found),
        marked(found.name, needles),
        () if same else marked(found.matched, needles),
        _what(found.card),
        message_text(found.warning) if found.warning else "",
    )


def _why(found: Found) -> str:
    """How the name that was recognised belongs to the card."""
    if found.reason == Reason.TYPING_ERROR:
        return _("but for a typing error")
    if found.reason == Reason.FLAVOR:
        return _("flavor name")
    if found.language != "en":
        return _("printed in %(language)s") % {"language": language_word(found.language)}
    return _("one of its faces") if found.reason == Reason.FACE else _("another of its names")


def _what(card: Card) -> str:
    """What tells a card from others of its name, where it is not simply a card: its type, power and toughness."""
    if card.kind == Card.Kind.CARD:
        return ""
    face = next(iter(card.faces.all()), None)
    strength = f" {face.power}/{face.toughness}" if face and face.power else ""
    return f"{card.get_kind_display()}{strength}"
