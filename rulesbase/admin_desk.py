"""Translations, comments, bindings and the log in the admin: to search and read. They are written at the desk."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from rulesbase.models import ActionLog, Binding, FormerContributor, ReviewComment, TranslatedPlace, Translation
from rulesbase.roles import CURATE

if TYPE_CHECKING:
    _Admin = admin.ModelAdmin[Model]
    _Inline = admin.TabularInline[Model, Model]
else:
    _Admin = admin.ModelAdmin
    _Inline = admin.TabularInline


class _ReadOnly:
    """Whoever may curate reads these tables; nobody writes them here, superusers included."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Say whether this person sees that there are such tables."""
        return request.user.has_perm(CURATE)

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Say whether this person may read them."""
        return request.user.has_perm(CURATE)

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Nobody."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Nobody."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Nobody."""
        return False


class _Reading(_ReadOnly, _Admin):
    """A list without actions: there is nothing that could be done to its rows."""

    list_per_page = 50
    show_full_result_count = False

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Return none."""
        return {}


@admin.register(ActionLog)
class ActionLogAdmin(_Reading):
    """Who did what to which text, when and why."""

    list_display = ("made_at", "author_name", "verb", "language", "place", "reason", "new_status")
    list_filter = ("verb", "language", "made_at")
    list_select_related = ("author", "former")
    search_fields = ("place", "reason", "author__username", "batch")
    date_hierarchy = "made_at"


class PlaceInline(_ReadOnly, _Inline):
    """Where the text was made for."""

    model = TranslatedPlace
    fields = readonly_fields = ("entry", "source", "is_example", "with_examples")
    extra = 0

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Return the places with what their lines name."""
        return super().get_queryset(request).select_related("entry__edition__version", "source")


class CommentInline(_ReadOnly, _Inline):
    """What was said of it."""

    model = ReviewComment
    fields = readonly_fields = ("made_at", "author", "text")
    extra = 0


@admin.register(Translation)
class TranslationAdmin(_Reading):
    """Every text that ever was, with its status."""

    list_display = ("__str__", "language", "status", "origin", "revision", "author_name", "changed_at")
    list_filter = ("language", "status", "origin")
    list_select_related = ("wording", "author", "former")
    search_fields = ("wording__text", "wording__heading", "places__entry__number", "author__username", "reason")
    inlines = (PlaceInline, CommentInline)


@admin.register(ReviewComment)
class ReviewCommentAdmin(_Reading):
    """What was said of texts."""

    list_display = ("made_at", "author_name", "text")
    list_select_related = ("author", "former")
    search_fields = ("text", "author__username")


@admin.register(Binding)
class BindingAdmin(_Reading):
    """How far the sources in other languages fit their English."""

    list_display = ("source", "english", "stated", "entries", "bound", "terms", "bound_terms")
    list_filter = ("source__language", "stated")
    list_select_related = ("source", "english__version")
    search_fields = ("source__name",)


@admin.register(FormerContributor)
class FormerContributorAdmin(_Reading):
    """Those whose accounts are gone: a number and a day."""

    list_display = ("__str__", "left_at")
