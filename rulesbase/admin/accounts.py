"""Accounts, names of versions and corrections in the admin. Texts are changed by imports, not here."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.forms import AdminPasswordChangeForm
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.utils.translation import gettext_lazy as _

from rulesbase.accounts.deletion import delete_account
from rulesbase.admin.base import Editable, ReadOnly, Recorded, Uncached
from rulesbase.archive.bulletins import link_remarks
from rulesbase.core.write_lock import writing
from rulesbase.lineage.corrections import effects, withdraw
from rulesbase.models import Correction, RemarkOnRule, User, Version, VersionNote


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


@admin.register(Version)
class VersionAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Versions. Only the name of their set is edited; imports create them."""

    list_display = ("date", "name", "is_sample")
    search_fields = ("date", "name")
    ordering = ("-date",)
    fields = ("date", "name", "is_sample")
    readonly_fields = ("date", "is_sample")

    has_change_permission = ReadOnly._curates

    def save_model(self, request: HttpRequest, obj: Version, form: Any, change: bool) -> None:
        """Store the changed fields, which makes cached pages stale."""
        with writing():
            obj.save(update_fields=form.changed_data)


# Attribute of a row with the result of `_holds`.
_HOLDS = "_holds"


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
            setattr(row, _HOLDS, holding.get(row.pk))
        listed.result_list = rows
        return listed

    @admin.display(boolean=True, description=_("in effect"))
    def has_effect(self, row: Correction) -> bool | None:
        """Return whether it is in effect in the current lineage; None if withdrawn."""
        return getattr(row, _HOLDS, None)

    @admin.action(description=_("Remove the selected corrections"), permissions=["add"])
    def withdraw_chosen(self, request: HttpRequest, rows: QuerySet[Correction]) -> None:
        """Withdraw the selected ones."""
        self.withdraw_all(request, rows)


class RemarkInline(Editable, admin.TabularInline):  # type: ignore[type-arg]
    """Parts of a note on single rules; the Rule is found by the number when the note is stored."""

    model = RemarkOnRule
    extra = 1


@admin.register(VersionNote)
class VersionNoteAdmin(Uncached, admin.ModelAdmin):  # type: ignore[type-arg]
    """Bulletins and remarks on versions."""

    list_display = ("title", "version", "kind", "language", "author", "date")
    list_filter = ("kind", "language")
    list_select_related = ("version",)
    search_fields = ("title", "author")
    inlines = (RemarkInline,)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Store the remarks and link them to Rules."""
        super().save_related(request, form, formsets, change)
        link_remarks(form.instance)
