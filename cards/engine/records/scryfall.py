"""Records of Scryfall's bulk files since 2019: cards, rulings, migrations."""

import re
from collections.abc import Sequence
from typing import Any

from cards.engine.records.cleaning import clean_name, clean_text, split_flavor, without_ruby
from cards.engine.records.fields import (
    LONGEST_NAME,
    Record,
    colors_of,
    day_of,
    dicts_of,
    language_code,
    needed,
    number_of,
    pairs_of,
    text_of,
    words_of,
)
from cards.engine.records.types import (
    BadRecord,
    CardRecord,
    CardRecords,
    FaceFacts,
    NameRecord,
    PartRecord,
    PrintingRecord,
    RetiredRecord,
    RulingRecord,
    SetRecord,
)
from rulesbase.engine.languages import text_language

_PLAYTEST_SETS = frozenset(("cmb1", "cmb2"))
_PLAYTEST_TAG = " (playtest)"
_NOTHING = frozenset(("art_series", "front_card", "substitute"))
_TOKENS = frozenset(("token", "double_faced_token"))
_WORD = re.compile(r"[^\W\d_]+")


def read_card(record: Record) -> CardRecords:
    """Return the contents of a record. Raise BadRecord for unusable data."""
    match record.get("object") or ("ruling" if "comment" in record else "card"):
        case "ruling":
            return CardRecords(rulings=(_ruling(record),))
        case "migration":
            return CardRecords(retired=(_retired(record),))
        case "card":
            return _card(record)
        case other:
            raise BadRecord(f"it is a “{str(other)[:40]}”, not a card, ruling or migration")


def _ruling(record: Record) -> RulingRecord:
    day = day_of(record, "published_at")
    if not day:
        raise BadRecord("“published_at” is not a day")
    card, text = needed(record, "oracle_id", 64), needed(record, "comment", 20_000)
    return RulingRecord(card, day, text_of(record, "source", 40), text)


def _retired(record: Record) -> RetiredRecord:
    old, new = needed(record, "old_scryfall_id", 36), text_of(record, "new_scryfall_id", 36)
    return RetiredRecord(old, new, day_of(record, "performed_at"), text_of(record, "note"))


def _card(record: Record) -> CardRecords:
    name = clean_name(needed(record, "name"))
    faces: Sequence[Record] = dicts_of(record.get("card_faces"))
    language = language_code(text_of(record, "lang", 40) or "en")
    sets = _sets(record)
    oracle_id = text_of(record, "oracle_id", 64)
    if not oracle_id and faces:
        return _on_faces(record, faces, sets, language)
    if not oracle_id:
        raise BadRecord("“oracle_id” is missing, so the card is unknown")
    card = None
    # A record with printed names alone has no data of the card.
    if "cmc" in record and ("type_line" in record or any("type_line" in face for face in faces)):
        card = _facts(record, oracle_id, name, faces)
    if not faces and "flavor_name" in record:
        faces = [{"name": part} for part in name.split(" // ")]
    names, problems = _names(record, oracle_id, language, faces if len(faces) > 1 else [])
    return CardRecords(
        card=card,
        sets=sets,
        printings=_printings(record, oracle_id, language),
        names=names,
        parts=_parts(record, oracle_id, name),
        problems=problems,
    )


def _on_faces(record: Record, faces: Sequence[Record], sets: tuple[SetRecord, ...], language: str) -> CardRecords:
    """Return a double-sided printing of one card or two, found by the id or name of the faces."""
    printings: list[PrintingRecord] = []
    names: list[NameRecord] = []
    problems: list[str] = []
    card: CardRecord | None = None
    by_name = False
    for face in faces:
        oracle_id = text_of(face, "oracle_id", 64)
        by_name |= not oracle_id
        key = oracle_id or "=" + clean_name(needed(face, "name"))
        if any(printing.card == key for printing in printings):
            continue
        alone = {**record, **face, "layout": face.get("layout") or "normal"}
        printings += _printings(record, key, language)
        made, name_problems = _names(alone, key, language, [])
        names += made
        problems += name_problems
        if oracle_id and card is None and "type_line" in face:
            card = _facts(alone, oracle_id, clean_name(needed(face, "name")), [])
    if by_name:
        problems.append("it has no oracle id; it was read as a printing of the card with this name")
    return CardRecords(card=card, sets=sets, printings=tuple(printings), names=tuple(names), problems=tuple(problems))


def _place(record: Record) -> tuple[str, str]:
    """Return the code of the set and the number in it."""
    return text_of(record, "set", 12).lower(), text_of(record, "collector_number", 20)


def _sets(record: Record) -> tuple[SetRecord, ...]:
    code, _number = _place(record)
    # The date of one printing is not that of its set.
    return (SetRecord(code, text_of(record, "set_name", 200), text_of(record, "set_type", 40)),) if code else ()


def _printings(record: Record, card: str, language: str) -> tuple[PrintingRecord, ...]:
    code, number = _place(record)
    scryfall_id = text_of(record, "id", 36) if language == "en" else ""
    return (PrintingRecord(card, code, number, day_of(record, "released_at"), scryfall_id),) if code else ()


