"""Versions, editions, sources, entries and wordings."""

import re
from collections import defaultdict
from typing import ClassVar, Self

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from rulesbase.engine.documents import active_document
from rulesbase.engine.nodes import Kind
from rulesbase.engine.text.emphasis import read_spans
from rulesbase.models.rules import InDocument, OfVersionInDocument, Rule, document_field


class VersionQuerySet(models.QuerySet["Version"]):
    """Versions."""

    def readable(self) -> Self:
        """Return versions that have an edition; a partial source alone is not enough."""
        return self.filter(editions__isnull=False).distinct()


class Version(models.Model):
    """A release of a document, identified by the day it took effect."""

    date = models.DateField(_("effective date"))
    document = document_field()
    name = models.CharField(
        _("name"), max_length=120, blank=True, help_text=_("The name of the set that was released with this version.")
    )
    is_sample = models.BooleanField(
        _("sample"), default=False, help_text=_("Sample text written for this software; these are not the real rules.")
    )

    every = models.Manager()
    objects = InDocument.from_queryset(VersionQuerySet)()

    class Meta:
        ordering: ClassVar = ["date"]
        verbose_name = _("version")
        verbose_name_plural = _("versions")
        constraints: ClassVar = [models.UniqueConstraint(fields=["document", "date"], name="version_once")]

    def __str__(self) -> str:
        return self.date.isoformat()

    def get_absolute_url(self) -> str:
        """Return the address of the contents of this version."""
        return reverse("contents", args=[self.date.isoformat()])


class Wording(models.Model):
    """One text in one language, stored once and never changed. Found by its digest.

    ``emphasis`` holds the character offsets of italics as ``12-25 40-44``. ``fold`` is equal for texts that
    differ only in typography. A heading stands in ``heading``: of a chapter, or the term of a glossary entry.
    """

    language = models.CharField(max_length=8)
    digest = models.CharField(max_length=32)
    heading = models.CharField(max_length=500, blank=True)
    text = models.TextField(blank=True)
    emphasis = models.TextField(blank=True)
    fold = models.BigIntegerField()

    class Meta:
        verbose_name = _("stored text")
        constraints: ClassVar = [models.UniqueConstraint(fields=["digest"], name="wording_once")]
        # Serves the 404 page: the same text in other versions, apart from typography.
        indexes: ClassVar = [models.Index(fields=["fold"], name="wording_fold")]

    def __str__(self) -> str:
        return self.heading or self.text[:60]

    @property
    def words(self) -> str:
        """Return heading and text, as compared between versions."""
        return f"{self.heading}\n{self.text}" if self.heading and self.text else self.heading or self.text

    @property
    def emphasis_spans(self) -> tuple[tuple[int, int], ...]:
        """Return italics as (start, end) offsets."""
        return read_spans(self.emphasis)


class Reference(models.Model):
    """A rule number named in a text. Its meaning depends on the version.

    ``fold`` is that of the wordings, so that a change of quotes keeps the reference. ``meant`` is the Rule that
    stood at the number when the text first came (``since``); where another stands there now, the reference is
    stale. Texts in other languages than English have no ``meant``.
    """

    fold = models.BigIntegerField()
    number = models.CharField(max_length=12)
    since = models.ForeignKey(Version, models.SET_NULL, null=True, related_name="+", db_index=False)
    meant = models.ForeignKey(Rule, models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = _("reference to another rule")
        constraints: ClassVar = [models.UniqueConstraint(fields=["fold", "number"], name="reference_once")]
        # Serves "cited by": which texts name this number.
        indexes: ClassVar = [models.Index(fields=["number", "fold"], name="reference_number")]


class Edition(models.Model):
    """A version in one language. Its text is that of ``text_source``, or composed of partial sources."""

    version = models.ForeignKey(Version, models.CASCADE, related_name="editions")
    language = models.CharField(_("language"), max_length=8)
    text_source = models.ForeignKey("Source", models.SET_NULL, null=True, related_name="text_of")
    complete = models.BooleanField(_("complete edition"), default=False)
    rules = models.PositiveIntegerField(default=0)
    examples = models.PositiveIntegerField(default=0)
    terms = models.PositiveIntegerField(default=0)

    every = models.Manager()
    objects = OfVersionInDocument()

    class Meta:
        verbose_name = _("edition")
        verbose_name_plural = _("editions")
        ordering: ClassVar = ["version__date", "language"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["version", "language"], name="edition_once"),
        ]

    def __str__(self) -> str:
        return f"{self.version} {self.language}"

    def get_absolute_url(self) -> str:
        """Return the address of the page on the sources of this edition."""
        return reverse("edition", args=[self.version.date.isoformat(), self.language])

    @property
    def main_source(self) -> "Source | None":
        """Return the source of its text, else the newest of its partial ones."""
        return self.text_source or max(self.sources.all(), key=lambda source: source.pk, default=None)


