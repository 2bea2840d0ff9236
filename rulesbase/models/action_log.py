"""Who did what, for ever: the log of actions, and those who left."""

from typing import Any, ClassVar, NoReturn

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from rulesbase.models.current_token import LONGEST_NAME, token_now


class FormerContributor(models.Model):
    """Somebody whose account is deleted. The number is all that is kept of a person."""

    left_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("former contributor")

    def __str__(self) -> str:
        return str(_("former contributor %(number)d") % {"number": self.pk})


class Attributed(models.Model):
    """A row that somebody made: an account, or the number of one that is gone, or nobody (an import)."""

    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("by")
    )
    former = models.ForeignKey(FormerContributor, models.PROTECT, null=True, blank=True, related_name="+")
    made_at = models.DateTimeField(_("made"), auto_now_add=True)

    class Meta:
        abstract = True

    @property
    def author_name(self) -> str:
        """The name to show; empty where nobody signed it. Queries unless author and former are selected."""
        if self.author_id and self.author:
            return str(self.author.get_username())
        return str(self.former) if self.former_id else ""


class ActionLogQuerySet(models.QuerySet["ActionLog"]):
    """Rows that can be added and read, and nothing else."""

    def update(self, **kwargs: Any) -> NoReturn:
        """Refuse: the log is append-only."""
        raise TypeError("The log of actions is append-only.")

    def delete(self) -> NoReturn:
        """Refuse: the log is append-only."""
        raise TypeError("The log of actions is append-only.")


class ActionLog(Attributed):
    """One verb that somebody used on a text: what it was about, before and after, and why.

    Wordings are never changed, so ``before`` and ``after`` are the texts themselves. ``place`` says in plain words
    what it was about (``201.3a@2023-11-17``), for when the rows it speaks of are gone.
    """

    class Verb(models.TextChoices):
        """What was done."""

        IMPORTED = "imported", _("imported")
        UNDONE = "undone", _("import undone")
        SAVED = "saved", _("saved")
        SUBMITTED = "submitted", _("submitted for review")
        APPROVED = "approved", _("approved")
        RETURNED = "returned", _("sent back")
        REVERTED = "reverted", _("reverted")
        ADOPTED = "adopted", _("numbers adopted")
        KEPT = "kept", _("kept as it is")
        WITHDRAWN = "withdrawn", _("withdrawn")
        COMMENTED = "commented", _("commented")
        EXPORTED = "exported", _("exported")

    verb = models.CharField(_("verb"), max_length=20, choices=Verb)
    language = models.CharField(_("language"), max_length=8, blank=True)
    place = models.CharField(_("place"), max_length=120, blank=True)
    original = models.ForeignKey("rulesbase.Wording", models.PROTECT, null=True, blank=True, related_name="+")
    translation = models.ForeignKey(
        "rulesbase.Translation", models.SET_NULL, null=True, blank=True, related_name="actions"
    )
    source = models.ForeignKey("rulesbase.Source", models.SET_NULL, null=True, blank=True, related_name="actions")
    before = models.ForeignKey("rulesbase.Wording", models.PROTECT, null=True, blank=True, related_name="+")
    after = models.ForeignKey("rulesbase.Wording", models.PROTECT, null=True, blank=True, related_name="+")
    old_status = models.CharField(max_length=12, blank=True)
    new_status = models.CharField(max_length=12, blank=True)
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    # Rows of one bulk action share a number, so that it can be taken back as one.
    batch = models.CharField(max_length=32, blank=True)
    details = models.JSONField(default=dict, blank=True)
    # The name of the token by which a program of the author did it; empty for what was done at a page.
    token = models.CharField(max_length=LONGEST_NAME, default=token_now, blank=True, editable=False)

    objects = ActionLogQuerySet.as_manager()

    class Meta:
        verbose_name = _("action")
        verbose_name_plural = _("log of actions")
        ordering: ClassVar = ["-made_at", "-pk"]
        indexes: ClassVar = [
            # Serves the history of one text.
            models.Index(fields=["original", "language"], name="action_text"),
            # Serves what happened lately in one language.
            models.Index(fields=["language", "-made_at"], name="action_lately"),
        ]

    def __str__(self) -> str:
        return f"{self.get_verb_display()} {self.place}".strip()
