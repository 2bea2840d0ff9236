"""Translations, their places and sources, drafts and comments."""

from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from rulesbase.models.action_log import Attributed
from rulesbase.models.editions import Edition, Entry, Source, Wording


class TranslationQuerySet(models.QuerySet["Translation"]):
    """Translations by the text that they translate; that text and a language are a slot."""

    def approved_in(self, language: str) -> Self:
        """Return the approved ones."""
        return self.filter(language=language, status=Translation.Status.APPROVED)

    def open_in(self, language: str) -> Self:
        """Return the drafts and the texts in review."""
        return self.filter(language=language, status__in=(Translation.Status.DRAFT, Translation.Status.REVIEW))

    def of_slot(self, original: int, language: str) -> Self:
        """Return the history of one slot, newest first."""
        return self.filter(original=original, language=language).order_by("-revision")


class Translation(Attributed):
    """A text for one English wording (of an entry, a glossary term or an example) in one language.

    Rows are never rewritten: a new text is a new row with the next ``revision`` of its slot. Two people who start
    from the same revision cannot both have the next one, so neither text is lost.
    """

    class Status(models.TextChoices):
        """The status of a translation."""

        DRAFT = "draft", _("draft")
        REVIEW = "review", _("in review")
        APPROVED = "approved", _("approved")
        SUPERSEDED = "superseded", _("replaced")

    class Origin(models.TextChoices):
        """The origin of a translation."""

        IMPORTED = "imported", _("imported edition")
        CURATOR = "curator", _("curator")

    original = models.ForeignKey(Wording, models.PROTECT, related_name="translations", verbose_name=_("English text"))
    language = models.CharField(_("language"), max_length=8)
    wording = models.ForeignKey(Wording, models.PROTECT, related_name="translates", verbose_name=_("text"))
    status = models.CharField(_("status"), max_length=12, choices=Status)
    origin = models.CharField(_("origin"), max_length=10, choices=Origin)
    revision = models.PositiveIntegerField(_("revision"))
    based_on = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="followed_by")
    # The import that brought it first; TranslatedPlace names all that have it.
    source = models.ForeignKey(Source, models.SET_NULL, null=True, blank=True, related_name="translations")
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    changed_at = models.DateTimeField(_("changed"), auto_now=True)

    objects = TranslationQuerySet.as_manager()

    class Meta:
        verbose_name = _("translation")
        verbose_name_plural = _("translations")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["original", "language"],
                condition=models.Q(status="approved"),
                name="translation_approved_once",
            ),
            # Detects two users who save from the same revision.
            models.UniqueConstraint(fields=["original", "language", "revision"], name="translation_revision"),
        ]
        # Serves freshness and the queues: all approved ones, all in review, of a language.
        indexes: ClassVar = [models.Index(fields=["language", "status"], name="translation_language")]

    def __str__(self) -> str:
        return str(self.wording)


class TranslatedPlace(models.Model):
    """An English entry for which a translation was made: by an import (``own`` is its entry), or by a curator.

    It links a text to its Rule when the English changes, and to the sources that contain it. For an example ``entry``
    and ``own`` are its entries. ``with_examples``: the source also had all examples of the entry.
    """

    translation = models.ForeignKey(Translation, models.CASCADE, related_name="places")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="translated")
    own = models.ForeignKey(Entry, models.CASCADE, null=True, blank=True, related_name="bound")
    source = models.ForeignKey(Source, models.CASCADE, null=True, blank=True, related_name="places")
    is_example = models.BooleanField(default=False)
    with_examples = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("translation of a rule or term")
        verbose_name_plural = _("translations of rules and terms")


class Binding(models.Model):
    """The alignment of a translated source with an English edition, with its problems.

    ``stated`` is false if the source states no version, or one without English text here; ``english`` is then the
    edition that fits best. Problems and doubts are rows of [line, text, reason]; entries with problems are not
    aligned, those with doubts are.
    """

    source = models.OneToOneField(Source, models.CASCADE, related_name="binding")
    english = models.ForeignKey(Edition, models.SET_NULL, null=True, related_name="bindings")
    stated = models.BooleanField(default=False)
    fit = models.FloatField(default=0.0)
    entries = models.PositiveIntegerField(default=0)
    bound = models.PositiveIntegerField(default=0)
    terms = models.PositiveIntegerField(default=0)
    bound_terms = models.PositiveIntegerField(default=0)
    problems = models.JSONField(default=list)
    doubts = models.JSONField(default=list)

    class Meta:
        verbose_name = _("match between a text in a file and the English text")
        verbose_name_plural = _("matches between texts in files and the English texts")


class Draft(models.Model):
    """An autosaved draft; opening a text creates it, saving deletes it.

    ``base_revision`` is the newest revision of the slot when it was opened, 0 for none. Belongs to the person and
    goes with the account; it is no part of the history.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="drafts")
    original = models.ForeignKey(Wording, models.CASCADE, related_name="+")
    language = models.CharField(max_length=8)
    heading = models.CharField(max_length=500, blank=True)
    text = models.TextField(blank=True)
    emphasis = models.TextField(blank=True)
    base_revision = models.PositiveIntegerField(default=0)
    # Grows with every autosave, to find the later of two windows.
    saves = models.PositiveIntegerField(default=0)
    opened_at = models.DateTimeField(auto_now_add=True)
    touched_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("draft")
        verbose_name_plural = _("drafts")
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "original", "language"], name="draft_once")]
        # Serves "who else is editing this".
        indexes: ClassVar = [models.Index(fields=["original", "language"], name="draft_slot")]


class ReviewComment(Attributed):
    """A comment of a reviewer or translator, or the report of a reader; sending back needs one."""

    translation = models.ForeignKey(Translation, models.CASCADE, related_name="comments")
    text = models.TextField(_("comment"), max_length=4000)
    # The report of a reader who has no role at the desk.
    from_reader = models.BooleanField(default=False, db_default=False)
    resolved_at = models.DateTimeField(_("comment resolved"), null=True, blank=True)

    class Meta:
        verbose_name = _("comment")
        verbose_name_plural = _("comments")
        ordering: ClassVar = ["made_at", "pk"]

    def __str__(self) -> str:
        return self.text[:60]

    @property
    def is_open(self) -> bool:
        """Whether the comment is unresolved and no newer text has replaced the one that it is about."""
        return self.resolved_at is None and self.translation.status != Translation.Status.SUPERSEDED
