"""Authored questions, their citations, notes on questions, and finished exams."""

import uuid
from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from rulesbase.engine.documents import COMPREHENSIVE_RULES
from rulesbase.models.action_log import Attributed
from rulesbase.models.editions import Wording
from rulesbase.models.rules import Rule, new_public_id
from rulesbase.models.study import Question

LEVELS = (1, 2, 3, 4, 5)


class WrittenQuestion(models.Model):
    """A question written by curators. Its revisions hold the texts; ``question`` is set when it is published.

    A retired one is no longer asked; its revisions stay.
    """

    public_id = models.CharField(max_length=8, unique=True, default=new_public_id)
    question = models.OneToOneField(Question, models.SET_NULL, null=True, related_name="written")
    made_at = models.DateTimeField(auto_now_add=True)
    retired_at = models.DateTimeField(null=True)
    retired_why = models.CharField(max_length=200, blank=True)
    # Pairs of times between which it was retired, so that an exam of a past day can be repeated.
    pauses = models.JSONField(default=list)

    class Meta:
        verbose_name = _("study question written by a person")
        verbose_name_plural = _("study questions written by people")

    def __str__(self) -> str:
        return self.public_id


class WrittenRevisionQuerySet(models.QuerySet["WrittenRevision"]):
    """Revisions by status."""

    def published(self) -> Self:
        """Return the published ones."""
        return self.filter(status="published", written__retired_at=None)


class WrittenRevision(Attributed):
    """A saved text of a question. Only its status changes.

    ``texts`` maps a language to scenario, answer, explanation and choices; ``right`` lists the
    right choices, from 0. ``cards`` maps a name as it is written to the oracle id of the card. An edit of a published
    question is a revision of its own, and readers keep the published one until the new one is published in its place.
    """

    class Status(models.TextChoices):
        """The status of a revision."""

        DRAFT = "draft", _("draft")
        REVIEW = "review", _("in review")
        PUBLISHED = "published", _("published")
        SUPERSEDED = "superseded", _("replaced")

    written = models.ForeignKey(WrittenQuestion, models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField(_("revision"))
    status = models.CharField(_("status"), max_length=12, choices=Status)
    level = models.PositiveSmallIntegerField(_("level"))
    tags = models.JSONField(default=list)
    texts = models.JSONField(default=dict)
    right = models.JSONField(default=list)
    cards = models.JSONField(default=dict)
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    # The times between which it was published, so that an exam of a past day can be repeated.
    published_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    objects = WrittenRevisionQuerySet.as_manager()

    class Meta:
        verbose_name = _("revision of a study question written by a person")
        ordering: ClassVar = ["written", "-number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["written", "number"], name="written_revision"),
            models.UniqueConstraint(
                fields=["written"], condition=models.Q(status="published"), name="written_published_once"
            ),
        ]
        # Serves the queues of the desk and what is published.
        indexes: ClassVar = [models.Index(fields=["status"], name="written_status")]

    def __str__(self) -> str:
        return f"{self.written_id}/{self.number}"


class WrittenCitation(models.Model):
    """A rule that a revision cites: ``written_as`` in its texts, bound to the Rule that had the number on that day.

    ``said`` is the text of the Rule for which the question was last confirmed; a change in substance asks for a new
    review. ``gone_known`` records that the reviewer knew that the rule is gone.
    """

    # Questions cite the Comprehensive Rules alone.
    document = COMPREHENSIVE_RULES

    revision = models.ForeignKey(WrittenRevision, models.CASCADE, related_name="citations")
    written_as = models.CharField(max_length=90)
    number = models.CharField(max_length=80)
    day = models.DateField()
    rule = models.ForeignKey(Rule, models.SET_NULL, null=True, related_name="+")
    said = models.ForeignKey(Wording, models.SET_NULL, null=True, related_name="+")
    gone_known = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("citation in a study question written by a person")
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["revision", "written_as"], name="written_citation_once")
        ]

    def __str__(self) -> str:
        return f"{self.number}@{self.day}"


class QuestionNote(Attributed):
    """A reader's suggestion or report on a question, and a curator's answer."""

    class Kind(models.TextChoices):
        """The kind of a note."""

        SUGGESTION = "suggestion", _("suggestion")
        REPORT = "report", _("report")

    class Status(models.TextChoices):
        """The status of a note."""

        OPEN = "open", _("waiting for an answer")
        TAKEN = "taken", _("accepted by a curator")
        DECLINED = "declined", _("declined by a curator")

    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    question = models.ForeignKey(Question, models.SET_NULL, null=True, related_name="notes")
    text = models.TextField(_("text"), max_length=4000)
    # The language of the page; the answer is mailed in it.
    language = models.CharField(_("language"), max_length=8, blank=True)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.OPEN)
    reply = models.TextField(_("answer"), max_length=2000, blank=True)
    answered_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("note on a question")
        verbose_name_plural = _("notes on questions")
        ordering: ClassVar = ["-made_at", "-pk"]
        indexes: ClassVar = [
            # Serves the curators' queue.
            models.Index(fields=["status", "made_at"], name="question_note_queue"),
            # Serves the notes of a user, and today's limit.
            models.Index(fields=["author", "made_at"], name="question_note_author"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.pk}"


class TestTaken(models.Model):
    """A finished exam of a user. ``run`` is created at its start, so that it counts once.

    ``asked`` holds the parameters of the exam (level, topic, count, seed, version, day), ``outcome`` the results by
    chapter and by question.
    """

    # Keeps pytest from collecting the class.
    __test__ = False

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="tests_taken")
    run = models.UUIDField(default=uuid.uuid4)
    asked = models.JSONField(default=dict)
    count = models.PositiveSmallIntegerField()
    right = models.PositiveSmallIntegerField()
    # Milliseconds.
    took = models.PositiveIntegerField(default=0)
    at = models.DateTimeField()
    outcome = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("completed test")
        verbose_name_plural = _("completed tests")
        ordering: ClassVar = ["-at", "-pk"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "run"], name="test_taken_once")]

    def __str__(self) -> str:
        return f"{self.right}/{self.count}"
