"""Rulings and cards that rest on changed rules, for the lists of `rulesbase.impact`."""

from collections.abc import Sequence

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy

from cards.models import USUAL_FIRST, Card, CardRule, Ruling, RulingRule
from cards.rulings.queries import named_bases, rulings_linked_to
from rulesbase.core.dates import day_text
from rulesbase.core.excerpts import shortened
from rulesbase.core.grouping import grouped
from rulesbase.impact.kinds import AffectedItem, ImpactKind, Scope, register

_EXCERPT = 300


def register_impact_kinds() -> None:
    """Register rulings and cards; called once when the program starts."""
    register(
        ImpactKind("cards", 2, gettext_lazy("Cards"), _cards, _card_items, quotes=True),
        ImpactKind("rulings", 1, gettext_lazy("Rulings"), _rulings, _ruling_items, quotes=True),
    )


def _rulings(scope: Scope) -> QuerySet[Ruling]:
    return rulings_linked_to(scope.versions, scope.rules)


def _ruling_items(scope: Scope, first: int, most: int) -> Sequence[AffectedItem]:
    rows = list(_rulings(scope).select_related("card").order_by("-date", "card__name", "pk")[first : first + most])
    which = Q(ruling__in=[row.pk for row in rows])
    computed = RulingRule.objects.filter(which, rule__in=scope.rules).undecided()
    links = grouped(computed.values_list("ruling", "rule"))
    for ruling, bases in named_bases(scope.versions, which).items():
        links[ruling].extend(rule for basis in bases for rule in basis.rules & scope.rules)
    return [
        AffectedItem(
            f"{row.card.name}, {day_text(row.date)}",
            f"{row.card.get_absolute_url()}#ruling-{row.pk}",
            "en",
            shortened(row.text, _EXCERPT),
            tuple(dict.fromkeys(links[row.pk])),
        )
        for row in rows
    ]


def _cards(scope: Scope) -> QuerySet[Card]:
    return Card.objects.filter(pk__in=CardRule.objects.filter(rule__in=scope.rules).values("card"))


def _card_items(scope: Scope, first: int, most: int) -> Sequence[AffectedItem]:
    rows = list(_cards(scope).order_by(USUAL_FIRST, "name", "oracle_id")[first : first + most])
    named = CardRule.objects.filter(card__in=[row.pk for row in rows], rule__in=scope.rules).order_by("rank")
    links = grouped((card, (rule, words)) for card, rule, words in named.values_list("card", "rule", "words"))
    return [
        AffectedItem(
            row.name,
            row.get_absolute_url(),
            "en",
            " · ".join(filter(None, (words for _rule, words in links[row.pk]))),
            tuple(rule for rule, _words in links[row.pk]),
        )
        for row in rows
    ]
