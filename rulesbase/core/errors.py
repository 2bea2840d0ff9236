"""The refusal of a verb: it does nothing, and says why in a sentence for people."""

from django.utils.translation import gettext

from rulesbase.engine.messages import Saying
from rulesbase.engine.nodes import NotRules


def message_text(saying: Saying) -> str:
    """The sentence with its values filled in; values that are sayings are said first.

    A translation that lost a gap of its message must not break a page: then it is said in English.
    """
    values = {key: message_text(value) if isinstance(value, Saying) else value for key, value in saying.values.items()}
    message = gettext(saying.message) if saying.message else ""
    if not values:
        return message
    try:
        return message % values
    except (KeyError, ValueError, TypeError):
        return str(saying)


class Refused(ValueError):
    """What cannot be done. The message says why, in a sentence; ``field`` is that of a form it is about."""

    def __init__(self, words: str = "", field: str = "") -> None:
        super().__init__(words)
        self.field = field


def refusal_text(refusal: Exception) -> str:
    """Why something was refused, in the language of the page: an engine's sentence is translated only here."""
    return message_text(refusal.saying) if isinstance(refusal, NotRules) else str(refusal)
