"""The answers of the cards app to the rules app (`rulesbase.core.card_interface`)."""

import datetime
import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from django.db.models import F, Max, Q, QuerySet

from cards.imports.import_file import load_sample_cards
from cards.lookup.facts import data_as_of
from cards.lookup.find_cards import card_meant, card_named, find_cards, find_each
from cards.lookup.names_in_text import card_names
from cards.models import Card, CardFile, CardSet, Face, PrintedName
from cards.relevance.links import LinkCounts, link_all
from cards.rulings.feed import rulings_of
from cards.rulings.queries import rulings_on
from rulesbase.archive.catalogue import catalogue
from rulesbase.engine.languages import text_language

# Rows of a large table read at once.
_ROWS = 5000


class Cards:
    """Answers by the rows of cards. Functions of other packages answer some questions as they are."""

    find = staticmethod(find_cards)
    find_each = staticmethod(find_each)
    meant = staticmethod(card_meant)
    with_address = staticmethod(card_named)
    rulings_of = staticmethod(rulings_of)
    rulings_on = staticmethod(rulings_on)
    names_in = staticmethod(card_names)
    as_of = staticmethod(data_as_of)
    load_sample = staticmethod(load_sample_cards)

    def count(self) -> int:
        """Return how many cards there are. One query."""
        return Card.objects.count()

    def by_id(self, oracle_ids: Collection[str], *, faces: bool = False) -> Mapping[str, Card]:
        """Return cards by oracle id, with their faces where they are to be read."""
        rows = Card.objects.for_reading() if faces else Card.objects.all()
        return rows.in_bulk(oracle_ids, field_name="oracle_id")

    def ids_of_names(self, names: Collection[str]) -> Mapping[str, str]:
        """Return oracle ids by English names of cards or faces, ignoring case. Two queries."""
        if not names:
            return {}
        wanted = Q(*(Q(name__iexact=name) for name in names), _connector=Q.OR)
        found: dict[str, str] = {}
        for face in Face.objects.filter(wanted).select_related("card").order_by("card__kind", "-pk"):
            found[face.name.casefold()] = face.card.oracle_id
        # The name of a whole card goes before that of a face, and a card before a token.
        for card in Card.objects.filter(wanted).order_by("-kind", "-pk"):
            found[card.name.casefold()] = card.oracle_id
        return {name: found[name.casefold()] for name in names if name.casefold() in found}

    def ruling_digests(self, oracle_ids: Iterable[str]) -> Iterable[tuple[str, str]]:
        """Return the oracle id and digest of each ruling of these cards. One query."""
        rows = Card.objects.filter(oracle_id__in=set(oracle_ids), rulings__isnull=False)
        return rows.order_by("rulings__pk").values_list("oracle_id", "rulings__digest")

    def type_lines(self, language: str) -> Iterator[tuple[str, str]]:
        """Return the printed type line and the English one of each printed name; of Chinese the simplified ones."""
        lines = PrintedName.objects.filter(language=text_language(language).card_code).exclude(type_line="")
        of_face = Q(face=F("card__faces")) | Q(face=None, card__faces__position=0)
        return lines.filter(of_face).values_list("type_line", "card__faces__type_line").iterator()

    def slugs(self) -> QuerySet[Card, str]:
        """Return the ends of the addresses of all cards, oldest row first; slices ask the database for a part."""
        return Card.objects.order_by("pk").values_list("slug", flat=True)

    def set_released(self, name: str) -> datetime.date | None:
        """Return the day on which a set was released, by its whole name or code. One query."""
        named = CardSet.objects.filter(Q(name__iexact=name) | Q(code__iexact=name), released__isnull=False)
        return named.order_by("released").values_list("released", flat=True).first()

    def last_import(self) -> datetime.date | None:
        """Return the day on which a card file was last imported. One query."""
        moment = CardFile.objects.aggregate(newest=Max("imported_at"))["newest"]
        return moment.date() if moment else None

    def name_lines(self) -> Iterator[str]:
        """Yield for each card ``[slug, name, kind, {language: [names]}]`` as JSON. Three queries.

        The kind is empty for cards proper. ``en`` holds names of faces and flavor names that differ from the card's.
        """
        names: defaultdict[int, dict[str, dict[str, None]]] = defaultdict(dict)
        for of, name in Face.objects.order_by("card_id", "position").values_list("card_id", "name").iterator(_ROWS):
            names[of].setdefault("en", {})[name] = None
        printed = PrintedName.objects.order_by("card_id", "language", "name").values_list("card_id", "language", "name")
        for of, language, name in printed.distinct().iterator(_ROWS):
            names[of].setdefault(language, {})[name] = None
        rows = Card.objects.order_by("name", "pk").values_list("pk", "slug", "name", "kind")
        for pk, slug, name, kind in rows.iterator(_ROWS):
            others = {language: [one for one in given if one != name] for language, given in names[pk].items()}
            filled = {language: found for language, found in others.items() if found}
            line = [slug, name, "" if kind == Card.Kind.CARD else kind, filled]
            yield json.dumps(line, ensure_ascii=False, separators=(",", ":"))

    def link_rules(self, progress: Callable[[int, int], None]) -> LinkCounts:
        """Link cards and rulings that are not linked to the rules of these versions yet."""
        return link_all(catalogue(), progress)
