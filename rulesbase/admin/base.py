"""Base classes of the admin: rights of curators to read, edit or add."""

from collections.abc import Callable
from typing import Any, ClassVar, cast

from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from rulesbase.accounts.roles import CURATE
from rulesbase.core.database.write_lock import writing
from rulesbase.core.errors import Refused
from rulesbase.models import User


class _Curators:
    """Tables that curators may read."""

    def _curates(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return whether this person is a curator."""
        return request.user.has_perm(CURATE)

    has_module_permission = has_view_permission = _curates


class Editable(_Curators):
    """Tables that curators may edit."""

    has_add_permission = has_change_permission = has_delete_permission = _Curators._curates


class Uncached(Editable):
    """Tables that curators may edit; each write makes cached pages stale."""

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Store the related rows."""
        with writing():
            super().save_related(request, form, formsets, change)  # type: ignore[misc]

    def delete_model(self, request: HttpRequest, obj: Model) -> None:
        """Delete one."""
        with writing():
            obj.delete()

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Delete the selected ones."""
        with writing():
            queryset.delete()


class ReadOnly(_Curators):
    """Tables that are read-only in the admin, even for superusers."""

    def _never(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False."""
        return False

    has_add_permission = has_change_permission = has_delete_permission = _never


class Reading(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """A read-only list without actions."""

    list_per_page = 50
    show_full_result_count = False
    actions = None


class Recorded(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Decisions of curators: made on their own page, withdrawn here, never changed or deleted."""

    # The URL name of the page where they are made.
    made_on: ClassVar[str]
    # The action that withdraws one by its key. Raises Refused if it is withdrawn already.
    withdrawing: ClassVar[Callable[..., object]]
    has_add_permission = _Curators._curates

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Redirect to that page."""
        return redirect(self.made_on)

    def withdraw_all(self, request: HttpRequest, rows: QuerySet[Model]) -> None:
        """Withdraw the selected ones; report why others were refused."""
        for row in rows:
            try:
                self.withdrawing(row.pk, by=cast(User, request.user))
            except Refused as refusal:
                self.message_user(request, f"{row}: {refusal}", messages.ERROR)
            else:
                self.message_user(request, _("Correction removed: %(correction)s") % {"correction": row})
