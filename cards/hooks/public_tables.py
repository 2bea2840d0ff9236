"""Public tables of cards, names and rulings for the bundle of the whole archive."""

from typing import Any

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


def register_tables() -> None:
    """Register the public tables of the cards; called once at start."""

    def table(name: str, about: str, model: Any, indexes: tuple[str, ...] = (), key: str = "") -> Table:
        return Table(name, about, lambda: model.objects.order_by("pk"), key, indexes)

    register(
        "cards/data/public_columns.csv",
        table("card_sets", "Sets in which cards were printed.", CardSet, key="code"),
        table("cards", "Cards with their data from the Oracle reference.", Card, ("name",), "oracle_id"),
        table("faces", "Faces or halves of cards; most cards have one.", Face, ("card",)),
        table("printings", "Cards in sets.", Printing, ("card",)),
        table("related_parts", "Related cards: tokens that a card makes, halves of a meld.", RelatedPart, ("card",)),
        table("printed_names", "Names printed on cards, in any language.", PrintedName, ("name", "card")),
        table("name_events", "Misprints, corrections and renamings of printed names.", NameEvent),
        table("interchangeable", "Pairs of names that the rules treat as one.", Interchangeable),
        table("other_names", "Readings in kana and nicknames by which cards are found.", OtherName),
        table("rulings", "Official rulings of cards.", Ruling, ("card",)),
        Table(
            "ruling_rules",
            "Rules that rulings are based on, as curators linked them.",
            lambda: RulingTie.objects.confirmed().order_by("pk"),
        ),
    )
