"""The answers of the cards app to the rules app (`rulesbase.core.card_interface`)."""

import datetime
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import cast

from django.db.models import F, Max, Q, QuerySet

from cards.imports.import_file import load_sample_cards
from cards.lookup import by_id, lookup, names_in_text, offline_names
from cards.lookup.facts import data_as_of
from cards.models import Card, CardFile, CardSet, Face, PrintedName, Ruling
from cards.relevance import links
from cards.rulings import feed, queries
from rulesbase.archive.catalogue import Catalogue, catalogue
from rulesbase.core.card_interface import CardRow, RulingRow
from rulesbase.engine.checks import CardName
from rulesbase.engine.languages import text_language


class Cards:
    """Answers by the rows of cards."""

    def count(self) -> int:
        """Return how many cards there are. One query."""
        return Card.objects.count()

    def find(self, typed: str, *, language: str | None, limit: int, guess: bool) -> Sequence[lookup.CardMatch]:
        """Return the cards that a name means; with ``guess`` those with a similar name too."""
        return lookup.find_cards(typed, language=language, limit=limit, guess=guess)

    def meant(self, typed: str) -> Card | None:
        """Return the card with a slug, an oracle id or a name in any language; of several the likeliest."""
        return by_id.card_meant(typed)

    def with_address(self, slug: str) -> Card | None:
        """Return the card with a slug or oracle id."""
        return by_id.card_named(slug)

    def by_id(self, oracle_ids: Collection[str], *, faces: bool = False) -> Mapping[str, Card]:
        """Return cards by oracle id, with their faces where they are to be read."""
        rows = Card.objects.filter(oracle_id__in=set(oracle_ids))
        return {card.oracle_id: card for card in (rows.for_reading() if faces else rows)}

    def ids_of_names(self, names: Collection[str]) -> Mapping[str, str]:
        """Return oracle ids by English names of cards or faces, ignoring case. Two queries."""
        if not names:
            return {}
        wanted = Q()
        for name in names:
            wanted |= Q(name__iexact=name)
        found: dict[str, str] = {}
        for face in Face.objects.filter(wanted).select_related("card").order_by("card__kind", "-pk"):
            found[face.name.casefold()] = face.card.oracle_id
        # The name of a whole card goes before that of a face, and a card before a token.
        for card in Card.objects.filter(wanted).order_by("-kind", "-pk"):
            found[card.name.casefold()] = card.oracle_id
        return {name: found[name.casefold()] for name in names if name.casefold() in found}

    def rulings_of(self, card: CardRow) -> Sequence[Ruling]:
        """Return the newest rulings of a card, newest first."""
        return feed.rulings_of(cast(Card, card))

    def ruling_html(self, ruling: RulingRow) -> str:
        """Return a ruling as HTML, marked as an insertion."""
        return feed.ruling_html(cast(Ruling, ruling))

    def ruling_digests(self, oracle_ids: Iterable[str]) -> Iterable[tuple[str, str]]:
        """Return the oracle id and digest of each ruling of these cards. One query."""
        rows = Card.objects.filter(oracle_id__in=set(oracle_ids), rulings__isnull=False)
        return rows.order_by("rulings__pk").values_list("oracle_id", "rulings__digest")

    def rulings_on(self, versions: Catalogue, rule: int | None) -> queries.RuleRulings:
        """Return the rulings that rest on a Rule, as its page shows them."""
        return queries.rulings_on(versions, rule)

    def names_in(self, key: str, text: str, language: str) -> tuple[CardName, ...]:
        """Return the cards that an English text names, with their printed names."""
        return names_in_text.card_names(key, text, language)

    def type_lines(self, language: str) -> Iterator[tuple[str, str]]:
        """Return the printed type line and the English one of each printed name; of Chinese the simplified ones."""
        lines = PrintedName.objects.filter(language=text_language(language).card_code).exclude(type_line="")
        of_face = Q(face=F("card__faces")) | Q(face=None, card__faces__position=0)
        return lines.filter(of_face).values_list("type_line", "card__faces__type_line").iterator()

    def slugs(self) -> QuerySet[Card, str]:
        """Return the ends of the addresses of all cards, oldest row first; slices ask the database for a part."""
        return Card.objects.order_by("pk").values_list("slug", flat=True)

    def as_of(self) -> datetime.date | None:
        """Return the day of the newest card data. One query while nothing was written."""
        return data_as_of()

    def set_released(self, name: str) -> datetime.date | None:
        """Return the day on which a set was released, by its whole name or code. One query."""
        named = CardSet.objects.filter(Q(name__iexact=name) | Q(code__iexact=name))
        return named.order_by("released").values_list("released", flat=True).first()

    def last_import(self) -> datetime.date | None:
        """Return the day on which a card file was last imported. One query."""
        moment = CardFile.objects.aggregate(newest=Max("imported_at"))["newest"]
        return moment.date() if moment else None

    def name_lines(self) -> Iterator[str]:
        """Return all names of all cards as lines of JSON. Three queries."""
        return offline_names.name_lines()

    def link_rules(self, progress: Callable[[int, int], None]) -> links.LinkCounts:
        """Link cards and rulings that are not linked to the rules of these versions yet."""
        return links.link_all(catalogue(), progress)

    def load_sample(self) -> int:
        """Load the cards of the sample; return how many."""
        return load_sample_cards()
