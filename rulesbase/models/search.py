"""Synonyms of the search, and its stored indexes."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class SearchSynonym(models.Model):
    """A word of players and the words of the rules that mean the same.

    It replaces the rows of `rulesbase/data/slang.csv` with the same typed words; without a meaning it turns them off.
    """

    language = models.CharField(_("language"), max_length=8, choices=settings.LANGUAGES)
    typed = models.CharField(_("search words that readers type"), max_length=80)
    meaning = models.CharField(
        _("synonyms that the search includes"),
        max_length=200,
        blank=True,
        help_text=_("Words of the rules with the same meaning as the typed words. Leave empty to turn a synonym off."),
    )

    class Meta:
        ordering: ClassVar = ["language", "typed"]
        verbose_name = _("search synonym")
        verbose_name_plural = _("search synonyms")
        constraints: ClassVar = [models.UniqueConstraint(fields=["language", "typed"], name="search_synonym_once")]

    def __str__(self) -> str:
        return self.typed


class StoredIndex(models.Model):
    """A search index in the form in which a process reads it; computed again whenever ``stamp`` differs."""

    name = models.CharField(max_length=40, unique=True)
    stamp = models.CharField(max_length=64)
    columns = models.BinaryField()

    def __str__(self) -> str:
        return self.name
