"""Notes and highlights, reading lists, reading progress and the learning path."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from rulesbase.models.editions import Wording
from rulesbase.models.rules import Rule, document_field, new_public_id

LONGEST_PHRASE = 600
LONGEST_NOTE = 4000
LONGEST_COMMENT = 1500


class RuleNote(models.Model):
    """A highlight in a rule, a note on it, or both; private to its owner.

    It refers to the Rule, and to a day and number by which the Rule is found again after a rebuild of the lineage.
    ``phrase`` is the highlighted text, empty for a note on the whole rule. The words around it distinguish repeated
    phrases and are shown once the phrase is gone. ``wording`` is the text it was made on. ``revision`` counts changes,
    to detect edits in two windows.
    """

    public_id = models.CharField(max_length=8, unique=True, default=new_public_id)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="rule_notes")
    rule = models.ForeignKey(Rule, models.SET_NULL, null=True, related_name="+")
    document = document_field()
    number = models.CharField(_("number"), max_length=80)
    day = models.DateField(_("version date"))
    # The highlighted text; notes on a whole rule belong to all languages.
    language = models.CharField(_("language"), max_length=8, default="en")
    wording = models.ForeignKey(Wording, models.SET_NULL, null=True, related_name="+")
    phrase = models.CharField(_("highlighted words"), max_length=LONGEST_PHRASE, blank=True)
    before = models.CharField(max_length=80, blank=True)
    after = models.CharField(max_length=80, blank=True)
    start = models.PositiveIntegerField(default=0)
    note = models.TextField(_("note"), max_length=LONGEST_NOTE, blank=True)
    revision = models.PositiveIntegerField(default=0)
    made_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("note on a rule")
        verbose_name_plural = _("notes on rules")
        ordering: ClassVar = ["pk"]
        # Serves pages of rules: the user's notes on their rules.
        indexes: ClassVar = [models.Index(fields=["user", "rule"], name="rule_note_place")]

    def __str__(self) -> str:
        return self.public_id


class ReadingList(models.Model):
    """An ordered list of rules, terms and cards with comments; shared by its address.

    ``copied_from`` is the list that it was copied from, while that exists.
    """

    public_id = models.CharField(max_length=8, unique=True, default=new_public_id)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="reading_lists")
    name = models.CharField(_("name"), max_length=120)
    about = models.TextField(_("purpose of the reading list"), max_length=2000, blank=True)
    is_shared = models.BooleanField(_("list shared with others"), default=False)
    copied_from = models.ForeignKey("self", models.SET_NULL, null=True, related_name="+")
    revision = models.PositiveIntegerField(default=0)
    made_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("reading list")
        verbose_name_plural = _("reading lists")
        ordering: ClassVar = ["name", "pk"]

    def __str__(self) -> str:
        return self.name


class ReadingItem(models.Model):
    """A rule or term, or a card, on a list. ``wording`` is the text when it was added."""

    public_id = models.CharField(max_length=8, unique=True, default=new_public_id)
    of = models.ForeignKey(ReadingList, models.CASCADE, related_name="items")
    position = models.PositiveIntegerField()
    rule = models.ForeignKey(Rule, models.SET_NULL, null=True, related_name="+")
    document = document_field()
    number = models.CharField(max_length=80, blank=True)
    day = models.DateField(null=True)
    wording = models.ForeignKey(Wording, models.SET_NULL, null=True, related_name="+")
    oracle_id = models.CharField("oracle id", max_length=64, blank=True)
    # Its name when it was added, for when it is gone.
    name = models.CharField(max_length=300, blank=True)
    comment = models.TextField(_("comment"), max_length=LONGEST_COMMENT, blank=True)
    revision = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("item of a reading list")
        ordering: ClassVar = ["position", "pk"]
        # Serves a list in its order.
        indexes: ClassVar = [models.Index(fields=["of", "position"], name="reading_item_order")]

    def __str__(self) -> str:
        return self.number or self.name


class ReadItem(models.Model):
    """An item of a reading list, own or shared, that a user has read."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="read_items")
    item = models.ForeignKey(ReadingItem, models.CASCADE, related_name="readers")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("item marked as read")
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "item"], name="read_item_once")]


class PathStep(models.Model):
    """A finished step of the learning path; ``step`` is its name in the data."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="path_steps")
    step = models.CharField(max_length=40)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("completed step of a learning path")
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "step"], name="path_step_once")]
