"""Data types of the name index and its results."""

from enum import IntEnum, StrEnum
from typing import Generic, NamedTuple, TypeVar

from rulesbase.engine.messages import Message, gettext_noop

CardT = TypeVar("CardT")


class NameKind(IntEnum):
    """The role of a name for its card. Smaller values come first among equal names."""

    WHOLE = 0
    PRINTED = 1
    FLAVOR = 2
    FACE = 3
    PRINTED_FACE = 4
    READING = 5
    # Was printed by mistake, or was given up since.
    ONCE = 6
    NICKNAME = 7


class CardKind(IntEnum):
    """The kind of a card in the game, in list order for cards of one name."""

    CARD = 0
    TOKEN = 1
    EMBLEM = 2
    NOTHING = 3


class IndexedCard(NamedTuple):
    """A card in the index: its oracle id, its English name (of both halves if it has two), its kind."""

    card: str
    name: str
    kind: CardKind = CardKind.CARD


class IndexedName(NamedTuple):
    """A name of a card; ``warning`` is shown with all results of this name."""

    name: str
    language: str
    kind: NameKind
    card: str
    warning: Message | None = None


class MatchReason(StrEnum):
    """Why a card is a candidate."""

    EXACT = "exact"
    PRINTED = "printed"
    FLAVOR = "flavor"
    FACE = "face"
    PREFIX = "prefix"
    PART = "part"
    WORDS = "words"
    TYPING_ERROR = "typing-error"
    NICKNAME = "nickname"


# A whole name was typed, in any spelling. Other reasons are guesses.
WHOLE_NAMES = frozenset({MatchReason.EXACT, MatchReason.PRINTED, MatchReason.FLAVOR, MatchReason.FACE})


class Candidate(NamedTuple, Generic[CardT]):
    """A card that may be meant.

    ``card`` is its oracle id, or its row where the database was read. ``name`` is its English name, ``matched`` the
    recognised name in ``language``. ``score`` is 0 to 100; ``warning`` is a message about possible confusion.
    """

    card: CardT
    name: str
    matched: str
    language: str
    reason: MatchReason
    score: float
    warning: Message | None = None

    @property
    def is_whole(self) -> bool:
        """Return whether a whole name was typed."""
        return self.reason in WHOLE_NAMES


REASON_OF = {
    NameKind.WHOLE: MatchReason.EXACT,
    NameKind.PRINTED: MatchReason.PRINTED,
    NameKind.FLAVOR: MatchReason.FLAVOR,
    NameKind.FACE: MatchReason.FACE,
    NameKind.PRINTED_FACE: MatchReason.FACE,
    NameKind.READING: MatchReason.PRINTED,
    NameKind.ONCE: MatchReason.PRINTED,
    # It says which card is meant, but is no name of it.
    NameKind.NICKNAME: MatchReason.NICKNAME,
}


_MISPRINT = gettext_noop("“%(printed)s” was also printed on %(card)s, by mistake.")
_CORRECTED = gettext_noop("%(card)s was once printed as “%(printed)s”; its name is “%(instead)s” now.")
_UNSAID = gettext_noop("%(card)s was once printed as “%(printed)s”.")


def former_name(kind: str, card: str, english: str, language: str, printed: str, instead: str = "") -> IndexedName:
    """Return a former or wrong name of a card, with its warning.

    ``kind`` misprint gives its own warning; ``instead`` is the right name, if known.
    """
    values = {"card": english, "printed": printed}
    if kind == "misprint":
        warning = Message(_MISPRINT, values)
    elif instead:
        warning = Message(_CORRECTED, values | {"instead": instead})
    else:
        warning = Message(_UNSAID, values)
    return IndexedName(printed, language, NameKind.ONCE, card, warning)
