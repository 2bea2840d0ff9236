"""What an index of names is made of, and what it gives back."""

from enum import IntEnum, StrEnum
from typing import NamedTuple

from rulesbase.engine.messages import Message, gettext_noop


class NameKind(IntEnum):
    """What a name is to its card. The smaller, the more it is the name meant when several are alike."""

    WHOLE = 0
    PRINTED = 1
    FLAVOR = 2
    FACE = 3
    PRINTED_FACE = 4
    READING = 5
    # Stood on a printing by mistake, or was given up since.
    ONCE = 6


class CardKind(IntEnum):
    """What a card is in the game, in the order in which cards of one name are listed."""

    CARD = 0
    TOKEN = 1
    EMBLEM = 2
    NOTHING = 3


class IndexedCard(NamedTuple):
    """A card to be found: its oracle id, its English name (of both halves, where it has two), what it is."""

    card: str
    name: str
    kind: CardKind = CardKind.CARD


class IndexedName(NamedTuple):
    """A name that leads to a card. ``face`` counts from 0; ``warning`` is said with whatever this name finds."""

    name: str
    language: str
    kind: NameKind
    card: str
    face: int | None = None
    warning: Message | None = None


class MatchReason(StrEnum):
    """Why a card is among the candidates."""

    EXACT = "exact"
    PRINTED = "printed"
    FLAVOR = "flavor"
    FACE = "face"
    PREFIX = "prefix"
    PART = "part"
    WORDS = "words"
    TYPING_ERROR = "typing-error"


# A whole name was typed, in whatever spelling. Candidates with other reasons are guesses.
WHOLE_NAMES = frozenset({MatchReason.EXACT, MatchReason.PRINTED, MatchReason.FLAVOR, MatchReason.FACE})


class Candidate(NamedTuple):
    """A card that may be meant.

    ``card`` is its oracle id and ``name`` its English whole name; ``matched`` is the name, in ``language``, that
    was recognised. ``score`` goes to 100; ``warning`` says where one may go wrong.
    """

    card: str
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
}


_MISPRINT = gettext_noop("“%(printed)s” was also printed on %(card)s, by mistake.")
_CORRECTED = gettext_noop("%(card)s was once printed as “%(printed)s”; its name is “%(instead)s” now.")
_UNSAID = gettext_noop("%(card)s was once printed as “%(printed)s”.")


def once(kind: str, card: str, english: str, language: str, printed: str, instead: str = "") -> IndexedName:
    """Return a name that a card has or had on some printings and should not be called by.

    ``kind`` is misprint, correction, renaming or duplicate; ``instead`` is the name that is right.
    """
    values = {"card": english, "printed": printed}
    if kind == "misprint":
        warning = Message(_MISPRINT, values)
    elif instead:
        warning = Message(_CORRECTED, values | {"instead": instead})
    else:
        warning = Message(_UNSAID, values)
    return IndexedName(printed, language, NameKind.ONCE, card, None, warning)
