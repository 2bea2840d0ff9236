"""Records of MTGJSON: sides of a printing or of a card, in the form of Scryfall's records."""

from typing import Any

import pytest

from cards.engine.records.mtgjson import check_side, read_cards, sets_of
from cards.engine.records.types import (
    BadRecord,
    CardRecord,
    FaceFacts,
    NameRecord,
    PartRecord,
    PrintingRecord,
    RulingRecord,
    SetRecord,
)

ELK: dict[str, Any] = {
    "name": "Ferry Elk",
    "layout": "normal",
    "setCode": "FRY",
    "number": "12",
    "identifiers": {"scryfallId": "printing-1", "scryfallOracleId": "oracle-elk"},
    "originalReleaseDate": "2007-02-01",
    "manaValue": 3.0,
    "manaCost": "{1}{W}{U}",
    "type": "Creature — Elk",
    "text": "Swims.",
    "colors": ["W", "U"],
    "colorIdentity": ["W", "U"],
    "keywords": ["Vigilance"],
    "legalities": {"modern": "Legal"},
    "colorIndicator": ["U"],
    "power": "2",
    "toughness": "1",
    "loyalty": "4",
    "defense": "5",
}
IDS = {"scryfallId": "printing-2", "scryfallOracleId": "oracle-two"}
OAR: dict[str, Any] = {
    "name": "Oar // Sail",
    "faceName": "Oar",
    "side": "a",
    "layout": "split",
    "setCode": "FRY",
    "number": "7",
    "identifiers": IDS,
    "manaValue": 3,
    "faceManaValue": 1,
    "type": "Instant",
    "colors": ["R"],
    "keywords": ["Haste", "Fuse"],
}
SAIL: dict[str, Any] = OAR | {
    "faceName": "Sail",
    "side": "b",
    "faceManaValue": 2,
    "type": "Sorcery",
    "colors": ["U"],
    "keywords": ["Fuse"],
}


def test_a_card_of_one_side() -> None:
    result = read_cards([ELK])
    face = FaceFacts("Ferry Elk", "{1}{W}{U}", 3.0, "Creature — Elk", "WU", "U", "Swims.", "2", "1", "4", "5")
    legal = (("modern", "legal"),)
    assert result.card == CardRecord(
        "oracle-elk", "Ferry Elk", "normal", "card", 3.0, "WU", "WU", ("Vigilance",), legal, False, (face,)
    )
    assert read_cards([ELK | {"promoTypes": ["playtest"]}]).card == result.card._replace(is_playtest=True)
    assert [one.name for one in read_cards([ELK | {"faceFlavorName": "Swan"}]).names] == ["Swan"]
    older = {("convertedManaCost" if key == "manaValue" else key): value for key, value in ELK.items()}
    assert read_cards([older]).card == result.card
    assert result.printings == (PrintingRecord("oracle-elk", "fry", "12", "2007-02-01", "printing-1"),)
    assert result.sets == (SetRecord("fry", "", ""),)
    assert not [*result.names, *result.rulings, *result.parts, *result.problems]


def test_sides_stand_in_the_order_of_their_letters() -> None:
    result = read_cards([SAIL, OAR])
    oar, sail = FaceFacts("Oar", "", 1.0, "Instant", "R"), FaceFacts("Sail", "", 2.0, "Sorcery", "U")
    assert result.card == CardRecord(
        "oracle-two", "Oar // Sail", "split", "card", 3.0, "UR", "", ("Haste", "Fuse"), (), False, (oar, sail)
    )
    older = [
        {("faceConvertedManaCost" if key == "faceManaValue" else key): side[key] for key in side}
        for side in (OAR, SAIL)
    ]
    assert read_cards(older).card == result.card
    named = read_cards([OAR | {"faceFlavorName": "Swan"}, SAIL | {"faceFlavorName": "Goose"}]).names
    assert [(name.face, name.name, name.flavor) for name in named] == [(0, "Swan", True), (1, "Goose", True)]


def test_names_in_other_languages_are_of_sides_and_of_the_whole() -> None:
    foreign = [{"language": "French", "name": "Rame // Voile", "faceName": "Pagaie", "type": "Éphémère"}]
    # Without a name of its own the second side has its part of the whole.
    other = [{"language": "French", "name": "Rame // Voile"}]
    result = read_cards([OAR | {"foreignData": foreign}, SAIL | {"foreignData": other}])
    assert [(name.face, name.name, name.type_line, name.card_set, name.number) for name in result.names] == [
        (0, "Pagaie", "Éphémère", "fry", "7"),
        (-1, "Rame // Voile", "", "fry", "7"),
        (1, "Voile", "", "fry", "7"),
    ]


