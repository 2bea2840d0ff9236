"""Data types of card files, independent of format: from the readers to the tables."""

from typing import NamedTuple


class BadRecord(ValueError):
    """A record that cannot be used; the message says why."""


class FaceFacts(NamedTuple):
    """A face or half of a card; most cards have one. Colours are letters in the order WUBRG."""

    name: str
    mana_cost: str = ""
    mana_value: float | None = None
    type_line: str = ""
    colors: str = ""
    color_indicator: str = ""
    text: str = ""
    power: str = ""
    toughness: str = ""
    loyalty: str = ""
    defense: str = ""


class CardRecord(NamedTuple):
    """The card itself, as in the reference."""

    oracle_id: str
    name: str
    layout: str
    kind: str
    mana_value: float
    colors: str
    color_identity: str
    keywords: tuple[str, ...]
    legalities: tuple[tuple[str, str], ...]
    is_playtest: bool
    faces: tuple[FaceFacts, ...]


class SetRecord(NamedTuple):
    """A set; a later record with more data completes an earlier one."""

    code: str
    name: str = ""
    kind: str = ""
    released: str = ""


class PrintingRecord(NamedTuple):
    """A card in a set. ``card`` is an oracle id, or ``=`` and the English name where the source has no id."""

    card: str
    card_set: str
    number: str
    released: str = ""
    scryfall_id: str = ""


class NameRecord(NamedTuple):
    """A printed name; ``face`` -1 is the whole card."""

    card: str
    face: int
    language: str
    name: str
    flavor: bool = False
    reading: str = ""
    type_line: str = ""
    text: str = ""
    card_set: str = ""
    number: str = ""


class RulingRecord(NamedTuple):
    """A ruling of a day, ``2007-02-01``."""

    card: str
    date: str
    source: str
    text: str


class PartRecord(NamedTuple):
    """A related card, by name; ``other`` is its oracle id where the source has it."""

    card: str
    component: str
    name: str
    other: str = ""


class RetiredRecord(NamedTuple):
    """The id of a printing that was merged (``new_id``) or deleted."""

    old_id: str
    new_id: str
    day: str
    note: str


class CardRecords(NamedTuple):
    """The contents of one record. ``problems`` describe what was repaired or left out."""

    card: CardRecord | None = None
    sets: tuple[SetRecord, ...] = ()
    printings: tuple[PrintingRecord, ...] = ()
    names: tuple[NameRecord, ...] = ()
    rulings: tuple[RulingRecord, ...] = ()
    parts: tuple[PartRecord, ...] = ()
    retired: tuple[RetiredRecord, ...] = ()
    problems: tuple[str, ...] = ()


# Layouts in the data of 2019 to 2026. Others are accepted with a warning.
KNOWN_LAYOUTS = frozenset(
    """normal split flip transform modal_dfc meld leveler class case saga adventure mutate prototype battle planar
    scheme vanguard token double_faced_token emblem augment host art_series reversible_card aftermath prepare""".split()
)
