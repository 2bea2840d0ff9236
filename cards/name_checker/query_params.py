"""Read a question of the name checker from its address, and write it in canonical form.

`?ask=same&card=NAME[@state,...]&card=...&version=2013-05-01`; the default version is the latest. A form without script
sends the states of the first card as `zone1`, `part1`, `is1`, `also1` ...; they are added to the card.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse

from cards.engine.name_rules.named_phrase import read_named
from cards.engine.types import ZONES, QuestionKind

MOST_CARDS = 20
LONGEST = 300
# States in the order of the form: parts of the card, marks, further names.
PARTS = ("left", "right", "back", "flipped", "melded", "locked-left", "locked-right", "locked-left,locked-right")
MARKS = ("facedown", "token", "copy")
NAMED = ("also", "set", "flavor")
# Parameters of each kind of question besides its cards.
DETAILS: Mapping[QuestionKind, tuple[str, ...]] = {
    QuestionKind.DIFFERENT: ("among",),
    QuestionKind.CHOOSE: ("with", "legal", "format"),
    QuestionKind.ENGLISH: ("changed",),
    QuestionKind.REFERS: ("how", "by"),
    QuestionKind.TOKEN: ("subtypes", "name", "changed", "existing"),
    QuestionKind.DECK: ("commander",),
    QuestionKind.PLAY: ("format",),
}
ALL_DETAILS = frozenset(key for details in DETAILS.values() for key in details)
_STATE = re.compile(rf",\s*(?=(?:{'|'.join(NAMED)})=|[a-z][a-z-]*(?:,|$))")
# An "@" ends the name only if a state follows; names may contain it.
_AT = re.compile(rf"@(?=(?:{'|'.join(NAMED)})=|[a-z][a-z-]*(?:,|$))")


class TypedObject(NamedTuple):
    """A typed object, split into name and states."""

    name: str
    states: tuple[str, ...]

    @property
    def zone(self) -> str:
        """Return the zone; empty if not given."""
        return next((zone for zone in ZONES if zone in self.states), "")

    @property
    def part(self) -> str:
        """Return the part of the card; empty if not given."""
        both = PARTS[-1]
        if all(state in self.states for state in both.split(",")):
            return both
        return next((part for part in PARTS if part in self.states), "")

    @property
    def named(self) -> dict[str, str]:
        """Return the further names by kind: also, set, flavor."""
        pairs = (state.partition("=") for state in self.states)
        return {key: value for key, equals, value in pairs if equals and key in NAMED}

    def __str__(self) -> str:
        return f"{self.name}@{','.join(self.states)}" if self.states else self.name


class QuestionParams(NamedTuple):
    """A question as typed. ``details`` has the parameters of its kind, without empty ones."""

    kind: QuestionKind = QuestionKind.SAME
    cards: tuple[TypedObject, ...] = ()
    version: str = ""
    details: Mapping[str, str] = MappingProxyType({})

    @property
    def is_empty(self) -> bool:
        """Return whether nothing was typed yet."""
        return not self.cards and not any(self.details.get(key) for key in ("subtypes", "name"))

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Return names and values of the query in canonical order."""
        found = [("ask", str(self.kind)), *(("card", str(card)) for card in self.cards), *self.details.items()]
        return [*found, ("version", self.version)] if self.version else found

    @property
    def href(self) -> str:
        """Return the address of the question."""
        return reverse("names") + "?" + urlencode(self.pairs, safe="/@,:'!")

    def at(self, version: str) -> "QuestionParams":
        """Return the same question in another version; empty for the latest."""
        return self._replace(version=version)

    def of_kind(self, kind: QuestionKind) -> "QuestionParams":
        """Return another kind of question about the same cards."""
        return QuestionParams(kind, () if kind is QuestionKind.TOKEN else self.cards, self.version)

    def with_detail(self, key: str, value: str) -> "QuestionParams":
        """Return the same question with one more detail, in canonical order."""
        details = {**self.details, key: value}
        return self._replace(details={one: details[one] for one in DETAILS[self.kind] if one in details})

    def cut(self) -> "QuestionParams":
        """Return the question cut to a bounded size, for the page that refuses it."""
        cards = tuple(TypedObject(name[:LONGEST], states[:8]) for name, states in self.cards[:MOST_CARDS])
        details = {key: value[:LONGEST] for key, value in self.details.items()}
        return self._replace(cards=cards, version=self.version[:40], details=details)

    def with_card(self, at: int, name: str) -> "QuestionParams":
        """Return the same question with another name at an index; words around the name stay."""
        cards = [*self.cards]
        if self.kind is QuestionKind.NAMED:
            before, _typed, after = cards[at].name.rpartition(read_named(cards[at].name).name)
            name = f"{before}{name}{after}"
        cards[at] = cards[at]._replace(name=name)
        return self._replace(cards=tuple(cards))


def split_typed(typed: str) -> TypedObject:
    """Split `NAME@state,also=OTHER, NAME`."""
    name, *rest = _AT.split(typed, maxsplit=1)
    states = (state.strip() for part in rest for state in _STATE.split(part))
    return TypedObject(tidy(name), tuple(dict.fromkeys(state for state in states if state)))


def tidy(text: str) -> str:
    """Return text in NFC with single spaces, without control and format characters."""
    seen = "".join(" " if (kind := unicodedata.category(c)) == "Cc" else "" if kind == "Cf" else c for c in text)
    return " ".join(unicodedata.normalize("NFC", seen).split())


def read_params(query: QueryDict) -> QuestionParams:
    """Return the question of a query; an unknown kind becomes the first."""
    typed = query.get("ask", "")
    kind = QuestionKind(typed) if typed in list(QuestionKind) else QuestionKind.SAME
    cards = () if kind is QuestionKind.TOKEN else tuple(card for _place, card in numbered_cards(query))
    details = {key: value for key in DETAILS.get(kind, ()) if (value := tidy(query.get(key, "")))}
    version = tidy(query.get("version", ""))
    return QuestionParams(kind, cards, "" if version == "latest" else version, MappingProxyType(details))


def numbered_cards(query: QueryDict) -> Iterable[tuple[int, TypedObject]]:
    """Yield the numbers of fields, from 1, and their named cards with the states; empty fields are skipped."""
    for at, typed in enumerate(query.getlist("card"), 1):
        # A far too long text is refused, so it is not split.
        card = split_typed(typed) if len(typed) <= LONGEST * 10 else TypedObject(tidy(typed), ())
        if card.name:
            yield at, TypedObject(card.name, tuple(dict.fromkeys([*card.states, *_fields(query, at)])))


def _fields(query: QueryDict, at: int) -> Iterable[str]:
    for key in (f"zone{at}", f"part{at}", f"is{at}"):
        for value in query.getlist(key):
            yield from (state for state in value.split(",") if state in {*ZONES, *PARTS, *MARKS})
    for key in NAMED:
        if value := tidy(query.get(f"{key}{at}", "")):
            yield f"{key}={value}"
