"""Watches, their mail settings, and digests sent."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from rulesbase.models.rules import Rule, document_field, new_public_id


class Watch(models.Model):
    """A watched Rule of a document (with its subrules), card, search or language of a user.

    A Rule is also stored as day and number, by which it is found again after a rebuild of the lineage; a card by its
    oracle id. ``name`` is its name at the start, for when it is gone. ``since`` is the newest version at the start;
    earlier changes are not reported. ``known`` holds digests of rulings already reported or present at the start; for
    a language, the newest action of the log at the start.
    """

    class Kind(models.TextChoices):
        """The kinds of watches."""

        RULE = "rule", _("rule")
        CARD = "card", _("card")
        SEARCH = "search", _("search")
        LANGUAGE = "language", _("translations")

    public_id = models.CharField(max_length=8, unique=True, default=new_public_id)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="watches")
    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    rule = models.ForeignKey(Rule, models.SET_NULL, null=True, related_name="+")
    document = document_field()
    number = models.CharField(_("number"), max_length=80, blank=True)
    day = models.DateField(_("version date"), null=True)
    oracle_id = models.CharField("oracle id", max_length=64, blank=True)
    question = models.CharField(_("search"), max_length=200, blank=True)
    # The language of a search, or of the watched translations.
    language = models.CharField(_("language"), max_length=8, blank=True)
    name = models.CharField(_("name"), max_length=300, blank=True)
    since = models.DateField(null=True)
    known = models.JSONField(default=list)
    made_at = models.DateTimeField(_("created on"), auto_now_add=True)

    class Meta:
        verbose_name = _("watched page")
        verbose_name_plural = _("watched pages")
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "rule"], name="watch_rule_once"),
            models.UniqueConstraint(
                fields=["user", "kind", "oracle_id", "question", "language"],
                condition=~models.Q(kind="rule"),
                name="watch_other_once",
            ),
        ]

    def __str__(self) -> str:
        return self.name or self.number or self.question or self.language


class WatchMail(models.Model):
    """Mail settings of a user's watches, and what has been reported.

    ``site`` is the address for links in mails. ``turn`` counts changes of the row by mails, so that two parallel runs
    cannot both send the same.
    """

    class Frequency(models.TextChoices):
        """The frequency of mails."""

        VERSION = "version", _("for each new version")
        WEEKLY = "weekly", _("at most once a week")
        NEVER = "never", _("never")

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="watch_mail")
    frequency = models.CharField(_("frequency of e-mails"), max_length=8, choices=Frequency, default=Frequency.VERSION)
    language = models.CharField(_("language of the e-mails"), max_length=8, default="en")
    site = models.CharField(max_length=200)
    told_version = models.DateField(null=True)
    # The same of each tournament document: {"mtr": "2022-05-06"}.
    told_documents = models.JSONField(default=dict, db_default={})
    told_action = models.PositiveBigIntegerField(default=0)
    last_at = models.DateTimeField(default=timezone.now)
    turn = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("notification e-mail")


class Digest(models.Model):
    """A mail about a user's watches, stored as sent.

    It is stored, and its events marked as reported, before it goes to the mail server: a run that is cut off leaves it
    *sending*, and it is never sent twice. ``before`` restores what was reported if the server refuses it.
    """

    class Status(models.TextChoices):
        """The status of a mail."""

        SENDING = "sending", _("e-mail being sent")
        SENT = "sent", _("e-mail sent")
        UNSURE = "unsure", _("e-mail possibly not sent")
        REFUSED = "refused", _("e-mail refused by the mail server")

    public_id = models.CharField(max_length=8, unique=True, default=new_public_id)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="digests")
    status = models.CharField(_("status"), max_length=8, choices=Status, default=Status.SENDING)
    made_at = models.DateTimeField(_("created on"), auto_now_add=True)
    subject = models.CharField(_("subject of the e-mail"), max_length=200)
    text = models.TextField(_("text"))
    items = models.PositiveIntegerField(default=0)
    before = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("sent e-mail")
        verbose_name_plural = _("sent e-mails")
        ordering: ClassVar = ["-pk"]
        # Serves the search for mails of a run that was cut off.
        indexes: ClassVar = [models.Index(fields=["status", "made_at"], name="digest_status")]

    def __str__(self) -> str:
        return self.subject
