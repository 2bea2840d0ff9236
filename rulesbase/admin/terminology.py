"""Terms and switches of checks in the admin; terms can be accepted or declined in bulk."""

from typing import TYPE_CHECKING, Any, cast

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulesbase.admin.base import Editable, ReadOnly
from rulesbase.core.errors import Refused
from rulesbase.core.write_lock import writing
from rulesbase.desk.terminology.actions import agree, decline, newest_revision
from rulesbase.models import CheckSwitch, TermEntry, User

if TYPE_CHECKING:
    _TermAdmin = admin.ModelAdmin[TermEntry]
    _SwitchAdmin = admin.ModelAdmin[CheckSwitch]
else:
    _TermAdmin = _SwitchAdmin = admin.ModelAdmin


@admin.register(TermEntry)
class TermEntryAdmin(ReadOnly, _TermAdmin):
    """Terms suggested at the desk. Rows are accepted or declined, never edited or deleted."""

    list_display = ("term", "language", "translation", "status", "origin", "evidence", "author_name", "made_at")
    list_filter = ("language", "status", "origin")
    list_select_related = ("author", "former")
    search_fields = ("term", "translation", "variants", "note")
    date_hierarchy = "made_at"
    actions = ("agree_chosen", "decline_chosen")

    @admin.action(description=gettext_lazy("Agree on the chosen words"), permissions=["view"])
    def agree_chosen(self, request: HttpRequest, chosen: QuerySet[TermEntry]) -> None:
        """Accept the selected terms; report which were refused."""
        self._decide(request, chosen, wanted=True)

    @admin.action(description=gettext_lazy("Decline the chosen words"), permissions=["view"])
    def decline_chosen(self, request: HttpRequest, chosen: QuerySet[TermEntry]) -> None:
        """Decline the selected terms; report which were refused."""
        self._decide(request, chosen, wanted=False)

    def _decide(self, request: HttpRequest, chosen: QuerySet[TermEntry], *, wanted: bool) -> None:
        by = cast(User, request.user)
        done = 0
        for row in chosen:
            newest = newest_revision(row.language, row.term)
            try:
                if wanted:
                    agree(row.pk, newest=newest, by=by)
                else:
                    decline(row.pk, newest=newest, by=by)
                done += 1
            except Refused as refusal:
                self.message_user(request, f"{row}: {refusal}", messages.WARNING)
        self.message_user(request, _("Decided: %(done)d.") % {"done": done}, messages.SUCCESS)


@admin.register(CheckSwitch)
class CheckSwitchAdmin(Editable, _SwitchAdmin):
    """Switches of checks, in one language or all; without a row a check is on."""

    list_display = ("check_name", "language", "on")
    list_filter = ("language", "check_name", "on")
    list_editable = ("on",)

    def save_model(self, request: HttpRequest, obj: CheckSwitch, form: Any, change: bool) -> None:
        """Store it, which makes earlier results of checks stale."""
        with writing():
            super().save_model(request, obj, form, change)

    def delete_model(self, request: HttpRequest, obj: CheckSwitch) -> None:
        """Delete one, which makes earlier results of checks stale."""
        with writing():
            obj.delete()

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[CheckSwitch]) -> None:
        """Delete the selected ones, which makes earlier results of checks stale."""
        with writing():
            queryset.delete()
