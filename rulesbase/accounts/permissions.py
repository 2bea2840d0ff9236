"""Access checks of views, and redirects to sign-in and second factor."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from rulesbase.accounts.roles import CURATE, may, may_at_desk, may_import
from rulesbase.accounts.second_factor_codes import CODE_REQUIRED, has_second_factor
from rulesbase.models import User

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def second_factor_missing(request: HttpRequest) -> bool:
    """Return whether this person works at the desk or in the admin without the demanded second factor.

    Always False without SECURE.
    """
    if not settings.SECOND_FACTOR_DEMANDED or verified(request):
        return False
    return request.user.is_staff or may_at_desk(request.user)


def needs_code(request: HttpRequest) -> bool:
    """Return whether this account has a second factor but this session was opened without it."""
    return not verified(request) and has_second_factor(cast(User, request.user))


def code_required(request: HttpRequest) -> bool:
    """Return whether this session has the password but not yet the code; the user is not signed in then."""
    return bool(request.session.get(CODE_REQUIRED, False))


def user_of(request: HttpRequest) -> User | None:
    """Return the user who is signed in; None without one."""
    return request.user if request.user.is_authenticated else None


def verified(request: HttpRequest) -> bool:
    """Return whether this session was opened with the second factor."""
    # django-otp's middleware sets the attribute; type stubs lack it.
    return request.user.is_authenticated and getattr(request.user, "otp_device", None) is not None


def ask_for_second_factor(after: str) -> HttpResponse:
    """Redirect to the page of the second factor, and from there to `after`."""
    return redirect_to_login(after, reverse("second-factor"))


def curator_required(view: View[P]) -> View[P]:
    """Require the right to curate and, if demanded, the second factor.

    Anonymous users are sent to sign in; users without the right get a 403.
    """
    return _permission_required(view, lambda request, _language: request.user.has_perm(CURATE))


def language_role_required(verb: str) -> Callable[[View[P]], View[P]]:
    """Require this right in the language of the URL: its argument ``language``.

    Anonymous users are sent to sign in; users without the right get a 403.
    """

    def guard(view: View[P]) -> View[P]:
        return _permission_required(view, lambda request, language: may(request.user, verb, language))

    return guard


def desk_required(view: View[P]) -> View[P]:
    """Require a right at the desk, in any language."""
    return _permission_required(view, lambda request, _language: may_at_desk(request.user))


def import_required(view: View[P]) -> View[P]:
    """Require the right to import texts in any language; the view checks which."""
    return _permission_required(view, lambda request, _language: may_import(request.user))


def _permission_required(view: View[P], allowed: Callable[[HttpRequest, str], bool]) -> View[P]:
    """Check sign-in, then ``allowed`` (request, language), then the second factor."""

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if not allowed(request, str(kwargs.get("language", ""))):
            raise PermissionDenied
        if second_factor_missing(request):
            return ask_for_second_factor(request.get_full_path())
        return view(request, *args, **kwargs)

    return guarded
