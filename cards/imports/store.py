"""Write the contents of a file to rows: cards, faces and sets first, then what belongs to them. Needs a transaction."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import chain
from typing import Any

from django.db.models import Case, When
from django.utils.text import slugify

from cards.engine.records.types import CardRecord, FaceFacts
from cards.imports.read_file import KINDS, CardFileContents
from cards.imports.store_details import BATCH, DetailWriter, Ids, WriteResult, batches, earlier
from cards.models import Card, CardSet, Face, Retired, Waiting
from rulesbase.engine.text.dates import day_in_name


class Slugs:
    """Slugs for new cards. Tokens, emblems and objects outside the game always get the long form.

    Of cards with one name the first by oracle id gets the short form, playtest cards last. So the order of files does
    not matter.
    """

    def __init__(self) -> None:
        self._used = set(Card.objects.values_list("slug", flat=True))
        self._contested: set[str] = set()

    def take(self, oracle_id: str, name: str, kind: str) -> str:
        """Return a slug that no other card has."""
        plain = slugify(name, allow_unicode=True)[:280]
        slug = plain
        if kind != Card.Kind.CARD or not plain:
            slug = f"{plain}-{oracle_id[:8]}".strip("-")
        elif plain in self._used:
            self._contested.add(plain)
            slug = f"{plain}-{oracle_id[:8]}"
        if slug in self._used:
            slug = f"{plain}-{oracle_id}"[:320].strip("-")
        self._used.add(slug)
        return slug

    def settle(self) -> None:
        """Give each contested short form to the card that has the right to it."""
        for plain in sorted(self._contested):
            rows = Card.objects.filter(kind=Card.Kind.CARD, slug__startswith=plain)
            wanting = [row for row in rows if slugify(row.name, allow_unicode=True)[:280] == plain]
            first = min(wanting, key=lambda row: (row.is_playtest, row.oracle_id))
            holder = next((row for row in wanting if row.slug == plain), first)
            if holder is not first:
                Card.objects.filter(pk=holder.pk).update(slug=f"{plain}-{holder.oracle_id[:8]}")
                Card.objects.filter(pk=first.pk).update(slug=plain)


# The columns that a newer record changes.
_CARD_FIELDS = [*(name for name in CardRecord._fields if name not in ("oracle_id", "faces")), "standing"]


def store(contents: CardFileContents, *, sample: bool = False) -> WriteResult:
    """Write all records of a file. Records whose card is missing are stored as waiting."""
    stored = WriteResult(Counter(cards=0, changed=0), set())
    sets = _store_sets(contents, stored)
    _store_cards(contents, stored.counts, sample=sample)
    ids = read_ids(sets)
    DetailWriter(ids, contents, stored).store(chain(contents.rest(), _no_longer_waiting(ids)))
    retired = [Retired(**row._asdict() | {"day": day_in_name(row.day)}) for row in contents.retired]
    Retired.objects.bulk_create(retired, BATCH, ignore_conflicts=True)
    return stored


def _store_sets(contents: CardFileContents, stored: WriteResult) -> dict[str, int]:
    """Write the sets: complete names, and store the earlier of two days. Return keys by code.

    A set without a kind is of an old file, or only its code is known: a record with a kind replaces its name and day.
    """
    known = {row.code: row for row in CardSet.objects.all()}
    new: list[CardSet] = []
    changed: list[CardSet] = []
    for code, record in sorted(contents.sets.items()):
        row, released = known.get(code), day_in_name(record.released)
        if row is None:
            new.append(CardSet(code=code, name=record.name, kind=record.kind, released=released))
            continue
        values = (row.name, row.kind, row.released)
        if record.kind and row.kind:
            values = (row.name or record.name, row.kind, earlier(row.released, released))
        elif record.kind:
            values = (record.name, record.kind, released)
        if values != (row.name, row.kind, row.released):
            row.name, row.kind, row.released = values
            changed.append(row)
            stored.sets.add(row.pk)
    CardSet.objects.bulk_create(new)
    CardSet.objects.bulk_update(changed, ["name", "kind", "released"])
    return dict(CardSet.objects.values_list("code", "pk"))


def _store_cards(contents: CardFileContents, counts: Counter[str], *, sample: bool) -> None:
    """Write cards that are new, or whose record has a greater standing than the stored one."""
    known = dict(Card.objects.values_list("oracle_id", "standing"))
    slugs = Slugs()

    def row(card: CardRecord, standing: str) -> Card:
        # The slug of a stored card does not change; the insert only needs a unique value.
        is_known = card.oracle_id in known
        slug = card.oracle_id if is_known else slugs.take(card.oracle_id, card.name, card.kind)
        counts["changed" if is_known else "cards"] += 1
        values = card._asdict() | {"legalities": dict(card.legalities)}
        del values["faces"]
        return Card(slug=slug, is_sample=sample, standing=standing, **values)

    records = ((contents.standing(digest), card) for digest, card in contents.cards())
    better = ((standing, card) for standing, card in records if standing > known.get(card.oracle_id, ""))
    for batch in batches(better, BATCH // 2):
        rows = [row(card, standing) for standing, card in batch]
        Card.objects.bulk_create(rows, update_conflicts=True, unique_fields=["oracle_id"], update_fields=_CARD_FIELDS)
        _store_faces([card for _, card in batch])
    slugs.settle()


def _store_faces(cards: list[CardRecord]) -> None:
    ids = dict(Card.objects.filter(oracle_id__in=[card.oracle_id for card in cards]).values_list("oracle_id", "pk"))
    rows = [
        Face(card_id=ids[card.oracle_id], position=at, **face._asdict())
        for card in cards
        for at, face in enumerate(card.faces)
    ]
    Face.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["card", "position"], update_fields=FaceFacts._fields
    )
    # These cards may have had two faces before.
    single = [ids[card.oracle_id] for card in cards if len(card.faces) == 1]
    Face.objects.filter(card__in=single, position__gt=0).delete()


def read_ids(sets: dict[str, int]) -> Ids:
    """Read the keys of cards, faces and sets."""
    cards: dict[str, int] = {}
    names: dict[str, int] = {}
    # Of cards with one name a card proper counts, then a token.
    rank = Case(When(kind=Card.Kind.CARD, then=0), When(kind=Card.Kind.TOKEN, then=1), default=2)
    listed = Card.objects.order_by(rank, "oracle_id").values_list("oracle_id", "pk", "name")
    for oracle_id, pk, name in listed.iterator(chunk_size=5000):
        cards[oracle_id] = pk
        names.setdefault(name, pk)
    faces: defaultdict[int, dict[int, int]] = defaultdict(dict)
    several = Face.objects.filter(position__gt=0).values("card")
    for card, position, pk in Face.objects.filter(card__in=several).values_list("card", "position", "pk"):
        faces[card][position] = pk
    return Ids(cards, names, dict(faces), sets)


def _no_longer_waiting(ids: Ids) -> Iterator[tuple[str, Any]]:
    """Yield what waited for cards that exist now, and delete it from the waiting rows."""
    done: list[int] = []
    for pk, card, kind, what in Waiting.objects.values_list("pk", "card", "kind", "what").iterator(chunk_size=2000):
        if (card[1:] in ids.names) if card.startswith("=") else (card in ids.cards):
            done.append(pk)
            if kind in KINDS:
                yield kind, what
    for batch in batches(done):
        Waiting.objects.filter(pk__in=batch).delete()
