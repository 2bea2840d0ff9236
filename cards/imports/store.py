"""Write the contents of a file to rows: cards, faces and sets first, then what belongs to them. Needs a transaction."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.text import slugify

from cards.engine.records.types import CardRecord
from cards.imports.read_file import CardFileContents
from cards.imports.set_aside import ASIDE, cards_to_restore
from cards.imports.store_details import BATCH, DetailWriter, Ids, WriteResult, batches, day, earlier
from cards.models import Card, CardSet, Face, Retired, Waiting


class Slugs:
    """Gives slugs to new cards. Tokens, emblems and pictures always get the long form.

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
            wanting.sort(key=lambda row: (row.is_playtest, row.oracle_id))
            holder = next((row for row in wanting if row.slug == plain), None)
            if not wanting or holder is None or wanting[0] is holder:
                continue
            first, free = wanting[0], wanting[0].slug
            Card.objects.filter(pk=holder.pk).update(slug=f"{free}~")
            Card.objects.filter(pk=first.pk).update(slug=plain)
            is_used = Card.objects.filter(slug=f"{plain}-{holder.oracle_id[:8]}").exists()
            own = holder.oracle_id if is_used else holder.oracle_id[:8]
            Card.objects.filter(pk=holder.pk).update(slug=f"{plain}-{own}"[:320])


_CARD_FIELDS = ["name", "layout", "kind", "mana_value", "colors", "color_identity", "keywords", "legalities"]
_CARD_FIELDS += ["is_playtest", "standing"]
_FACE_FIELDS = ["name", "mana_cost", "mana_value", "type_line", "colors", "color_indicator", "text"]
_FACE_FIELDS += ["power", "toughness", "loyalty", "defense"]


def store(contents: CardFileContents, *, sample: bool = False) -> WriteResult:
    """Write all records of a file. Records whose card is missing are stored as waiting."""
    stored = WriteResult(Counter(), set(), set())
    sets = _store_sets(contents, stored)
    _store_cards(contents, stored.counts, sample=sample)
    ids = read_ids(sets)
    DetailWriter(ids, contents, stored).store(contents.rest())
    if _restore_cards(ids.cards, stored):
        ids = read_ids(sets)
    DetailWriter(ids, contents, stored).store(_no_longer_waiting(ids))
    _store_retired(contents)
    return stored


def _store_retired(contents: CardFileContents) -> None:
    rows = [Retired(old_id=row.old_id, new_id=row.new_id, day=day(row.day), note=row.note) for row in contents.retired]
    for batch in batches(rows):
        Retired.objects.bulk_create(batch, ignore_conflicts=True)


def _store_sets(contents: CardFileContents, stored: WriteResult) -> dict[str, int]:
    """Write the sets: complete names and kinds, and store the earlier of two days. Return keys by code."""
    known = {row.code: row for row in CardSet.objects.all()}
    new: list[CardSet] = []
    changed: list[CardSet] = []
    for code, record in sorted(contents.sets.items()):
        row = known.get(code)
        if row is None:
            new.append(CardSet(code=code, name=record.name, kind=record.kind, released=day(record.released)))
            continue
        released = earlier(row.released, day(record.released))
        values = (row.name or record.name, row.kind or record.kind, released)
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
    for batch in batches(contents.cards(), BATCH // 2):
        _write_cards([(contents.standing(digest), card) for digest, card in batch], known, slugs, counts, sample=sample)
    slugs.settle()


def _restore_cards(there: dict[str, int], stored: WriteResult) -> bool:
    """Write the cards that were set aside and are needed again; return whether there were any."""
    back = cards_to_restore(set(there))
    if back:
        slugs = Slugs()
        known = dict(Card.objects.values_list("oracle_id", "standing"))
        _write_cards(back, known, slugs, stored.counts, sample=False)
        slugs.settle()
        stored.back.update(card.oracle_id for _standing, card in back)
    return bool(back)


def _write_cards(
    cards: Sequence[tuple[str, CardRecord]], known: dict[str, str], slugs: Slugs, counts: Counter[str], *, sample: bool
) -> None:
    """Write records with their standings; a stored card changes only for a greater standing."""
    new = [(standing, card) for standing, card in cards if card.oracle_id not in known]
    better = [
        (standing, card) for standing, card in cards if card.oracle_id in known and standing > known[card.oracle_id]
    ]
    counts["cards"] += len(new)
    counts["changed"] += len(better)
    rows = [
        _card_row(card, standing, slugs.take(card.oracle_id, card.name, card.kind), sample) for standing, card in new
    ]
    Card.objects.bulk_create(rows)
    ids = {row.oracle_id: row.pk for row in rows}
    # The slug is not updated; the insert only needs a unique value.
    changed = [_card_row(card, standing, card.oracle_id, sample) for standing, card in better]
    Card.objects.bulk_create(changed, update_conflicts=True, unique_fields=["oracle_id"], update_fields=_CARD_FIELDS)
    ids |= dict(Card.objects.filter(oracle_id__in=[row.oracle_id for row in changed]).values_list("oracle_id", "pk"))
    _store_faces([card for _, card in new], ids, fresh=True)
    _store_faces([card for _, card in better], ids, fresh=False)


def _card_row(card: CardRecord, standing: str, slug: str, sample: bool) -> Card:
    same = {name: getattr(card, name) for name in ("oracle_id", *_CARD_FIELDS[:6])}
    lists = {"keywords": list(card.keywords), "legalities": dict(card.legalities)}
    return Card(slug=slug, is_playtest=card.playtest, is_sample=sample, standing=standing, **same, **lists)


def _store_faces(cards: list[CardRecord], ids: dict[str, int], *, fresh: bool) -> None:
    rows = [
        Face(card_id=ids[card.oracle_id], position=at, **face._asdict())
        for card in cards
        for at, face in enumerate(card.faces)
    ]
    if fresh:
        Face.objects.bulk_create(rows)
        return
    Face.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["card", "position"], update_fields=_FACE_FIELDS
    )
    for card in cards:
        # The card may have had two faces before.
        if len(card.faces) == 1:
            Face.objects.filter(card_id=ids[card.oracle_id], position__gt=0).delete()


def read_ids(sets: dict[str, int]) -> Ids:
    """Read the keys of cards, faces and sets."""
    cards: dict[str, int] = {}
    names: dict[str, int] = {}
    kinds = {Card.Kind.CARD: 0, Card.Kind.TOKEN: 1}
    listed = Card.objects.values_list("oracle_id", "pk", "name", "kind").order_by("oracle_id")
    best: dict[str, int] = {}
    for oracle_id, pk, name, kind in listed.iterator(chunk_size=5000):
        cards[oracle_id] = pk
        rank = kinds.get(kind, 2)  # type: ignore[call-overload]
        if name not in names or rank < best[name]:
            names[name], best[name] = pk, rank
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
            if kind != ASIDE:
                yield kind, what
    for batch in batches(done):
        Waiting.objects.filter(pk__in=batch).delete()
