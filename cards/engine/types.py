"""Data types of the name checker's questions and answers."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeVar

from rulesbase.engine.messages import Message
from rulesbase.engine.messages import gettext_noop as _

ZONES = ("stack", "battlefield", "hand", "graveyard", "library", "exile", "command", "outside")


@dataclass(frozen=True)
class Side:
    """A face or half of a card, with its characteristics in the reference.

    ``colors`` is a part of ``WUBRG``; ``mana_value`` None where it follows from the cost.
    """

    name: str
    type_line: str = ""
    mana_cost: str = ""
    colors: str = ""
    mana_value: float | None = None
    text: str = ""
    power: str = ""
    toughness: str = ""


@dataclass(frozen=True)
class CardFacts:
    """The facts on a card that the name rules need.

    ``layout`` as in the data (normal, split, flip, transform, modal_dfc, meld, adventure, token, emblem ...). ``sides``
    in order: left and right, front and back, creature and adventure. ``melds_into`` is the combined back face of a meld
    card, or the card itself if it is one. ``pairs`` are names that rule 201.3 treats as one with a name of this card,
    each with that name. ``kind`` is card, token, emblem or nothing. ``released`` is
    the day of the first printing, None if unknown. ``casual``: of a set for casual play, in no format. ``as_of``: the
    day of the card data with these facts, None if unknown or described by the asker. ``history``: what the data of
    earlier days say.
    """

    name: str
    layout: str = "normal"
    sides: tuple[Side, ...] = ()
    kind: str = "card"
    melds_into: Side | None = None
    pairs: tuple[tuple[str, str], ...] = ()
    released: datetime.date | None = None
    legalities: Mapping[str, str] = field(default_factory=dict, hash=False)
    oracle_id: str = ""
    casual: bool = False
    as_of: datetime.date | None = None
    legal_as_of: datetime.date | None = None
    history: "CardHistory | None" = field(default=None, hash=False, compare=False)

    @property
    def interchangeable(self) -> frozenset[str]:
        """Return the names that are interchangeable with a name of this card."""
        own = {self.name, *(side.name for side in self.sides)}
        return frozenset(name for pair in self.pairs for name in pair if name not in own)

    def on(self, day: datetime.date) -> "CardFacts":
        """Return the facts as the data nearest before a day have them; of the oldest data if none is."""
        return self.history.facts_on(self, day) if self.history else self

    def with_names(self, other: Mapping[str, str]) -> "CardFacts":
        """Return the facts with other names of its sides, on all days."""
        history = self.history
        if history:
            history = replace(history, sides=tuple((day, _with_names(sides, other)) for day, sides in history.sides))
        return replace(self, sides=_with_names(self.sides, other), history=history)


def _with_names(sides: Sequence[Side], other: Mapping[str, str]) -> tuple[Side, ...]:
    return tuple(replace(side, name=other.get(side.name, side.name)) for side in sides)


@dataclass(frozen=True)
class CardHistory:
    """What the card data of each day say of a card: its sides and legalities, oldest first."""

    sides: tuple[tuple[datetime.date, tuple[Side, ...]], ...] = ()
    legalities: tuple[tuple[datetime.date, Mapping[str, str]], ...] = ()

    @property
    def days(self) -> frozenset[datetime.date]:
        """Return the days of the data."""
        return frozenset((*(day for day, _sides in self.sides), *(day for day, _words in self.legalities)))

    def facts_after(self, card: CardFacts, day: datetime.date) -> CardFacts | None:
        """Return a card with the sides of the first data after a day; None if there are none, or none before."""
        after = [row for row in self.sides if row[0] > day]
        if not after or len(after) == len(self.sides):
            return None
        return replace(card, sides=after[0][1], as_of=after[0][0])

    def facts_on(self, card: CardFacts, day: datetime.date) -> CardFacts:
        """Return a card with the facts of a day."""
        if found := nearest_before(self.sides, day):
            card = replace(card, sides=found[1], as_of=found[0])
        legal = nearest(self.legalities, day)
        return replace(card, legalities=legal[1], legal_as_of=legal[0]) if legal else card


T = TypeVar("T")


def nearest_before(rows: Sequence[tuple[datetime.date, T]], day: datetime.date) -> tuple[datetime.date, T] | None:
    """Return the last row up to a day; the first row if all are later, None if there is none."""
    before = [row for row in rows if row[0] <= day]
    return before[-1] if before else next(iter(rows), None)


def nearest(rows: Sequence[tuple[datetime.date, T]], day: datetime.date) -> tuple[datetime.date, T] | None:
    """Return the row of the nearest day; of two, the earlier one."""
    return min(rows, key=lambda row: (abs(row[0] - day), row[0]), default=None)


class QuestionKind(StrEnum):
    """The kinds of question."""

    SAME = "same"
    DIFFERENT = "different"
    CHOOSE = "choose"
    ENGLISH = "english"
    REFERS = "refers"
    TOKEN = "token"  # noqa: S105
    DECK = "deck"
    PLAY = "play"
    NAMED = "named"


class Verdict(StrEnum):
    """Depends: a fact is missing that the asker may know. Unclear: no rule of that version decides."""

    YES = "yes"
    NO = "no"
    DEPENDS = "depends"
    UNCLEAR = "unclear"

    @property
    def is_settled(self) -> bool:
        """Return whether it is yes or no (or a name, whose verdict is yes)."""
        return self in (Verdict.YES, Verdict.NO)


class Meaning(StrEnum):
    """What an answer in words means, where a program has to know it."""

    # The object has no name.
    NO_NAME = "no name"
    # A name in a text means the object with the text, or that an ability came from.
    SOURCE = "source"
    # The object that has the ability now.
    HOLDER = "holder"
    # The same permanent under its present name.
    NOW = "now"
    # The same as the full name.
    FULL = "full"


@dataclass(frozen=True)
class GameObject:
    """An object of the game: a card and its state.

    ``card`` is None if no known card has the name. ``side`` is the named side, from 0; None for the whole card.
    ``states`` are those of `cards.engine.input.object`. ``also`` are its other names, ``also_cards`` the known cards
    with them. ``set_name`` is the name an effect gave it, ``sticker`` the words of a name sticker, ``flavor`` the name
    printed in its title bar. ``partial``: the input is no name but identifies one. ``typed_name`` is the input without
    states. ``unknown``: the card data have no card of this name; a card, if any, is only made of the name.
    """

    typed: str
    card: CardFacts | None = None
    states: frozenset[str] = frozenset()
    also: tuple[str, ...] = ()
    set_name: str = ""
    flavor: str = ""
    side: int | None = None
    also_cards: Mapping[str, CardFacts] = field(default_factory=dict, hash=False)
    sticker: str = ""
    partial: bool = False
    typed_name: str = ""
    unknown: bool = False

    @property
    def name(self) -> str:
        """Return the name for messages: of the named side, of the card, or as typed."""
        if self.card and self.side is not None:
            return self.card.sides[self.side].name
        return self.card.name if self.card else (self.typed_name or self.typed)

    @property
    def kind(self) -> str:
        """Return the kind of its card: card, token, emblem or nothing; empty without a card."""
        return self.card.kind if self.card else ""

    @property
    def zone(self) -> str:
        """Return its zone; empty if not given."""
        return next((zone for zone in ZONES if zone in self.states), "")


@dataclass(frozen=True)
class Question:
    """A question as of the version of ``day``.

    ``options`` are those of `cards.name_checker.options`, and what was read from the objects: ``described``, ``zone``
    and ``negated`` (the words around the name, of named), and ``card`` (of token).

    ``data_as_of`` is the day of the card data, None if unknown: it may lack cards printed later. ``subtypes`` are the
    known subtypes in lower case, None if every word may be one.
    """

    kind: QuestionKind
    day: datetime.date
    things: tuple[GameObject, ...] = ()
    options: Mapping[str, str | tuple[str, ...] | bool] = field(default_factory=dict)
    data_as_of: datetime.date | None = None
    subtypes: frozenset[str] | None = None

    def texts(self, option: str) -> tuple[str, ...]:
        """Return the texts of an option that takes several; none where it is not given."""
        given = self.options.get(option, ())
        return given if isinstance(given, tuple) else ()

    @property
    def legal(self) -> bool | None:
        """Return whether the card is legal in the format played, by the user; None if not given."""
        legal = self.options.get("legal")
        return None if legal is None else bool(legal)


@dataclass(frozen=True)
class Reason:
    """A step of reasoning and its rule; ``number`` is empty without a rule."""

    number: str
    message: Message


@dataclass(frozen=True)
class Branch:
    """What the answer is if a missing fact is so: ``condition`` is the fact, such as "the card is legal"."""

    condition: Message
    answer: "Answer"


@dataclass(frozen=True)
class Answer:
    """The verdict and answer: a name, an object, or the verdict in words.

    ``settled_by`` is the deciding reason's message, if further ones follow. ``rests_on_tournament_rules``: the CR alone
    would not accept the input. ``by_analogy``: no rule covers exactly this case. ``branches``: the answers for each
    value of the missing fact, if the verdict depends on one. ``meaning`` is what the words mean, for programs.
    """

    verdict: Verdict
    answer: Message
    reasons: tuple[Reason, ...]
    rests_on_tournament_rules: bool = False
    by_analogy: bool = False
    settled_by: Message | None = None
    branches: tuple[Branch, ...] = ()
    meaning: Meaning | None = None

    @property
    def conclusion(self) -> Message:
        """Return the short reason: the deciding one, or the last step."""
        if self.settled_by is not None:
            return self.settled_by
        return self.reasons[-1].message if self.reasons else self.answer

    def is_like(self, other: "Answer") -> bool:
        """Return whether another answer has the same verdict and words."""
        return self.verdict is other.verdict and str(self.answer) == str(other.answer)

    @property
    def numbers(self) -> tuple[str, ...]:
        """Return the rules of the reasons, each once."""
        return tuple(dict.fromkeys(reason.number for reason in self.reasons if reason.number))


class BadQuestion(ValueError):
    """The input is no valid question; ``message`` says why, for people."""

    def __init__(self, message: str, **values: str | Message | datetime.date) -> None:
        self.message = Message(message, values)
        super().__init__(str(self.message))


class UnknownName(BadQuestion):
    """A name of no known card, where a card is needed."""

    def __init__(self, name: str) -> None:
        message = _("No card named %(name)s was found. Choose a suggestion, or describe the card as JSON.")
        super().__init__(message, name=name)
        self.name = name
