"""Write printings, names, rulings and parts to rows. Records whose card is missing are stored as waiting."""

import datetime
import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from cards.engine.records.dated import PLAIN_SIGNS
from cards.engine.records.types import NameRecord, PartRecord, PrintingRecord, RulingRecord
from cards.imports.read_file import KINDS, CardFileContents
from cards.models import CardSet, PrintedName, Printing, RelatedPart, Ruling, Waiting
from rulesbase.engine.text.dates import day_in_name

BATCH = 1000

Row = TypeVar("Row")


def batches(rows: Iterable[Row], size: int = BATCH) -> Iterator[list[Row]]:
    """Yield the rows in lists of at most so many."""
    rest = iter(rows)
    while batch := list(islice(rest, size)):
        yield batch


class Ids(NamedTuple):
    """Keys of rows: cards by oracle id and by name, faces of cards with several, sets by code."""

    cards: dict[str, int]
    names: dict[str, int]
    faces: dict[int, dict[int, int]]
    sets: dict[str, int]


class WriteResult(NamedTuple):
    """New rows by kind, and the keys of sets with changed printings or days."""

    counts: Counter[str]
    sets: set[int]


def earlier(one: datetime.date | None, other: datetime.date | None) -> datetime.date | None:
    """Return the earlier of two days; either may be None."""
    return min(one, other) if one and other else one or other


