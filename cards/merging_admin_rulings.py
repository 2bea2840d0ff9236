"""Ties of rulings in the admin: read, made on the curators' page, withdrawn; never changed and never deleted."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from cards.models import RulingTie
from cards.rulings.actions import withdraw
from rulesbase.admin.base import Recorded


@admin.register(RulingTie)
class RulingTieAdmin(Recorded):
    """Who tied which ruling to which rule, when, and why."""

    made_on = "curate_rulings"
    withdrawing = staticmethod(withdraw)

    list_display = ("ruling", "place", "reason", "made_by", "made_at", "withdrawn_at")
    list_filter = (("withdrawn_at", admin.EmptyFieldListFilter),)
    list_select_related = ("ruling", "made_by")
    search_fields = ("number", "reason", "ruling__card__name")
    actions = ("withdraw_chosen",)

    @admin.action(description=_("Withdraw the chosen ties"), permissions=["add"])
    def withdraw_chosen(self, request: HttpRequest, rows: QuerySet[RulingTie]) -> None:
        """Withdraw those that still stand."""
        self.withdraw_all(request, rows)
