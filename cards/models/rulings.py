"""Official rulings of cards, and links of cards and rulings to rules.

Citations in the texts of rulings, links made by curators, and computed links: `manage.py link_rules` computes them
again.
"""

from typing import ClassVar, Self

from django.db import models
from django.utils.translation import gettext_lazy as _

from cards.models.cards import Card
from rulesbase.models import Rule
from rulesbase.models.withdrawable import Withdrawable, WithdrawableQuerySet


class Ruling(models.Model):
    """An official ruling on a card, with its date."""

    card = models.ForeignKey(Card, models.CASCADE, related_name="rulings", db_index=False)
    date = models.DateField(_("date"))
    source = models.CharField(_("source"), max_length=40, blank=True)
    text = models.TextField(_("text"))
    # SHA-256 of date and text, to merge the same ruling of two files.
    digest = models.CharField(max_length=64)

    class Meta:
        ordering: ClassVar = ["date", "pk"]
        verbose_name = _("ruling")
        verbose_name_plural = _("rulings")
        constraints: ClassVar = [models.UniqueConstraint(fields=["card", "digest"], name="ruling_once")]

    def __str__(self) -> str:
        return f"{self.date}: {self.text[:60]}"


class RulingCitation(models.Model):
    """A rule number in a ruling, as of ``day``: the ruling's own day unless it names another.

    Extracted from the texts, so that a rule's page finds its rulings without reading all of them. The Rule is computed
    at query time, as the lineage may change.
    """

    ruling = models.ForeignKey(Ruling, models.CASCADE, related_name="citations", db_index=False)
    number = models.CharField(_("number"), max_length=20)
    day = models.DateField(_("day"))

    class Meta:
        ordering: ClassVar = ["ruling", "pk"]
        verbose_name = _("rule cited in a ruling")
        verbose_name_plural = _("rules cited in rulings")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["ruling", "number", "day"], name="ruling_citation_once")
        ]

    def __str__(self) -> str:
        return f"{self.number}@{self.day.isoformat()}"


class RulingsRead(models.Model):
    """One row: the last ruling read for citations, and the version of the extractor."""

    last = models.PositiveBigIntegerField(default=0)
    reader = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = _("progress of the search for rule numbers in rulings")
        verbose_name_plural = _("progress of the search for rule numbers in rulings")


class RulingTieQuerySet(WithdrawableQuerySet["RulingTie"]):
    """Decisions on rules of rulings."""

    def confirmed(self) -> Self:
        """Return the links in force, without rejections."""
        return self.in_force().filter(rejected=False)


class RulingTie(Withdrawable):
    """A curator's link from a ruling to a rule, or the rejection of a computed one.

    The rule is named by date and number, the ruling by card and digest, never by ids: a link outlives imports and
    every new computation of the lineage. ``ruling`` is empty while the data lack it. Withdrawn rows stay as a
    record.
    """

    ruling = models.ForeignKey(
        Ruling, models.SET_NULL, null=True, related_name="ties", verbose_name=_("ruling"), editable=False
    )
    oracle_id = models.CharField("oracle id", max_length=64)
    digest = models.CharField(max_length=64)
    number = models.CharField(_("number"), max_length=20)
    day = models.DateField(_("version"))

    rejected = models.BooleanField(_("rejected link"), default=False, db_default=False, editable=False)

    objects = RulingTieQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-made_at", "-pk"]
        verbose_name = _("link from a ruling to a rule")
        verbose_name_plural = _("links from rulings to rules")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["oracle_id", "digest", "number", "day"],
                condition=models.Q(withdrawn_at=None),
                name="ruling_tie_once",
            ),
        ]

    def __str__(self) -> str:
        return self.place

    @property
    def place(self) -> str:
        """Return the citation of the rule."""
        return f"{self.number}@{self.day.isoformat()}"


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
