"""Study: questions on Rules, decks, and the memory state of each user."""

import uuid
from datetime import date
from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from rulesbase.engine.documents import active_document
from rulesbase.models.accounts import User
from rulesbase.models.editions import Wording
from rulesbase.models.rules import Rule, document_field, new_public_id


class QuestionQuerySet(models.QuerySet["Question"]):
    """Questions by document and owner."""

    def in_active_document(self) -> Self:
        """Return the questions on the active document."""
        return self.filter(document=active_document())

    def visible_to(self, user: User | None) -> Self:
        """Return the questions of everybody and the user's own cards."""
        return self.filter(models.Q(owner=None) | models.Q(owner=user))


class Question(models.Model):
    """A question. Its text is built from the rules when it is shown; the row holds the parameters.

    ``key`` is the digest of the kind and of what is asked, without numbers and dates: the same question has the same
    key at every version. A question on a rule also stores a day and number, by
    which the Rule is found again after a rebuild of the lineage (see `rulesbase.study.questions.follow_version`).
    ``made_from`` is the text it was built from: after a change in substance users are asked again.
    """

    class Kind(models.TextChoices):
        """What is asked."""

        CLOZE = "cloze", _("fill in the blank")
        WHICH = "which", _("which rule a text comes from")
        HEADING = "heading", _("number and title of a chapter")
        TERM = "term", _("what a term means")
        DEFINITION = "definition", _("which term a definition explains")
        KEYWORD = "keyword", _("what a keyword does")
        RESTS = "rests", _("rules that a rule refers to")
        CHANGED = "changed", _("what changed in a rule")
        NAME = "name", _("card names")
        TRANSLATION = "translation", _("terms in other languages")
        HAPPENS = "happens", _("what happens in a situation")
        FIND = "find", _("which rule applies to a situation")
        ERROR = "error", _("spot the error")
        THEN = "then", _("old and new text of a rule")
        PENALTY = "penalty", _("penalty for an infraction")
        INFRACTION = "infraction", _("which infraction is described")
        SECTION = "section", _("content of a section of a document")
        TABLE = "table", _("value from a table of a tournament document")
        WRITTEN = "written", _("question written by a person")
        OWN = "own", _("flash card written by a user")

    key = models.CharField(max_length=64, unique=True)
    public_id = models.CharField(max_length=8, unique=True, default=new_public_id)
    kind = models.CharField(max_length=12, choices=Kind)
    document = document_field()
    rule = models.ForeignKey(Rule, models.SET_NULL, null=True, related_name="questions")
    # The chapter for statistics; terms have none.
    chapter = models.ForeignKey(Rule, models.SET_NULL, null=True, related_name="+")
    number = models.CharField(max_length=80, blank=True)
    day = models.DateField(null=True)
    made_from = models.ForeignKey(Wording, models.PROTECT, null=True, related_name="+")
    # Parameters: the word of the gap, the language, the question for the name engine with its seed.
    data = models.JSONField(default=dict)
    # 1 easy to 5 hard, computed when it is created.
    level = models.PositiveSmallIntegerField(default=3)
    # When and why it was retired (rule removed, word gone); its users see a notice.
    retired_on = models.DateField(null=True)
    retired_why = models.CharField(max_length=200, blank=True)
    # The owner of a private card, which is deleted with the account.
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="own_questions", editable=False
    )

    objects = QuestionQuerySet.as_manager()

    class Meta:
        verbose_name = _("question")
        # Serves the generation of decks: the questions of a kind. Those of a Rule are found by the index of ``rule``.
        indexes: ClassVar = [models.Index(fields=["kind", "retired_on"], name="question_kind")]

    def __str__(self) -> str:
        return self.public_id


class Deck(models.Model):
    """Questions in an order. Those without an owner are made by the program and named by ``slug``.

    ``slug`` is stable: `chapter-<public id of its Rule>`, `glossary`, `keywords`, `changed`, `names-1`, `mtr` ...
    """

    public_id = models.CharField(max_length=8, unique=True, default=new_public_id)
    slug = models.CharField(max_length=60, blank=True)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="decks")
    name = models.CharField(_("name"), max_length=120)
    about = models.CharField(_("description of the deck"), max_length=300, blank=True)
    chapter = models.ForeignKey(Rule, models.SET_NULL, null=True, related_name="+")
    is_shared = models.BooleanField(_("shared with other users"), default=False)
    position = models.PositiveIntegerField(default=0)
    questions: "models.ManyToManyField[Question, DeckQuestion]" = models.ManyToManyField(
        Question, through="DeckQuestion", related_name="decks"
    )

    class Meta:
        verbose_name = _("study deck")
        ordering: ClassVar = ["position", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["slug"], condition=~models.Q(slug=""), name="deck_slug_once"),
        ]

    def __str__(self) -> str:
        return self.name


class DeckQuestionQuerySet(models.QuerySet["DeckQuestion"]):
    """Questions in decks, by who may see them."""

    def visible_to(self, user: User | None) -> Self:
        """Return those that a user may see: all except the own cards of others."""
        return self.filter(models.Q(question__owner=None) | models.Q(question__owner=user))


class DeckQuestion(models.Model):
    """A question in a deck, and where."""

    deck = models.ForeignKey(Deck, models.CASCADE, related_name="places", db_index=False)
    question = models.ForeignKey(Question, models.CASCADE, related_name="places")
    position = models.PositiveIntegerField()

    objects = DeckQuestionQuerySet.as_manager()

    class Meta:
        verbose_name = _("question in a study deck")
        constraints: ClassVar = [models.UniqueConstraint(fields=["deck", "question"], name="deck_question_once")]
        # Serves the new questions of a deck in order. The first one that a user has not studied is found with this
        # index and `studied_once` alone.
        indexes: ClassVar = [models.Index(fields=["deck", "position", "question"], name="deck_question_next")]


