"""Cards in the admin: official data to read, curated facts on names to edit."""

from typing import Any, ClassVar

from django.contrib import admin, messages
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.translation import gettext_lazy as _

from cards.models import (
    Card,
    CardFile,
    CardSet,
    Face,
    Interchangeable,
    NameEvent,
    OtherName,
    PrintedName,
    Printing,
    RelatedPart,
    Retired,
    Ruling,
    RulingTie,
    Waiting,
)
from cards.rulings.actions import remove_link
from rulesbase.admin.base import ReadOnly, Recorded, Uncached


class _Official(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Data as Scryfall and MTGJSON publish them."""


class _OfCard(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    extra = 0


class _WithSet(_OfCard):
    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Return the rows with their sets, in one query."""
        return super().get_queryset(request).select_related("card_set")


class FaceInline(_OfCard):
    """Faces of a card."""

    model = Face
    fields = ("position", "name", "mana_cost", "type_line", "text", "power", "toughness", "loyalty", "defense")


class PrintingInline(_WithSet):
    """Sets of a card."""

    model = Printing
    fields = ("card_set", "number", "released")


class PrintedNameInline(_WithSet):
    """Names of a card."""

    model = PrintedName
    fields = ("language", "name", "flavor", "reading", "card_set", "collector_number", "source")


class PartInline(_OfCard):
    """Related cards."""

    model = RelatedPart
    fk_name = "card"
    fields = ("component", "name", "other")


class RulingInline(_OfCard):
    """Rulings of a card."""

    model = Ruling
    fields = ("date", "source", "text")


@admin.register(Card)
class CardAdmin(_Official):
    """Cards of the Oracle reference."""

    list_display = ("name", "layout", "kind", "first_set", "released", "is_variant", "is_playtest")
    list_filter = ("kind", "is_variant", "is_playtest", "is_sample", "layout")
    list_select_related = ("first_set",)
    search_fields = ("name", "faces__name", "printed_names__name", "=oracle_id")
    search_help_text = _("Search by card name, in any language, or by Oracle ID.")
    show_full_result_count = False
    inlines = (FaceInline, PrintedNameInline, PrintingInline, PartInline, RulingInline)
    exclude = ("standing",)


@admin.register(CardSet)
class CardSetAdmin(_Official):
    """Sets, with the number of their printings."""

    list_display = ("code", "name", "kind", "released", "cards")
    list_filter = ("kind",)
    search_fields = ("=code", "name")

    def get_queryset(self, request: HttpRequest) -> QuerySet[CardSet]:
        """Return the sets with the number of their printings."""
        return CardSet.objects.annotate(number=Count("printings"))

    @admin.display(description=_("printings"), ordering="number")
    def cards(self, row: Any) -> int:
        """Return how many printings there are."""
        return int(row.number)


@admin.register(CardFile)
class CardFileAdmin(_Official):
    """Imported files, with their problems."""

    list_display = ("name", "layout", "imported_at", "importer_version", "problem_count")
    list_filter = ("layout", "imported_at")
    search_fields = ("name", "=sha256")
    fields = ("name", "layout", "imported_at", "importer_version", "sha256", "counts", "problem_list")

    @admin.display(description=_("problems"))
    def problem_count(self, row: CardFile) -> int:
        """Return how many records were repaired or skipped."""
        return int(row.counts.get("problems_read", 0))

    @admin.display(description=_("problems"))
    def problem_list(self, row: CardFile) -> str:
        """Return the problems, one a line."""
        return format_html_join("", "{}<br>", ((problem,) for problem in row.problems)) or "-"


@admin.register(Waiting)
class WaitingAdmin(_Official):
    """Data on cards that are not imported yet."""

    list_display = ("card", "kind")
    list_filter = ("kind",)
    search_fields = ("card",)


@admin.register(Retired)
class RetiredAdmin(_Official):
    """Ids of printings that Scryfall merged or deleted."""

    list_display = ("old_id", "new_id", "day", "note")
    search_fields = ("=old_id", "=new_id", "note")


class _Curated(Uncached, admin.ModelAdmin):  # type: ignore[type-arg]
    """Facts edited by curators. A changed row that came with the software becomes a curator's row."""

    list_filter: ClassVar[Any] = ("shipped",)
    readonly_fields = ("shipped",)
    # No bulk deletion, as some rows may have come with the software.
    actions = None

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False for rows that came with the software, which would return at the next start."""
        return super().has_delete_permission(request, obj) and not (obj and obj.shipped)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Store it as a curator's row."""
        obj.shipped = False
        super().save_model(request, obj, form, change)


@admin.register(Interchangeable)
class InterchangeableAdmin(_Curated):
    """Pairs of names that the rules treat as one."""

    list_display = ("name", "other", "since", "source", "shipped")
    search_fields = ("name", "other", "source")


class _OfNamedCard(Uncached, admin.ModelAdmin):  # type: ignore[type-arg]
    """Facts on a card by its English name; they wait for a card that is not imported."""

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Store it; warn if there is no such card."""
        super().save_model(request, obj, form, change)
        if not Card.objects.filter(name=obj.card_name).exists():
            message = _("No card with the English name “%(name)s” has been imported. Check the spelling of the name.")
            messages.warning(request, message % {"name": obj.card_name})


@admin.register(NameEvent)
class NameEventAdmin(_OfNamedCard, _Curated):
    """Misprints, corrections, renamings and duplicates of printed names."""

    list_display = ("card_name", "language", "kind", "printed", "instead", "when", "shipped")
    list_filter: ClassVar[Any] = ("kind", "language", "shipped")
    search_fields = ("card_name", "printed", "instead", "reason")


@admin.register(OtherName)
class OtherNameAdmin(_OfNamedCard):
    """Readings in kana and nicknames, by which cards are found."""

    list_display = ("name", "card_name", "language", "kind")
    list_filter = ("kind", "language")
    search_fields = ("name", "card_name")


@admin.register(RulingTie)
class RulingTieAdmin(Recorded):
    """Links from rulings to rules, made by curators."""

    made_on = "curate_rulings"
    withdrawing = staticmethod(remove_link)

    list_display = ("ruling", "place", "reason", "made_by", "made_at", "withdrawn_at")
    list_filter = (("withdrawn_at", admin.EmptyFieldListFilter),)
    list_select_related = ("ruling", "made_by")
    search_fields = ("number", "reason", "ruling__card__name")
    actions = ("withdraw_chosen",)

    @admin.action(description=_("Remove the selected links between rulings and rules"), permissions=["add"])
    def withdraw_chosen(self, request: HttpRequest, rows: QuerySet[RulingTie]) -> None:
        """Withdraw the selected ones."""
        self.withdraw_all(request, rows)
