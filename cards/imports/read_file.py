"""Read the contents of a file of cards, outside any transaction.

Cards are packed in memory (about 700 bytes each). All other records go to a temporary file.
"""

import gzip
import hashlib
import json
import pickle
import tempfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from django.utils import timezone

from cards.engine.records import mtgjson, scryfall
from cards.engine.records.dated import DatedFactRecord, OldSets, is_old
from cards.engine.records.types import (
    KNOWN_LAYOUTS,
    BadRecord,
    CardRecord,
    CardRecords,
    NameRecord,
    PartRecord,
    PrintingRecord,
    RetiredRecord,
    RulingRecord,
    SetRecord,
)
from cards.imports.errors import InvalidFile
from cards.imports.json_stream import Item, read_items
from rulesbase.engine.text.dates import day_in_name

MOST_PROBLEMS = 500
KINDS: dict[str, type[Any]] = {
    "printing": PrintingRecord,
    "name": NameRecord,
    "ruling": RulingRecord,
    "part": PartRecord,
}
# Of data of one day Scryfall's win: MTGJSON is built from them.
_RANK = {"scryfall": 2, "mtgjson": 1}


class CardFileContents:
    """The records of one file."""

    def __init__(self, name: str, spool: IO[bytes], packer: gzip.GzipFile) -> None:
        """Start empty. ``packer`` writes all records but cards to the file ``spool``."""
        self.name = name
        self.source = ""
        self.counts: Counter[str] = Counter()
        self.problems: list[str] = []
        self.layouts: Counter[str] = Counter()
        self.sets: dict[str, SetRecord] = {}
        self.retired: list[RetiredRecord] = []
        self.newest = ""
        self.day = ""
        self.old_facts: list[DatedFactRecord] = []
        self._cards: dict[str, tuple[str, bytes]] = {}
        self._seen: set[int] = set()
        self._spool, self._packer = spool, packer

    def problem(self, number: int, sentence: str) -> None:
        """Note a problem of a record; only the first are stored."""
        self.counts["problems"] += 1
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(f"Record {number:,}: {sentence}.")

    def add(self, details: CardRecords) -> None:
        """Add what a record holds."""
        if details.card:
            self._add_card(details.card)
        for record in details.sets:
            self.add_set(record)
        self.newest = max([self.newest, *(printing.released for printing in details.printings)])
        for kind in KINDS:
            for one in getattr(details, f"{kind}s"):
                self._write(kind, one)
        self.retired += details.retired
        self.counts["migrations"] += len(details.retired)

    def add_set(self, record: SetRecord) -> None:
        """Add a set; an earlier record of it is completed."""
        known = self.sets.get(record.code, record)
        self.sets[record.code] = SetRecord(*(old or new for old, new in zip(known, record, strict=True)))

    def cards(self) -> Iterator[tuple[str, CardRecord]]:
        """Yield digest and record of each card, by oracle id."""
        for oracle_id in sorted(self._cards):
            digest, packed = self._cards[oracle_id]
            yield digest, pickle.loads(zlib.decompress(packed))  # noqa: S301 - written by this process

    def rest(self) -> Iterator[tuple[str, Any]]:
        """Yield kind and record of printings, names, rulings and parts."""
        self._spool.seek(0)
        with gzip.GzipFile(fileobj=self._spool) as lines:
            for line in lines:
                kind, *values = json.loads(line)
                yield kind, KINDS[kind](*values)

    def close(self) -> None:
        """Finish reading: determine the day of the data, note unknown layouts."""
        self._packer.close()
        self.counts["cards"] = len(self._cards)
        for layout in sorted(self.layouts.keys() - KNOWN_LAYOUTS):
            count = self.layouts[layout]
            self.problems.append(f"The layout “{layout}” is unknown; {count:,} cards with it are stored unchanged.")
        # Scryfall's file names have the time after the date.
        named = day_in_name(self.name, more_digits=True)
        # Cards of the next sets have later days.
        newest = min(self.newest, timezone.localdate().isoformat())
        self.day = self.day or (named.isoformat() if named else "") or newest

    def standing(self, digest: str) -> str:
        """Return the rank of a record: where two files differ on the same thing, the greater wins."""
        return f"{self.day or '0000-00-00'} {_RANK.get(self.source, 0)} {digest[:12]}"

    def _add_card(self, card: CardRecord) -> None:
        values = json.dumps(card, ensure_ascii=False, separators=(",", ":")).encode()
        digest = hashlib.blake2b(values, digest_size=8).hexdigest()
        known = self._cards.get(card.oracle_id)
        self.layouts[card.layout] += known is None
        if known is None or digest > known[0]:
            self._cards[card.oracle_id] = (digest, zlib.compress(pickle.dumps(card), 1))

    def _write(self, kind: str, record: Any) -> None:
        line = json.dumps((kind, *record), ensure_ascii=False, separators=(",", ":"))
        mark = hash(line)
        # Each face and each printing repeats the rulings.
        if kind in ("ruling", "part"):
            if mark in self._seen:
                return
            self._seen.add(mark)
        self.counts[f"{kind}s"] += 1
        self._packer.write(line.encode() + b"\n")


def _iso_day(value: object) -> str:
    """Return a day as 2022-04-25, also of 20220425; empty for anything else."""
    day = day_in_name(str(value))
    return day.isoformat() if day else ""


