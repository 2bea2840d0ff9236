"""Public tables of cards, names and rulings for the bundle of the whole archive."""

from cards.models import (
    Card,
    CardSet,
    Face,
    Interchangeable,
    NameEvent,
    PrintedName,
    Printing,
    RelatedPart,
    Ruling,
    RulingTie,
)
from rulesbase.downloads.public_tables import Column, Table, register

_CARD = Column("card", "TEXT", "card__oracle_id", "oracle id of the card")


def _cards() -> tuple[Table, ...]:
    return (
        Table(
            "card_sets",
            "Sets in which cards were printed.",
            (
                Column("code", "TEXT", "code", "code of the set, the key"),
                Column("name", "TEXT", "name", "name"),
                Column("kind", "TEXT", "kind", "kind of set"),
                Column("released", "TEXT", "released", "day, or null"),
            ),
            lambda: CardSet.objects.order_by("pk"),
            key="code",
        ),
        Table(
            "cards",
            "Cards as the Oracle reference knows them.",
            (
                Column("oracle_id", "TEXT", "oracle_id", "the key"),
                Column("name", "TEXT", "name", "English name"),
                Column("slug", "TEXT", "slug", "as in /cards/<slug>/"),
                Column("layout", "TEXT", "layout", "layout"),
                Column("kind", "TEXT", "kind", "card, token, emblem or nothing"),
                Column("mana_value", "REAL", "mana_value", "mana value"),
                Column("colors", "TEXT", "colors", "letters of its colours"),
                Column("color_identity", "TEXT", "color_identity", "letters of its colour identity"),
                Column("keywords", "TEXT", "keywords", "JSON: list of keywords"),
                Column("legalities", "TEXT", "legalities", "JSON: word for each format"),
                Column("released", "TEXT", "released", "first day of a printing, or null"),
                Column("variant", "INTEGER", "is_variant", "true where another card shares its name"),
                Column("playtest", "INTEGER", "is_playtest", "true for a playtest card"),
                Column("sample", "INTEGER", "is_sample", "true for a card that does not exist"),
            ),
            lambda: Card.objects.order_by("pk"),
            key="oracle_id",
            indexes=("name",),
        ),
        Table(
            "faces",
            "Faces or halves of cards; one of a card that has but one.",
            (
                _CARD,
                Column("position", "INTEGER", "position", "their order"),
                Column("name", "TEXT", "name", "name"),
                Column("mana_cost", "TEXT", "mana_cost", "mana cost"),
                Column("type_line", "TEXT", "type_line", "type line"),
                Column("text", "TEXT", "text", "rules text"),
                Column("power", "TEXT", "power", "power"),
                Column("toughness", "TEXT", "toughness", "toughness"),
                Column("loyalty", "TEXT", "loyalty", "loyalty"),
                Column("defense", "TEXT", "defense", "defense"),
            ),
            lambda: Face.objects.order_by("pk"),
            indexes=("card",),
        ),
        Table(
            "printings",
            "Cards in sets.",
            (
                _CARD,
                Column("card_set", "TEXT", "card_set__code", "code of the set"),
                Column("number", "TEXT", "number", "collector number"),
                Column("released", "TEXT", "released", "day, or null"),
            ),
            lambda: Printing.objects.order_by("pk"),
            indexes=("card",),
        ),
        Table(
            "related_parts",
            "What a card goes together with: tokens it makes, halves of a meld.",
            (
                _CARD,
                Column("component", "TEXT", "component", "how they go together"),
                Column("name", "TEXT", "name", "name of the other"),
                Column("other", "TEXT", "other__oracle_id", "oracle id of the other, or null"),
            ),
            lambda: RelatedPart.objects.order_by("pk"),
            indexes=("card",),
        ),
    )


def _names() -> tuple[Table, ...]:
    return (
        Table(
            "printed_names",
            "Names as they stand on printings, in any language.",
            (
                _CARD,
                Column("face", "INTEGER", "face__position", "position of the face, or null for the whole card"),
                Column("language", "TEXT", "language", "language code"),
                Column("name", "TEXT", "name", "the name"),
                Column("flavor", "INTEGER", "flavor", "true where it stands in place of the card's own name"),
                Column("reading", "TEXT", "reading", "kana, or empty"),
                Column("card_set", "TEXT", "card_set__code", "code of the set, or null"),
                Column("number", "TEXT", "collector_number", "collector number"),
            ),
            lambda: PrintedName.objects.order_by("pk"),
            indexes=("name", "card"),
        ),
        Table(
            "name_events",
            "Misprints, corrections and renamings of printed names.",
            (
                Column("card_name", "TEXT", "card_name", "English name of the card"),
                Column("language", "TEXT", "language", "language code"),
                Column("kind", "TEXT", "kind", "what happened"),
                Column("printed", "TEXT", "printed", "the name as it stood"),
                Column("instead", "TEXT", "instead", "what it should be or became"),
                Column("happened", "TEXT", "when", "year, month or day"),
            ),
            lambda: NameEvent.objects.order_by("pk"),
        ),
        Table(
            "interchangeable",
            "Pairs of names that are one for the rules.",
            (
                Column("name", "TEXT", "name", "name"),
                Column("other", "TEXT", "other", "the other name"),
                Column("since", "TEXT", "since", "day the other was first printed, or null"),
            ),
            lambda: Interchangeable.objects.order_by("pk"),
        ),
    )


def _rulings() -> tuple[Table, ...]:
    return (
        Table(
            "rulings",
            "Official rulings of cards.",
            (
                _CARD,
                Column("date", "TEXT", "date", "day"),
                Column("source", "TEXT", "source", "who said it"),
                Column("text", "TEXT", "text", "the ruling"),
                Column("digest", "TEXT", "digest", "SHA-256 of day and text"),
            ),
            lambda: Ruling.objects.order_by("pk"),
            indexes=("card",),
        ),
        Table(
            "ruling_rules",
            "Rules that rulings rest on, as curators tied them.",
            (
                Column("card", "TEXT", "oracle_id", "oracle id of the card"),
                Column("digest", "TEXT", "digest", "digest of the ruling"),
                Column("number", "TEXT", "number", "number of the rule"),
                Column("version", "TEXT", "day", "as of the version of this day"),
            ),
            lambda: RulingTie.objects.in_force().order_by("pk"),
        ),
    )


def register_tables() -> None:
    """Name the public tables of the cards; called once, when the program starts."""
    register(*_cards(), *_names(), *_rulings())
