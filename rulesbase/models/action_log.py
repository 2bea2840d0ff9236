"""The append-only action log, and former contributors."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from rulesbase.models.current_token import LONGEST_NAME, token_now


class FormerContributor(models.Model):
    """A number in place of a deleted account; nothing else of the person is stored."""

    left_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("former contributor")
        verbose_name_plural = _("former contributors")

    def __str__(self) -> str:
        return str(_("former contributor %(number)d") % {"number": self.pk})


class Attributed(models.Model):
    """A row with its author: an account, a former contributor, or none (an import)."""

    author = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("user who did this"),
    )
    former = models.ForeignKey(FormerContributor, models.PROTECT, null=True, blank=True, related_name="+")
    made_at = models.DateTimeField(_("created on"), auto_now_add=True)

    class Meta:
        abstract = True

    @property
    def author_name(self) -> str:
        """Return the author's name; empty if there is none. Queries unless author and former are selected."""
        if self.author_id and self.author:
            return str(self.author.get_username())
        return str(self.former) if self.former_id else ""


class ActionLog(Attributed):
    """One action on a text: its target, the text before and after, and the reason.

    The database refuses to change or delete rows (`rulesbase.core.database.append_only`).
    Wordings are never changed, so ``before`` and ``after`` are the texts themselves. ``place`` names the
    target (``201.3a@2023-11-17``), for when its rows are deleted.
    """

    class Verb(models.TextChoices):
        """The actions."""

        IMPORTED = "imported", _("file imported")
        UNDONE = "undone", _("import undone")
        SAVED = "saved", _("text saved")
        SUBMITTED = "submitted", _("text sent for review")
        APPROVED = "approved", _("approved")
        RETURNED = "returned", _("text returned to the author")
        REVERTED = "reverted", _("earlier text restored")
        ADOPTED = "adopted", _("rule numbers updated")
        CONFIRMED = "kept", _("text approved unchanged")
        WITHDRAWN = "withdrawn", _("text withdrawn")
        COMMENTED = "commented", _("comment added")
        RESOLVED = "resolved", _("comment resolved")
        EXPORTED = "exported", _("data exported")

    verb = models.CharField(_("type of action"), max_length=20, choices=Verb)
    language = models.CharField(_("language"), max_length=8, blank=True)
    place = models.CharField(_("rule or term"), max_length=120, blank=True)
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
    # Rows of one bulk action share this id, so that it can be undone as a whole.
    batch = models.CharField(max_length=32, blank=True)
    details = models.JSONField(default=dict, blank=True)
    # The name of the API token that was used; empty for actions on a page.
    token = models.CharField(max_length=LONGEST_NAME, default=token_now, blank=True, editable=False)

    class Meta:
        verbose_name = _("action")
        verbose_name_plural = _("action log")
        ordering: ClassVar = ["-made_at", "-pk"]
        indexes: ClassVar = [
            # Serves the history of one text.
            models.Index(fields=["original", "language"], name="action_text"),
            # Serves recent actions in one language.
            models.Index(fields=["language", "-made_at"], name="action_lately"),
        ]

    def __str__(self) -> str:
        return f"{self.get_verb_display()} {self.place}".strip()
