"""Middleware of sessions: the second factor, open sessions, deleted accounts, cache headers."""

from functools import partial
from typing import cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.db import DEFAULT_DB_ALIAS, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from rulesbase.accounts.permissions import code_required
from rulesbase.accounts.second_factor_codes import has_second_factor
from rulesbase.accounts.sessions import record_use
from rulesbase.models import User
from rulesbase.web.middleware_types import GetResponse

# Pages allowed after the password and before the code.
_BEFORE_THE_CODE = ("second-factor", "sign-out")


class Sessions:
    """Treat users as anonymous until they give the code of their second factor, record open sessions, forbid caching.

    Pages of signed-in users are cached nowhere, other pages with revalidation (ETag, 304). A user whose account was
    deleted during the request is signed out. Nothing was stored: rows of the account are deleted with it, and later
    inserts fail.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Set the user before the page is made; record the session and set the cache headers afterwards."""
        had_session = settings.SESSION_COOKIE_NAME in request.COOKIES
        if had_session:
            # Lazy, as most pages do not use the user.
            request.user = cast(User, SimpleLazyObject(partial(_user_of, request, request.user)))
        response = self.get_response(request)
        # Without the cookie skip request.user, which would load the session.
        if had_session and request.user.is_authenticated:
            response.headers["Cache-Control"] = "private, no-store"
        elif not response.has_header("Cache-Control"):
            patch_cache_control(response, no_cache=True)
        if had_session and response.headers.get("Content-Type", "").startswith("text/html"):
            # The page has the user name. Without a session it is the same for everybody.
            patch_vary_headers(response, ["Cookie"])
        if request.session.accessed and request.user.is_authenticated and record_use(request):
            _keep_signed_in(request, response)
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Sign out and redirect to sign-in if the account is gone; else leave the error to Django."""
        # Without access to the session the error has another cause; a lost database cannot be queried.
        if isinstance(error, OperationalError | InterfaceError) or not request.session.accessed:
            return None
        user = request.user
        if not user.is_authenticated or User.objects.using(DEFAULT_DB_ALIAS).filter(pk=user.pk).exists():
            return None
        request.session.flush()
        request.user = AnonymousUser()
        if request.content_type == "application/json":
            return JsonResponse({"error": _("Sign in first.")}, status=401)
        messages.error(request, _("The account is deleted"))
        return redirect("sign-in")


def _user_of(request: HttpRequest, user: User | AnonymousUser) -> User | AnonymousUser:
    """Return the user, or AnonymousUser while the code is missing; a removed device needs no code."""
    at = request.resolver_match.url_name if request.resolver_match else ""
    if not user.is_authenticated or not code_required(request) or at in _BEFORE_THE_CODE or not has_second_factor(user):
        return user
    return AnonymousUser()


def _keep_signed_in(request: HttpRequest, response: HttpResponseBase) -> None:
    """Renew the session cookie as Django does when it saves a session."""
    response.set_cookie(
        settings.SESSION_COOKIE_NAME,
        request.session.session_key or "",
        max_age=None if request.session.get_expire_at_browser_close() else request.session.get_expiry_age(),
        domain=settings.SESSION_COOKIE_DOMAIN,
        path=settings.SESSION_COOKIE_PATH,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=settings.SESSION_COOKIE_HTTPONLY,
        samesite=settings.SESSION_COOKIE_SAMESITE,
    )
