"""Facts in the card data of each imported day."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _


class DatedFact(models.Model):
    """A fact on a card name, and the days of the card data that have it.

    ``value`` depends on the kind (see `cards.engine.records.dated`). Equal facts of several days share a row, so that
    a state of the data takes little room and the order of imports does not matter. ``days`` are ISO dates, sorted.
    """

    class Kind(models.TextChoices):
        """The kinds of facts."""

        FACE = "face", _("Oracle text and types")
        LEGAL = "legal", _("legality")
        RULING = "ruling", _("ruling")
        PRINTED = "printed", _("printed text")
        FIRST = "first", _("first printing")
        SET = "set", _("card set")

    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    name = models.CharField(_("name"), max_length=300)
    value = models.JSONField(_("stored value"))
    days = models.JSONField(_("dates of the card data"), default=list)
    digest = models.BigIntegerField(editable=False)

    class Meta:
        verbose_name = _("fact about a card, with its dates")
        verbose_name_plural = _("facts about cards, with their dates")
        # Serves the facts of some names, and the merge of an import.
        constraints: ClassVar = [models.UniqueConstraint(fields=["name", "kind", "digest"], name="dated_fact_once")]

    def __str__(self) -> str:
        return f"{self.kind}: {self.name}"
