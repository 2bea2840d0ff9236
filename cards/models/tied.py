"""What ties rulings to rules: the numbers they name themselves, and what curators know."""

from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from cards.models.rulings import Ruling
from rulesbase.models import FormerContributor
from rulesbase.models.through import LONGEST_NAME, token_now


class RulingCitation(models.Model):
    """A number that a ruling names, as of ``day``: the ruling's own day unless it names another.

    Filled from the texts, so that a rule's page knows its rulings without reading all of them. Which Rule is meant
    is computed when it is asked for, for the lineage may change.
    """

    ruling = models.ForeignKey(Ruling, models.CASCADE, related_name="citations")
    number = models.CharField(_("number"), max_length=20)
    day = models.DateField(_("day"))

    class Meta:
        ordering: ClassVar = ["ruling", "pk"]
        verbose_name = _("citation of a ruling")
        verbose_name_plural = _("citations of rulings")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["ruling", "number", "day"], name="ruling_citation_once")
        ]

    def __str__(self) -> str:
        return f"{self.number}@{self.day.isoformat()}"


class RulingsRead(models.Model):
    """One row: up to which ruling the texts were read for citations, and by which edition of the reader."""

    last = models.PositiveBigIntegerField(default=0)
    reader = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = _("rulings read")
        verbose_name_plural = _("rulings read")


class RulingTieQuerySet(models.QuerySet["RulingTie"]):
    """Ties by whether they hold."""

    def in_force(self) -> Self:
        """Those that nobody withdrew."""
        return self.filter(withdrawn_at=None)


class RulingTie(models.Model):
    """A curator's word that a ruling rests on a rule.

    The rule is named by date and number, the ruling by card and digest, never by ids: a tie outlives imports and
    every new computation of the lineage. ``ruling`` is empty while the data lack it. What was withdrawn stays as a
    record.
    """

    ruling = models.ForeignKey(
        Ruling, models.SET_NULL, null=True, related_name="ties", verbose_name=_("ruling"), editable=False
    )
    oracle_id = models.CharField("oracle id", max_length=64)
    digest = models.CharField(max_length=64)
    number = models.CharField(_("number"), max_length=20)
    day = models.DateField(_("version"))
    reason = models.CharField(_("reason"), max_length=300)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("made by")
    )
    made_at = models.DateTimeField(_("made"), auto_now_add=True)
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("withdrawn by")
    )
    withdrawn_at = models.DateTimeField(_("withdrawn"), null=True)
    # Whoever made or withdrew it and has no account any more.
    former_maker = models.ForeignKey(FormerContributor, models.PROTECT, null=True, editable=False, related_name="+")
    former_withdrawer = models.ForeignKey(
        FormerContributor, models.PROTECT, null=True, editable=False, related_name="+"
    )
    # The names of the tokens by which programs made or withdrew it.
    made_by_token = models.CharField(max_length=LONGEST_NAME, default=token_now, blank=True, editable=False)
    withdrawn_by_token = models.CharField(max_length=LONGEST_NAME, blank=True, editable=False)

    objects = RulingTieQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-made_at", "-pk"]
        verbose_name = _("rule of a ruling")
        verbose_name_plural = _("rules of rulings")
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
        """The rule as it is cited."""
        return f"{self.number}@{self.day.isoformat()}"
