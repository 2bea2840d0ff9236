"""How long each text of a record may be, and which record is refused with which sentence."""

from typing import Any

import pytest

from cards.engine.records import dated, mtgjson, scryfall
from cards.engine.records.types import BadRecord
from tests.cards.engine.records.test_dated import FERRY
from tests.cards.engine.records.test_mtgjson import ELK as SIDE
from tests.cards.engine.records.test_scryfall import ELK as CARD

RULING = {"object": "ruling", "oracle_id": "o", "published_at": "2007-02-01", "comment": "c", "source": "s"}
MIGRATION = {"object": "migration", "old_scryfall_id": "a", "new_scryfall_id": "b", "note": "n"}
FRENCH = {**CARD, "lang": "fr", "printed_name": "Élan"}

OF_CARD = dict.fromkeys(("set", "power", "toughness", "loyalty", "defense"), 12)
OF_CARD |= {"collector_number": 20, "id": 36, "layout": 40, "set_type": 40, "oracle_id": 64, "mana_cost": 120}
OF_CARD |= {"type_line": 200, "set_name": 200, "name": 300, "flavor_name": 300, "oracle_text": 20_000}
OF_FRENCH = {"lang": 40, "printed_name": 300, "printed_type_line": 400, "printed_text": 20_000}
OF_RULING = {"source": 40, "oracle_id": 64, "comment": 20_000}
OF_MIGRATION = {"old_scryfall_id": 36, "new_scryfall_id": 36, "note": 20_000}
TEXTS = [(CARD, OF_CARD), (FRENCH, OF_FRENCH), (RULING, OF_RULING), (MIGRATION, OF_MIGRATION)]
BOUNDS = [(record, key, longest) for record, texts in TEXTS for key, longest in texts.items()]


@pytest.mark.parametrize(("record", "key", "longest"), BOUNDS)
def test_how_long_a_text_may_be(record: dict[str, Any], key: str, longest: int) -> None:
    stored = scryfall.read_card({**record, key: "x" * longest})
    # Text is stored whole, perhaps in small letters; a language in eight.
    assert "x" * (8 if key == "lang" else longest) in repr(stored).lower()
    with pytest.raises(BadRecord) as refused:
        scryfall.read_card({**record, key: "x" * (longest + 1)})
    assert str(refused.value) == f"“{key}” has {longest + 1:,} characters"


# ---- MTGJSON ----

SIDES = [("name", 300), ("faceName", 300), ("type", 200), ("text", 20_000), ("power", 12), ("side", 4)]


@pytest.mark.parametrize(("key", "longest"), SIDES)
def test_how_long_a_text_of_mtgjson_may_be(key: str, longest: int) -> None:
    assert mtgjson.read_cards([{**SIDE, key: "x" * longest}])
    with pytest.raises(BadRecord):
        mtgjson.read_cards([{**SIDE, key: "x" * (longest + 1)}])


OLD_SIDES = {"name": 300, "type": 200, "text": 10_000, "manaCost": 120, "power": 12, "toughness": 12, "layout": 40}
OLD_SIDES |= {"originalType": 200, "originalText": 10_000, "releaseDate": 10}


@pytest.mark.parametrize(("key", "longest"), OLD_SIDES.items())
def test_how_long_a_text_of_mtgjson_3_may_be(key: str, longest: int) -> None:
    sets = dated.OldSets()
    assert sets.add({**FERRY, key: "x" * longest}, "ONE")
    assert "x" * longest in repr(vars(sets)) or key == "layout"
    with pytest.raises(BadRecord):
        sets.add({**FERRY, key: "x" * (longest + 1)}, "ONE")


@pytest.mark.parametrize(("key", "longest"), [("code", 12), ("name", 200), ("type", 40), ("releaseDate", 10)])
def test_how_long_a_text_of_a_set_may_be(key: str, longest: int) -> None:
    record = {"code": "FRY", "name": "Ferries", "type": "core", "releaseDate": "2007-02-01"}
    assert "x" * longest in mtgjson.sets_of({**record, key: "x" * longest})
    with pytest.raises(BadRecord):
        mtgjson.sets_of({**record, key: "x" * (longest + 1)})
