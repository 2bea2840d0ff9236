"""The interface by which the rules app reads cards.

The cards app imports the rules app, never the other way: it registers its answers when the program starts. Only their
type is imported here, for type checks.
"""

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from cards.hooks.card_source import Cards


class CardRow(Protocol):
    """A card as the rules app shows it."""

    oracle_id: str
    name: str
    slug: str

    def get_absolute_url(self) -> str:
        """Return the address of its page."""


class RulingRow(Protocol):
    """A ruling of a card; ``digest`` is the SHA-256 of its day and text."""

    digest: str


class FoundCard(Protocol):
    """A card that a typed name may mean."""

    @property
    def card(self) -> CardRow:
        """Return the card."""

    @property
    def name(self) -> str:
        """Return its name."""

    @property
    def matched(self) -> str:
        """Return the name that was found, in ``language``."""

    @property
    def language(self) -> str:
        """Return the language of the name that was found."""

    @property
    def is_whole(self) -> bool:
        """Return whether its whole name was typed."""


_registered: list["Cards"] = []


def register(source: "Cards") -> None:
    """Register the answers of the cards app; called once, when the program starts."""
    _registered[:] = [source]


def cards() -> "Cards":
    """Return the answers of the cards app."""
    return _registered[0]
