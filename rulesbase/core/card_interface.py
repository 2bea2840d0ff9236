"""The interface by which the rules app reads cards.

The cards app imports the rules app, never the other way: it registers an implementation when the program starts.
"""

import datetime
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from django.db.models import QuerySet

from rulesbase.engine.checks.types import CardName


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


class CardSource(Protocol):
    """Reads of cards, names and rulings."""

    def count(self) -> int:
        """Return how many cards there are."""

    def find(self, typed: str, *, language: str | None, limit: int, guess: bool) -> Sequence[FoundCard]:
        """Return the cards that a name means; with ``guess`` those with a similar name too."""

    def find_each(self, typed: Sequence[str], *, limit: int) -> Sequence[Sequence[FoundCard]]:
        """Return the cards that each of several names means, without similar names, in the order of the names."""

    def meant(self, typed: str) -> CardRow | None:
        """Return the card with a slug, an oracle id or a name in any language; if several fit, the likeliest."""

    def with_address(self, slug: str) -> CardRow | None:
        """Return the card with a slug or oracle id."""

    def by_id(self, oracle_ids: Collection[str], *, faces: bool = False) -> Mapping[str, CardRow]:
        """Return cards by oracle id; with ``faces`` their faces are fetched too."""

    def ids_of_names(self, names: Collection[str]) -> Mapping[str, str]:
        """Return oracle ids by English names of cards or faces, ignoring case."""

    def rulings_of(self, card: CardRow) -> Sequence[RulingRow]:
        """Return the newest rulings of a card, newest first."""

    def ruling_digests(self, oracle_ids: Iterable[str]) -> Iterable[tuple[str, str]]:
        """Return the oracle id and digest of each ruling of these cards."""

    def rulings_on(self, versions: Any, rule: int | None) -> object:
        """Return the rulings linked to a Rule, as its page shows them."""

    def names_in(self, key: str, text: str, language: str) -> tuple[CardName, ...]:
        """Return the cards named in an English text, with their printed names; ``key`` is the content version."""

    def type_lines(self, language: str) -> Iterator[tuple[str, str]]:
        """Return the printed type line and the English one of each printed name in a language."""

    def slugs(self) -> QuerySet[Any, str]:
        """Return the slugs of all cards, oldest row first; slices query only a part."""

    def as_of(self) -> datetime.date | None:
        """Return the day of the newest card data; None without cards."""

    def set_released(self, name: str) -> datetime.date | None:
        """Return the day on which a set was released, by its whole name or code; None if unknown."""

    def last_import(self) -> datetime.date | None:
        """Return the day on which a card file was last imported."""

    def name_lines(self) -> Iterator[str]:
        """Return all names of all cards as lines of JSON, for offline use."""

    def link_rules(self, progress: Callable[[int, int], None]) -> object:
        """Link cards and rulings to the rules of the versions that are there now; ``progress`` gets done and total."""

    def load_sample(self) -> int:
        """Load the cards of the sample; return how many."""


_registered: list[CardSource] = []


def register(source: CardSource) -> None:
    """Register the implementation; called once, when the program starts."""
    _registered[:] = [source]


def cards() -> CardSource:
    """Return the registered implementation."""
    return _registered[0]
