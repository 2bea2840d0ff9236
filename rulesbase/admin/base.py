"""Base classes of the admin: rights of curators to read, edit or add."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, cast

from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from rulesbase.accounts.roles import CURATE
from rulesbase.core.errors import Refused
from rulesbase.models import User

if TYPE_CHECKING:
    _Admin = admin.ModelAdmin[Model]
else:
    _Admin = admin.ModelAdmin


class _Curators:
    """Tables that curators may read."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Return whether this person may see the tables in the index."""
        return request.user.has_perm(CURATE)

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return whether this person may read them."""
        return request.user.has_perm(CURATE)


class Editable(_Curators):
    """Tables that curators may edit."""

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return whether this person may add one."""
        return request.user.has_perm(CURATE)

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return whether this person may change one."""
        return request.user.has_perm(CURATE)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return whether this person may delete one."""
        return request.user.has_perm(CURATE)


class ReadOnly(_Curators):
    """Tables that are read-only in the admin, even for superusers."""

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return False."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return False."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return False."""
        return False


class Reading(ReadOnly, _Admin):
    """A read-only list without actions."""

    list_per_page = 50
    show_full_result_count = False

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Return none."""
        return {}


class Recorded(ReadOnly, _Admin):
    """Decisions of curators: made on their own page, withdrawn here, never changed or deleted."""

    #: The name of the page that shows what is meant before it stores anything.
    made_on: ClassVar[str]
    #: The verb that withdraws one, by its key; it raises Refused where that does not stand any more.
    withdrawing: ClassVar[Callable[..., object]]

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return whether this person may make one."""
        return request.user.has_perm(CURATE)

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
                self.message_user(request, _("Withdrawn: %(correction)s") % {"correction": row})
