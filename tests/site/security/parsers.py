"""Every reader of what strangers send: what it takes, what it may refuse with, and examples to begin from."""

import csv
import io
import json
import tempfile
import zipfile
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from cards.engine.input.card_json import read_description
from cards.engine.lookup.normalize import fold
from cards.engine.records import mtgjson, scryfall
from cards.engine.records.types import BadRecord
from cards.engine.types import BadQuestion
from cards.imports.errors import InvalidFile as InvalidCardFile
from cards.imports.json_stream import read_items
from cards.name_checker.query_params import split_typed
from rulesbase.accounts.mail_tokens import read_address_token, read_join_token
from rulesbase.accounts.user_agent import device_of
from rulesbase.core.errors import Refused
from rulesbase.engine.nodes import NotRules, Passage
from rulesbase.engine.parsing.encoding import ENCODINGS
from rulesbase.engine.parsing.parse import read_source
from rulesbase.engine.questions.markup import marks_in, read_choices, read_tags
from rulesbase.engine.search.query import read_query
from rulesbase.engine.text.citations import find_citations, read_citation
from rulesbase.engine.text.dates import find_dates
from rulesbase.engine.text.references import find_references
from rulesbase.engine.text.typed_markup import read_marked, text_problems
from rulesbase.exchange.errors import InvalidFile
from rulesbase.exchange.formats import read_file, write_file
from rulesbase.exchange.translation_units import Hint, Unit
from rulesbase.operations.backup.archive import BackupRefused as NoBackup
from rulesbase.operations.backup.archive import lines as backup_lines
from rulesbase.operations.backup.archive import open_backup
from rulesbase.study.authored.files import read_csv, read_json
from rulesbase.study.decks.import_deck import read_cards
from rulesbase.web.rate_limits.client_ip import read_address
from tests.cards.imports.made_files import ELK, card, printed, ruling, set_file, side, split_card, two_sides
from tests.rulesbase.engine.parsing.test_docx import packed, word

DATA = Path(__file__).parents[2] / "data"


class Parser(NamedTuple):
    """A reader. ``refusals`` are the only exceptions that it may raise; a kilobyte may take so many seconds."""

    name: str
    read: Callable[[bytes], object]
    refusals: tuple[type[Exception], ...]
    seeds: tuple[bytes, ...]
    per_kilobyte: float = 0.02


def _texts(*readers: Callable[[str], object]) -> Callable[[bytes], object]:
    def read(data: bytes) -> object:
        text = data.decode("utf-8", "surrogateescape").encode("utf-8", "replace").decode()
        return [reader(text) for reader in readers]

    return read


def _seeds(*patterns: str) -> tuple[bytes, ...]:
    found = sorted(path for pattern in patterns for path in DATA.glob(pattern) if not path.name.endswith(".json"))
    return tuple(path.read_bytes() for path in found)


def docx(text: str) -> bytes:
    """A Word document of these lines."""
    return packed(word([line.replace("&", "&amp;") for line in text.splitlines() if "<" not in line]))


def _units() -> list[Unit]:
    return [
        Unit("bcdfghjk", "0" * 32, "text", Passage("One word", ((0, 3),)), Passage("Un mot", ((0, 2),)), "100.1"),
        Unit("bcdfghjk", "1" * 32, "heading", Passage("Ferries"), None, "100", "2020-01-01"),
        Unit("", "2" * 32, "text", Passage("A\nB"), Passage("C"), hint=Hint("A", "C", 90)),
    ]


def _in_file(read: Callable[[Path], object]) -> Callable[[bytes], object]:
    def reader(data: bytes) -> object:
        with tempfile.NamedTemporaryFile() as file:
            file.write(data)
            file.flush()
            return read(Path(file.name))

    return reader


def _cards(path: Path) -> int:
    found = list(read_items(path))
    for item in found:
        if item.kind == "record":
            scryfall.read_card(item.value)
            if not mtgjson.check_side(item.value):
                mtgjson.read_cards([item.value])
    return len(found)


def _described(text: str) -> object:
    # What does not begin so is a name.
    return read_description(text) if text.strip().startswith("{") else None


def _backup(path: Path) -> int:
    with open_backup(path) as (archive, manifest):
        return sum(len(line) for table in manifest.tables for line in backup_lines(archive, table))


