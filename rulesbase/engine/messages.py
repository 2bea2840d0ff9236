"""Messages of the engines, which pages translate: a text with named gaps and the values for them."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field


def gettext_noop(message: str) -> str:
    """Mark a message for translation; makemessages looks for this name."""
    return message


@dataclass(frozen=True)
class Message:
    """A message such as ``"%(first)s and %(second)s share no name"`` with its values: texts, messages or days.

    ``str()`` returns it in English, with days as ISO. A page translates ``message`` and fills in ``values``.
    """

    message: str
    values: Mapping[str, "str | Message | datetime.date"] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        return self.message % self.values if self.values else self.message


def verbatim(text: str) -> Message:
    """Return a text that is the same in every language, such as a name, as a message."""
    return Message("%(text)s", {"text": text})
