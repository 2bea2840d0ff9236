"""Views of the API on cards and rulings."""

import django_filters
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.serializers import CardSerializer, ListedCardSerializer, RulingSerializer
from cards.catalogue.card_page import words_of_slug
from cards.catalogue.filters import CardFilter
from cards.catalogue.oracle_history import oracle_text
from cards.lookup.facts import pairs_of
from cards.lookup.find_cards import card_named, find_cards
from cards.models import Card, Ruling, RulingCitation
from cards.rulings.queries import with_bases
from rulesbase.api.base import Api
from rulesbase.api.filters import since_day, until_day
from rulesbase.api.problems import not_found
from rulesbase.api.query_params import LONGEST, VERSION, Fields, PatternField, StrictTextField
from rulesbase.archive.catalogue import catalogue
from rulesbase.engine.text.numbers import canonical

_CARD: Fields = {"card": StrictTextField(LONGEST, 1, "The slug of a card, or its Oracle id.", initial="lightning-bolt")}


class CardListFilter(CardFilter):
    """The filters of the card list, without its sort order."""

    sort = None


class RulingFilter(django_filters.FilterSet):  # type: ignore[misc]
    """Rulings by day, words and the numbers that they name."""

    since = since_day("date")
    until = until_day("date")
    q = django_filters.CharFilter(
        field_name="text",
        lookup_expr="icontains",
        max_length=200,
        label=gettext_lazy("Only rulings that contain this exact phrase."),
    )
    number = django_filters.CharFilter(
        method="by_number",
        max_length=20,
        label=gettext_lazy(
            "Only rulings that cite this rule number. Use the number that the rule had on the date of the ruling."
        ),
    )

    def by_number(self, rows: QuerySet[Ruling], name: str, value: str) -> QuerySet[Ruling]:
        """Return the rulings that cite a number."""
        named = RulingCitation.objects.filter(number=canonical(value) or value)
        return rows.filter(pk__in=named.values("ruling"))


def find_card(name: str) -> Card:
    """Return the card of a slug or Oracle id. Raise Problem with similar cards."""
    found = card_named(name, Card.objects.select_related("first_set").for_reading())
    if found is None:
        near = [one.card.slug for one in find_cards(words_of_slug(name), limit=5)]
        message = _(
            "There is no card “%(name)s”. To search by a name in any language or spelling: /api/v1/card/fuzzy?name="
        )
        raise not_found(message % {"name": name[:60]}, near=near)
    return found


class Cards(Api):
    """List cards by name. Without `kind`, only cards of the real game."""

    response_serializer, listed, paged, filters, tag = ListedCardSerializer, True, True, CardListFilter, "cards"

    def get(self, request: Request) -> Response:
        rows = self.filtered(Card.objects.select_related("first_set").for_reading())
        return self.many(self.page(rows, "name", "oracle_id"))


class OneCard(Api):
    """A card with its faces, printed names in all languages, Oracle history and interchangeable names."""

    response_serializer, path_params, tag = CardSerializer, _CARD, "cards"
    params = {
        "version": PatternField(
            VERSION, "A day, a year or latest. `oracle` is the Oracle text on that date.", default="latest"
        )
    }

    def get(self, request: Request, card: str) -> Response:
        found = find_card(card)
        own = {found.name, *(face.name for face in found.faces.all())}
        versions, asked = catalogue(), self.query_values["version"]
        # Cards may be imported without rules.
        day = versions.find(asked).date if versions.latest or asked != "latest" else versions.today
        names = found.printed_names.order_by("language", "flavor", "face__position", "name")
        vars(found).update(
            names=names.values("language", "name", "flavor", "face__position", "reading").distinct(),
            ordered_parts=found.parts.select_related("other").order_by("component", "name"),
            oracle=oracle_text(found, day),
            interchangeable=sorted({name for pair in pairs_of(own) for name in pair} - own),
        )
        return self.one(found)


class CardRulings(Api):
    """The rulings of a card, newest first, with the rules they are based on."""

    response_serializer, listed, path_params, tag = RulingSerializer, True, _CARD, "cards"

    def get(self, request: Request, card: str) -> Response:
        rows = find_card(card).rulings.select_related("card").order_by("-date", "pk")
        return self.many(with_bases(catalogue(), rows))


class Rulings(Api):
    """All rulings, oldest first, with the rules they are based on."""

    response_serializer, listed, paged, filters, tag = RulingSerializer, True, True, RulingFilter, "cards"

    def get(self, request: Request) -> Response:
        rows = self.filtered(Ruling.objects.select_related("card"))
        return self.many(with_bases(catalogue(), self.page(rows, "date", "pk")))