def _written() -> bytes:
    words = {"scenario": "A [704.5k] and [[Ferry]].", "choices": ["a", "b"], "answer": "a", "explanation": "So."}
    one = {"level": 1, "tags": ["timing"], "right": [0], "citations": {}, "cards": {}, "texts": {"en": words}}
    return json.dumps({"format": "rulesbase-questions", "version": 1, "questions": [one, one]}).encode()


def _written_csv() -> bytes:
    held = io.StringIO()
    columns = "id level tags language scenario choices answer explanation citations cards".split()
    row = ["", "1", "timing", "en", "A [704.5k].", "* a\nb", "a", "So.", "704.5k=704.5k@2020-01-01", "Ferry=x"]
    csv.writer(held).writerows([columns, row])
    return held.getvalue().encode()


def _card_files() -> tuple[bytes, ...]:
    elk = side("Elk", ELK, rulings=[{"date": "2020-01-01", "text": "Words."}])
    records = [split_card(legalities={"modern": "legal"}), card(), printed("fr", "Bac"), ruling("Words.")]
    files = records, set_file(*two_sides(), elk), {"meta": {}, "data": {"Elk": [elk]}}
    return tuple(json.dumps(file).encode() for file in files)


def _backups() -> tuple[bytes, ...]:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        answer = {"format": "rulesbase-backup", "edition": 1, "made_at": "2020-01-01", "program": "0.1", "engine": "x"}
        table = {"name": "a", "columns": ["id"], "rows": 1, "sha256": "0" * 64}
        archive.writestr("manifest.json", json.dumps(answer | {"migrations": [["a", "1"]], "tables": [table]}))
        archive.writestr("tables/a.jsonl", "[1]\n")
    return (packed.getvalue(),)


def parsers() -> Iterable[Parser]:
    """All of them."""
    words = (b'704.5k@2012 "two words" -no begin*', "ルール 100.1 「呪文」".encode(), b"rule 702.19b-d, of May 1, 2006")
    rules = (NotRules,)
    for folder in ("en", "fr", "ja", "zh"):
        yield Parser(f"rules-{folder}", read_source, rules, _seeds(f"{folder}/*"))
    yield Parser("extracts", read_source, rules, _seeds("fr-2011/*", "none/*"))
    for encoding in ENCODINGS:
        read = partial(read_source, name="a.txt", encoding=encoding)
        yield Parser(f"as-{encoding}", read, rules, _seeds("en/cp1252.txt", "ja/bare-table.tsv"))
    yield Parser("docx", read_source, rules, tuple(docx(seed.decode("utf-8", "replace")) for seed in _seeds("en/b*")))
    exchange = tuple(write_file(kind, "fr", _units()) for kind in ("xliff", "xliff2", "tmx"))
    yield Parser("exchange", read_file, (InvalidFile,), exchange)
    yield Parser("exchange-as-rules", read_source, rules, (*exchange, *_seeds("fr/*.xlf", "fr/*.tmx", "fr/*.csv")))
    yield Parser("citations", _texts(find_citations, read_citation, find_dates, find_references), (), words)
    languages = (partial(read_query, language=language) for language in ("en", "fr", "ja", "zh"))
    yield Parser("searches", _texts(*languages), (), words)
    yield Parser(
        "marks", _texts(read_marked, text_problems, marks_in, read_choices, read_tags), (), (b"_one_ [704.5k] [[A]]",)
    )
    yield Parser("names", _texts(fold, split_typed), (), (b"Ferry@hand,also=Clerk", "フェリー".encode()))
    yield Parser("described", _texts(_described), (BadQuestion,), (b'{"name": "A", "types": "Artifact"}',))
    yield Parser("cards", _in_file(_cards), (InvalidCardFile, BadRecord), _card_files())
    yield Parser("decks", lambda data: list(read_cards(io.BytesIO(data))), (Refused,), (b"#deck\na\tb\n", b'"a","b"\n'))
    yield Parser("questions", read_json, (Refused,), (_written(),))
    yield Parser("questions-csv", read_csv, (Refused,), (_written_csv(),))
    yield Parser("backups", _in_file(_backup), (NoBackup,), _backups())
    small = _texts(read_address, device_of, read_join_token, read_address_token)
    yield Parser("headers", small, (), (b"[2001:db8::1]:80", b"Mozilla/5.0 (X11; Linux)", b"InggI:1abc:xyz"))
