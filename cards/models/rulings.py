"""Official rulings of single cards."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from cards.models.cards import Card


class Ruling(models.Model):
    """An official ruling on a card, with its date."""

    card = models.ForeignKey(Card, models.CASCADE, related_name="rulings")
    date = models.DateField(_("date"))
    source = models.CharField(_("source"), max_length=40, blank=True)
    text = models.TextField(_("text"))
    # SHA-256 of date and text, to merge the same ruling of two files.
    digest = models.CharField(max_length=64)

    class Meta:
        ordering: ClassVar = ["date", "pk"]
        verbose_name = _("ruling")
        constraints: ClassVar = [models.UniqueConstraint(fields=["card", "digest"], name="ruling_once")]

    def __str__(self) -> str:
        return f"{self.date}: {self.text[:60]}"
