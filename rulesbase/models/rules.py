"""Rules, the identity of entries through all versions; splits, merges and changes between versions."""

import secrets
from typing import ClassVar, TypeVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from rulesbase.engine.documents import COMPREHENSIVE_RULES, active_document

# No vowels, so that no word appears; no l, o, 0 or 1, so that it can be read out.
_ALPHABET = "bcdfghjkmnpqrstvwxz23456789"


def new_public_id() -> str:
    """Return a random id of eight characters: 280 thousand million ids for some ten thousand rules."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(8))


_Row = TypeVar("_Row", bound=models.Model)


class Document(models.TextChoices):
    """A document with versions of its own. Other names of the same document are older."""

    COMPREHENSIVE_RULES = "cr", _("Comprehensive Rules")
    TOURNAMENT_RULES = "mtr", _("Magic Tournament Rules")
    PENALTY_GUIDE = "ipg", _("Infraction Procedure Guide")
    RULEBOOK = "rulebook", _("Rulebooks before 1999")


def document_field() -> "models.CharField[str, str]":
    """Return the column that names the document of a row; new rows belong to the active one."""
    return models.CharField(
        _("document"),
        max_length=10,
        choices=Document,
        default=active_document,
        db_default=COMPREHENSIVE_RULES,
    )


class InDocument(models.Manager[_Row]):
    """The rows of the active document, which is the Comprehensive Rules unless another is activated."""

    path = "document"

    def get_queryset(self) -> models.QuerySet[_Row]:
        """Return the rows of the active document."""
        return super().get_queryset().filter(**{self.path: active_document()})


class OfVersionInDocument(InDocument[_Row]):
    """The rows that belong to versions of the active document."""

    path = "version__document"


class Rule(models.Model):
    """A rule, section, chapter or glossary term through all versions, whatever its number."""

    public_id = models.CharField(max_length=8, unique=True, default=new_public_id)
    merged_into = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="merged")
    document = document_field()

    every = models.Manager()
    objects = InDocument()

    class Meta:
        verbose_name = _("rule")
        verbose_name_plural = _("rules")

    def __str__(self) -> str:
        return self.public_id


class Kinship(models.Model):
    """A split or merge of Rules at a version.

    split: ``new`` came out of ``old``, which goes on. merge: ``old`` went into ``new`` and ends.
    """

    version = models.ForeignKey("rulesbase.Version", models.CASCADE, related_name="kinships")
    kind = models.CharField(max_length=10)
    old = models.ForeignKey(Rule, models.CASCADE, related_name="kin_after")
    new = models.ForeignKey(Rule, models.CASCADE, related_name="kin_before")
    confidence = models.FloatField()

    every = models.Manager()
    objects = OfVersionInDocument()

    class Meta:
        verbose_name = _("relation between two rules")
        verbose_name_plural = _("relations between two rules")
        constraints: ClassVar = [models.UniqueConstraint(fields=["version", "old", "new"], name="kinship_once")]

    def __str__(self) -> str:
        return f"{self.kind} {self.old_id} → {self.new_id}"


class Change(models.Model):
    """A change of a Rule's English text at a version, compared with the version before.

    A Rule that a split brought has the number of the one it came out of as its old number; a Rule that a merge
    ended has that of the one it went into as its new number.
    """

    class Kind(models.TextChoices):
        """The change of the number."""

        UNCHANGED = "unchanged", _("rule unchanged")
        RENUMBERED = "renumbered", _("renumbered")
        MOVED = "moved", _("rule moved")
        SPLIT = "split", _("rule split")
        MERGED = "merged", _("rule merged")
        ADDED = "added", _("added")
        REMOVED = "removed", _("removed")

    class Weight(models.TextChoices):
        """The change of the text."""

        NONE = "none", _("none")
        SUBSTANCE = "substance", _("change of substance")
        REFERENCES = "references", _("references")
        TYPOGRAPHY = "typography", _("typography")
        EXAMPLE = "example", _("example")
        WORDING = "wording", _("change of wording")

    class Relation(models.TextChoices):
        """What became of the entry of the version before; empty for an addition."""

        SAME = "same", _("same text")
        REWORDED = "reworded", _("reworded")
        ABSORBED = "absorbed", _("rule absorbed into another rule")
        DUPLICATE = "duplicate", _("duplicate")
        HEADING = "heading", _("heading")
        GLOSSARY = "glossary", _("glossary")
        GONE = "gone", _("no longer in the rules")

    version = models.ForeignKey("rulesbase.Version", models.CASCADE, related_name="changes", db_index=False)
    rule = models.ForeignKey(Rule, models.CASCADE, related_name="changes", db_index=False)
    item = models.CharField(max_length=10)
    kind = models.CharField(max_length=10, choices=Kind)
    weight = models.CharField(max_length=10, choices=Weight)
    old_number = models.CharField(max_length=80, blank=True)
    new_number = models.CharField(max_length=80, blank=True)
    # How sure the link is (0 to 1), and what made the two entries one.
    confidence = models.FloatField(default=1.0)
    evidence = models.CharField(max_length=200, blank=True)
    relation = models.CharField(max_length=10, choices=Relation, blank=True, db_default="")
    # For a removal the entries nearest to it: [{number, probability, words}], the likeliest first.
    nearest = models.JSONField(default=list, blank=True, null=True)

    every = models.Manager()
    objects = OfVersionInDocument()

    class Meta:
        verbose_name = _("change")
        verbose_name_plural = _("changes")
        constraints: ClassVar = [models.UniqueConstraint(fields=["version", "rule"], name="change_once")]
        # Serves the margin of a chapter: the last change of each of its rules up to a version.
        indexes: ClassVar = [models.Index(fields=["rule", "version"], name="change_rule")]

    def __str__(self) -> str:
        return " → ".join(filter(None, (self.old_number, self.new_number))) or self.kind
