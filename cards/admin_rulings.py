"""Ties of rulings in the admin: read, made on the curators' page, withdrawn; never changed and never deleted."""

from typing import TYPE_CHECKING, Any, cast

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from cards.models import RulingTie
from cards.ties import withdraw
from rulesbase.corrections import Refused
from rulesbase.models import User
from rulesbase.roles import CURATE

if TYPE_CHECKING:
    _TieAdmin = admin.ModelAdmin[RulingTie]
else:
    _TieAdmin = admin.ModelAdmin


@admin.register(RulingTie)
class RulingTieAdmin(_TieAdmin):
    """Who tied which ruling to which rule, when, and why."""

    list_display = ("ruling", "place", "reason", "made_by", "made_at", "withdrawn_at")
    list_filter = (("withdrawn_at", admin.EmptyFieldListFilter),)
    list_select_related = ("ruling", "made_by")
    search_fields = ("number", "reason", "ruling__card__name")
    actions = ("withdraw_chosen",)

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Say whether this person sees that there is such a table."""
        return request.user.has_perm(CURATE)

    def has_view_permission(self, request: HttpRequest, obj: RulingTie | None = None) -> bool:
        """Say whether this person may read it."""
        return request.user.has_perm(CURATE)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Say whether this person may make a tie."""
        return request.user.has_perm(CURATE)

    def has_change_permission(self, request: HttpRequest, obj: RulingTie | None = None) -> bool:
        """Nobody: a wrong one is withdrawn and made anew."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: RulingTie | None = None) -> bool:
        """Nobody: what was withdrawn stays as a record."""
        return False

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Lead to the page that shows ruling and rule before it stores anything."""
        return redirect("curate_rulings")

    @admin.action(description=_("Withdraw the chosen ties"), permissions=["add"])
    def withdraw_chosen(self, request: HttpRequest, rows: QuerySet[RulingTie]) -> None:
        """Withdraw those that still stand, and say why of those that do not."""
        for row in rows:
            try:
                withdraw(row.pk, by=cast(User, request.user))
            except Refused as refusal:
                self.message_user(request, f"{row}: {refusal}", messages.ERROR)
            else:
                self.message_user(request, _("Withdrawn: %(tie)s") % {"tie": row})
