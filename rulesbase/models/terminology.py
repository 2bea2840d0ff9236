"""Terminology of each language, and switches of checks."""

from typing import ClassVar, Self

from django.db import models
from django.utils.translation import gettext_lazy as _

from rulesbase.engine.checks.types import Check
from rulesbase.models.action_log import Attributed

CHECK_LABELS = {
    Check.CONTROLS: _("Invisible characters and markup"),
    Check.NUMBERS: _("Rule numbers"),
    Check.REFERENCES: _("References"),
    Check.SYMBOLS: _("Symbols"),
    Check.DIGITS: _("Numbers in the text"),
    Check.CARDS: _("Names of cards"),
    Check.EXAMPLES: _("Examples"),
    Check.BRACKETS: _("Brackets"),
    Check.QUOTES: _("Quotation marks"),
    Check.TERMS: _("Terms"),
    Check.UNTRANSLATED: _("Words left in English"),
    Check.SENTENCES: _("Number of sentences"),
    Check.LENGTH: _("Length"),
    Check.ENDING: _("Final punctuation"),
    Check.HEADINGS: _("Headings"),
    Check.WIDTH: _("Full-width and half-width characters"),
    Check.SPACES: _("Spaces"),
    Check.DOUBLED: _("Repeated words"),
}


class TermEntryQuerySet(models.QuerySet["TermEntry"]):
    """Rows on terms, by language."""

    def history_of(self, language: str, term: str) -> Self:
        """Return all rows of one term, newest first."""
        return self.filter(language=language, term=term).order_by("-revision")

    def with_newest(self) -> Self:
        """Add ``newest``, the newest revision of the term of each row."""
        same = TermEntry.objects.filter(language=models.OuterRef("language"), term=models.OuterRef("term"))
        return self.annotate(newest=models.Subquery(same.order_by("-revision").values("revision")[:1]))


class TermEntry(Attributed):
    """The translation of an English term in a language, agreed or suggested.

    Only the status of a row changes: another translation is a new row with the next ``revision`` of the term, and the
    row before is superseded. ``variants`` are other words that are right too, one a line.
    """

    class Status(models.TextChoices):
        """The status of a term."""

        AGREED = "agreed", _("agreed translation")
        SUGGESTED = "suggested", _("suggested translation")
        DECLINED = "declined", _("rejected translation")
        SUPERSEDED = "superseded", _("replaced")

    class Origin(models.TextChoices):
        """The origin of a term."""

        GLOSSARY = "glossary", _("glossary of the rules")
        TYPES = "types", _("type lines of cards")
        TEXTS = "texts", _("texts matched with the English")
        CURATOR = "curator", _("curator")

    language = models.CharField(_("language"), max_length=8)
    term = models.CharField(_("English term"), max_length=200)
    translation = models.CharField(_("translation"), max_length=200)
    variants = models.TextField(
        _("other correct translations"), blank=True, help_text=_("Other correct translations, one per line.")
    )
    note = models.CharField(_("note"), max_length=300, blank=True)
    status = models.CharField(_("status"), max_length=12, choices=Status)
    origin = models.CharField(_("origin"), max_length=10, choices=Origin)
    revision = models.PositiveIntegerField(_("revision"))
    # Number of texts or cards that support it; none for a curator's decision.
    evidence = models.PositiveIntegerField(_("number of texts or cards with this translation"), default=0)
    changed_at = models.DateTimeField(_("changed"), auto_now=True)

    objects = TermEntryQuerySet.as_manager()

    class Meta:
        verbose_name = _("term")
        verbose_name_plural = _("terms")
        ordering: ClassVar = ["language", "term", "-revision"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["language", "term"], condition=models.Q(status="agreed"), name="term_agreed_once"
            ),
            models.UniqueConstraint(fields=["language", "term", "revision"], name="term_revision"),
        ]
        # Serves the terms of a language, agreed or waiting.
        indexes: ClassVar = [models.Index(fields=["language", "status"], name="term_language")]

    def __str__(self) -> str:
        return f"{self.term} = {self.translation} ({self.language})"

    @property
    def names(self) -> tuple[str, ...]:
        """Return the translation and its variants."""
        return (self.translation, *(line.strip() for line in self.variants.splitlines() if line.strip()))


class CheckSwitch(models.Model):
    """A check that is switched on or off, in one language or, with an empty one, in all; without a row it is on."""

    language = models.CharField(
        _("language"),
        max_length=8,
        blank=True,
        help_text=_("A language code such as fr. Leave empty for all languages."),
    )
    check_name = models.CharField(
        _("translation check"), max_length=20, choices=[(one.value, CHECK_LABELS[one]) for one in Check]
    )
    on = models.BooleanField(_("check enabled"), default=True)

    class Meta:
        verbose_name = _("setting of a translation check")
        verbose_name_plural = _("settings of translation checks")
        ordering: ClassVar = ["check_name", "language"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["language", "check_name"], name="check_switch_once")]

    def __str__(self) -> str:
        return f"{self.check_name} {self.language}".strip()
