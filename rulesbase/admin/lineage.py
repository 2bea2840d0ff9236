"""Corrections of the lineage in the admin."""

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from rulesbase.admin.base import Recorded
from rulesbase.lineage.corrections import effects, withdraw
from rulesbase.models import Correction


@admin.register(Correction)
class CorrectionAdmin(Recorded):
    """Corrections as a list."""

    made_on = "curate_lineage"
    withdrawing = staticmethod(withdraw)

    list_display = ("old_place", "verb", "new_place", "reason", "made_by", "made_at", "withdrawn_at", "has_effect")
    list_filter = ("verb", ("withdrawn_at", admin.EmptyFieldListFilter))
    list_select_related = ("made_by",)
    search_fields = ("old_number", "new_number", "reason")
    exclude = ("ended",)
    actions = ("withdraw_chosen",)

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        """Show the list with the state of its rows; two more queries for any number of rows."""
        listed = super().get_changelist_instance(request)
        rows: list[Correction] = list(listed.result_list)
        holding = effects(row for row in rows if not row.withdrawn_at)
        for row in rows:
            vars(row)["holds"] = holding.get(row.pk)
        listed.result_list = rows
        return listed

    @admin.display(boolean=True, description=_("correction in effect"))
    def has_effect(self, row: Correction) -> bool | None:
        """Return whether it is in effect in the current lineage; None if withdrawn."""
        return vars(row).get("holds")

    @admin.action(description=_("Remove the selected corrections"), permissions=["add"])
    def withdraw_chosen(self, request: HttpRequest, rows: QuerySet[Correction]) -> None:
        """Withdraw the selected ones."""
        self.withdraw_all(request, rows)
