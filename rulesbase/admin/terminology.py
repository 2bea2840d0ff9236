"""Terms, switches of checks and synonyms of the search in the admin; terms can be accepted or declined in bulk."""

from collections.abc import Callable
from typing import cast

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulesbase.admin.base import ReadOnly, Uncached
from rulesbase.archive.catalogue import catalogue
from rulesbase.core.errors import Refused
from rulesbase.desk.targets import desk_languages
from rulesbase.desk.terminology.actions import agree, decline, newest_revision
from rulesbase.models import CheckSwitch, SearchSynonym, TermEntry, User


@admin.register(TermEntry)
class TermEntryAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Terms suggested at the desk. Rows are accepted or declined, never edited or deleted."""

    list_display = ("term", "language", "translation", "status", "origin", "evidence", "author_name", "made_at")
    list_filter = ("language", "status", "origin")
    list_select_related = ("author", "former")
    search_fields = ("term", "translation", "variants", "note")
    date_hierarchy = "made_at"
    actions = ("agree_chosen", "decline_chosen")

    @admin.action(description=gettext_lazy("Approve the selected terms"), permissions=["view"])
    def agree_chosen(self, request: HttpRequest, chosen: QuerySet[TermEntry]) -> None:
        """Accept the selected terms; report which were refused."""
        self._decide(request, chosen, agree)

    @admin.action(description=gettext_lazy("Reject the selected terms"), permissions=["view"])
    def decline_chosen(self, request: HttpRequest, chosen: QuerySet[TermEntry]) -> None:
        """Decline the selected terms; report which were refused."""
        self._decide(request, chosen, decline)

    def _decide(self, request: HttpRequest, chosen: QuerySet[TermEntry], action: Callable[..., object]) -> None:
        by = cast(User, request.user)
        done = 0
        for row in chosen:
            try:
                action(row, newest=newest_revision(row.language, row.term), by=by)
                done += 1
            except Refused as refusal:
                self.message_user(request, f"{row}: {refusal}", messages.WARNING)
        self.message_user(request, _("Terms updated: %(done)d.") % {"done": done}, messages.SUCCESS)


class CheckSwitchForm(forms.ModelForm):  # type: ignore[type-arg]
    """A switch of a check, in a language that the desk has."""

    def clean_language(self) -> str:
        """Return the language code. Refuse an unknown one, such as “French” or “FR”: its switch would do nothing."""
        language: str = self.cleaned_data["language"]
        if language and language not in desk_languages(catalogue()):
            raise forms.ValidationError(_("There are no translations into this language."))
        return language


@admin.register(CheckSwitch)
class CheckSwitchAdmin(Uncached, admin.ModelAdmin):  # type: ignore[type-arg]
    """Switches of checks, in one language or all; a check without a row is on."""

    form = CheckSwitchForm
    list_display = ("check_name", "language", "on")
    list_filter = ("language", "check_name", "on")
    list_editable = ("on",)


@admin.register(SearchSynonym)
class SearchSynonymAdmin(Uncached, admin.ModelAdmin):  # type: ignore[type-arg]
    """Synonyms that curators add to those of the file, or change."""

    list_display = ("typed", "meaning", "language")
    list_filter = ("language",)
    search_fields = ("typed", "meaning")