class DetailWriter:
    """Writes printings, names, rulings and parts in batches, each kind by its own method."""

    def __init__(self, ids: Ids, contents: CardFileContents, stored: WriteResult) -> None:
        self.ids, self.contents, self.counts, self.sets = ids, contents, stored.counts, stored.sets
        self.waiting: dict[str, list[Any]] = {kind: [] for kind in KINDS}
        self.lacking: list[Waiting] = []

    def store(self, records: Iterable[tuple[str, Any]]) -> None:
        """Write all records. Waiting records have the standing and source of their own file."""
        for kind, record in records:
            standing, source = "", self.contents.source
            if isinstance(record, dict):
                standing, source = record["standing"], record["source"]
                record = KINDS[kind](*record["values"])
            self.waiting[kind].append((record, standing, source))
            if len(self.waiting[kind]) >= BATCH:
                self._write(kind)
        for kind in self.waiting:
            self._write(kind)
        self._store_waiting()

    def _write(self, kind: str) -> None:
        records, self.waiting[kind] = self.waiting[kind], []
        found = []
        for record, standing, source in records:
            card = self._card(record.card)
            if card is None:
                self._postpone(kind, record, standing, source)
            else:
                found.append((card, record, standing, source))
        getattr(self, f"_{kind}s")(found)

    def _card(self, key: str) -> int | None:
        return self.ids.names.get(key[1:]) if key.startswith("=") else self.ids.cards.get(key)

    def _postpone(self, kind: str, record: Any, standing: str, source: str) -> None:
        what = {"values": list(record), "standing": standing or self._standing(record), "source": source}
        packed = f"{kind} {json.dumps(what, ensure_ascii=False)}".encode()
        digest = hashlib.blake2b(packed, digest_size=16).hexdigest()
        self.lacking.append(Waiting(card=record.card, kind=kind, what=what, digest=digest))
        if len(self.lacking) >= BATCH:
            self._store_waiting()

    def _store_waiting(self) -> None:
        rows, self.lacking = self.lacking, []
        Waiting.objects.bulk_create(rows, ignore_conflicts=True)
        self.counts["waiting"] += len(rows)

    def _standing(self, record: Any) -> str:
        return self.contents.standing(hashlib.blake2b(repr(tuple(record)).encode(), digest_size=8).hexdigest())

    def _set(self, code: str) -> int | None:
        if code and code not in self.ids.sets:
            # A waiting record may name a set that was deleted since.
            self.ids.sets[code] = CardSet.objects.create(code=code).pk
        return self.ids.sets.get(code)

    def _printings(self, found: list[tuple[int, PrintingRecord, str, str]]) -> None:
        """Write printings, with the earliest day and the greatest id of several records."""
        old = Printing.objects.filter(card__in={card for card, *_ in found})
        known = {(row.card_id, row.card_set_id, row.number): row for row in old}
        rows: dict[tuple[int, int, str], Printing] = {}
        for card, record, _, _ in found:
            card_set = self._set(record.card_set)
            if card_set is None:
                continue
            key = (card, card_set, record.number)
            row = rows.get(key) or known.get(key)
            row = row or Printing(card_id=card, card_set_id=card_set, number=record.number)
            newer = (earlier(row.released, day_in_name(record.released)), max(row.scryfall_id, record.scryfall_id))
            if row.pk is None or newer != (row.released, row.scryfall_id):
                row.released, row.scryfall_id = newer
                rows[key] = row
        new = [row for key, row in rows.items() if key not in known]
        changed = [row for key, row in rows.items() if key in known]
        Printing.objects.bulk_create(new)
        Printing.objects.bulk_update(changed, ["released", "scryfall_id"], batch_size=200)
        self.counts["printings"] += len(new)
        self.sets.update(row.card_set_id for row in rows.values())

    def _names(self, found: list[tuple[int, NameRecord, str, str]]) -> None:
        rows: dict[str, PrintedName] = {}
        for card, record, standing, source in found:
            row = self._name_row(card, record, standing or self._standing(record), source)
            if row.key not in rows or rows[row.key].standing < row.standing:
                rows[row.key] = row
        known = dict(PrintedName.objects.filter(key__in=list(rows)).values_list("key", "standing"))
        PrintedName.objects.bulk_create(
            [row for key, row in rows.items() if row.standing > known.get(key, "")],
            update_conflicts=True,
            unique_fields=["key"],
            update_fields=["reading", "type_line", "text", "source", "standing", "face", "card_set"],
        )
        self.counts["names"] += len(rows) - len(known)

    def _name_row(self, card: int, record: NameRecord, standing: str, source: str) -> PrintedName:
        face = self.ids.faces.get(card, {}).get(record.face) if record.face >= 0 else None
        same = (card, record.face, record.language, record.flavor, record.card_set, record.number, record.name)
        columns = ("language", "name", "flavor", "reading", "type_line", "text")
        return PrintedName(
            card_id=card,
            face_id=face,
            **{name: getattr(record, name) for name in columns},
            card_set_id=self._set(record.card_set),
            collector_number=record.number,
            source=source,
            key=hashlib.blake2b(repr(same).encode(), digest_size=12).hexdigest(),
            standing=standing,
        )

    def _rulings(self, found: list[tuple[int, RulingRecord, str, str]]) -> None:
        rows = [
            Ruling(
                card_id=card, date=date, source=record.source, text=record.text, digest=ruling_digest(date, record.text)
            )
            for card, record, _, _ in found
            if (date := day_in_name(record.date))
        ]
        before = Ruling.objects.count()
        Ruling.objects.bulk_create(rows, ignore_conflicts=True)
        self.counts["rulings"] += Ruling.objects.count() - before

    def _parts(self, found: list[tuple[int, PartRecord, str, str]]) -> None:
        """Write parts. A part with an id from the source is sure; of several ids the first is stored."""
        rows: dict[tuple[int, str, str], RelatedPart] = {}
        old = RelatedPart.objects.filter(card__in={card for card, *_ in found}).select_related("other")
        known = {(row.card_id, row.component, row.name): row for row in old}
        best = {key: row.other.oracle_id for key, row in known.items() if row.sure and row.other}
        for card, record, _, _ in found:
            key = (card, record.component, record.name)
            row = rows.get(key) or known.get(key)
            row = row or RelatedPart(card_id=card, component=record.component, name=record.name)
            rows[key] = row
            other = self.ids.cards.get(record.other)
            if other and (key not in best or record.other < best[key]):
                row.other_id, row.sure, best[key] = other, True, record.other
        new = [row for key, row in rows.items() if key not in known]
        RelatedPart.objects.bulk_create(new)
        changed = [row for key, row in rows.items() if key in known]
        RelatedPart.objects.bulk_update(changed, ["other", "sure"], batch_size=200)
        self.counts["parts"] += len(new)


def ruling_digest(date: datetime.date, text: str) -> str:
    """Return the identity of a ruling: its day, and its text without differences of quotes and spaces."""
    folded = " ".join(text.translate(PLAIN_SIGNS).split())
    return hashlib.sha256(f"{date.isoformat()}\n{folded}".encode()).hexdigest()
