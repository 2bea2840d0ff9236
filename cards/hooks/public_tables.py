"""Public tables of cards, names and rulings for the bundle of the whole archive."""

from pathlib import Path

from cards.models import (
    Card,
    CardSet,
    Face,
    Interchangeable,
    NameEvent,
    OtherName,
    PrintedName,
    Printing,
    RelatedPart,
    Ruling,
    RulingTie,
)
from rulesbase.downloads.public_tables import Table, register

_COLUMNS = Path(__file__).parents[1] / "data" / "public_columns.csv"


def register_tables() -> None:
    """Register the public tables of the cards; called once at start."""
    register(
        _COLUMNS,
        Table("card_sets", "Sets in which cards were printed.", lambda: CardSet.objects.order_by("pk"), key="code"),
        Table(
            "cards",
            "Cards as the Oracle reference knows them.",
            lambda: Card.objects.order_by("pk"),
            key="oracle_id",
            indexes=("name",),
        ),
        Table(
            "faces",
            "Faces or halves of cards; one of a card that has but one.",
            lambda: Face.objects.order_by("pk"),
            indexes=("card",),
        ),
        Table("printings", "Cards in sets.", lambda: Printing.objects.order_by("pk"), indexes=("card",)),
        Table(
            "related_parts",
            "What a card goes together with: tokens it makes, halves of a meld.",
            lambda: RelatedPart.objects.order_by("pk"),
            indexes=("card",),
        ),
        Table(
            "printed_names",
            "Names as they stand on printings, in any language.",
            lambda: PrintedName.objects.order_by("pk"),
            indexes=("name", "card"),
        ),
        Table(
            "name_events",
            "Misprints, corrections and renamings of printed names.",
            lambda: NameEvent.objects.order_by("pk"),
        ),
        Table(
            "interchangeable",
            "Pairs of names that are one for the rules.",
            lambda: Interchangeable.objects.order_by("pk"),
        ),
        Table(
            "other_names",
            "Readings in kana and nicknames by which cards are found.",
            lambda: OtherName.objects.order_by("pk"),
        ),
        Table("rulings", "Official rulings of cards.", lambda: Ruling.objects.order_by("pk"), indexes=("card",)),
        Table(
            "ruling_rules",
            "Rules that rulings rest on, as curators tied them.",
            lambda: RulingTie.objects.confirmed().order_by("pk"),
        ),
    )
