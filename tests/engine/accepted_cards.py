"""Files of cards read, and cards found by what people type: for the table of what is accepted."""

import gzip
import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from cards.engine import mtgjson, scryfall
from cards.engine.candidates import CardKind, Known, Name, NameKind, once
from cards.engine.cleaning import clean_name, clean_text, split_flavor, unshift, without_ruby
from cards.engine.folding import fold, fold_all, is_unspaced, key_of, words_of
from cards.engine.index import NameIndex
from cards.engine.languages import language_code
from cards.engine.layouts import kind_of
from cards.engine.nearness import Near, most_errors
from cards.engine.shapes import BadRecord, Told
from cards.engine.vocabulary import Vocabulary
from rulesbase.engine.typewords import learn_types
from tests.engine.accepting import Part, Pieces
from tests.engine.card_oddities import (
    FAULTS,
    KEYS,
    LANGUAGES,
    LAYOUTS,
    LINES,
    NAMES,
    PRINTED_LINES,
    SETS,
    TEXTS,
    TYPED,
    TYPED_ODDLY,
    TYPES,
    VALUES,
)

SAMPLE, DERIVED = "scryfall-sample-2019-09/cards-8-sets.json.gz", "derived-scryfall-shape-2022-04"


@cache
def records(folder: Path, name: str) -> list[dict[str, Any]]:
    """The records of a file of the corpus."""
    packed = (folder / "cards" / name).read_bytes()
    data = json.loads(gzip.decompress(packed) if name.endswith(".gz") else packed)
    return data if isinstance(data, list) else [*data["data"]["cards"], *data["data"]["tokens"]]


def told(read: Callable[..., object], *given: object) -> object:
    """What reading gives, or what it says against it."""
    try:
        return read(*given)
    except BadRecord as error:
        return str(error)


def _scryfall(folder: Path, fault: str) -> Pieces:
    """What records say, whole or with a fault."""
    every = records(folder, SAMPLE)
    some = [one for one in every if one["layout"] != "normal"] + every[
        FAULTS.index(fault) :: 8 if fault == "none" else 60
    ]
    found: dict[str, list[object]] = {}
    for at, record in enumerate(some):
        said = told(scryfall.told, hurt(record, fault, at))
        found.setdefault(record["layout"], []).append(said)
    return found


def hurt(record: dict[str, Any], fault: str, at: int) -> dict[str, Any]:
    """A record with a fault: a key without a value, with another kind of value, or with too much of it."""
    if fault == "none":
        return record
    if fault == "long":
        return record | {"name": "x" * 1000, "oracle_text": "x" * 30_000}
    key, value = KEYS.get(fault, fault), VALUES[at % len(VALUES)]
    if at % 4 == 0:
        return {name: held for name, held in record.items() if name != key}
    if "card_faces" in record and fault in ("name", "oracle_id", "type_line", "colors"):
        faces = [dict(face) | {key: value if nth else face.get(key)} for nth, face in enumerate(record["card_faces"])]
        return {name: held for name, held in record.items() if name != key or at % 2} | {"card_faces": faces}
    return record | {key: value}


