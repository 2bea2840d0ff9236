"""A question of the name checker as its address has it: read, brought into one form, written again.

`?ask=same&card=NAME[@state,...]&card=...&version=2013-05-01`; without a version the rules in force are meant. A form
without script sends the states of the first card as `zone1`, `part1`, `is1`, `also1` ...; they join their card here.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode

from django.http import QueryDict

from cards.engine.types import ZONES, QuestionKind

MOST_CARDS = 20
LONGEST = 300
# In the order of the form: where the object is, which part of its card, what else it is, what names it has besides.
PARTS = ("left", "right", "back", "flipped", "melded", "locked-left", "locked-right", "locked-left,locked-right")
MARKS = ("facedown", "token", "copy")
NAMED = ("also", "set", "flavor")
# What each kind of question asks for besides its cards.
DETAILS: Mapping[QuestionKind, tuple[str, ...]] = {
    QuestionKind.DIFFERENT: ("among",),
    QuestionKind.CHOOSE: ("with", "legal"),
    QuestionKind.ENGLISH: ("changed",),
    QuestionKind.REFERS: ("how", "by"),
    QuestionKind.TOKEN: ("subtypes", "name", "changed", "existing"),
    QuestionKind.DECK: ("commander",),
    QuestionKind.PLAY: ("format",),
}
_STATE = re.compile(rf",\s*(?=(?:{'|'.join(NAMED)})=|[a-z][a-z-]*(?:,|$))")
# An "@" ends the name only where a state follows; it may stand in what people type.
_AT = re.compile(rf"@(?=(?:{'|'.join(NAMED)})=|[a-z][a-z-]*(?:,|$))")


class Typed(NamedTuple):
    """An object as it was typed, taken apart."""

    name: str
    states: tuple[str, ...]

    @property
    def zone(self) -> str:
        """Where it is; empty where not said."""
        return next((zone for zone in ZONES if zone in self.states), "")

    @property
    def part(self) -> str:
        """Which part of its card it is; empty where not said."""
        both = PARTS[-1]
        if all(state in self.states for state in both.split(",")):
            return both
        return next((part for part in PARTS if part in self.states), "")

    @property
    def named(self) -> dict[str, str]:
        """The further names it was given, by how."""
        pairs = (state.partition("=") for state in self.states)
        return {key: value for key, equals, value in pairs if equals and key in NAMED}

    def __str__(self) -> str:
        return f"{self.name}@{','.join(self.states)}" if self.states else self.name


@dataclass(frozen=True)
class Ask:
    """A question as typed. ``details`` holds what its kind asks besides, without what was left empty."""

    kind: QuestionKind = QuestionKind.SAME
    cards: tuple[Typed, ...] = ()
    version: str = ""
    details: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def is_empty(self) -> bool:
        """Whether nothing was asked yet."""
        return not self.cards and not any(self.details.get(key) for key in ("subtypes", "name"))

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The question as names and values of an address, in their one order."""
        found = [("ask", str(self.kind)), *(("card", str(card)) for card in self.cards), *self.details.items()]
        return [*found, ("version", self.version)] if self.version else found

    @property
    def query(self) -> str:
        """The question as the query of an address, with its question mark."""
        return "?" + urlencode(self.pairs, safe="/@,:'!")

    def at(self, version: str) -> "Ask":
        """The same question of another version; empty for the rules in force."""
        return replace(self, version=version)

    def of_kind(self, kind: QuestionKind) -> "Ask":
        """Another question about the same cards."""
        return Ask(kind, () if kind is QuestionKind.TOKEN else self.cards, self.version)

    def with_detail(self, key: str, value: str) -> "Ask":
        """The same question with one more thing said, in the order of addresses."""
        said = {**self.details, key: value}
        return replace(self, details={one: said[one] for one in DETAILS[self.kind] if one in said})

    def cut(self) -> "Ask":
        """The question without what goes beyond all measure: it is refused, but its page must stay small."""
        cards = tuple(Typed(name[:LONGEST], states[:8]) for name, states in self.cards[:MOST_CARDS])
        details = {key: value[:LONGEST] for key, value in self.details.items()}
        return replace(self, cards=cards, version=self.version[:40], details=details)

    def with_card(self, at: int, name: str) -> "Ask":
        """The same question with another name at one place."""
        cards = [*self.cards]
        cards[at] = cards[at]._replace(name=name)
        return replace(self, cards=tuple(cards))


def split_typed(typed: str) -> Typed:
    """Take `NAME@state,also=OTHER, NAME` apart."""
    name, *rest = _AT.split(typed, maxsplit=1)
    states = (state.strip() for part in rest for state in _STATE.split(part))
    return Typed(tidy(name), tuple(dict.fromkeys(state for state in states if state)))


def tidy(text: str) -> str:
    """Text as people see it: composed, single spaces, without signs that have no width and no place of their own."""
    seen = "".join(" " if (kind := unicodedata.category(c)) == "Cc" else "" if kind == "Cf" else c for c in text)
    return " ".join(unicodedata.normalize("NFC", seen).split())


def read_ask(query: QueryDict) -> Ask:
    """The question of an address; an unknown kind counts as the first."""
    asked = query.get("ask", "")
    kind = QuestionKind(asked) if asked in list(QuestionKind) else QuestionKind.SAME
    cards = () if kind is QuestionKind.TOKEN else _cards(query)
    details = {key: value for key in DETAILS.get(kind, ()) if (value := tidy(query.get(key, "")))}
    version = tidy(query.get("version", ""))
    return Ask(kind, cards, "" if version == "latest" else version, MappingProxyType(details))


def _cards(query: QueryDict) -> tuple[Typed, ...]:
    """The cards that were named, each with its states; empty fields are left out."""
    return tuple(card for _place, card in _placed(query))


def places_of(query: QueryDict) -> list[int]:
    """In which fields of the form, from 1, the cards of a question stood."""
    return [place for place, _card in _placed(query)]


def _placed(query: QueryDict) -> Iterable[tuple[int, Typed]]:
    for at, typed in enumerate(query.getlist("card"), 1):
        # What is far too long is refused, and need not be understood.
        card = split_typed(typed) if len(typed) <= LONGEST * 10 else Typed(tidy(typed), ())
        if card.name:
            yield at, Typed(card.name, tuple(dict.fromkeys([*card.states, *_fields(query, at)])))


def _fields(query: QueryDict, at: int) -> Iterable[str]:
    for key in (f"zone{at}", f"part{at}", f"is{at}"):
        for value in query.getlist(key):
            yield from (state for state in value.split(",") if state in {*ZONES, *PARTS, *MARKS})
    for key in NAMED:
        if value := tidy(query.get(f"{key}{at}", "")):
            yield f"{key}={value}"


def is_written_so(query_string: str, pairs: Sequence[tuple[str, str]]) -> bool:
    """Whether an address has a question in its one form; how its letters are escaped does not matter."""
    return parse_qsl(query_string, keep_blank_values=True) == list(pairs)
