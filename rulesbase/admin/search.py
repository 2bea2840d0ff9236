"""Synonyms of the search in the admin."""

from django.contrib import admin

from rulesbase.admin.base import Uncached
from rulesbase.models import SearchSynonym


@admin.register(SearchSynonym)
class SearchSynonymAdmin(Uncached, admin.ModelAdmin):  # type: ignore[type-arg]
    """Synonyms that curators add to those of the file, or change."""

    list_display = ("typed", "meaning", "language")
    list_filter = ("language",)
    search_fields = ("typed", "meaning")
