"""Small files of invented cards in every format that is imported."""

import gzip
import json
from pathlib import Path
from typing import Any

ELK, SPLIT, TOKEN = "00000000-0000-4000-8000-00000000000a", "00000000-0000-4000-8000-00000000000b", "token-id"


def card(name: Any = "Lantern Elk", oracle_id: str | None = ELK, **more: Any) -> dict[str, Any]:
    """Return a card as Scryfall has it."""
    return {
        "object": "card",
        "id": f"p-{str(oracle_id)[-2:]}-{more.get('set', 'aaa')}-{more.get('collector_number', '1')}",
        "oracle_id": oracle_id,
        "name": name,
        "lang": "en",
        "released_at": "2020-05-01",
        "layout": "normal",
        "cmc": 3.0,
        "mana_cost": "{2}{G}",
        "type_line": "Creature — Elk",
        "oracle_text": "Shines.",
        "colors": ["G"],
        "color_identity": ["G"],
        "keywords": [],
        "legalities": {"vintage": "legal", "standard": "not_legal"},
        "set": "aaa",
        "set_name": "First Set",
        "set_type": "expansion",
        "collector_number": "1",
        "power": "3",
        "toughness": "2",
    } | more


def split_card(**more: Any) -> dict[str, Any]:
    """Return a split card as Scryfall has it."""
    faces = [
        {"object": "card_face", "name": "Ember", "mana_cost": "{R}", "type_line": "Instant", "colors": ["R"]},
        {"object": "card_face", "name": "Sleet", "mana_cost": "{1}{U}", "type_line": "Sorcery", "colors": ["U"]},
    ]
    made = card("Ember // Sleet", SPLIT, layout="split", card_faces=faces, collector_number="2", **more)
    return {key: value for key, value in made.items() if key not in ("oracle_text", "power", "toughness", "colors")}


def printed(language: str, printed_name: str, oracle_id: str = ELK, **more: Any) -> dict[str, Any]:
    """Return a printing in another language, without the facts of the card."""
    return {
        "object": "card",
        "oracle_id": oracle_id,
        "name": "Lantern Elk",
        "lang": language,
        "layout": "normal",
        "set": "aaa",
        "collector_number": "1",
        "released_at": "2020-05-01",
        "printed_name": printed_name,
    } | more


def ruling(text: str, oracle_id: str = ELK, day: str = "2020-06-01") -> dict[str, Any]:
    """Return a ruling as Scryfall has it."""
    return {"object": "ruling", "oracle_id": oracle_id, "source": "wotc", "published_at": day, "comment": text}


def side(name: str, oracle_id: str | None, number: str = "1", **more: Any) -> dict[str, Any]:
    """Return a side of a card as MTGJSON has it."""
    identifiers = {"scryfallId": f"p-{number}"} | ({"scryfallOracleId": oracle_id} if oracle_id else {})
    return {
        "name": name,
        "layout": "normal",
        "manaValue": 3.0,
        "type": "Creature — Elk",
        "text": "Shines.",
        "colors": ["G"],
        "colorIdentity": ["G"],
        "legalities": {"vintage": "Legal"},
        "foreignData": [],
        "rulings": [],
        "identifiers": identifiers,
        "setCode": "AAA",
        "number": number,
        "uuid": f"u-{number}-{name}",
    } | more


def set_file(
    *cards: dict[str, Any], tokens: tuple[dict[str, Any], ...] = (), day: str = "2022-04-25"
) -> dict[str, Any]:
    """Return a set file of MTGJSON."""
    data = {"cards": list(cards), "code": "AAA", "name": "First Set", "releaseDate": "2020-05-01"}
    return {"meta": {"date": day, "version": "5"}, "data": data | {"tokens": list(tokens), "type": "expansion"}}


def two_sides() -> list[dict[str, Any]]:
    """Return both halves of the split card, the second one first."""
    whole, number = "Ember // Sleet", "2"
    first = {"faceName": "Ember", "side": "a", "layout": "split", "type": "Instant", "colors": ["R"]}
    second = {"faceName": "Sleet", "side": "b", "layout": "split", "type": "Sorcery", "colors": ["U"]}
    foreign = [{"language": "French", "name": "Braise // Grésil", "faceName": "Grésil"}]
    return [
        side(whole, SPLIT, number, **second, foreignData=foreign),
        side(whole, SPLIT, number, **first, foreignData=[{**foreign[0], "faceName": "Braise"}]),
    ]


def write(path: Path, content: Any) -> Path:
    """Write JSON, packed where the name ends in .gz, bytes as they are."""
    data = content if isinstance(content, bytes) else json.dumps(content, ensure_ascii=False).encode()
    path.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)
    return path
