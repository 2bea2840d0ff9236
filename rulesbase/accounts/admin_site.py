"""The admin site for staff, with the sign-in page and second factor of the rest of the site."""

from django.contrib.admin import AdminSite as DjangoAdminSite
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from rulesbase.accounts.permissions import ask_for_second_factor, second_factor_missing
from rulesbase.accounts.views.sign_in import sign_out


class AdminSite(DjangoAdminSite):
    """Django's admin without its own sign-in form, which has no second factor."""

    site_header = _("Rulesbase administration")
    site_title = _("Rulesbase administration")

    def has_permission(self, request: HttpRequest) -> bool:
        """Return whether this person may use the admin."""
        return super().has_permission(request) and not second_factor_missing(request)

    def login(self, request: HttpRequest, extra_context: dict[str, object] | None = None) -> HttpResponse:
        """Redirect to the missing step: sign-in or second factor. Raises PermissionDenied for non-staff."""
        after = request.GET.get("next", "/admin/")
        if not request.user.is_authenticated:
            return redirect_to_login(after)
        if not super().has_permission(request):
            raise PermissionDenied
        return ask_for_second_factor(after)


# These replace the admin's own views at the same addresses.
@require_safe
@login_required
def password(request: HttpRequest) -> HttpResponse:
    """Redirect to our page, which counts wrong passwords; Django's form does not."""
    return redirect("password")


@require_POST
def sign_out_of_admin(request: HttpRequest) -> HttpResponse:
    """Sign out; the sign-in page then deletes the study data stored in the browser."""
    sign_out(request)
    return redirect("sign-in")


urlpatterns = [
    path("password_change/", password, name="admin-password"),
    path("logout/", sign_out_of_admin, name="admin-sign-out"),
]
