"""How long each text of a record may be, and which record is refused with which sentence."""

from typing import Any

import pytest

from cards.engine.records import mtgjson, scryfall
from cards.engine.records.fields import day_of, number_of, pairs_of, text_of
from cards.engine.records.types import BadRecord, Told
from tests.cards.engine.records.test_mtgjson import ELK as SIDE
from tests.cards.engine.records.test_scryfall import ELK as CARD

FACE = {"name": "Oar", "oracle_id": "o", "type_line": "Land"}
NO_ID = {key: value for key, value in CARD.items() if key not in ("oracle_id", "oracle_text")}
RULING = {"object": "ruling", "oracle_id": "o", "published_at": "2007-02-01", "comment": "c", "source": "s"}
MIGRATION = {"object": "migration", "old_scryfall_id": "a", "new_scryfall_id": "b", "note": "n"}
FRENCH = {**CARD, "lang": "fr", "printed_name": "Élan"}

BOUNDS = [
    (CARD, "name", 300),
    (CARD, "oracle_id", 64),
    (FRENCH, "lang", 40),
    (CARD, "set", 12),
    (CARD, "set_name", 200),
    (CARD, "set_type", 40),
    (CARD, "collector_number", 20),
    (CARD, "id", 36),
    (CARD, "layout", 40),
    (CARD, "type_line", 200),
    (CARD, "mana_cost", 120),
    (CARD, "oracle_text", 20_000),
    (CARD, "power", 12),
    (CARD, "toughness", 12),
    (CARD, "loyalty", 12),
    (CARD, "defense", 12),
    (FRENCH, "flavor_name", 300),
    (FRENCH, "printed_name", 300),
    (FRENCH, "printed_type_line", 400),
    (FRENCH, "printed_text", 20_000),
    (RULING, "oracle_id", 64),
    (RULING, "source", 40),
    (RULING, "comment", 20_000),
    (MIGRATION, "old_scryfall_id", 36),
    (MIGRATION, "new_scryfall_id", 36),
    (MIGRATION, "note", 20_000),
]


@pytest.mark.parametrize(("record", "key", "longest"), BOUNDS)
def test_how_long_a_text_may_be(record: dict[str, Any], key: str, longest: int) -> None:
    kept = scryfall.told({**record, key: "x" * longest})
    # What is known as text is kept whole, perhaps in small letters; a language in eight.
    assert "x" * (8 if key == "lang" else longest) in repr(kept).lower()
    with pytest.raises(BadRecord) as refused:
        scryfall.told({**record, key: "x" * (longest + 1)})
    assert str(refused.value) == f"“{key}” has {longest + 1:,} characters"


FACES = [
    ("oracle_id", 64),
    ("name", 300),
    ("layout", 40),
    ("flavor_name", 300),
    ("printed_name", 300),
    ("type_line", 200),
]


@pytest.mark.parametrize(("key", "longest"), FACES)
def test_how_long_a_text_of_a_side_may_be(key: str, longest: int) -> None:
    scryfall.told({**NO_ID, "card_faces": [{**FACE, key: "x" * longest}]})
    with pytest.raises(BadRecord) as refused:
        scryfall.told({**NO_ID, "card_faces": [{**FACE, key: "x" * (longest + 1)}]})
    assert str(refused.value) == f"“{key}” has {longest + 1:,} characters"


PARTS = [("component", 40), ("name", 300)]


@pytest.mark.parametrize(("key", "longest"), PARTS)
def test_how_long_a_text_of_a_part_may_be(key: str, longest: int) -> None:
    part = {"component": "token", "name": "Oar"}
    assert scryfall.told({**CARD, "all_parts": [{**part, key: "x" * longest}]}).parts
    with pytest.raises(BadRecord):
        scryfall.told({**CARD, "all_parts": [{**part, key: "x" * (longest + 1)}]})


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ({"object": "deck" * 20}, f"it is a “{('deck' * 20)[:40]}”, no card, ruling or migration"),
        ({**RULING, "published_at": "2007-13-01"}, "“published_at” is no day"),
        ({**RULING, "comment": " "}, "“comment” is missing"),
        ({**CARD, "oracle_id": None}, "“oracle_id” is missing, so it cannot be told which card it is"),
        ({**CARD, "name": None}, "“name” is missing"),
        ({**CARD, "name": ["x"]}, "“name” is no text"),
        ({**CARD, "layout": True}, "“layout” is no text"),
        ({**MIGRATION, "old_scryfall_id": ""}, "“old_scryfall_id” is missing"),
    ],
)
def test_what_is_refused(record: dict[str, Any], said: str) -> None:
    with pytest.raises(BadRecord) as refused:
        scryfall.told(record)
    assert str(refused.value) == said


def test_what_was_mended_is_told() -> None:
    record = {**FRENCH, "lang": "ja", "printed_name": "鴎 (カモメ)", "flavor_name": "Gull"}
    found = scryfall.told(record)
    assert found.problems == ("the flavor name stood in parentheses behind the name",)
    assert [(name.name, name.flavor, name.reading, name.type_line, name.text) for name in found.names] == [
        ("カモメ", True, "", "", ""), ("鴎", False, "", "", ""),
    ]  # fmt: skip
    record = {**FRENCH, "printed_type_line": "Une phrase entière.", "printed_text": "reste\nJohn Gull"}
    found = scryfall.told(record)
    assert found.problems == ("in fr the text stood in the type line",)
    assert scryfall.told({**record, "lang": "ph"}).problems == ()
    found = scryfall.told({**NO_ID, "card_faces": [{**FACE, "oracle_id": None}]})
    assert found.problems == ("it has no oracle id; it is taken for a printing of the card of that name",)
    assert [printing.card for printing in found.printings] == ["=Oar"]


