"""Accounts in the admin. Content is changed by imports and curators' verbs, not here."""

from typing import TYPE_CHECKING

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.http import HttpRequest

from rulesbase.models import User

if TYPE_CHECKING:
    _UserAdmin = DjangoUserAdmin[User]
else:
    _UserAdmin = DjangoUserAdmin


@admin.register(User)
class UserAdmin(_UserAdmin):
    """Administrators keep accounts; only a superuser can touch or make a superuser."""

    list_display = ("username", "email", "is_active", "is_staff", "last_login")
    list_filter = ("groups", "is_active", "is_staff")

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        """Return the fields that this person may see only."""
        fields = tuple(map(str, super().get_readonly_fields(request, obj)))
        return fields if request.user.is_superuser else (*fields, "is_superuser", "user_permissions")

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Say whether this person may change that account."""
        return super().has_change_permission(request, obj) and self._within_reach(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Say whether this person may delete that account."""
        return super().has_delete_permission(request, obj) and self._within_reach(request, obj)

    def _within_reach(self, request: HttpRequest, obj: User | None) -> bool:
        return obj is None or not obj.is_superuser or request.user.is_superuser
