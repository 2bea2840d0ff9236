"""Sentences that an engine says and a page translates: a message with named gaps and what goes into them."""

from collections.abc import Mapping
from dataclasses import dataclass, field


def gettext_noop(message: str) -> str:
    """Mark a message for translation; the collector of messages looks for this name."""
    return message


@dataclass(frozen=True)
class Message:
    """A message such as ``"%(first)s and %(second)s share no name"`` and its values, which may be sayings too.

    ``str()`` gives it in English. A page translates ``message`` and fills in ``values``.
    """

    message: str
    values: Mapping[str, "str | Message"] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        return self.message % self.values if self.values else self.message


def verbatim(text: str) -> Message:
    """Return a name or such, which is the same in every language."""
    return Message("%(text)s", {"text": text})
