"""Facts of a card that change with time, in one form for all sources, so that equal facts are equal values.

The value of a fact by kind:

- face: `[type line, text, mana cost, colours, power, toughness]`
- legal: `{format: word}`, formats and words in lower case
- ruling: `[day, text]`
- printed: `[set, day of release, type line, text]` as printed
- first: `[day of release, set, name of the set]` of the first printing
"""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from cards.engine.records.fields import Record, colors_of, dicts_of, text_of, words_of
from cards.engine.records.types import CardRecord, RulingRecord
from rulesbase.engine.text.dates import read_day

_LETTERS = {"White": "W", "Blue": "U", "Black": "B", "Red": "R", "Green": "G"}
PLAIN_SIGNS = str.maketrans("‘’“”−–", "''\"\"--")
_LOYALTY = re.compile(r"^\[([+-]?\w+)\]:", re.M)
_BREAKS = re.compile(r"\s*\n\s*")
# Longer values are no card text.
_LONGEST = 10_000
# A printing that Gatherer has counts as much as all others.
_GATHERER = 1000


class DatedFactRecord(NamedTuple):
    """A fact on a name; ``value`` in the form of its kind."""

    kind: str
    name: str
    value: Any

    @property
    def digest(self) -> int:
        """Return the identity of the value, as a signed number of 64 bits."""
        packed = json.dumps(self.value, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()
        return int.from_bytes(hashlib.blake2b(packed, digest_size=8).digest(), "big", signed=True)


def plain_text(text: str) -> str:
    """Return a text with straight quotes, single line breaks and loyalty without brackets: sources differ in them."""
    return _LOYALTY.sub(r"\1:", _BREAKS.sub("\n", text.translate(PLAIN_SIGNS)).strip())


def plain_type(text: str) -> str:
    """Return a type line with an em dash before the subtypes."""
    return re.sub(r"\s+[-\N{EN DASH}]\s+", " \N{EM DASH} ", text)


def facts_of_card(card: CardRecord) -> Iterator[DatedFactRecord]:
    """Yield the facts of a card of Scryfall or MTGJSON."""
    for face in card.faces:
        colors = face.colors or (card.colors if len(card.faces) == 1 else "")
        value = [plain_type(face.type_line), plain_text(face.text), face.mana_cost, colors, face.power, face.toughness]
        yield DatedFactRecord("face", face.name, value)
    if card.legalities:
        yield DatedFactRecord("legal", card.name, _legalities(card.legalities))


@lru_cache(maxsize=8192)
def _legalities(pairs: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """Return pairs of format and word as a dictionary, for equal ones the same: most cards share theirs with many."""
    return dict(pairs)


def fact_of_ruling(ruling: RulingRecord, name: str) -> DatedFactRecord:
    """Return a ruling as a fact."""
    return DatedFactRecord("ruling", name, [ruling.date, plain_text(ruling.text)])


def is_old(record: Record) -> bool:
    """Return whether a record has the form of MTGJSON version 3."""
    return "imageName" in record and "type" in record and "uuid" not in record and "object" not in record


def old_facts(record: Record) -> list[DatedFactRecord]:
    """Return the face, legality and rulings in a record of MTGJSON version 3; nothing for a token."""
    layout, type_line = text_of(record, "layout", 40), text_of(record, "type", 200)
    name = text_of(record, "name", 300)
    if layout == "token" or type_line.startswith("Token") or not name:
        return []
    face = [
        plain_type(type_line),
        plain_text(text_of(record, "text", _LONGEST)),
        text_of(record, "manaCost", 120),
        colors_of([_LETTERS.get(word) for word in words_of(record.get("colors"))]),
        text_of(record, "power", 12),
        text_of(record, "toughness", 12),
    ]
    halves = words_of(record.get("names"))
    whole = " // ".join(halves) if layout != "meld" and len(halves) > 1 else name
    facts = [DatedFactRecord("face", name, face)]
    legal = tuple(
        (text_of(row, "format", 60).lower().replace(" ", ""), text_of(row, "legality", 20).lower())
        for row in dicts_of(record.get("legalities"))
    )
    if legal:
        facts.append(DatedFactRecord("legal", whole, _legalities(legal)))
    for row in dicts_of(record.get("rulings")):
        ruling = [text_of(row, "date", 10), plain_text(text_of(row, "text", _LONGEST))]
        facts.append(DatedFactRecord("ruling", whole, ruling))
    return facts


class OldSets:
    """The records of an AllSets file, until the days of its sets are known."""

    def __init__(self) -> None:
        self._facts: dict[tuple[str, str, int], DatedFactRecord] = {}
        self._votes: dict[tuple[str, str], Counter[int]] = {}
        self._printed: dict[tuple[str, str, str], set[tuple[str, str]]] = {}
        self._sets: dict[str, set[tuple[str, str]]] = {}

    def __bool__(self) -> bool:
        return bool(self._facts)

    def add(self, record: Record, card_set: str) -> bool:
        """Add a record of a set; return whether it is a card."""
        facts = old_facts(record)
        if not facts:
            return False
        name, place = facts[0].name, (card_set, text_of(record, "releaseDate", 10))
        type_line, text = text_of(record, "originalType", 200), text_of(record, "originalText", _LONGEST)
        for fact in facts:
            digest = fact.digest
            self._facts[fact.kind, fact.name, digest] = fact
            if fact.kind != "ruling":
                # Sets that Gatherer lacks were rarely updated.
                votes = self._votes.setdefault((fact.kind, fact.name), Counter())
                votes[digest] += _GATHERER if "multiverseid" in record else 1
        self._sets.setdefault(name, set()).add(place)
        if text:
            self._printed.setdefault((name, type_line, plain_text(text)), set()).add(place)
        return True

    def all_facts(self, sets: dict[str, tuple[str, str, bool]]) -> Iterable[DatedFactRecord]:
        """Yield all facts. ``sets`` are name, day of release and whether it is a promotional set, by code.

        Where the printings of a card have different Oracle texts, most of them decide.
        """
        yield from (fact for (kind, _name, _digest), fact in self._facts.items() if kind == "ruling")
        for (kind, name), votes in self._votes.items():
            digest = max(votes, key=lambda one: (votes[one], one))
            yield self._facts[kind, name, digest]
        for name, places in self._sets.items():
            if first := _first(places, sets):
                yield DatedFactRecord("first", name, list(first))
        for (name, type_line, text), places in self._printed.items():
            if first := _first(places, sets):
                yield DatedFactRecord("printed", name, [first[1], first[0], plain_type(type_line), text])


def _first(places: Iterable[tuple[str, str]], sets: dict[str, tuple[str, str, bool]]) -> tuple[str, str, str] | None:
    """Return day, code and name of the earliest set. A printing without a whole date has that of its set.

    Cards of a promotional set came out over many years: its day is not that of cards of later or unknown years.
    """
    days = []
    for code, released in places:
        name, usual, is_promo = sets.get(code, ("", "", False))
        if is_promo and (not released or released[:4] > usual[:4]):
            usual = ""
        day = released if read_day(released) else usual
        if day:
            days.append((day, code.lower(), name))
    return min(days, default=None)
