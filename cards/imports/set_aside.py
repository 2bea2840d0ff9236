"""Set aside cards without printings and rulings, and restore them when a file needs them."""

from typing import Any

from cards.engine.records.types import CardRecord, FaceFacts, NameRecord, PartRecord
from cards.imports.read_file import card_record
from cards.imports.store_details import record_json, waiting_row
from cards.models import Card, PrintedName, RelatedPart, Waiting

# The kind of waiting rows for cards, and the kinds that restore them.
ASIDE = "card"
_HOLDS = ("printing", "ruling")


def set_aside(card: Card) -> None:
    """Delete a card without printings and rulings; what was known of it is stored as waiting rows."""
    faces = list(card.faces.order_by("position"))
    rows = [waiting_row(card.oracle_id, ASIDE, record_json(_record(card, faces), card.standing, ""))]
    at = {face.pk: face.position for face in faces}
    names = PrintedName.objects.filter(card=card).select_related("card_set").order_by("pk")
    rows += [
        waiting_row(
            card.oracle_id,
            "name",
            record_json(_name(card, one, at.get(one.face_id or 0, -1)), one.standing, one.source),
        )
        for one in names
    ]
    for part in RelatedPart.objects.filter(card=card).select_related("other").order_by("pk"):
        other = part.other.oracle_id if part.sure and part.other else ""
        rows.append(_part(card, PartRecord(card.oracle_id, part.component, part.name, other)))
    # Other cards list this card as a part.
    for part in RelatedPart.objects.filter(other=card, sure=True).select_related("card").order_by("pk"):
        rows.append(_part(card, PartRecord(part.card.oracle_id, part.component, part.name, card.oracle_id)))
    Waiting.objects.bulk_create(rows, ignore_conflicts=True)
    card.delete()


def cards_to_restore(there: set[str]) -> list[tuple[str, CardRecord]]:
    """Return standing and record of the cards set aside that something waits for, or that are ``there``."""
    rows = list(Waiting.objects.filter(kind=ASIDE).order_by("pk").values_list("what", flat=True))
    if not rows:
        return []
    wanted = set(Waiting.objects.filter(kind__in=_HOLDS).values_list("card", flat=True).distinct())
    records = [(what["standing"], card_record(what["values"])) for what in rows]
    return [
        (standing, record)
        for standing, record in records
        if record.oracle_id in there or {record.oracle_id, f"={record.name}"} & wanted
    ]


def _record(card: Card, faces: list[Any]) -> CardRecord:
    same = (getattr(card, name) for name in CardRecord._fields[:7])
    legalities = tuple(sorted(card.legalities.items()))
    made = tuple(FaceFacts(*(getattr(face, name) for name in FaceFacts._fields)) for face in faces)
    return CardRecord._make((*same, tuple(card.keywords), legalities, card.is_playtest, made))


def _name(card: Card, one: PrintedName, face: int) -> NameRecord:
    printed = (one.language, one.name, one.flavor, one.reading, one.type_line, one.text)
    place = (one.card_set.code if one.card_set else "", one.collector_number)
    return NameRecord(card.oracle_id, face, *printed, *place)


def _part(card: Card, record: PartRecord) -> Waiting:
    return waiting_row(card.oracle_id, "part", record_json(record, "", ""))
