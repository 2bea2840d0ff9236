"""What curators know better than the computed lineage."""

from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from rulesbase.models.actions import FormerContributor
from rulesbase.models.through import LONGEST_NAME, token_now


class CorrectionQuerySet(models.QuerySet["Correction"]):
    """Corrections by the place that they correct."""

    def in_force(self) -> Self:
        """Those that nobody withdrew."""
        return self.filter(withdrawn_at=None)


class Correction(models.Model):
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
    # The public id of the Rule that ended when the correction was made: withdrawing gives it back.
    ended = models.CharField(max_length=8, blank=True)
    # The names of the tokens by which programs made or withdrew it.
    made_by_token = models.CharField(max_length=LONGEST_NAME, default=token_now, blank=True, editable=False)
    withdrawn_by_token = models.CharField(max_length=LONGEST_NAME, blank=True, editable=False)

    objects = CorrectionQuerySet.as_manager()

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
