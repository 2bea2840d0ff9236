"""The error of a refused action, and the text of messages."""

import datetime

from django.utils.translation import gettext

from rulesbase.core.dates import day_text
from rulesbase.engine.messages import Message
from rulesbase.engine.nodes import NotRules


def message_text(message: Message) -> str:
    """Return the translated message with its values; values that are messages or days are written out first."""
    values = {key: _value_text(value) for key, value in message.values.items()}
    text = gettext(message.message) if message.message else ""
    return text % values if values else text


def _value_text(value: str | Message | datetime.date) -> str:
    if isinstance(value, Message):
        return message_text(value)
    return day_text(value) if isinstance(value, datetime.date) else value


class Refused(ValueError):
    """An action was refused. The message is a sentence for people; ``field`` is the form field that it concerns."""

    def __init__(self, words: str = "", field: str = "") -> None:
        super().__init__(words)
        self.field = field


def refusal_text(refusal: Exception) -> str:
    """Return why something was refused, in the language of the page. Messages of engines are translated only here."""
    return message_text(refusal.message) if isinstance(refusal, NotRules) else str(refusal)
