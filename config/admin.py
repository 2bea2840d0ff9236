"""The admin site: open to staff, by the same sign-in page and second factor as the rest."""

from http import HTTPStatus

from django.contrib.admin import AdminSite as DjangoAdminSite
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from rulesbase.views.accounts import sign_out
from rulesbase.views.guards import ask_for_second_factor, ask_for_sign_in, second_factor_missing


class AdminSite(DjangoAdminSite):
    """Django's admin without a sign-in form of its own: that would know no second factor."""

    site_header = _("Rulesbase administration")
    site_title = _("Rulesbase administration")

    def has_permission(self, request: HttpRequest) -> bool:
        """Say whether this person may see any admin page at all."""
        return super().has_permission(request) and not second_factor_missing(request)

    def login(self, request: HttpRequest, extra_context: dict[str, object] | None = None) -> HttpResponse:
        """Lead to the step that is still missing; raises PermissionDenied for people who are no staff."""
        after = request.GET.get("next", "/admin/")
        if not request.user.is_authenticated:
            return ask_for_sign_in(after)
        if not super().has_permission(request):
            raise PermissionDenied
        return ask_for_second_factor(after)

    # Both lead elsewhere, where Django's show a page.
    def password_change(  # type: ignore[override]
        self, request: HttpRequest, extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        """Lead to the page that counts wrong passwords, as Django's form does not."""
        return redirect("password")

    def logout(  # type: ignore[override]
        self, request: HttpRequest, extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        """Sign out as everywhere; the page of the sign-in takes what study kept out of the browser."""
        left = sign_out(request)
        return redirect("sign-in") if left.status_code == HTTPStatus.FOUND else left
