"""How long each text of a record may be, and which record is refused with which sentence."""

from typing import Any

import pytest

from cards.engine.records import mtgjson, scryfall
from cards.engine.records.types import BadRecord
from tests.cards.engine.records.test_mtgjson import ELK as SIDE
from tests.cards.engine.records.test_scryfall import ELK as CARD

RULING = {"object": "ruling", "oracle_id": "o", "published_at": "2007-02-01", "comment": "c", "source": "s"}
MIGRATION = {"object": "migration", "old_scryfall_id": "a", "new_scryfall_id": "b", "note": "n"}
FRENCH = {**CARD, "lang": "fr", "printed_name": "Élan"}

BOUNDS = [
    (CARD, "name", 300),
    (CARD, "collector_number", 20),
    (CARD, "oracle_text", 20_000),
    (FRENCH, "lang", 40),
    (FRENCH, "printed_name", 300),
    (RULING, "comment", 20_000),
    (MIGRATION, "old_scryfall_id", 36),
]


@pytest.mark.parametrize(("record", "key", "longest"), BOUNDS)
def test_how_long_a_text_may_be(record: dict[str, Any], key: str, longest: int) -> None:
    stored = scryfall.read_card({**record, key: "x" * longest})
    # Text is stored whole, perhaps in small letters; a language in eight.
    assert "x" * (8 if key == "lang" else longest) in repr(stored).lower()
    with pytest.raises(BadRecord) as refused:
        scryfall.read_card({**record, key: "x" * (longest + 1)})
    assert str(refused.value) == f"“{key}” has {longest + 1:,} characters"


# ---- MTGJSON ----

SIDES = [("name", 300), ("text", 20_000), ("power", 12), ("side", 4)]


@pytest.mark.parametrize(("key", "longest"), SIDES)
def test_how_long_a_text_of_mtgjson_may_be(key: str, longest: int) -> None:
    assert mtgjson.read_cards([{**SIDE, key: "x" * longest}])
    with pytest.raises(BadRecord):
        mtgjson.read_cards([{**SIDE, key: "x" * (longest + 1)}])


@pytest.mark.parametrize(("key", "longest"), [("code", 12), ("name", 200), ("type", 40), ("releaseDate", 10)])
def test_how_long_a_text_of_a_set_may_be(key: str, longest: int) -> None:
    record = {"code": "FRY", "name": "Ferries", "type": "core", "releaseDate": "2007-02-01"}
    assert "x" * longest in mtgjson.sets_of({**record, key: "x" * longest})
    with pytest.raises(BadRecord):
        mtgjson.sets_of({**record, key: "x" * (longest + 1)})
