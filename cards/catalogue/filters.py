"""Filter the list of cards, and write the one canonical address of each choice."""

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

import django_filters
from django import forms
from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, When
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from cards.engine.lookup.types import WHOLE_NAMES, MatchReason
from cards.lookup.find_cards import find_cards
from cards.models import USUAL_FIRST, Card, CardSet, Face, PrintedName, Printing, Ruling

COLORS = [
    ("w", _("white")),
    ("u", _("blue")),
    ("b", _("black")),
    ("r", _("red")),
    ("g", _("green")),
    ("c", _("colourless")),
]
KINDS = [
    ("card", _("Cards")),
    ("token", _("Tokens")),
    ("emblem", _("Emblems")),
    ("nothing", _("Not part of the game")),
    ("all", _("All kinds of cards")),
]
_BY_NAME = ("name", "oracle_id")
SORTS = {
    "name": (_("Name"), _BY_NAME),
    "new": (pgettext_lazy("order of cards", "Newest first"), (F("released").desc(nulls_last=True), *_BY_NAME)),
    "old": (pgettext_lazy("order of cards", "Oldest first"), (F("released").asc(nulls_last=True), *_BY_NAME)),
    "value": (_("Mana value"), ("mana_value", *_BY_NAME)),
}
# Left out of addresses.
DEFAULTS = {"kind": "card", "sort": "name"}
_LONGEST = 200
_MOST_WORDS = 8
# Most cards that the index of names adds.
_MOST_FOUND = 60
_SURE = WHOLE_NAMES | {MatchReason.PREFIX, MatchReason.PART}


def cards_named(text: str) -> tuple[Q, list[int]]:
    """Return the cards with a text in any name, and the keys of those with exactly this name.

    Other spellings (accents, width, kana) are found by the index of names.
    """
    printed = PrintedName.objects.filter(name__icontains=text).values("card")
    found = [one for one in find_cards(text, limit=_MOST_FOUND) if one.reason in _SURE]
    whole = [one.card.pk for one in found if one.reason in WHOLE_NAMES]
    return Q(name__icontains=text) | Q(pk__in=printed) | Q(pk__in=[one.card.pk for one in found]), whole


def _of_type(words: Iterable[str]) -> Q:
    """Match type lines with all these words. Each is tried as typed and capitalised: SQLite does not fold É to é."""
    return Q(*(Q(type_line__icontains=word) | Q(type_line__icontains=word.capitalize()) for word in words))


class CardFilter(django_filters.FilterSet):  # type: ignore[misc]
    """Filter cards by name, type, colour, set, layout, rulings and kind."""

    q = django_filters.CharFilter(method="by_name", max_length=_LONGEST, label=_("Name, in any language"))
    type = django_filters.CharFilter(method="by_type", max_length=_LONGEST, label=_("Type"))
    color = django_filters.MultipleChoiceFilter(
        method="by_color", choices=COLORS, widget=forms.CheckboxSelectMultiple, label=_("Colours")
    )
    only = django_filters.BooleanFilter(
        method="unchanged", widget=forms.CheckboxInput, label=_("no colours except the selected ones")
    )
    set = django_filters.CharFilter(method="by_set", max_length=12, label=_("Set"))
    layout = django_filters.CharFilter(field_name="layout", lookup_expr="exact", max_length=40, label=_("Layout"))
    rulings = django_filters.BooleanFilter(
        method="by_rulings", widget=forms.CheckboxInput, label=_("only cards with rulings")
    )
    kind = django_filters.ChoiceFilter(method="by_kind", choices=KINDS, empty_label=None, label=_("Kind"))
    sort = django_filters.ChoiceFilter(
        method="unchanged", choices=[(key, words) for key, (words, _order) in SORTS.items()], label=_("Sort by")
    )

    class Meta:
        model = Card
        fields: list[str] = []

    def by_name(self, rows: QuerySet[Card], name: str, value: str) -> QuerySet[Card]:
        """Filter by words of a name; names that begin with them come first."""
        which, whole = cards_named(value)
        near = Case(
            When(name__iexact=value, then=0),
            When(pk__in=whole, then=1),
            When(name__istartswith=value, then=2),
            default=3,
        )
        return rows.filter(which).annotate(near=near)

    def by_type(self, rows: QuerySet[Card], name: str, value: str) -> QuerySet[Card]:
        """Filter by words of one face's type line.

        Words that no English type line has are searched in printed type lines of other languages.
        """
        words = value.split()[:_MOST_WORDS]
        faces = Face.objects.order_by().filter(_of_type(words))
        if faces.exists():
            return rows.filter(pk__in=faces.values("card"))
        return rows.filter(pk__in=PrintedName.objects.order_by().filter(_of_type(words)).values("card"))

    def by_color(self, rows: QuerySet[Card], name: str, value: list[str]) -> QuerySet[Card]:
        """Filter by all these colours; colourless excludes the others."""
        if "c" in value:
            return rows.filter(colors="")
        chosen = [color.upper() for color in value]
        rows = rows.filter(*(Q(colors__contains=color) for color in chosen))
        if self.form.cleaned_data.get("only"):
            rows = rows.filter(*(~Q(colors__contains=color) for color in "WUBRG" if color not in chosen))
        return rows

    def by_set(self, rows: QuerySet[Card], name: str, value: str) -> QuerySet[Card]:
        """Filter by a set in which the card was printed."""
        found = CardSet.objects.filter(code=value.lower()).values_list("pk", flat=True).first()
        printed = Printing.objects.order_by().filter(card_set=found or 0).values("card")
        return rows.filter(Q(pk__in=printed) | Q(first_set=found or 0))

    def by_rulings(self, rows: QuerySet[Card], name: str, value: bool) -> QuerySet[Card]:
        """Filter by whether the card has rulings."""
        return rows.filter(Exists(Ruling.objects.filter(card=OuterRef("pk")))) if value else rows

    def by_kind(self, rows: QuerySet[Card], name: str, value: str) -> QuerySet[Card]:
        """Filter by kind; ``filter_queryset`` sets the default."""
        return rows if value == "all" else rows.filter(kind=value)

    def unchanged(self, rows: QuerySet[Card], name: str, value: object) -> QuerySet[Card]:
        """Change nothing; ``by_color`` and ``filter_queryset`` read these fields."""
        return rows

    def filter_queryset(self, queryset: QuerySet[Card]) -> QuerySet[Card]:
        """Return the filtered cards in the chosen order; by default cards proper, of the usual formats first."""
        rows: QuerySet[Card] = super().filter_queryset(queryset)
        chosen = self.form.cleaned_data
        if not chosen.get("kind"):
            rows = rows.filter(kind=DEFAULTS["kind"])
        order = SORTS[chosen.get("sort") or DEFAULTS["sort"]][1]
        if chosen.get("sort"):
            return rows.order_by(*order)
        return rows.order_by(*(["near"] if chosen.get("q") else []), USUAL_FIRST, *order)


def address_of(chosen: Mapping[str, Any], page: int = 1) -> str:
    """Return the query string of a choice, without defaults and in a fixed order."""
    pairs: list[tuple[str, str]] = []
    for name in CardFilter.base_filters:
        value = chosen.get(name)
        if isinstance(value, list):
            pairs += [(name, code) for code, _words in COLORS if code in value]
        elif value is True:
            pairs.append((name, "1"))
        elif value and value != DEFAULTS.get(name):
            pairs.append((name, str(value)))
    if page > 1:
        pairs.append(("page", str(page)))
    return urlencode(pairs)
