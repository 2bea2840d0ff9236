"""What curators know better than the computed lineage."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from rulesbase.models.withdrawable import Withdrawable, WithdrawableQuerySet


class Correction(Withdrawable):
    """A curator's word on one step of the lineage: from an older place to a place of a newer version.

    Both are named by date and number, never by ids, so that a correction outlives every import and recomputation.
    It works on the step that leads to ``new_date``, from whatever version stands before that; the old place may be
    of any earlier version and is followed to there. What was withdrawn stays as a record.
    """

    class Verb(models.TextChoices):
        """What is so."""

        SAME = "same", _("is the same rule as")
        APART = "apart", _("is another rule than")
        SPLIT = "split", _("was split, a part of it is")
        MERGE = "merge", _("was merged into")

    verb = models.CharField(_("verb"), max_length=10, choices=Verb)
    old_date = models.DateField(_("older version"))
    old_number = models.CharField(_("older number"), max_length=80)
    new_date = models.DateField(_("newer version"))
    new_number = models.CharField(_("newer number"), max_length=80)
    # The public id of the Rule that ended when the correction was made: withdrawing gives it back.
    ended = models.CharField(max_length=8, blank=True)

    objects = WithdrawableQuerySet["Correction"].as_manager()

    class Meta:
        verbose_name = _("correction")
        verbose_name_plural = _("corrections")
        ordering: ClassVar = ["-new_date", "new_number", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["old_date", "old_number", "new_date", "new_number"],
                condition=models.Q(withdrawn_at=None),
                name="correction_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.old_place} {self.get_verb_display()} {self.new_place}"

    @property
    def old_place(self) -> str:
        """The older place as it is cited."""
        return f"{self.old_number}@{self.old_date.isoformat()}"

    @property
    def new_place(self) -> str:
        """The newer place as it is cited."""
        return f"{self.new_number}@{self.new_date.isoformat()}"
