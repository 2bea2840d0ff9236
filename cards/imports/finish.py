"""Compute at the end of each import what depends on all files together, whatever their order."""

from django.db.models import Count, Exists, F, Min, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from cards.imports.store_details import WriteResult
from cards.models import Card, CardSet, PrintedName, Printing, RelatedPart, Retired
from cards.relevance.links import mark_cards_unlinked
from cards.rulings.actions import update_ruling_citations


def finish(stored: WriteResult) -> None:
    """Compute first printings, variants and parts by name; remove duplicate names."""
    touched, gone = _retire()
    _first_printings(stored.sets, touched)
    if stored.counts["cards"] or stored.counts["changed"] or gone:
        _variants()
    _parts_by_name()
    _duplicate_names()
    update_ruling_citations()
    if stored.counts["changed"]:
        mark_cards_unlinked()


def _first_printings(sets: set[int], touched: set[int]) -> None:
    """Set the day of each set to the earliest known, and each card's first set to that of its earliest printing.

    This is done for cards of these sets, and for cards that lost printings.
    """
    earliest = Printing.objects.filter(card_set=OuterRef("pk")).values("card_set").annotate(day=Min("released"))
    dated = CardSet.objects.filter(pk__in=sets).annotate(found=Subquery(earliest.values("day")))
    too_late = Q(released=None) | Q(released__gt=F("found"))
    dated.filter(too_late, found__isnull=False).update(released=F("found"))
    first = (
        Printing.objects.filter(card=OuterRef("pk"))
        .annotate(day=Coalesce("released", "card_set__released"))
        .order_by(F("day").asc(nulls_last=True), "card_set__code", "number")
    )
    printed = Printing.objects.filter(card_set__in=sets).values("card")
    Card.objects.filter(Q(pk__in=printed) | Q(pk__in=touched)).update(
        first_set=Subquery(first.values("card_set")[:1]), released=Subquery(first.values("day")[:1])
    )


def _variants() -> None:
    """Mark cards that share their name with others, playtest cards apart, as variants."""
    shared = (
        Card.objects.filter(kind=Card.Kind.CARD, is_playtest=False)
        .values("name")
        .annotate(cards=Count("pk"))
        .filter(cards__gt=1)
        .values("name")
    )
    variants = Card.objects.filter(kind=Card.Kind.CARD, is_playtest=False, name__in=shared)
    Card.objects.filter(is_variant=True).exclude(pk__in=variants.values("pk")).update(is_variant=False)
    Card.objects.filter(pk__in=list(variants.values_list("pk", flat=True))).update(is_variant=True)


def _parts_by_name() -> None:
    """Link parts without an id to the card of their name, tokens to tokens."""
    for component, kind in ((Q(component="token"), Card.Kind.TOKEN), (~Q(component="token"), Card.Kind.CARD)):
        named = Card.objects.filter(kind=kind, name=OuterRef("name")).order_by("oracle_id").values("pk")[:1]
        RelatedPart.objects.filter(component, sure=False).update(other=Subquery(named))


def _duplicate_names() -> None:
    """Delete names that add nothing to other names of the card.

    These are English flavor names listed with a printing in another language, and names without a set where the same
    name is known with its sets.
    """
    same = PrintedName.objects.filter(card=OuterRef("card"), name=OuterRef("name"), flavor=OuterRef("flavor"))
    english = Exists(same.filter(language="en"))
    doubled = PrintedName.objects.filter(english, flavor=True).exclude(language="en")
    placed = Exists(same.filter(language=OuterRef("language"), card_set__isnull=False))
    without_set = PrintedName.objects.filter(placed, card_set=None)
    for rows in (doubled, without_set):
        PrintedName.objects.filter(pk__in=list(rows.values_list("pk", flat=True))).delete()


def _retire() -> tuple[set[int], int]:
    """Delete printings whose id Scryfall deleted, and change merged ids to those that remain.

    A card that loses its last printing is deleted unless it has rulings or printed names. Return the keys of cards that
    lost printings, and how many rows were deleted with cards.
    """
    touched: set[int] = set()
    retired = dict(Retired.objects.values_list("old_id", "new_id"))
    gone = Printing.objects.filter(scryfall_id__in=Retired.objects.values("old_id")).select_related("card")
    for row in gone:
        new = retired[row.scryfall_id]
        if new and not Printing.objects.filter(scryfall_id=new).exists():
            Printing.objects.filter(pk=row.pk).update(scryfall_id=new)
            continue
        row.delete()
        touched.add(row.card_id)
        if not Printing.objects.filter(card_set=row.card_set_id, number=row.number, card=row.card_id).exists():
            PrintedName.objects.filter(card=row.card_id, card_set=row.card_set_id, collector_number=row.number).delete()
    bare = Card.objects.filter(pk__in=touched, printings=None, rulings=None, printed_names=None)
    # Parts of other cards find it again by its name if it comes back.
    RelatedPart.objects.filter(other__in=bare).update(sure=False)
    return touched, bare.delete()[0]
