"""Questions written by hand, what they cite, what people say of questions, and tests that were taken."""

import uuid
from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from rulesbase.models.action_log import Attributed
from rulesbase.models.editions import Wording
from rulesbase.models.rules import Rule, new_public_id
from rulesbase.models.study import Question

LEVELS = (1, 2, 3, 4, 5)


class WrittenQuestion(models.Model):
    """A question that curators write. What it says stands in its revisions; ``question`` is made when it is published.

    A retired one is asked no more; its revisions stay.
    """

    public_id = models.CharField(max_length=8, unique=True, default=new_public_id)
    question = models.OneToOneField(Question, models.SET_NULL, null=True, related_name="written")
    made_at = models.DateTimeField(auto_now_add=True)
    retired_at = models.DateTimeField(null=True)
    retired_why = models.CharField(max_length=200, blank=True)
    # Pairs of moments between which it was retired and taken up again, so that a test of a day stays as it was.
    pauses = models.JSONField(default=list)

    class Meta:
        verbose_name = _("written question")
        verbose_name_plural = _("written questions")

    def __str__(self) -> str:
        return self.public_id


class WrittenRevisionQuerySet(models.QuerySet["WrittenRevision"]):
    """Revisions by what people see."""

    def published(self) -> Self:
        """Those that are asked now."""
        return self.filter(status="published", written__retired_at=None)


class WrittenRevision(Attributed):
    """What a question says, as somebody saved it. Never rewritten but for its status.

    ``texts`` maps a language to scenario, answer, explanation and choices; ``right`` counts the choices that are
    right, from 0. ``cards`` maps a name as it is written to the oracle id of the card. An edit of a published question
    is a revision of its own, and readers keep the published one until the new one is published in its place.
    """

    class Status(models.TextChoices):
        """How far it has come."""

        DRAFT = "draft", _("draft")
        REVIEW = "review", _("in review")
        PUBLISHED = "published", _("published")
        SUPERSEDED = "superseded", _("superseded")

    written = models.ForeignKey(WrittenQuestion, models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField(_("revision"))
    status = models.CharField(_("status"), max_length=12, choices=Status)
    level = models.PositiveSmallIntegerField(_("level"))
    tags = models.JSONField(default=list)
    texts = models.JSONField(default=dict)
    right = models.JSONField(default=list)
    cards = models.JSONField(default=dict)
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    # Between these moments it was what people were asked, so that a test of a day can be taken again.
    published_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    objects = WrittenRevisionQuerySet.as_manager()

    class Meta:
        verbose_name = _("revision of a written question")
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

    ``said`` is the text of the Rule with which somebody said last that the question is right; another one in
    substance asks for a look. ``gone_known`` says that whoever looked knew that the rule is gone.
    """

    revision = models.ForeignKey(WrittenRevision, models.CASCADE, related_name="citations")
    written_as = models.CharField(max_length=90)
    number = models.CharField(max_length=80)
    day = models.DateField()
    rule = models.ForeignKey(Rule, models.SET_NULL, null=True, related_name="+")
    said = models.ForeignKey(Wording, models.SET_NULL, null=True, related_name="+")
    gone_known = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("citation of a written question")
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["revision", "written_as"], name="written_citation_once")
        ]

    def __str__(self) -> str:
        return f"{self.number}@{self.day}"


class QuestionNote(Attributed):
    """What a reader suggests, or says is wrong with a question; and what a curator answered."""

    class Kind(models.TextChoices):
        """What they want."""

        SUGGESTION = "suggestion", _("suggestion")
        REPORT = "report", _("report")

    class Status(models.TextChoices):
        """What became of it."""

        OPEN = "open", _("open")
        TAKEN = "taken", _("taken up")
        DECLINED = "declined", _("declined")

    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    question = models.ForeignKey(Question, models.SET_NULL, null=True, related_name="notes")
    text = models.TextField(_("text"), max_length=4000)
    # That of the page on which it was written: the answer is mailed in it.
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
            # Serves what one person wrote, and how much of it today.
            models.Index(fields=["author", "made_at"], name="question_note_author"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.pk}"


class TestTaken(models.Model):
    """A test that somebody with an account finished. ``run`` is made when it begins, so that it counts once.

    ``asked`` is what makes the test (level, topic, count, seed, version, day), ``outcome`` what came out of it:
    by chapter, and question by question.
    """

    # pytest takes classes of such names for tests of its own.
    __test__ = False

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="tests_taken")
    run = models.UUIDField(default=uuid.uuid4)
    asked = models.JSONField(default=dict)
    count = models.PositiveSmallIntegerField()
    right = models.PositiveSmallIntegerField()
    # Thousandths of a second.
    took = models.PositiveIntegerField(default=0)
    at = models.DateTimeField()
    outcome = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("test that was taken")
        verbose_name_plural = _("tests that were taken")
        ordering: ClassVar = ["-at", "-pk"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "run"], name="test_taken_once")]

    def __str__(self) -> str:
        return f"{self.right}/{self.count}"
