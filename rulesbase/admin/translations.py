"""Translations, comments, alignments and the action log in the admin, read-only."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from rulesbase.admin.base import Reading, ReadOnly
from rulesbase.models import ActionLog, Binding, Draft, FormerContributor, ReviewComment, TranslatedPlace, Translation


@admin.register(ActionLog)
class ActionLogAdmin(Reading):
    """The action log."""

    list_display = ("made_at", "author_name", "verb", "language", "place", "reason", "new_status")
    list_filter = ("verb", "language", "made_at")
    list_select_related = ("author", "former")
    search_fields = ("place", "reason", "author__username", "batch")
    date_hierarchy = "made_at"


class PlaceInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """The places of a translation."""

    model = TranslatedPlace
    fields = readonly_fields = ("entry", "source", "is_example", "with_examples")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Return the places with their related rows."""
        return super().get_queryset(request).select_related("entry__edition__version", "source")


class CommentInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """Comments on a translation."""

    model = ReviewComment
    fields = readonly_fields = ("made_at", "author", "text")


@admin.register(Translation)
class TranslationAdmin(Reading):
    """All translations, with their status."""

    list_display = ("__str__", "language", "status", "origin", "revision", "author_name", "changed_at")
    list_filter = ("language", "status", "origin")
    list_select_related = ("wording", "author", "former")
    search_fields = ("wording__text", "wording__heading", "places__entry__number", "author__username", "reason")
    inlines = (PlaceInline, CommentInline)


@admin.register(ReviewComment)
class ReviewCommentAdmin(Reading):
    """Comments on translations."""

    list_display = ("made_at", "author_name", "text")
    list_select_related = ("author", "former")
    search_fields = ("text", "author__username")


@admin.register(Binding)
class BindingAdmin(Reading):
    """Alignments of translated sources with English editions."""

    list_display = ("source", "english", "stated", "entries", "bound", "terms", "bound_terms")
    list_filter = ("source__language", "stated")
    list_select_related = ("source", "english__version")
    search_fields = ("source__name",)


@admin.register(FormerContributor)
class FormerContributorAdmin(Reading):
    """Former contributors: a number and a day."""

    list_display = ("__str__", "left_at")


@admin.register(TranslatedPlace)
class TranslatedPlaceAdmin(Reading):
    """Rules and versions for which translations were made."""

    list_display = ("number", "version", "translation", "language", "source", "is_example")
    list_filter = ("translation__language", "is_example", "with_examples")
    list_select_related = ("entry__edition__version", "translation__wording", "source")
    search_fields = ("=entry__number", "source__name")

    @admin.display(description=_("number"), ordering="entry__number")
    def number(self, row: TranslatedPlace) -> str:
        """Return its number in the English text."""
        return row.entry.number

    @admin.display(description=_("version"), ordering="entry__edition__version__date")
    def version(self, row: TranslatedPlace) -> str:
        """Return the English version it was made for; empty if its text was replaced."""
        return str(row.entry.edition.version) if row.entry.edition else ""

    @admin.display(description=_("language"))
    def language(self, row: TranslatedPlace) -> str:
        """Return the language of the text."""
        return row.translation.language


@admin.register(Draft)
class DraftAdmin(Reading):
    """Open drafts, without their texts, which are private until saved."""

    fields = list_display = ("user", "language", "original", "base_revision", "saves", "opened_at", "touched_at")
    list_filter = ("language", "touched_at")
    list_select_related = ("user", "original")
    search_fields = ("user__username", "original__text", "original__heading")

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Return whether a URL may filter by this field. Filters on draft texts would reveal them letter by letter."""
        return lookup.partition("__")[0] in self.fields and super().lookup_allowed(lookup, value, request)
