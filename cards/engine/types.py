"""What the name checker is asked and what it answers."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from rulesbase.engine.messages import Message
from rulesbase.engine.messages import gettext_noop as _

ZONES = ("stack", "battlefield", "hand", "graveyard", "library", "exile", "command", "outside")


@dataclass(frozen=True)
class Side:
    """A face or half of a card: what its name, type line and so on say in the reference.

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
    """What the name rules need to know of a card.

    ``layout`` as the data give it (normal, split, flip, transform, modal_dfc, meld, adventure, token, emblem ...).
    ``sides`` in their order: left and right, front and back, creature and adventure. ``melds_into`` is the combined
    back face of a meld card, or the card itself where it is one. ``interchangeable`` are other names that rule 201.3
    treats as one with this card's; ``pairs`` tell which with which, where the card has several,
    ``flavor_names`` names that stand on promotional printings instead (201.6). ``kind`` is card, token, emblem or
    nothing. ``released`` is the first day a printing came out, None where not known for sure. ``casual``: of a set
    meant for casual play, in no format.
    """

    name: str
    layout: str = "normal"
    sides: tuple[Side, ...] = ()
    kind: str = "card"
    melds_into: Side | None = None
    interchangeable: tuple[str, ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()
    flavor_names: tuple[str, ...] = ()
    released: datetime.date | None = None
    legalities: Mapping[str, str] = field(default_factory=dict, hash=False)
    oracle_id: str = ""
    casual: bool = False


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


class Verdict(StrEnum):
    """Unclear: no rule of that version decides."""

    YES = "yes"
    NO = "no"
    UNCLEAR = "unclear"


@dataclass(frozen=True)
class Thing:
    """An object of the game: a card and the state it is in.

    ``card`` is None where the name belongs to no card known. ``side`` is the side of it that was named, from 0; None
    where the card as a whole was. ``states`` are those of `cards.engine.input.object`. ``also`` are its other names,
    ``also_cards`` the cards that have them, as far as known; ``set_name`` is the name an effect gave it, ``sticker``
    the words of a name sticker on it, ``flavor`` the name printed in its title bar. ``partial``: what was typed is
    no name but identifies one. ``said`` is what was typed, without states.
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

    @property
    def name(self) -> str:
        """Return the name it goes by in sentences: that of the side that was named, of the card, or as typed."""
        if self.card and self.side is not None:
            return self.card.sides[self.side].name
        return self.card.name if self.card else (self.typed_name or self.typed)

    @property
    def zone(self) -> str:
        """Return where it is; empty where not said."""
        return next((zone for zone in ZONES if zone in self.states), "")


@dataclass(frozen=True)
class Question:
    """A question as of the version of ``day``.

    ``with_`` are the characteristics that a chosen name must have, as words. ``legal``: is the card legal in the
    format played, as the asker knows; None where not said. ``options`` hold what a kind of question asks besides:

    - different: ``first`` asks it of the first object against the others, ``group`` of all among themselves
    - english: ``changed`` (``A=B``) is the text change that it went through
    - refers: ``granted``, ``copied`` (a granted ability, onto another object), ``ability`` (a copy of the ability
      itself), ``moved``, ``shortened``, ``first``, ``second``, ``legendary``, ``phrase``; ``gained_by`` and
      ``renamed`` are names
    - token: ``subtypes``, ``name``, ``changed``; ``existing`` if it was changed on the battlefield, ``back``
    - deck: ``commander``; play: ``format``
    """

    kind: QuestionKind
    day: datetime.date
    things: tuple[Thing, ...] = ()
    with_: tuple[str, ...] = ()
    legal: bool | None = None
    options: Mapping[str, str | tuple[str, ...] | bool] = field(default_factory=dict)


@dataclass(frozen=True)
class Reason:
    """A step of reasoning and the rule it rests on; ``number`` is empty where no rule stands behind it."""

    number: str
    says: Message


@dataclass(frozen=True)
class Answer:
    """``answer`` is a name or an object where the question asks for one, else the verdict in words.

    ``settled_by`` is what one of the reasons says, where others follow that only tell more.
    ``rests_on_tournament_rules``: the CR alone would not take what was typed. ``by_analogy``: no rule says it of
    this very thing.
    """

    verdict: Verdict
    answer: Message
    reasons: tuple[Reason, ...]
    rests_on_tournament_rules: bool = False
    by_analogy: bool = False
    settled_by: Message | None = None

    @property
    def conclusion(self) -> Message:
        """Return the sentence that says why in short: what settles it, or the last step."""
        if self.settled_by is not None:
            return self.settled_by
        return self.reasons[-1].says if self.reasons else self.answer

    @property
    def numbers(self) -> tuple[str, ...]:
        """Return the rules that the reasons rest on, each once."""
        return tuple(dict.fromkeys(reason.number for reason in self.reasons if reason.number))


class BadQuestion(ValueError):
    """What was asked makes no question; ``saying`` tells why, for people."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


class UnknownName(BadQuestion):
    """A name that belongs to no card known, where a card is needed."""

    def __init__(self, name: str) -> None:
        message = _("No card named %(name)s is known. Describe it as JSON, or pick one of the candidates.")
        super().__init__(Message(message, {"name": name}))
        self.name = name
