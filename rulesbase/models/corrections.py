"""Corrections of the computed lineage by curators."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from rulesbase.models.rules import Document, InDocument, document_field
from rulesbase.models.withdrawable import Withdrawable, WithdrawableQuerySet


class Correction(Withdrawable):
    """A curator's decision on one step of the lineage: from an older number to a number of a newer version.

    Both are named by date and number, never by ids, so that a correction outlives every import and recomputation.
    It applies to the step from the version before ``new_date``. The old place may be of any earlier version and is
    followed to there. Withdrawn rows stay as a record.
    """

    class Verb(models.TextChoices):
        """The decision."""

        SAME = "same", _("is the same rule as")
        APART = "apart", _("is a different rule from")
        SPLIT = "split", _("was split, and one part became")
        MERGE = "merge", _("was merged into")

    verb = models.CharField(_("type of correction"), max_length=10, choices=Verb)
    document = document_field()
    old_date = models.DateField(_("older version"))
    old_number = models.CharField(_("rule number in the older version"), max_length=80)
    new_date = models.DateField(_("newer version"))
    new_number = models.CharField(_("rule number in the newer version"), max_length=80)
    # The public id of the Rule that the correction ended; withdrawing restores it.
    ended = models.CharField(max_length=8, blank=True)

    every = WithdrawableQuerySet.as_manager()
    objects = InDocument.from_queryset(WithdrawableQuerySet)()

    class Meta:
        verbose_name = _("correction")
        verbose_name_plural = _("corrections")
        ordering: ClassVar = ["-new_date", "new_number", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["document", "old_date", "old_number", "new_date", "new_number"],
                condition=models.Q(withdrawn_at=None),
                name="correction_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.old_place} {self.get_verb_display()} {self.new_place}"

    @property
    def old_place(self) -> str:
        """Return the citation of the older place."""
        return f"{self._mark(self.document)}{self.old_number}@{self.old_date.isoformat()}"

    @property
    def new_place(self) -> str:
        """Return the citation of the newer place."""
        # Terms of a rulebook go on in the Comprehensive Rules.
        document = Document.COMPREHENSIVE_RULES if self.document == Document.RULEBOOK else self.document
        return f"{self._mark(document)}{self.new_number}@{self.new_date.isoformat()}"

    @staticmethod
    def _mark(document: str) -> str:
        """Return the name of a document before a number: ``MTR ``; nothing for the Comprehensive Rules."""
        return "" if document == Document.COMPREHENSIVE_RULES else f"{document.upper()} "
