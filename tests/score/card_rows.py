"""The derived files of cards as rows for an index of names: without a database."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from cards.engine.lookup.types import CardKind, IndexedCard, IndexedName, NameKind

FOLDER = Path("cards") / "derived-scryfall-shape-2022-04"
_KINDS = {
    "token": CardKind.TOKEN,
    "double_faced_token": CardKind.TOKEN,
    "emblem": CardKind.EMBLEM,
    "art_series": CardKind.NOTHING,
}


class Printed(NamedTuple):
    """A printed name of the data: what the card is called in a language."""

    card: str
    name: str
    language: str


class Rows(NamedTuple):
    """Everything that an index is made of, and the printed names apart."""

    cards: list[IndexedCard]
    names: list[IndexedName]
    printed: list[Printed]


def read_records(path: Path) -> Any:
    """Return the records of a file of cards."""
    return json.loads(gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes())


def _names_of(record: dict[str, Any], card: str, language: str, field: str) -> Iterator[IndexedName]:
    whole, part = (NameKind.WHOLE, NameKind.FACE) if field == "name" else (NameKind.PRINTED, NameKind.PRINTED_FACE)
    yield IndexedName(record[field], language, whole, card)
    faces = record.get("card_faces", ())
    # Both sides of a reversible card or of a picture have one name, which finds it once.
    for name in dict.fromkeys(face[field] for face in faces if face.get(field)):
        yield IndexedName(name, language, part, card)


def read_rows(corpus: Path) -> Rows:
    """Read the three files."""
    folder = corpus / FOLDER
    cards: list[IndexedCard] = []
    names: list[IndexedName] = []
    printed: list[Printed] = []
    for record in read_records(folder / "oracle-cards.json.gz"):
        card = record["oracle_id"] or record["id"]
        cards.append(IndexedCard(card, record["name"], _KINDS.get(record["layout"], CardKind.CARD)))
        names += _names_of(record, card, "en", "name")
    for record in read_records(folder / "printed-fr-ja.json.gz"):
        names += _names_of(record, record["oracle_id"], record["lang"], "printed_name")
        printed.append(Printed(record["oracle_id"], record["printed_name"], record["lang"]))
    known = {card.card for card in cards}
    for record in read_records(folder / "flavor-name-printings.json"):
        if record["oracle_id"] in known:
            names.append(IndexedName(record["flavor_name"], record["lang"], NameKind.FLAVOR, record["oracle_id"]))
    return Rows(cards, names, printed)