def _printed(folder: Path, name: str) -> Pieces:
    """Records that tell of printed and flavor names alone."""
    every = records(folder, f"{DERIVED}/{name}")
    odd = [one for one in every if one.get("layout", "normal") != "normal"]
    some = odd[:: max(1, len(odd) // 150)] + every[:: max(1, len(every) // 100)]
    found: dict[str, list[object]] = {}
    for record in some:
        found.setdefault(record["layout"], []).append(told(scryfall.told, record))
    return found


def _mtgjson(folder: Path, code: str) -> Pieces:
    """A set file: sides put together, some left out, some with faults."""
    sides: dict[str, list[dict[str, Any]]] = {}
    refused: list[object] = []
    every = records(folder, f"mtgjson-2022-04/{code}.json.gz")
    some = [one for one in every if one.get("layout") != "normal"] + every[:: max(2, len(every) // 60)]
    for at, record in enumerate(some):
        for one in (record, hurt(record, ("name", "layout", "faceName", "side", "number", "uuid")[at % 6], at)):
            group = told(mtgjson.check_side, one)
            refused.append(group)
            if isinstance(group, str):
                sides.setdefault(group, []).append(one)
    found = [
        told(mtgjson.told, some[: 1 + at % 3], ("", "memorabilia")[at % 2]) for at, some in enumerate(sides.values())
    ]
    return {"sides": refused, "told": found, "set": [told(mtgjson.sets_of, {"code": code, "name": 3})]}


def _cleaned(folder: Path, what: str) -> Pieces:
    """Names and texts mended; languages and layouts."""
    names = [record.get("printed_name", "") for record in records(folder, f"{DERIVED}/printed-fr-ja.json.gz")[::97]]
    mended = [(without_ruby(name), split_flavor(name), clean_name(name), clean_text(name)) for name in [*names, *NAMES]]
    kinds = [
        kind_of(layout, line, kind) for layout in LAYOUTS for line in TYPES for kind in ("", "memorabilia", "token")
    ]
    pairs = [(record["printed_type_line"], record["type_line"]) for record in records(folder, SAMPLE)
             if record.get("printed_type_line") and "type_line" in record]  # fmt: skip
    pairs += LINES * 3
    return {
        "mended": mended, "texts": list(map(clean_text, TEXTS)), "lines": [unshift(*pair) for pair in PRINTED_LINES],
        "codes": list(map(language_code, LANGUAGES)), "kinds": kinds,
        "types": [learn_types(pairs[at::2], language) for at in (0, 1) for language in ("fr", "ja", "zh")],
        "folded": [(fold(one), key_of(fold(one)), is_unspaced(one), words_of(fold(one)), most_errors(one))
                   for one in [*names, *NAMES, *TEXTS]],
        "together": [fold_all([*NAMES, *names[:40]])],
    }  # fmt: skip


# ---- Names looked up ----


@cache
def rows(folder: Path) -> tuple[list[Known], list[Name]]:
    """Some thousand names in several languages, cards with several among them."""
    cards: dict[str, Known] = {}
    names: list[Name] = []
    for said in _all_told(folder):
        card = said.card
        if card and card.oracle_id not in cards:
            kind = CardKind(len(cards) % 40 // 39 + 1) if len(cards) % 40 > 37 else CardKind.CARD
            cards[card.oracle_id] = Known(card.oracle_id, card.name, kind)
            names.append(Name(card.name, "en", NameKind.WHOLE, card.oracle_id))
            halves = card.name.split(" // ") if " // " in card.name else []
            names += [Name(half, "en", NameKind.FACE, card.oracle_id, at) for at, half in enumerate(halves)]
        for one in said.names:
            kinds = (NameKind.FLAVOR,) if one.flavor else (NameKind.PRINTED, NameKind.PRINTED_FACE)
            face = one.face if one.face >= 0 else None
            names.append(Name(one.name, one.language, kinds[-1 if face is not None else 0], one.card, face))
    some = list(cards.values())[::50]
    for at, known in enumerate(some):
        what, language = ("misprint", "duplicate")[at % 2], ("en", "fr")[at % 3 > 0]
        names.append(once(what, known.card, known.name, language, known.name[::-1], "" if at % 5 else known.name))
    names += [Name(card.name, "fr", NameKind.PRINTED, some[at - 1].card) for at, card in enumerate(some)]
    return list(cards.values()), names


def _all_told(folder: Path) -> Iterator[Told]:
    for record in records(folder, SAMPLE):
        said = told(scryfall.told, record)
        if isinstance(said, Told):
            yield said
    wanted = {record["oracle_id"] for record in records(folder, SAMPLE) if "oracle_id" in record}
    for record in records(folder, f"{DERIVED}/printed-fr-ja.json.gz"):
        if record["oracle_id"] in wanted:
            yield scryfall.told(record)


@cache
def index_of(folder: Path) -> NameIndex:
    return NameIndex(*rows(folder))


def typed_as(name: str, manner: str, at: int) -> str:
    """A name as people type it."""
    middle = 1 + at % max(1, len(name) - 1)
    match manner:
        case "lower":
            return name.lower().replace(",", "")
        case "swapped":
            return name[: middle - 1] + name[middle : middle + 1] + name[middle - 1 : middle] + name[middle + 1 :]
        case "lost":
            return name[:middle] + name[middle + 1 :]
        case "other":
            return name[: middle // 2] + "x" + name[middle // 2 + 1 : middle] + "q" + name[middle:]
        case "front":
            return name[: max(2, len(name) // 2)]
        case "back":
            return name[len(name) // 2 :]
        case "middle":
            return " ".join(name.split()[1:][::-1]) or name[1:-1]
        case "joined":
            return name.replace(" // ", " and ").replace("'", "")
        case "accents":
            return name.replace("e", "é").replace("a", "Ａ") + "\u200b"
        case "parted":
            return f"{name} / {'Oar' if at % 2 else name[::-1]}"
    return name


def _found(folder: Path, manner: str) -> Pieces:
    index, (_, names) = index_of(folder), rows(folder)
    some = [name.name for name in names[TYPED.index(manner) :: len(names) // 60]]
    found: list[object] = []
    for at, name in enumerate(some):
        typed = typed_as(name, manner, at)
        language = (None, "fr", "ja", "en")[at % 4]
        found.append((typed, index.find(typed, language=language, limit=1 + at % 7)))
        found.append(index.named(typed, language=language, limit=1 + at % 5))
    return {"found": found}


def _looked(folder: Path, what: str) -> Pieces:
    index, (_, names) = index_of(folder), rows(folder)
    plain = sorted({key_of(fold(name.name)) for name in names[::7]})
    near, vocabulary = Near(plain), Vocabulary.of((at, name.name.lower().split()) for at, name in enumerate(names[::7]))
    return {
        "shared": sorted(index.shared()), "size": [len(index)],
        "odd": [(index.find(one), index.named(one), index.find(one, limit=0)) for one in TYPED_ODDLY],
        "french": [index.find(one, language="fr") for one in TYPED_ODDLY],
        "near": [near.to(typed_as(key, TYPED[at % 5], at)) for at, key in enumerate(plain[::23])],
        "words": [(vocabulary.matches(words), vocabulary.matches(words[:2], mistyped=False))
                  for at, name in enumerate(names[::131])
                  for words in [typed_as(name.name.lower(), TYPED[at % 7], at).split()]],
    }  # fmt: skip


PARTS = {
    "scryfall": Part(FAULTS, _scryfall),
    "printed names": Part(("printed-fr-ja.json.gz", "flavor-name-printings.json"), _printed),
    "mtgjson": Part(SETS, _mtgjson),
    "cleaned": Part(["all"], _cleaned),
    "found": Part(TYPED, _found),
    "index": Part(["all"], _looked),
}
