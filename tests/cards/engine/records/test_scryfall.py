"""Records of Scryfall's bulk files: what each says, and which cannot be used."""

from typing import Any

import pytest

from cards.engine.records.scryfall import read_card
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

ELK: dict[str, Any] = {
    "object": "card",
    "id": "printing-1",
    "oracle_id": "oracle-elk",
    "name": "Ferry  Elk",
    "lang": "en",
    "layout": "normal",
    "set": "FRY",
    "set_name": "Ferries",
    "set_type": "expansion",
    "collector_number": "12a",
    "released_at": "2007-02-01",
    "cmc": 3.0,
    "mana_cost": "{1}{W}{U}",
    "type_line": "Creature — Elk",
    "oracle_text": "Swims.",
    "colors": ["U", "W"],
    "color_identity": ["G", "U", "W"],
    "keywords": ["Vigilance", 7],
    "legalities": {"modern": "Legal", "vintage": "not_legal", "pauper": "banned", "odd": None},
    "power": "2",
    "toughness": "1+*",
    "color_indicator": ["U", "W"],
    "loyalty": "X",
    "defense": 4,
}
TWO: dict[str, Any] = {
    "oracle_id": "oracle-two",
    "name": "Oar // Sail",
    "layout": "split",
    "set": "fry",
    "collector_number": "7",
    "cmc": 3,
    "card_faces": [
        {"name": "Oar", "mana_cost": "{R}", "type_line": "Instant", "colors": ["R"]},
        {"name": "Sail", "mana_cost": "{1}{U}", "type_line": "Sorcery", "colors": ["U"], "mana_value": 2},
    ],
}


def card_of(record: dict[str, Any]) -> CardRecord:
    """Return the card of a record that has one."""
    card = read_card(record).card
    assert card
    return card


def test_a_card_is_read_whole() -> None:
    face = FaceFacts("Ferry Elk", "{1}{W}{U}", 3.0, "Creature — Elk", "WU", "WU", "Swims.", "2", "1+*", "X", "4")
    legal = (("modern", "legal"), ("pauper", "banned"))
    assert read_card(ELK) == CardRecords(
        card=CardRecord(
            "oracle-elk", "Ferry Elk", "normal", "card", 3.0, "WU", "WUG", ("Vigilance",), legal, False, (face,)
        ),
        sets=(SetRecord("fry", "Ferries", "expansion"),),
        printings=(PrintingRecord("oracle-elk", "fry", "12a", "2007-02-01", "printing-1"),),
    )


def test_faces_have_what_is_theirs() -> None:
    card = card_of(TWO)
    assert card.faces == (
        FaceFacts("Oar", "{R}", None, "Instant", "R"),
        FaceFacts("Sail", "{1}{U}", 2.0, "Sorcery", "U"),
    )
    assert (card.colors, card.mana_value, card.kind) == ("UR", 3.0, "card")
    assert card_of(TWO | {"colors": ["G"]}).colors == "G"


def test_the_types_of_the_whole_tell_a_token_where_its_faces_have_none() -> None:
    assert card_of(ELK | {"set_type": "token"}).kind == "nothing"
    faces = [{"name": "Oar"}, {"name": "Sail"}]
    for types, kind in (("Token Artifact // Token Artifact", "token"), ("Artifact // Artifact", "card")):
        assert card_of({**TWO, "layout": "no such layout", "type_line": types, "card_faces": faces}).kind == kind


def test_a_printing_in_another_language_tells_names_and_no_card() -> None:
    printed = {
        "oracle_id": "oracle-elk",
        "name": "Ferry Elk",
        "lang": "ja",
        "id": "printing-2",
        "set": "fry",
        "collector_number": "12",
        "released_at": "2007-13-01",
        "printed_name": "渡（わた）し鹿（しか）",
        "printed_type_line": "クリーチャー",
        "printed_text": "泳ぐ。",
    }
    name = NameRecord("oracle-elk", -1, "ja", "渡し鹿", False, "わたししか", "クリーチャー", "泳ぐ。", "fry", "12")
    assert read_card(printed) == CardRecords(
        sets=(SetRecord("fry"),), printings=(PrintingRecord("oracle-elk", "fry", "12", "", ""),), names=(name,)
    )
    # The facts of a card need its cost and its type line.
    for missing in ("cmc", "type_line"):
        assert read_card({key: value for key, value in ELK.items() if key != missing}).card is None


def test_names_of_faces_and_of_the_whole() -> None:
    faces = [{**face, "printed_name": word} for face, word in zip(TWO["card_faces"], ("Rame", "Voile"), strict=True)]
    result = read_card({**TWO, "lang": "fr", "printed_name": "Rame // Voile", "card_faces": faces})
    assert [(name.face, name.language, name.name) for name in result.names] == [
        (0, "fr", "Rame"),
        (1, "fr", "Voile"),
        (-1, "fr", "Rame // Voile"),
    ]


@pytest.mark.parametrize(
    ("more", "names"),
    [
        ({"flavor_name": "Swan // Goose"}, [(-1, "Swan // Goose"), (0, "Swan"), (1, "Goose")]),
        ({"flavor_name": "Swan // Goose", "card_faces": None}, [(-1, "Swan // Goose"), (0, "Swan"), (1, "Goose")]),
        ({"flavor_name": "Swan"}, [(-1, "Swan")]),
        ({"printed_name": "Oar // Sail"}, []),
        ({"printed_name": "Paddle // Sail"}, [(-1, "Paddle // Sail")]),
    ],
)
def test_flavor_names_of_two_halves(more: dict[str, str], names: list[tuple[int, str]]) -> None:
    assert [(name.face, name.name) for name in read_card(TWO | more).names] == names