# The sentence Problem.PRINTED_AS, and its wording in older databases.
_MISPRINT = re.compile(r"[Pp]rinted as (\S+), read as (\S+?)\.?")


class Source(models.Model):
    """An imported file or page and its counts. One row for each language, as some files have two."""

    edition = models.ForeignKey(Edition, models.SET_NULL, null=True, blank=True, related_name="sources")
    sha256 = models.CharField("SHA-256", max_length=64)
    language = models.CharField(_("language"), max_length=8)
    name = models.CharField(_("name"), max_length=255)
    address = models.CharField(_("address"), max_length=500, blank=True)
    size = models.PositiveIntegerField(_("bytes"))
    encoding = models.CharField(_("encoding"), max_length=40)
    line_ends = models.CharField(_("line endings"), max_length=20)
    layout = models.CharField(_("layout"), max_length=60)
    whole = models.BooleanField(_("complete text"))
    stated_date = models.DateField(_("date stated in the text"), null=True, blank=True)
    parser_version = models.PositiveSmallIntegerField(_("parser version"))
    title = models.CharField(_("title"), max_length=300, blank=True)
    introduction = models.ForeignKey(Wording, models.PROTECT, null=True, related_name="+")
    index = models.ForeignKey(Wording, models.PROTECT, null=True, related_name="+")
    credits = models.ForeignKey(Wording, models.PROTECT, null=True, related_name="+")
    commentary = models.ForeignKey(Wording, models.PROTECT, null=True, related_name="+")
    issues = models.JSONField(_("warnings from reading the file"), default=list)
    rules = models.PositiveIntegerField(_("rules"), default=0)
    examples = models.PositiveIntegerField(_("examples"), default=0)
    terms = models.PositiveIntegerField(_("glossary terms"), default=0)
    imported_at = models.DateTimeField(_("file imported"), auto_now_add=True)
    document = document_field()

    every = models.Manager()
    objects = InDocument()

    class Meta:
        verbose_name = _("source")
        verbose_name_plural = _("sources")
        ordering: ClassVar = ["-imported_at", "-pk"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["sha256", "language"], name="source_once")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the address of the source's page, with the original file."""
        return reverse("source", args=[self.pk])

    @property
    def misprints(self) -> dict[str, str]:
        """Return the misprinted numbers of the text with the correct ones."""
        found = (_MISPRINT.fullmatch(problem) for _, _, problem in self.issues)
        return {match[1]: match[2] for match in found if match}


class SourceFile(models.Model):
    """The bytes of a source, bz2-compressed; a separate table, so that lists of sources do not read them."""

    sha256 = models.CharField(max_length=64, primary_key=True)
    packed = models.BinaryField()


class EntryQuerySet(models.QuerySet["Entry"]):
    """Entries in the order of the rules."""

    def of(self, edition: Edition) -> Self:
        """Return the entries of an edition."""
        return self.filter(edition=edition).order_by("position")

    def in_active_document(self) -> Self:
        """Return the entries of editions of the active document; only for queries that name no edition or Rule."""
        return self.filter(edition__version__document=active_document())

    def for_reading(self) -> Self:
        """Fetch wordings and examples: two more queries for any number of entries."""
        examples = Example.objects.select_related("wording").order_by("position")
        return self.select_related("wording").prefetch_related(models.Prefetch("examples", examples))