@contextmanager
def read_card_file(
    path: Path, progress: Callable[[int, int], None] = lambda done, total: None
) -> Iterator[CardFileContents]:
    """Read a whole file. Raise InvalidFile if it holds no cards or cannot be read to its end."""
    with tempfile.TemporaryFile() as spool, gzip.GzipFile(fileobj=spool, mode="wb", compresslevel=1) as packer:
        contents = CardFileContents(path.name, spool, packer)
        _FileReader(contents).run(read_items(path, progress))
        contents.close()
        yield contents


class _FileReader:
    """Reads the items of one file: recognises its format, and joins sides to cards."""

    def __init__(self, contents: CardFileContents) -> None:
        self.contents = contents
        self.number = 0
        self.used = 0
        self.bare = 0
        self.values: dict[tuple[str, ...], dict[str, Any]] = {}
        self.old = OldSets()
        self.sides: dict[str, list[tuple[int, dict[str, Any]]]] = {}

    def run(self, stream: Iterator[Item]) -> None:
        for item in stream:
            if item.kind == "record":
                self._record(item.path, item.value)
            elif item.kind == "end":
                self._flush()
            elif item.kind == "bare":
                self.bare += 1
                if not item.path or item.path[-1] in ("cards", "data"):
                    self.number += 1
                    self.contents.problem(self.number, "it is not a map of keys and values")
            else:
                self.values.setdefault(item.path[:-1], {})[item.path[-1]] = item.value
        self._sets()
        if not self.used:
            raise InvalidFile(self._no_cards_message())

    def _no_cards_message(self) -> str:
        if self.bare and self.number <= self.bare:
            return "The file is JSON, but it holds single values in place of records of cards."
        if self.contents.problems:
            return f"The file holds no card, ruling or printed name. {self.contents.problems[0]}"
        return "The file is JSON, but there are no cards, rulings or printed names in it."

    @contextmanager
    def _noting(self, number: int) -> Iterator[None]:
        """Skip a record that cannot be used, and note why."""
        try:
            yield
        except BadRecord as error:
            self.contents.problem(number, str(error))

    def _record(self, path: tuple[str, ...], record: dict[str, Any]) -> None:
        kind = self._kind(path, record)
        if not kind:
            return
        self.number += 1
        if kind == "atomic":
            group = f"{mtgjson.identifier_of(record, 'scryfallOracleId')} {record.get('name')}"
            self.sides.setdefault(group, []).append((self.number, record))
            return
        with self._noting(self.number):
            if kind == "scryfall":
                self._add(self.number, scryfall.read_card(record), "scryfall")
            elif kind == "mtgjson":
                self._side(record)
            elif self.old.add(record, path[0]):
                self.contents.source = "mtgjson"
                self.used += 1

    def _kind(self, path: tuple[str, ...], record: dict[str, Any]) -> str:
        """Return scryfall, mtgjson, atomic, or old (version 3 of MTGJSON); empty for lists that hold no cards."""
        last = path[-1] if path else ""
        if path and path[0] == "data" and len(path) == 2 and last == record.get("name") and "layout" in record:
            return "atomic"
        if last == "cards" and len(path) == 2 and is_old(record):
            return "old"
        if last in ("cards", "tokens") and ("identifiers" in record or "uuid" in record):
            return "mtgjson"
        return "scryfall" if path in ((), ("cards",), ("data",)) else ""

    def _side(self, record: dict[str, Any]) -> None:
        """Collect the sides of a card until all are there."""
        group = mtgjson.check_side(record)
        waiting = self.sides.setdefault(group, [])
        waiting.append((self.number, record))
        if "side" not in record or record.get("layout") == "meld" or len(waiting) > record["name"].count(" // "):
            self._add_sides(self.sides.pop(group))

    def _flush(self) -> None:
        """Add the cards whose sides are still collected, at the end of a list."""
        groups, self.sides = self.sides, {}
        for waiting in groups.values():
            self._add_sides(waiting)

    def _add_sides(self, waiting: list[tuple[int, dict[str, Any]]]) -> None:
        number = waiting[0][0]
        with self._noting(number):
            self._add(number, mtgjson.read_cards([side for _, side in waiting]), "mtgjson")

    def _add(self, number: int, details: CardRecords, source: str) -> None:
        self.contents.source = source
        self.used += 1
        self.contents.add(details)
        for problem in details.problems:
            self.contents.problem(number, problem)

    def _sets(self) -> None:
        """Read names and days of MTGJSON's sets, and the day of the file."""
        if self.contents.source != "mtgjson":
            return
        dates = (self.values.get((key,), {}).get("date") for key in ("meta", "data"))
        self.contents.day = next(filter(None, map(_iso_day, dates)), "")
        sets = {}
        for path, values in self.values.items():
            if "code" in values and "releaseDate" in values:
                day, is_promo = _iso_day(values["releaseDate"]), values.get("type") == "promo"
                sets[path[0] if path else ""] = (str(values.get("name", "")), day, is_promo)
                with self._noting(self.number):
                    record = mtgjson.sets_of(values)
                    # Later files have other kinds and days for the sets of version 3: without a kind theirs win.
                    self.contents.add_set(record._replace(kind="") if self.old else record)
        self.contents.old_facts = list(self.old.all_facts(sets))
        self.contents.counts["old_facts"] = len(self.contents.old_facts)