def test_a_face_with_a_flavor_name_of_its_own_takes_no_part_of_the_whole() -> None:
    faces = [TWO["card_faces"][0] | {"flavor_name": "Swan"}, TWO["card_faces"][1]]
    result = read_card(TWO | {"flavor_name": "Swan // Goose", "card_faces": faces})
    assert [(name.face, name.name) for name in result.names] == [(0, "Swan"), (-1, "Swan // Goose")]


def test_what_is_mended_is_reported() -> None:
    result = read_card(ELK | {"lang": "ja", "printed_name": "渡し鹿 (大鹿)", "flavor_name": "Great Elk"})
    assert [(name.name, name.flavor) for name in result.names] == [("大鹿", True), ("渡し鹿", False)]
    assert result.problems == ("the flavor name was in parentheses after the name",)
    printed = {"lang": "ph", "printed_name": "Élan", "printed_text": " Vite. "}
    assert read_card(ELK | printed).names[0].text == " Vite. "


def test_a_card_printed_on_both_sides_is_one_printing_of_it() -> None:
    side = {"oracle_id": "oracle-elk", "name": "Ferry Elk", "type_line": "Creature — Elk", "cmc": 3, "layout": "saga"}
    record: dict[str, Any] = {"name": "Ferry Elk // Ferry Elk", "layout": "reversible_card", "set": "sld"}
    record |= {"collector_number": "5", "color_identity": ["U"], "lang": "fr", "released_at": "2022-05-05"}
    result = read_card(record | {"card_faces": [side | {"printed_name": "Élan"}, side]})
    face = FaceFacts("Ferry Elk", mana_value=3.0, type_line="Creature — Elk")
    assert result == CardRecords(
        card=CardRecord("oracle-elk", "Ferry Elk", "saga", "card", 3.0, "", "U", (), (), False, (face,)),
        sets=(SetRecord("sld"),),
        printings=(PrintingRecord("oracle-elk", "sld", "5", "2022-05-05"),),
        names=(NameRecord("oracle-elk", -1, "fr", "Élan", card_set="sld", number="5"),),
    )
    plain = {key: value for key, value in side.items() if key != "layout"}
    assert card_of(record | {"card_faces": [plain]}).layout == "normal"
    named = read_card(record | {"card_faces": [{"name": "Ferry Elk"}, {"name": "Oar"}]})
    assert [printing.card for printing in named.printings] == ["=Ferry Elk", "=Oar"]
    assert named.card is None
    assert named.problems == ("it has no oracle id; it was read as a printing of the card with this name",)


def test_parts_are_others_than_the_card() -> None:
    parts = [{"component": "token", "name": "Goat"}, {"component": "combo_piece", "name": "Ferry  Elk"}, "no part"]
    assert read_card(ELK | {"all_parts": parts}).parts == (PartRecord("oracle-elk", "token", "Goat"),)


@pytest.mark.parametrize(
    ("more", "playtest"),
    [({}, False), ({"promo_types": ["playtest"]}, True), ({"set": "CMB1"}, True), ({"set": "cmb2"}, True),
     ({"set": "cmb3"}, False), ({"name": "Elk (Playtest)"}, True), ({"promo_types": ["x"]}, False)],
)  # fmt: skip
def test_playtest_cards_are_known_by_set_name_or_mark(more: dict[str, Any], playtest: bool) -> None:
    assert card_of(ELK | more).is_playtest is playtest


def test_rulings_and_retired_printings() -> None:
    ruling = {"oracle_id": "oracle-elk", "published_at": "2007-02-01", "source": "wotc", "comment": "It swims."}
    expected = CardRecords(rulings=(RulingRecord("oracle-elk", "2007-02-01", "wotc", "It swims."),))
    assert read_card(ruling) == read_card(ruling | {"object": "ruling"}) == expected
    assert [one for kind in read_card(ruling)[1:] for one in kind] == list(expected.rulings)
    gone = {"object": "migration", "old_scryfall_id": "a", "performed_at": "2020-05-05", "note": "twice"}
    assert read_card(gone).retired == (RetiredRecord("a", "", "2020-05-05", "twice"),)
    assert read_card(gone | {"new_scryfall_id": "b"}).retired == (RetiredRecord("a", "b", "2020-05-05", "twice"),)


@pytest.mark.parametrize(
    ("record", "why"),
    [
        ({"object": "catalog"}, "it is a “catalog”, not a card, ruling or migration"),
        ({"object": "deck" * 20}, f"it is a “{('deck' * 20)[:40]}”, not a card, ruling or migration"),
        ({"object": "ruling", "oracle_id": "a", "comment": "b"}, "“published_at” is not a day"),
        ({"object": "ruling", "oracle_id": "a", "published_at": "2007-02-01", "comment": " "}, "“comment” is missing"),
        ({"object": "ruling", "oracle_id": "a", "published_at": "2007-02-31"}, "“published_at” is not a day"),
        ({"object": "migration", "old_scryfall_id": ""}, "“old_scryfall_id” is missing"),
        ({**ELK, "name": ["x"]}, "“name” is not a text"),
        ({**ELK, "name": " "}, "“name” is missing"),
        ({**ELK, "oracle_id": None}, "“oracle_id” is missing, so the card is unknown"),
        ({**ELK, "layout": ["normal"]}, "“layout” is not a text"),
        ({**ELK, "name": "a" * 301}, "“name” has 301 characters"),
    ],
)
def test_what_cannot_be_used_says_why(record: dict[str, Any], why: str) -> None:
    with pytest.raises(BadRecord) as refused:
        read_card(record)
    assert str(refused.value) == why