class Entry(models.Model):
    """A numbered text, or a glossary term, of a source.

    ``edition`` is set while the entry is that edition's text; partial sources and superseded texts have none.
    ``number`` of a term is its slug. ``chapter`` is 0 for sections and 1000 for terms.
    """

    class Kind(models.IntegerChoices):
        """The engine's Kind as a small number."""

        SECTION = 1, _("section")
        CHAPTER = 2, _("chapter")
        RULE = 3, _("rule")
        SUBRULE = 4, _("subrule")
        TERM = 5, _("term")

    SECTIONS, TERMS = 0, 1000

    source = models.ForeignKey(Source, models.CASCADE, related_name="entries")
    edition = models.ForeignKey(Edition, models.SET_NULL, null=True, related_name="entries", db_index=False)
    position = models.IntegerField()
    number = models.CharField(max_length=80)
    kind = models.PositiveSmallIntegerField(choices=Kind)
    chapter = models.PositiveSmallIntegerField(default=0)
    line = models.PositiveIntegerField()
    wording = models.ForeignKey(Wording, models.PROTECT, related_name="entries", db_index=False)
    rule = models.ForeignKey(Rule, models.PROTECT, null=True, related_name="entries", db_index=False)

    objects = EntryQuerySet.as_manager()

    class Meta:
        verbose_name = _("rule or term of an edition")
        verbose_name_plural = _("rules and terms of editions")
        indexes: ClassVar = [
            # Serves a chapter's page and the contents.
            models.Index(fields=["edition", "chapter", "position"], name="entry_chapter"),
            # Serves "cited by" and the other places of a text.
            models.Index(fields=["wording", "edition"], name="entry_wording"),
            # Serves a rule's page, references, columns of another language and the versions in which a number stands.
            # An edition as second column would make this index and the next four times as large on PostgreSQL, which
            # stores equal keys once.
            models.Index(fields=["number"], name="entry_number"),
            # Serves the history of a rule.
            models.Index(fields=["rule"], name="entry_rule"),
        ]

    def __str__(self) -> str:
        return self.number


# The engine's Kind of each stored one.
ENGINE_KINDS: dict[int, Kind] = {int(Entry.Kind[kind.name]): kind for kind in Kind}


class ExampleQuerySet(models.QuerySet["Example"]):
    """Examples in the order of their entries."""

    def texts_by_entry(self) -> defaultdict[int, list[str]]:
        """Return the texts by the key of their entry, in order. One query."""
        found: defaultdict[int, list[str]] = defaultdict(list)
        for entry, text in self.order_by("position").values_list("entry_id", "wording__text"):
            found[entry].append(text)
        return found


class Example(models.Model):
    """An example of an entry."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="examples")
    position = models.PositiveSmallIntegerField()
    wording = models.ForeignKey(Wording, models.PROTECT, related_name="examples")

    objects = ExampleQuerySet.as_manager()

    class Meta:
        verbose_name = _("example")
        verbose_name_plural = _("examples")
        ordering: ClassVar = ["position"]


class Agreement(models.Model):
    """A comparison of a partial source with an edition: how many entries agree, differ, or are in the source alone.

    ``begins`` counts those that differ only because the text of the edition goes on.
    """

    source = models.ForeignKey(Source, models.CASCADE, related_name="agreements")
    edition = models.ForeignKey(Edition, models.CASCADE, related_name="agreements")
    agree = models.PositiveIntegerField()
    differ = models.PositiveIntegerField()
    absent = models.PositiveIntegerField()
    begins = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("comparison of a file with an edition")
        constraints: ClassVar = [models.UniqueConstraint(fields=["source", "edition"], name="agreement_once")]


class State(models.Model):
    """One row that counts changes of content, for cache keys.

    ``translated`` counts changes of translations alone, ``translated_into`` these by language if it is known. Writers
    of content lock the row.
    """

    generation = models.PositiveBigIntegerField(default=1)
    translated = models.PositiveBigIntegerField(default=0)
    translated_into = models.JSONField(default=dict, db_default={})

    def content_changed(self, *, translations_into: str = "") -> None:
        """Count a change, which makes cached pages stale. Call it inside `write_lock.content_lock`.

        ``translations_into`` is their language if only translations changed.
        """
        # In the database: a nested content lock may have counted since this row was read.
        here = type(self).objects.filter(pk=self.pk)
        if not translations_into:
            here.update(generation=models.F("generation") + 1)
            return
        stored = here.get()
        stored.generation += 1
        stored.translated += 1
        stored.translated_into[translations_into] = stored.translated_into.get(translations_into, 0) + 1
        stored.save(update_fields=["generation", "translated", "translated_into"])
