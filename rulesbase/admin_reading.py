"""Tables in the admin that are there to be searched and read, by whoever may curate."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from rulesbase.roles import CURATE

if TYPE_CHECKING:
    _Admin = admin.ModelAdmin[Model]
else:
    _Admin = admin.ModelAdmin


class ReadOnly:
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


class Reading(ReadOnly, _Admin):
    """A list without actions: there is nothing that could be done to its rows."""

    list_per_page = 50
    show_full_result_count = False

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Return none."""
        return {}
