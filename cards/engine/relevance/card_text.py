"""The text of a card, folded for patterns: lower case, without reminder text, ``~`` for the card itself.

Positions lead back to the printed words, so that a match can be shown as it stands on the card.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from cards.engine.types import Side

_REMINDER = re.compile(r"\([^()]*\)")
_SELF = (
    r"\bthis (?:creature|land|artifact|enchantment|permanent|aura|equipment|vehicle|saga|class|spell|card|planeswalker"
    r"|token|battle|siege|case|spacecraft)\b"
)
_FOLD = str.maketrans("’‘“”−", "''\"\"-")
# Names of cards shorter than this are words of other texts too.
_SHORTEST_NAME = 3
_LONGEST_WORDS = 70


class FoldedText:
    """A text folded for patterns."""

    def __init__(self, original: str, names: Iterable[str] = ()) -> None:
        """Fold a text; ``names`` are what the text calls its own card."""
        self.original = original
        # Reminder text is blanked in place, so that all positions stay.
        lower = _REMINDER.sub(lambda match: " " * len(match[0]), original).translate(_FOLD).lower()
        own = [re.escape(name.translate(_FOLD).lower()) for name in names if len(name) >= _SHORTEST_NAME]
        pattern = re.compile("|".join([*(rf"\b{name}\b" for name in sorted(own, key=len, reverse=True)), _SELF]))
        pieces: list[str] = []
        self._starts: list[int] = []
        at = 0
        for match in pattern.finditer(lower):
            pieces += [lower[at : match.start()], "~"]
            self._starts += [*range(at, match.start()), match.start()]
            at = match.end()
        self.folded = "".join([*pieces, lower[at:]])
        self._starts += [*range(at, len(lower) + 1)]

    def words(self, start: int, end: int) -> str:
        """Return the original words of folded[start:end], in whole words and shortened."""
        first, last = self._starts[start], self._starts[end]
        while first and self.original[first - 1].isalnum():
            first -= 1
        while last < len(self.original) and self.original[last].isalnum():
            last += 1
        found = " ".join(self.original[first:last].split()).strip(" ,.:—")
        return found if len(found) <= _LONGEST_WORDS else found[:_LONGEST_WORDS].rsplit(" ", 1)[0] + " …"


class CardText(NamedTuple):
    """A card: its layout, its faces, and the keywords that the data list."""

    layout: str
    faces: Sequence[Side]
    keywords: Sequence[str] = ()


class FoldedFace:
    """The fields of a face, each folded when it is first read."""

    def __init__(self, face: Side, *, is_front: bool) -> None:
        self.face, self.is_front = face, is_front
        self.types = face.type_line.lower()

    @cached_property
    def text(self) -> FoldedText:
        """Return the Oracle text.

        Cards call themselves also by their name before a comma; legendary cards also by it before “of”.
        """
        name = self.face.name
        short = name.split(",")[0].split(" of ")[0] if "legendary" in self.types else name
        return FoldedText(self.face.text, {name, name.split(",")[0], short})

    @cached_property
    def fields(self) -> dict[str, FoldedText]:
        """Return the fields of patterns that this face has."""
        instant = "instant" in self.types or "sorcery" in self.types
        cost = FoldedText(self.face.mana_cost)
        found = {"text": self.text, "type": FoldedText(self.face.type_line), "mana cost": cost}
        found["power and toughness"] = FoldedText(f"{self.face.power}/{self.face.toughness}")
        found["spell text" if instant else "permanent text"] = self.text
        found["spell mana cost" if instant else "permanent mana cost"] = cost
        if "creature" in self.types:
            found["creature text"] = self.text
        if self.is_front and self.types and "land" not in self.types and not self.face.mana_cost:
            found["missing mana cost"] = cost
        return found
