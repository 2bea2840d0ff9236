"""MTGJSON records: the faces of a printing (set files) or card (AtomicCards), converted to Scryfall's format."""

from collections.abc import Sequence
from typing import Any

from cards.engine.records import scryfall
from cards.engine.records.cleaning import clean_name
from cards.engine.records.fields import (
    LONGEST_NAME,
    Record,
    colors_of,
    dicts_of,
    language_code,
    needed,
    number_of,
    text_of,
    words_of,
)
from cards.engine.records.types import BadRecord, CardRecords, NameRecord, PartRecord, RulingRecord, SetRecord


def read_cards(sides: Sequence[Record]) -> CardRecords:
    """Return the records of all sides of one card, in the order of their letters.

    Raise BadRecord for unusable data.
    """
    sides = sorted(sides, key=lambda side: text_of(side, "side", 4))
    first = sides[0]
    layout = needed(first, "layout", 40)
    # A meld card is one card, though its data have the result as a second side.
    several = len(sides) > 1 and layout != "meld"
    record = _as_scryfall(sides if several else [first], layout)
    read = scryfall.read_card(record)
    card = text_of(record, "oracle_id", 64) or "=" + clean_name(text_of(first, "faceName", LONGEST_NAME))
    names: list[NameRecord] = []
    problems = list(read.problems)
    code, number = text_of(first, "setCode").lower(), text_of(first, "number")
    blank = NameRecord(card, -1, "", "", card_set=code, number=number)
    has_faces = several and not card.startswith("=")
    for at, side in enumerate(sides if has_faces else [first]):
        names += _foreign_names(side, blank._replace(face=at) if has_faces else blank, problems)
    return read._replace(
        names=(*read.names, *dict.fromkeys(names)),
        rulings=_rulings(sides, card),
        parts=(*_melds(first, card), *_tokens(first, card)),
        problems=tuple(dict.fromkeys(problems)),
    )


def sets_of(record: Record) -> SetRecord:
    """Return the set of a set file, without its cards."""
    return SetRecord(
        needed(record, "code", 12).lower(),
        text_of(record, "name", 200),
        text_of(record, "type", 40),
        text_of(record, "releaseDate", 10),
    )


def identifier_of(side: Record, name: str) -> Any:
    """Return an identifier of a side; None where it has none of that name."""
    identifiers = side.get("identifiers")
    return identifiers.get(name) if isinstance(identifiers, dict) else None


def _name(side: Record) -> str:
    return text_of(side, "faceName", LONGEST_NAME) or needed(side, "name")


def _as_scryfall(sides: Sequence[Record], layout: str) -> dict[str, object]:
    first = sides[0]
    several = len(sides) > 1
    record: dict[str, object] = {
        "object": "card",
        "id": identifier_of(first, "scryfallId"),
        "oracle_id": identifier_of(first, "scryfallOracleId"),
        "name": _name(first) if not several else needed(first, "name"),
        "layout": layout,
        "lang": "en",
        "set": first.get("setCode"),
        "collector_number": first.get("number"),
        "released_at": first.get("originalReleaseDate"),
        # Tokens have no mana value here; it is 0.
        "cmc": number_of(first, "manaValue", "convertedManaCost"),
        "type_line": " // ".join(text_of(side, "type", 200) for side in sides),
        "color_identity": first.get("colorIdentity"),
        "colors": colors_of("".join(word for side in sides for word in words_of(side.get("colors")))),
        "keywords": list(dict.fromkeys(word for side in sides for word in words_of(side.get("keywords")))),
        "legalities": first.get("legalities"),
        "promo_types": first.get("promoTypes"),
        "flavor_name": first.get("flavorName"),
    }
    faces = [_face(side, several) for side in sides]
    if several:
        return record | {"card_faces": faces}
    return faces[0] | {key: value for key, value in record.items() if value is not None}


# The fields of a face as Scryfall and MTGJSON name them.
_FACE = {
    "mana_cost": "manaCost",
    "type_line": "type",
    "oracle_text": "text",
    "color_indicator": "colorIndicator",
    "flavor_name": "faceFlavorName",
    **{name: name for name in ("colors", "power", "toughness", "loyalty", "defense")},
}


def _face(side: Record, several: bool) -> dict[str, object]:
    """Return a side as a face; of several sides each has its own mana value."""
    value = {"cmc": side.get("faceManaValue", side.get("faceConvertedManaCost"))} if several else {}
    return {"name": _name(side), **{name: side.get(theirs) for name, theirs in _FACE.items()}, **value}


def _foreign_names(side: Record, blank: NameRecord, problems: list[str]) -> list[NameRecord]:
    """Return the names of a side in other languages; on the first side also those of the whole card."""
    made: list[NameRecord] = []
    face = blank.face
    # If a card has a flavor name and no flavor text, the translated "flavor text" is that name.
    is_name = bool(side.get("flavorName")) and not side.get("flavorText")
    for entry in dicts_of(side.get("foreignData")):
        blank = blank._replace(language=language_code(needed(entry, "language", 40)))
        whole = clean_name(text_of(entry, "name", LONGEST_NAME))
        own = clean_name(text_of(entry, "faceName", LONGEST_NAME)) if face >= 0 else whole
        if face >= 0 and not own:
            parts = whole.split(" // ")
            own = parts[face] if face < len(parts) else ""
        flavor = text_of(entry, "flavorText") if is_name else ""
        flavor = flavor if flavor and len(flavor) <= 80 and "\n" not in flavor else ""
        shown = {
            "printed_name": own,
            "printed_type_line": entry.get("type"),
            "printed_text": entry.get("text"),
            "flavor_name": flavor or (side.get("flavorName") if "(" in own else ""),
        }
        found = scryfall.printed_names(shown, blank, problems)
        made += found if flavor else [row for row in found if not (row.flavor and row.name == side.get("flavorName"))]
        if face == 0 and whole:
            made += scryfall.printed_names({"printed_name": whole}, blank._replace(face=-1), problems)
    return made


def _rulings(sides: Sequence[Record], card: str) -> tuple[RulingRecord, ...]:
    entries = (entry for side in sides for entry in dicts_of(side.get("rulings")))
    found = (RulingRecord(card, text_of(entry, "date", 10), "wotc", text_of(entry, "text")) for entry in entries)
    return tuple(dict.fromkeys(one for one in found if one.date and one.text))


def _melds(first: Record, card: str) -> tuple[PartRecord, ...]:
    """Return the other half and the result; the source names both halves and then the result."""
    parts = [clean_name(part) for part in words_of(first.get("cardParts"))]
    if len(parts) != 3:
        return ()
    own = _name(first)
    kinds = ("meld_part", "meld_part", "meld_result")
    return tuple(PartRecord(card, kind, name) for kind, name in zip(kinds, parts, strict=True) if name != own)


def _tokens(first: Record, card: str) -> tuple[PartRecord, ...]:
    """Return a relation for each card that makes this token."""
    if card.startswith("="):
        return ()
    name = needed(first, "name")
    makers = dict.fromkeys(words_of(first.get("reverseRelated")))
    return tuple(PartRecord("=" + clean_name(maker), "token", name, card) for maker in makers)


def check_side(side: Record) -> str:
    """Return the key that groups the sides of a printing. Raise BadRecord where there is none."""
    if not isinstance(side.get("name"), str):
        raise BadRecord("“name” is missing")
    number = text_of(side, "number", 20)
    return f"{identifier_of(side, 'scryfallId') or ''} {text_of(side, 'setCode', 12)} {number} {side['name']}"
