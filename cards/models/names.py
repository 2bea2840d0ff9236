"""Printed names, events of names, and interchangeable names."""

import datetime
from typing import ClassVar

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from cards.models.cards import Card, CardSet, Face


class PrintedName(models.Model):
    """A name on a printing, in any language.

    ``flavor`` marks a name printed in place of the card's own (rule 201.6 of 2022). ``face`` is the face of a card
    with several; if it is empty, ``name`` is that of the whole card (*A // B* if it has
    several faces). ``reading`` is kana. ``key`` is a digest of its identifying fields.
    """

    card = models.ForeignKey(Card, models.CASCADE, related_name="printed_names")
    face = models.ForeignKey(Face, models.CASCADE, null=True, blank=True, related_name="printed_names")
    language = models.CharField(_("language"), max_length=8)
    name = models.CharField(_("printed name"), max_length=300)
    flavor = models.BooleanField(_("flavor name"), default=False)
    reading = models.CharField(_("reading in kana"), max_length=300, blank=True)
    type_line = models.CharField(_("printed type line"), max_length=400, blank=True)
    text = models.TextField(_("printed text"), blank=True)
    card_set = models.ForeignKey(CardSet, models.SET_NULL, null=True, blank=True, related_name="printed_names")
    collector_number = models.CharField(_("collector number"), max_length=20, blank=True)
    source = models.CharField(_("source"), max_length=20)
    key = models.CharField(max_length=24, unique=True, editable=False)
    standing = models.CharField(max_length=40, default="", editable=False)

    class Meta:
        ordering: ClassVar = ["language", "name"]
        verbose_name = _("printed name")
        verbose_name_plural = _("printed names")
        indexes: ClassVar = [
            # Serves "cards with this printed name".
            models.Index(fields=["name", "language"], name="printed_name"),
        ]

    def __str__(self) -> str:
        return self.name


class NameEvent(models.Model):
    """An event of a printed name: misprinted, corrected, given to another card.

    ``printed`` is the name as it stood, ``instead`` what it should be or became. A fact with its source; the
    reason is in our own words. ``card_name`` is the English name, so that the event waits for its card.
    """

    class Kind(models.TextChoices):
        """The kinds of events."""

        MISPRINT = "misprint", _("misprint")
        CORRECTION = "correction", _("correction")
        RENAMING = "renaming", _("renaming")
        DUPLICATE = "duplicate", _("duplicate")

    card_name = models.CharField(_("card"), max_length=300)
    language = models.CharField(_("language"), max_length=8)
    kind = models.CharField(_("kind"), max_length=12, choices=Kind)
    printed = models.CharField(_("printed name"), max_length=300)
    instead = models.CharField(_("correct name"), max_length=300, blank=True)
    # A year, a month or a day, as far as it is known: 2011, 2011-05, 2011-05-18.
    when = models.CharField(_("date of the change"), max_length=10, blank=True)
    card_set = models.CharField(_("card set"), max_length=200, blank=True)
    reason = models.TextField(_("reason"), blank=True)
    source = models.CharField(_("source"), max_length=300)
    # Rows that came with the software are reset at each upgrade; those of curators are not changed.
    shipped = models.BooleanField(_("included with the software"), default=False)

    class Meta:
        ordering: ClassVar = ["card_name", "when"]
        verbose_name = _("misprint or renaming")
        verbose_name_plural = _("misprints and renamings")
        # Serves a card's page, and the warning of a lookup.
        indexes: ClassVar = [models.Index(fields=["card_name"], name="name_event_card")]

    def __str__(self) -> str:
        return f"{self.card_name}: {self.printed}"

    def clean(self) -> None:
        """Refuse a date of the change that is no year, month or day; pages could not write it."""
        try:
            # A year or a month is checked by its first day.
            datetime.date.fromisoformat(f"{self.when}-01-01"[:10])
        except ValueError:
            if self.when:
                message = _("Enter a year, a month or a day: 2011, 2011-05 or 2011-05-18.")
                raise ValidationError({"when": message}) from None


class Interchangeable(models.Model):
    """Two names that the rules treat as one since 2022-04-29 (rule 201.3).

    ``since`` is the day on which the other name was first printed, for information only.
    """

    name = models.CharField(_("name"), max_length=300)
    other = models.CharField(_("other name"), max_length=300)
    since = models.DateField(_("first printing"), null=True, blank=True)
    source = models.CharField(_("source"), max_length=300)
    shipped = models.BooleanField(_("included with the software"), default=False)

    class Meta:
        ordering: ClassVar = ["name"]
        verbose_name = _("interchangeable names")
        verbose_name_plural = _("interchangeable names")
        constraints: ClassVar = [models.UniqueConstraint(fields=["name", "other"], name="interchangeable_once")]

    def __str__(self) -> str:
        return f"{self.name} = {self.other}"


class OtherName(models.Model):
    """A reading in kana or a nickname of a card, by which it can be found. It is no name of the card for the rules.

    ``card_name`` is the English name, so that a row can be imported before its card.
    """

    class Kind(models.TextChoices):
        """The kinds of other names."""

        READING = "reading", _("reading in kana")
        NICKNAME = "nickname", _("nickname")

    card_name = models.CharField(_("card"), max_length=300)
    language = models.CharField(_("language"), max_length=8)
    name = models.CharField(_("name"), max_length=300)
    kind = models.CharField(_("kind"), max_length=8, choices=Kind)

    class Meta:
        ordering: ClassVar = ["card_name", "language", "name"]
        verbose_name = _("phonetic reading or nickname of a card")
        verbose_name_plural = _("phonetic readings and nicknames of cards")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["card_name", "language", "name"], name="other_name_once"),
        ]

    def __str__(self) -> str:
        return f"{self.name}: {self.card_name}"
