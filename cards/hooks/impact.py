"""Rulings and cards that rest on changed rules, for the lists of `rulesbase.impact`."""

from collections import defaultdict
from collections.abc import Sequence

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy

from cards.models import USUAL_FIRST, Card, CardRule, Ruling, RulingRule
from cards.rulings.queries import named_bases, rulings_linked_to
from rulesbase.core.dates import day_text
from rulesbase.core.excerpts import shortened
from rulesbase.impact.kinds import AffectedItem, ImpactKind, Scope, register

_EXCERPT = 300


def register_impact_kinds() -> None:
    """Register rulings and cards; called once when the program starts."""
    register(
        ImpactKind("cards", 2, gettext_lazy("Cards"), _cards, _card_items),
        ImpactKind("rulings", 1, gettext_lazy("Rulings"), _rulings, _ruling_items),
    )


def _rulings(scope: Scope) -> QuerySet[Ruling]:
    return rulings_linked_to(scope.versions, scope.rules)


def _ruling_items(scope: Scope, first: int, most: int) -> Sequence[AffectedItem]:
    rows = list(_rulings(scope).select_related("card").order_by("-date", "card__name", "pk")[first : first + most])
    links: defaultdict[int, dict[int, str]] = defaultdict(dict)
    which = Q(ruling__in=[row.pk for row in rows])
    computed = RulingRule.objects.filter(which, rule__in=scope.rules).undecided()
    for ruling, rule, words in computed.values_list("ruling", "rule", "words"):
        links[ruling][rule] = words
    for ruling, bases in named_bases(scope.versions, which).items():
        for basis in bases:
            links[ruling] |= dict.fromkeys(basis.rules & scope.rules, basis.number)
    return [
        AffectedItem(
            f"{row.card.name}, {day_text(row.date)}",
            f"{row.card.get_absolute_url()}#ruling-{row.pk}",
            "en",
            shortened(row.text, _EXCERPT),
            tuple(links[row.pk]),
        )
        for row in rows
    ]


def _cards(scope: Scope) -> QuerySet[Card]:
    return Card.objects.filter(pk__in=CardRule.objects.filter(rule__in=scope.rules).values("card"))


def _card_items(scope: Scope, first: int, most: int) -> Sequence[AffectedItem]:
    rows = list(_cards(scope).order_by(USUAL_FIRST, "name", "oracle_id")[first : first + most])
    links: defaultdict[int, dict[int, str]] = defaultdict(dict)
    named = CardRule.objects.filter(card__in=[row.pk for row in rows], rule__in=scope.rules).order_by("rank")
    for card, rule, words in named.values_list("card", "rule", "words"):
        links[card][rule] = words
    return [
        AffectedItem(
            row.name,
            row.get_absolute_url(),
            "en",
            " · ".join(filter(None, links[row.pk].values())),
            tuple(links[row.pk]),
        )
        for row in rows
    ]