def test_the_flavor_text_of_a_card_with_a_flavor_name_is_that_name() -> None:
    foreign = [{"language": "German", "name": "Fährelch", "flavorText": "Großer Elch"}]
    side = ELK | {"flavorName": "Great Elk", "foreignData": foreign}
    printed = [(name.language, name.name, name.flavor) for name in read_cards([side]).names]
    assert printed == [("en", "Great Elk", True), ("de", "Fährelch", False), ("de", "Großer Elch", True)]
    # It differs from a flavor text by its length, or because the English card has one.
    stored = [("en", "Great Elk", True), ("de", "Fährelch", False)]
    for more in ({"flavorText": "It swims."}, {"foreignData": [foreign[0] | {"flavorText": "Elch " * 20}]}):
        assert [(name.language, name.name, name.flavor) for name in read_cards([side | more]).names] == stored
    plain = ELK | {"foreignData": foreign}
    assert read_cards([plain]).names == (NameRecord("oracle-elk", -1, "de", "Fährelch", card_set="fry", number="12"),)


def test_a_flavor_name_behind_the_name_is_put_apart() -> None:
    side = ELK | {"flavorName": "Great Elk", "foreignData": [{"language": "Japanese", "name": "渡し鹿 (大鹿)"}]}
    result = read_cards([side])
    assert [(name.name, name.flavor) for name in result.names if name.language == "ja"] == [
        ("大鹿", True),
        ("渡し鹿", False),
    ]
    assert result.problems == ("the flavor name was in parentheses after the name",)


def test_rulings_of_all_sides_each_once() -> None:
    ruling = {"date": "2007-02-01", "text": "It swims."}
    result = read_cards(
        [
            OAR | {"rulings": [ruling, {"date": "", "text": "No day."}, {**ruling, "text": ""}]},
            SAIL | {"rulings": [ruling]},
        ]
    )
    assert result.rulings == (RulingRecord("oracle-two", "2007-02-01", "wotc", "It swims."),)


def test_meld_halves_are_cards_of_their_own() -> None:
    half = ELK | {"layout": "meld", "faceName": "Elk", "side": "a", "cardParts": ["Elk", "Oar", "Great Elk"]}
    result = read_cards([half, half | {"side": "b", "faceName": "Great Elk"}])
    assert result.card is not None
    assert [face.name for face in result.card.faces] == ["Elk"]
    assert result.parts == (
        PartRecord("oracle-elk", "meld_part", "Oar"),
        PartRecord("oracle-elk", "meld_result", "Great Elk"),
    )
    assert read_cards([half | {"cardParts": ["Elk", "Oar"]}]).parts == ()


def test_tokens_know_who_makes_them() -> None:
    goat = ELK | {"name": "Goat", "layout": "token", "type": "Token Creature — Goat"}
    del goat["manaValue"]
    result = read_cards([goat | {"reverseRelated": ["Ferry  Elk", "Ferry  Elk", 3]}])
    assert result.parts == (PartRecord("=Ferry Elk", "token", "Goat", "oracle-elk"),)
    assert result.card is not None
    assert (result.card.kind, result.card.mana_value) == ("token", 0.0)


def test_a_set_has_its_code_name_and_day() -> None:
    assert sets_of({"code": "FRY", "name": "Ferries", "type": "core", "releaseDate": "2007-02-01"}) == SetRecord(
        "fry", "Ferries", "core", "2007-02-01"
    )
    with pytest.raises(BadRecord, match="“code” is missing"):
        sets_of({})


def test_sides_of_one_printing_are_grouped() -> None:
    assert check_side(OAR) == check_side(SAIL) == "printing-2 FRY 7 Oar // Sail"
    assert check_side({"name": "Elk", "identifiers": None}) == "   Elk"
    with pytest.raises(BadRecord, match="“name” is missing"):
        check_side({"name": 3})


def test_what_cannot_be_used_says_why() -> None:
    with pytest.raises(BadRecord, match="“layout” is missing"):
        read_cards([{"name": "Elk"}])
    with pytest.raises(BadRecord, match="“oracle_id” is missing"):
        read_cards([{key: value for key, value in ELK.items() if key != "identifiers"}])
    with pytest.raises(BadRecord, match="“language” is missing"):
        read_cards([ELK | {"foreignData": [{"name": "Elch"}]}])


def test_names_of_what_cards_meld_into_are_no_names_of_theirs() -> None:
    half = ELK | {"layout": "meld", "faceName": "Elk", "side": "a", "cardParts": ["Elk", "Oar", "Great Elk"]}
    sides = [half, half | {"side": "b", "faceName": "Great Elk"}]
    names = [{"language": "German", "name": name} for name in ("Elch", "Großer Elch")]
    result = read_cards([side | {"foreignData": [name]} for side, name in zip(sides, names, strict=True)])
    assert [(name.face, name.name) for name in result.names] == [(-1, "Elch")]


def test_sides_without_an_oracle_id_are_of_the_card_of_that_name() -> None:
    foreign = [{"language": "French", "name": "Rame // Voile", "faceName": "Rame"}]
    result = read_cards([side | {"identifiers": {}, "foreignData": foreign} for side in (OAR, SAIL)])
    assert result.card is None
    assert [(one.card, one.card_set, one.number) for one in result.printings] == [
        ("=Oar", "fry", "7"),
        ("=Sail", "fry", "7"),
    ]
    # Of names in other languages it is the whole's alone that is sure.
    assert result.names == (NameRecord("=Oar", -1, "fr", "Rame // Voile", card_set="fry", number="7"),)
    assert result.problems == ("it has no oracle id; it was read as a printing of the card with this name",)