def _facts(record: Record, oracle_id: str, name: str, faces: Sequence[Record]) -> CardRecord:
    layout = needed(record, "layout", 40)
    made = tuple(_face(face) for face in faces) if faces else (_face({**record, "name": name}),)
    type_line = text_of(record, "type_line", 200) or " // ".join(face.type_line for face in made)
    playtest = "playtest" in words_of(record.get("promo_types")) or _place(record)[0] in _PLAYTEST_SETS
    return CardRecord(
        oracle_id=oracle_id,
        name=name,
        layout=layout,
        kind=card_kind(layout, type_line, text_of(record, "set_type", 40)),
        mana_value=number_of(record, "cmc", "mana_value"),
        colors=colors_of(record["colors"] if "colors" in record else "".join(face.colors for face in made)),
        color_identity=colors_of(record.get("color_identity")),
        keywords=words_of(record.get("keywords")),
        legalities=pairs_of(record.get("legalities")),
        is_playtest=playtest or name.lower().endswith(_PLAYTEST_TAG),
        faces=made,
    )


def card_kind(layout: str, type_line: str, set_type: str) -> str:
    """Return ``card``, ``token``, ``emblem`` or ``nothing``.

    ``nothing`` are pictures, and game aids whose whole type is *Card*. For an unknown layout the types decide.
    """
    words = set(_WORD.findall(type_line))
    if layout in _NOTHING or words == {"Card"} or "Stickers" in words:
        return "nothing"
    if "Token" in words:
        return "token"
    if "Emblem" in words or layout == "emblem":
        return "emblem"
    if "Dungeon" in words:
        return "card"
    if layout in _TOKENS:
        return "token"
    # Challenge deck cards are neither tokens nor legal cards.
    return "nothing" if set_type == "token" else "card"


def _face(face: Record) -> FaceFacts:
    # Vanguards and the like have no power; it is not 0.
    value = face.get("mana_value", face.get("cmc"))
    return FaceFacts(
        name=clean_name(needed(face, "name")),
        mana_cost=text_of(face, "mana_cost", 120),
        mana_value=float(value) if isinstance(value, int | float) else None,
        type_line=text_of(face, "type_line", 200),
        colors=colors_of(face.get("colors")),
        color_indicator=colors_of(face.get("color_indicator")),
        text=text_of(face, "oracle_text"),
        power=text_of(face, "power", 12),
        toughness=text_of(face, "toughness", 12),
        loyalty=text_of(face, "loyalty", 12),
        defense=text_of(face, "defense", 12),
    )


def _parts(record: Record, oracle_id: str, name: str) -> tuple[PartRecord, ...]:
    return tuple(
        PartRecord(oracle_id, needed(part, "component", 40), clean_name(needed(part, "name")))
        for part in dicts_of(record.get("all_parts"))
        if clean_name(text_of(part, "name")) != name
    )


def _names(
    record: Record, card: str, language: str, faces: Sequence[Record]
) -> tuple[tuple[NameRecord, ...], tuple[str, ...]]:
    """Return the names of a printing, of the whole and of each face, and descriptions of repairs."""
    problems: list[str] = []
    code, number = _place(record)
    blank = NameRecord(card, -1, language, "", card_set=code, number=number)
    names: list[NameRecord] = []
    for at, face in enumerate(faces):
        names += printed_names(face, blank._replace(face=at), problems)
    names += printed_names(record, blank, problems)
    flavor = text_of(record, "flavor_name", LONGEST_NAME)
    # Some sources give the whole name for each face.
    parts = flavor.split(" // ")
    if faces and len(parts) == len(faces) and not any(face.get("flavor_name") for face in faces):
        names += [_named(blank._replace(face=at), clean_name(part), flavor=True) for at, part in enumerate(parts)]
    return tuple(names), tuple(problems)


def printed_names(record: Record, blank: NameRecord, problems: list[str]) -> list[NameRecord]:
    """Return the name and flavor name printed on a card or face; repairs are added to ``problems``.

    ``blank`` has all of a name but its words: card, face, language and printing.
    """
    made: list[NameRecord] = []
    flavor = clean_name(text_of(record, "flavor_name", LONGEST_NAME))
    name = clean_name(text_of(record, "printed_name", LONGEST_NAME))
    if name and not (blank.language == "en" and name == record.get("name")):
        type_line, text = text_of(record, "printed_type_line", 400), text_of(record, "printed_text")
        name, behind = split_flavor(name) if flavor else (name, "")
        if behind:
            problems.append("the flavor name was in parentheses after the name")
            made.append(_named(blank, behind, flavor=True))
            flavor = ""
        # Phyrexian uses characters of its own.
        text = text if blank.language == "ph" else clean_text(text)
        made.append(_named(blank, name, type_line=type_line, text=text))
    if flavor:
        made.append(_named(blank, flavor, flavor=True))
    return made


def _named(blank: NameRecord, name: str, **more: Any) -> NameRecord:
    """Return a printed name with its reading; ``more`` are further fields of it."""
    name, reading = without_ruby(name) if text_language(blank.language).has_readings else (name, "")
    return blank._replace(name=name, reading=reading, **more)
