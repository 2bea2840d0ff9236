"""The admin site: open to staff, by the same sign-in page and second factor as the rest."""

from django.contrib.admin import AdminSite as DjangoAdminSite
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from rulesbase.accounts.permissions import ask_for_second_factor, ask_for_sign_in, second_factor_missing
from rulesbase.accounts.views.sign_in import sign_out


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


# These stand before the admin's own at the same addresses: both lead elsewhere, where Django's show a page.
@require_safe
@login_required
def password(request: HttpRequest) -> HttpResponse:
    """Lead to the page that counts wrong passwords, as Django's form does not."""
    del request
    return redirect("password")


@require_POST
def leave(request: HttpRequest) -> HttpResponse:
    """Sign out as everywhere; the page of the sign-in takes what study kept out of the browser."""
    sign_out(request)
    return redirect("sign-in")


urlpatterns = [
    path("password_change/", password, name="admin-password"),
    path("logout/", leave, name="admin-sign-out"),
]
