"""Imported card files, records that wait for their card, and facts in the card data of each imported day."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _


class CardFile(models.Model):
    """An imported file: its counts, and the records that could not be used."""

    sha256 = models.CharField("SHA-256", max_length=64, unique=True)
    name = models.CharField(_("name"), max_length=255)
    layout = models.CharField(_("layout"), max_length=60)
    importer_version = models.PositiveSmallIntegerField(_("importer version"))
    counts = models.JSONField(_("number of records in the file"), default=dict)
    problems = models.JSONField(_("problems"), default=list)
    day = models.DateField(_("date of the card data"), null=True, blank=True)
    imported_at = models.DateTimeField(_("file imported"), auto_now=True)

    class Meta:
        ordering: ClassVar = ["-imported_at"]
        verbose_name = _("card file")
        verbose_name_plural = _("card files")

    def __str__(self) -> str:
        return self.name


class Waiting(models.Model):
    """Data on a card that has not been imported yet; stored with the card once it is.

    ``card`` is its oracle id, or ``=`` and its English name where the source has no id.
    """

    card = models.CharField(_("card"), max_length=301)
    kind = models.CharField(_("kind"), max_length=12)
    what = models.JSONField(_("data of the card"))
    digest = models.CharField(max_length=32, unique=True)

    class Meta:
        verbose_name = _("data for a card not imported yet")
        verbose_name_plural = _("data for cards not imported yet")
        # Serves the search for data that waits for the cards of an import.
        indexes: ClassVar = [models.Index(fields=["card"], name="waiting_card")]

    def __str__(self) -> str:
        return f"{self.kind}: {self.card}"


class Retired(models.Model):
    """An id of a printing that Scryfall merged into another, or deleted.

    It is stored, so that an older file that still has the id changes nothing.
    """

    old_id = models.CharField(_("old Scryfall id"), max_length=36, unique=True)
    new_id = models.CharField(_("new Scryfall id"), max_length=36, blank=True)
    day = models.DateField(_("day"), null=True, blank=True)
    note = models.TextField(_("note"), blank=True)

    class Meta:
        ordering: ClassVar = ["-day", "old_id"]
        verbose_name = _("id that Scryfall replaced or deleted")
        verbose_name_plural = _("ids that Scryfall replaced or deleted")

    def __str__(self) -> str:
        return f"{self.old_id} → {self.new_id}" if self.new_id else self.old_id


class DatedFact(models.Model):
    """A fact on a card name, and the days of the card data that have it.

    ``value`` depends on the kind (see `cards.engine.records.dated`). Equal facts of several days share a row, so that
    a state of the data takes little room and the order of imports does not matter. ``days`` are ISO dates, sorted.
    """

    class Kind(models.TextChoices):
        """The kinds of facts."""

        FACE = "face", _("Oracle text and types")
        LEGAL = "legal", _("legality")
        RULING = "ruling", _("ruling")
        PRINTED = "printed", _("printed text")
        FIRST = "first", _("first printing")
        # Rows of older releases; nothing reads them.
        SET = "set", _("card set")

    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    name = models.CharField(_("name"), max_length=300)
    value = models.JSONField(_("content of the card fact (for example the Oracle text)"))
    days = models.JSONField(_("dates of the card data"), default=list)
    digest = models.BigIntegerField(editable=False)

    class Meta:
        verbose_name = _("card fact with its dates")
        verbose_name_plural = _("card facts with their dates")
        # Serves the facts of some names, and the merge of an import.
        constraints: ClassVar = [models.UniqueConstraint(fields=["name", "kind", "digest"], name="dated_fact_once")]

    def __str__(self) -> str:
        return f"{self.kind}: {self.name}"