class Enrolment(models.Model):
    """A deck that a user studies. Ending it does not delete memory states."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="enrolments")
    deck = models.ForeignKey(Deck, models.CASCADE, related_name="enrolments")
    since = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("deck being studied")
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "deck"], name="enrolment_once")]


class StudyOptions(models.Model):
    """Study settings of a user. ``easy_days`` are shares in percent by weekday, Monday first.

    ``parameters`` are those of FSRS, fitted at a moment to a number of reviews; none means the default ones.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="study_options")
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    day_starts = models.PositiveSmallIntegerField(_("hour at which the study day begins"), default=4)
    new_a_day = models.PositiveSmallIntegerField(_("new flash cards per day"), default=10)
    reviews_a_day = models.PositiveSmallIntegerField(_("maximum flash cards per day"), default=100)
    easy_days = models.JSONField(default=list, blank=True)
    retention = models.FloatField(_("target retention"), default=0.9)
    # The version of the user's last event or study; later changes are asked.
    knows = models.DateField(_("date when you last studied the rules or judged an event"), null=True, blank=True)
    parameters = models.JSONField(null=True)
    fitted_at = models.DateTimeField(null=True)
    fitted_reviews = models.PositiveIntegerField(null=True)
    # How many reviews there were when they were last tried or reset: the next try waits for more.
    tried_reviews = models.PositiveIntegerField(db_default=0)

    class Meta:
        verbose_name = _("study settings")


class StudiedQuerySet(models.QuerySet["Studied"]):
    """Memory states, by whether they can be asked now."""

    def set_aside_on(self, day: date) -> Self:
        """Return those that are suspended, or buried on a day, without retired questions."""
        aside = models.Q(is_suspended=True) | models.Q(buried_until__gt=day)
        return self.filter(aside, question__retired_on=None)

    def open(self) -> Self:
        """Return those that are neither suspended nor retired."""
        return self.filter(is_suspended=False, question__retired_on=None)


class Studied(models.Model):
    """The FSRS memory state of a user for a question.

    Made with the first grade; a question without a row is new. ``version`` counts its grades, so that two windows
    cannot both grade from the same state. ``came_back`` is the text it was learnt from, if a change in
    substance put it into the queue again.
    """

    class State(models.IntegerChoices):
        """The states with the numbers of the FSRS library; NEW is a card added to the queue by hand, never graded."""

        NEW = 0, _("new flash card")
        LEARNING = 1, _("flash card being learnt")
        REVIEW = 2, _("review")
        RELEARNING = 3, _("flash card being learnt again")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="studied", db_index=False)
    question = models.ForeignKey(Question, models.CASCADE, related_name="studied")
    state = models.PositiveSmallIntegerField(choices=State, default=State.LEARNING)
    step = models.PositiveSmallIntegerField(null=True)
    stability = models.FloatField(null=True)
    difficulty = models.FloatField(null=True)
    due = models.DateTimeField()
    last_review = models.DateTimeField(null=True)
    reviews = models.PositiveIntegerField(default=0)
    lapses = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=0)
    is_suspended = models.BooleanField(default=False)
    # Set aside until the next day; the first day on which it may be asked again.
    buried_until = models.DateField(null=True)
    learnt_from = models.ForeignKey(Wording, models.SET_NULL, null=True, related_name="+")
    came_back = models.ForeignKey(Wording, models.SET_NULL, null=True, related_name="+")

    objects = StudiedQuerySet.as_manager()

    class Meta:
        verbose_name = _("flash card studied by a user")
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "question"], name="studied_once")]
        indexes: ClassVar = [
            # Serves the daily queue and the forecast: the cards of a user that are due, the longest due first. Partial,
            # because SQLite does not use the columns of an index behind one that is only negated.
            models.Index(fields=["user", "due"], condition=models.Q(is_suspended=False), name="studied_due_open"),
            # Serves the head of the queue: cards asked again because their rule changed.
            models.Index(fields=["user", "due"], condition=models.Q(came_back__isnull=False), name="studied_back"),
        ]


class Grade(models.Model):
    """A grade. The client creates ``key``, so that a repeated request counts once.

    ``before`` is the FSRS state before it, for undo. ``at`` is when it was given, which for offline study is before
    it was received.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="grades", db_index=False)
    question = models.ForeignKey(Question, models.CASCADE, related_name="grades")
    key = models.UUIDField(default=uuid.uuid4)
    grade = models.PositiveSmallIntegerField(choices=[(1, _("Again")), (2, _("Hard")), (3, _("Good")), (4, _("Easy"))])
    at = models.DateTimeField()
    came = models.DateTimeField(auto_now_add=True)
    # Milliseconds from question to grade; 0 if not measured.
    took = models.PositiveIntegerField(default=0)
    # Predicted retrievability (0 to 1); none for a first grade.
    promised = models.FloatField(null=True)
    before = models.JSONField(default=dict)
    undone_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("grade of the answer")
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "key"], name="grade_once")]
        indexes: ClassVar = [
            # Serves retention by chapter, today's count and undo: the newest grades of a user.
            models.Index(fields=["user", "at"], name="grade_newest"),
            # Serves undo, and grades that arrive late: the grades of a card since a moment.
            models.Index(fields=["user", "question", "at"], name="grade_of_card"),
        ]
