"""Accounts in the admin."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.forms import AdminPasswordChangeForm
from django.db.models import QuerySet
from django.http import Http404, HttpRequest

from rulesbase.accounts.deletion import delete_account
from rulesbase.models import User


class NewPassword(AdminPasswordChangeForm):  # type: ignore[type-arg]
    """Django's form, which writes only the password, so that a deleted account is not created again."""

    def save(self, commit: bool = True) -> User:
        """Store the password."""
        user: User = super().save(commit=False)
        if commit:
            User.objects.filter(pk=user.pk).update(password=user.password)
        return user


@admin.register(User)
class UserAdmin(DjangoUserAdmin):  # type: ignore[type-arg]
    """Accounts, managed by administrators; only a superuser may edit or make a superuser."""

    change_password_form = NewPassword
    list_display = ("username", "email", "is_active", "is_staff", "last_login")
    list_filter = ("groups", "is_active", "is_staff")

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        """Return the fields that are read-only for this person."""
        fields = tuple(map(str, super().get_readonly_fields(request, obj)))
        return fields if request.user.is_superuser else (*fields, "is_superuser", "user_permissions")

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Return whether this person may change that account."""
        return super().has_change_permission(request, obj) and self._within_reach(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Return whether this person may delete that account."""
        return super().has_delete_permission(request, obj) and self._within_reach(request, obj)

    def get_deleted_objects(
        self, objs: Any, request: HttpRequest
    ) -> tuple[list[str], dict[str, int], set[str], list[str]]:
        """Return the accounts alone: rows deleted with them need no permission."""
        names = [str(user) for user in objs]
        label = str(User._meta.verbose_name)
        refused = {label} if not all(self.has_delete_permission(request, user) for user in objs) else set()
        return names, {str(User._meta.verbose_name_plural): len(names)}, refused, []

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Store an account. Raises Http404 if it was deleted meanwhile, instead of creating it again."""
        if change and User.objects.select_for_update(no_key=True).filter(pk=obj.pk).first() is None:
            raise Http404
        super().save_model(request, obj, form, change)

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        """Delete an account as on its own page."""
        delete_account(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Delete accounts as on their own page."""
        for user in queryset:
            delete_account(user)

    def _within_reach(self, request: HttpRequest, obj: User | None) -> bool:
        return obj is None or not obj.is_superuser or request.user.is_superuser
