"""Computed links from cards and rulings to Rules. `manage.py link_rules` computes them again."""

from typing import ClassVar, Self

from django.db import models
from django.utils.translation import gettext_lazy as _

from cards.models.cards import Card
from cards.models.rulings import Ruling, RulingTie
from rulesbase.models import Rule


class CardRule(models.Model):
    """A Rule that is relevant to a card in the latest version: its rank, and the words of the card that lead to it."""

    card = models.ForeignKey(Card, models.CASCADE, related_name="rule_links", db_index=False)
    rule = models.ForeignKey(Rule, models.CASCADE, related_name="card_links")
    rank = models.PositiveSmallIntegerField(_("rank of the rule by relevance to the card"))
    words = models.CharField(_("words of the card that lead to the rule"), max_length=80, blank=True)

    class Meta:
        ordering: ClassVar = ["card", "rank"]
        verbose_name = _("rule relevant to a card")
        verbose_name_plural = _("rules relevant to cards")
        constraints: ClassVar = [models.UniqueConstraint(fields=["card", "rule"], name="card_rule_once")]

    def __str__(self) -> str:
        return f"{self.card_id} {self.rule_id}"


class RulingRuleQuerySet(models.QuerySet["RulingRule"]):
    """Computed rules of rulings."""

    def undecided(self) -> Self:
        """Return those that no curator confirmed or rejected."""
        pair = {"ruling": models.OuterRef("ruling"), "number": models.OuterRef("number"), "day": models.OuterRef("day")}
        return self.exclude(models.Exists(RulingTie.objects.in_force().filter(**pair)))


class RulingRule(models.Model):
    """A Rule that a ruling rests on: its number in the version of ``day``, the confidence in percent, the evidence.

    ``day`` is that of the version in force on the day of the ruling.
    """

    ruling = models.ForeignKey(Ruling, models.CASCADE, related_name="rule_links", db_index=False)
    rule = models.ForeignKey(Rule, models.CASCADE, related_name="ruling_links")
    number = models.CharField(_("number"), max_length=20)
    day = models.DateField(_("version"))
    confidence = models.PositiveSmallIntegerField(_("confidence of the match"))
    words = models.CharField(_("words of the card that lead to the rule"), max_length=80, blank=True)

    objects = RulingRuleQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["ruling", "-confidence", "pk"]
        verbose_name = _("rule linked to a ruling automatically")
        verbose_name_plural = _("rules linked to rulings automatically")
        constraints: ClassVar = [models.UniqueConstraint(fields=["ruling", "rule"], name="ruling_rule_once")]

    def __str__(self) -> str:
        return f"{self.number}@{self.day.isoformat()}"


class LinkProgress(models.Model):
    """How far `link_rules` came: the last card or ruling, and the versions and tables that it used."""

    class Kind(models.TextChoices):
        """What is linked."""

        CARDS = "cards", _("cards")
        RULINGS = "rulings", _("rulings")

    kind = models.CharField(max_length=8, choices=Kind, unique=True)
    last = models.PositiveBigIntegerField(default=0)
    basis = models.CharField(max_length=64, default="")

    class Meta:
        verbose_name = _("progress in linking cards and rulings to rules")
        verbose_name_plural = _("progress in linking cards and rulings to rules")
