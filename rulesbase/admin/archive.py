"""Versions and their bulletins, editions, sources, entries and Rules in the admin. Imports change the texts."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.options import BaseModelAdmin
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from rulesbase.admin.base import Editable, Reading, ReadOnly, Uncached
from rulesbase.archive.bulletins import link_remarks
from rulesbase.core.database.write_lock import writing
from rulesbase.core.document_urls import in_document
from rulesbase.models import Change, Edition, Entry, Example, Kinship, RemarkOnRule, Rule, Source, Version, VersionNote


class _OnSite(ReadOnly, BaseModelAdmin):  # type: ignore[type-arg]
    """Rows with a page on the site, whose address depends on their document."""

    def view_on_site(self, obj: Version | Edition | Source) -> str:
        """Return the address of that page."""
        with in_document(obj.version.document if isinstance(obj, Edition) else obj.document):
            return obj.get_absolute_url()


@admin.register(Version)
class VersionAdmin(_OnSite, admin.ModelAdmin):  # type: ignore[type-arg]
    """Versions. Only the name of their set is edited; imports create them."""

    list_display = ("date", "document", "name", "is_sample")
    list_filter = ("document",)
    search_fields = ("date", "name")
    ordering = ("-date",)
    fields = ("date", "document", "name", "is_sample")
    readonly_fields = ("date", "document", "is_sample")

    has_change_permission = ReadOnly._curates

    def save_model(self, request: HttpRequest, obj: Version, form: Any, change: bool) -> None:
        """Store the changed fields, which makes cached pages stale."""
        with writing():
            obj.save(update_fields=form.changed_data)


class RemarkInline(Editable, admin.TabularInline):  # type: ignore[type-arg]
    """Parts of a note on single rules; the Rule is found by the number when the note is stored."""

    model = RemarkOnRule
    extra = 1


@admin.register(VersionNote)
class VersionNoteAdmin(Uncached, admin.ModelAdmin):  # type: ignore[type-arg]
    """Bulletins and remarks on versions."""

    list_display = ("title", "version", "kind", "language", "author", "date")
    list_filter = ("kind", "language")
    list_select_related = ("version",)
    search_fields = ("title", "author")
    inlines = (RemarkInline,)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Store the remarks and link them to Rules; warn of numbers that the version does not have."""
        super().save_related(request, form, formsets, change)
        link_remarks(form.instance)
        missing = form.instance.remarks.filter(rule=None).values_list("number", flat=True)
        if missing:
            message = _("The version has no %(numbers)s. The note is not shown beside these rules.")
            self.message_user(request, message % {"numbers": ", ".join(missing)}, messages.WARNING)


class SourceInline(_OnSite, admin.TabularInline):  # type: ignore[misc, type-arg]
    """The sources of an edition."""

    model = Source
    fields = readonly_fields = ("name", "whole", "stated_date", "rules", "terms", "imported_at")
    show_change_link = True

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Return the sources without their remarks, which may be long."""
        return super().get_queryset(request).defer("issues")


@admin.register(Edition)
class EditionAdmin(_OnSite, Reading):
    """A version in one language."""

    list_display = ("version", "document", "language", "complete", "rules", "examples", "terms")
    list_filter = ("version__document", "language", "complete")
    list_select_related = ("version",)
    search_fields = ("version__date", "version__name", "sources__name")
    ordering = ("-version__date", "language")
    inlines = (SourceInline,)

    @admin.display(description=_("document"), ordering="version__document")
    def document(self, row: Edition) -> str:
        """Return the name of its document."""
        return row.version.get_document_display()


@admin.register(Source)
class SourceAdmin(_OnSite, Reading):
    """Imported files and pages."""

    list_display = ("name", "language", "stated_date", "whole", "layout", "encoding", "rules", "terms", "imported_at")
    list_filter = ("document", "language", "whole", "layout", "encoding")
    search_fields = ("name", "address", "title", "sha256")
    exclude = ("introduction", "index", "credits", "commentary")
    date_hierarchy = "imported_at"


class ExampleInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """The examples of an entry."""

    model = Example
    fields = readonly_fields = ("position", "wording")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Return the examples with their texts."""
        return super().get_queryset(request).select_related("wording")


@admin.register(Entry)
class EntryAdmin(Reading):
    """Entries, found by number or by the id of their Rule."""

    list_display = ("number", "kind", "edition", "rule", "wording")
    list_filter = ("kind", "edition__language")
    list_select_related = ("edition__version", "rule", "wording")
    search_fields = ("=number", "=rule__public_id")
    ordering = ("-pk",)
    inlines = (ExampleInline,)


class ChangeInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """The changes of a Rule."""

    model = Change
    fk_name = "rule"
    fields = readonly_fields = ("version", "old_number", "new_number", "kind", "weight")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Return the changes by version."""
        return super().get_queryset(request).select_related("version").order_by("version__date")


@admin.register(Rule)
class RuleAdmin(Reading):
    """Rules, with their last number."""

    list_display = ("public_id", "last_number", "last_day")
    search_fields = ("public_id",)
    search_help_text = _("A rule id, or any number that the rule has had.")
    inlines = (ChangeInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Return the Rules with their last number and day."""
        # Entries without edition have no day, and PostgreSQL would sort them first.
        placed = Entry.objects.filter(rule=OuterRef("pk"), edition__isnull=False)
        last = placed.order_by("-edition__version__date", "position")
        number, day = last.values("number")[:1], last.values("edition__version__date")[:1]
        rows = super().get_queryset(request)
        found: QuerySet[Any] = rows.annotate(number=Subquery(number), day=Subquery(day))
        return found

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Find by id or number in two steps: one query would read every entry for every Rule."""
        term = search_term.strip().lower()
        if not term:
            return queryset, False
        named = set(Entry.objects.filter(number=term).values_list("rule", flat=True)) - {None}
        return queryset.filter(Q(public_id=term) | Q(pk__in=named)), False

    @admin.display(description=_("most recent number of the rule"), ordering="number")
    def last_number(self, row: Any) -> str:
        """Return its number in the last version that has it."""
        return str(row.number or "")

    @admin.display(description=_("last version with this rule"), ordering="day")
    def last_day(self, row: Any) -> Any:
        """Return the day of that version."""
        return row.day


@admin.register(Kinship)
class KinshipAdmin(Reading):
    """Splits and merges of Rules."""

    list_display = ("version", "kind", "old", "new")
    list_filter = ("kind",)
    list_select_related = ("version", "old", "new")
    search_fields = ("=old__public_id", "=new__public_id")