@pytest.mark.parametrize(
    ("more", "playtest"),
    [({"promo_types": ["playtest"]}, True), ({"set": "CMB1"}, True), ({"set": "cmb2"}, True), ({"set": "cmb3"}, False),
     ({"name": "Elk (Playtest)"}, True), ({"promo_types": ["x"]}, False)],
)  # fmt: skip
def test_cards_of_playtests(more: dict[str, Any], playtest: bool) -> None:
    card = scryfall.told({**CARD, **more}).card
    assert card is not None
    assert card.playtest is playtest


def test_values_of_records() -> None:
    assert text_of({"a": 2.5, "b": "x\x00y", "c": 1e6}, "a") == "2.5"
    assert text_of({"b": "x\x00y"}, "b") == "xy"
    assert [
        day_of({"a": day}, "a") for day in ("2007-02-31", "2007-12-01", "2007-10-10", "2007-00-10", "2007-02-32", 5)
    ] == [
        "2007-02-31",
        "2007-12-01",
        "2007-10-10",
        "",
        "",
        "",
    ]
    assert (number_of({"a": True, "b": 2}, "a", "b"), number_of({}, "a")) == (2.0, 0.0)
    assert pairs_of({"b": "Legal", "a": "banned", "c": "not_legal", "d": 1}) == (("a", "banned"), ("b", "legal"))


# ---- MTGJSON ----

SIDES = [
    ("setCode", 12), ("number", 20), ("layout", 40), ("name", 300), ("type", 200), ("manaCost", 120), ("text", 20_000),
    ("power", 12), ("toughness", 12), ("loyalty", 12), ("defense", 12), ("flavorName", 300), ("side", 4),
]  # fmt: skip


@pytest.mark.parametrize(("key", "longest"), SIDES)
def test_how_long_a_text_of_mtgjson_may_be(key: str, longest: int) -> None:
    assert mtgjson.told([{**SIDE, key: "x" * longest}])
    with pytest.raises(BadRecord):
        mtgjson.told([{**SIDE, key: "x" * (longest + 1)}])


@pytest.mark.parametrize(("key", "longest"), [("code", 12), ("name", 200), ("type", 40), ("releaseDate", 10)])
def test_how_long_a_text_of_a_set_may_be(key: str, longest: int) -> None:
    record = {"code": "FRY", "name": "Ferries", "type": "core", "releaseDate": "2007-02-01"}
    assert "x" * longest in mtgjson.sets_of({**record, key: "x" * longest})
    with pytest.raises(BadRecord):
        mtgjson.sets_of({**record, key: "x" * (longest + 1)})


def names_of(said: Told) -> list[tuple[str, str, bool]]:
    return [(name.language, name.name, name.flavor) for name in said.names if name.language != "en"]


@pytest.mark.parametrize(("flavor", "is_name"), [("é" * 80, True), ("é" * 81, False), ("a\nb", False), ("", False)])
def test_translated_names_in_the_title_bar(flavor: str, is_name: bool) -> None:
    entry = {"language": "French", "name": "Élan", "flavorText": flavor}
    said = mtgjson.told([{**SIDE, "flavorName": "Gull", "foreignData": [entry]}])
    assert names_of(said) == [("fr", "Élan", False), *([("fr", flavor, True)] if is_name else [])]
    said = mtgjson.told([{**SIDE, "flavorName": "Gull", "flavorText": "words", "foreignData": [entry]}])
    assert names_of(said) == [("fr", "Élan", False)]


@pytest.mark.parametrize(("key", "longest"), [("language", 40), ("name", 300), ("flavorText", 20_000)])
def test_how_long_a_translated_text_may_be(key: str, longest: int) -> None:
    entry = {"language": "French", "name": "Élan", "flavorText": "x"}
    assert mtgjson.told([{**SIDE, "flavorName": "Gull", "foreignData": [{**entry, key: "x" * longest}]}])
    with pytest.raises(BadRecord):
        mtgjson.told([{**SIDE, "flavorName": "Gull", "foreignData": [{**entry, key: "x" * (longest + 1)}]}])


def test_parts_of_a_meld_card() -> None:
    parts = {"layout": "meld", "name": "Ferry Elk", "cardParts": ["Ferry Elk", "Oar", "Raft"]}
    found = [(part.component, part.name) for part in mtgjson.told([{**SIDE, **parts}]).parts]
    assert found == [("meld_part", "Oar"), ("meld_result", "Raft")]
    assert mtgjson.told([{**SIDE, **parts, "cardParts": ["Ferry Elk", "Oar"]}]).parts == ()


def test_rulings_need_a_day_and_words() -> None:
    entries = [{"date": "2007-02-01", "text": "a"}, {"date": "", "text": "b"}, {"date": "2007-02-01", "text": ""}]
    said = mtgjson.told([{**SIDE, "rulings": [*entries, entries[0]]}])
    assert [tuple(ruling) for ruling in said.rulings] == [("oracle-elk", "2007-02-01", "wotc", "a")]


def test_what_groups_the_sides_of_a_printing() -> None:
    assert mtgjson.check_side({**SIDE, "identifiers": None}) == " FRY 12 Ferry Elk"
    assert mtgjson.check_side(SIDE) == "printing-1 FRY 12 Ferry Elk"
    for key, longest in (("number", 20), ("setCode", 12)):
        assert mtgjson.check_side({**SIDE, key: "x" * longest})
        with pytest.raises(BadRecord):
            mtgjson.check_side({**SIDE, key: "x" * (longest + 1)})
    with pytest.raises(BadRecord, match="“name” is missing"):
        mtgjson.check_side({})
