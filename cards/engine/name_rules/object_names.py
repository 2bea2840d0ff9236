"""The type of the names of an object."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from cards.engine.name_rules.card_kinds import Family
from cards.engine.types import Reason


@dataclass(frozen=True)
class ObjectNames:
    """The names of an object, and the reasons. ``maybe`` has the sure names too, and those of which no rule decides.

    ``split``: a split card with the names of both halves. ``has_all``: an effect adds the names of all nonlegendary
    creature cards.
    """

    names: frozenset[str]
    maybe: frozenset[str]
    reasons: tuple[Reason, ...] = ()
    family: Family = Family.PLAIN
    is_token: bool = False
    split: bool = False
    has_all: bool = False

    @classmethod
    def sure(cls, names: Iterable[str], reasons: tuple[Reason, ...] = (), **more: Any) -> "ObjectNames":
        """Return names without doubt; no name if there is none. ``more`` are further fields."""
        own = frozenset(names)
        return cls(own, own, reasons, **more)

    @property
    def nameless(self) -> bool:
        """Return whether it is sure that it has no name."""
        return not self.maybe and not self.has_all
