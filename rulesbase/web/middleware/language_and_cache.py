"""Middleware of all pages: language, sessions, errors of methods and accounts, cache headers."""

from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.db import DEFAULT_DB_ALIAS, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect
from django.urls import get_script_prefix
from django.utils import translation
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from rulesbase.accounts.permissions import code_required
from rulesbase.accounts.second_factor import enrolled
from rulesbase.accounts.sessions import record_use
from rulesbase.core.database_errors import SAFE
from rulesbase.core.error_pages import method_not_allowed
from rulesbase.core.maintenance import maintenance
from rulesbase.models import User

View = Callable[[HttpRequest], HttpResponseBase]


def head_without_body(get_response: View) -> View:
    """Remove the body of responses to HEAD; the server would drop it and log a warning."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if request.method == "HEAD" and isinstance(response, HttpResponse):
            response.content = b""
        return response

    return middleware


def language_from_address(get_response: View) -> View:
    """Set the interface language from the path alone, so that one address shows the same page to all users.

    Cookie and Accept-Language only decide whether `/` redirects to `/fr/` or `/ja/`.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        is_root = request.path_info == "/"
        if is_root and request.method in ("GET", "HEAD"):
            wanted = translation.get_language_from_request(request)
            if wanted != settings.LANGUAGE_CODE:
                query = request.META.get("QUERY_STRING", "")
                address = f"{get_script_prefix()}{wanted}/" + (f"?{query}" if query else "")
                return _varying(HttpResponseRedirect(address))
        language = translation.get_language_from_path(request.path_info) or settings.LANGUAGE_CODE
        request.LANGUAGE_CODE = language
        with translation.override(language):
            response = get_response(request)
        response.headers.setdefault("Content-Language", language)
        return _varying(response) if is_root else response

    return middleware


def _varying(response: HttpResponseBase) -> HttpResponseBase:
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    return response


def methods_explained(get_response: View) -> View:
    """Show a page for a GET of an address that only takes POST; Django's response is empty."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        empty = isinstance(response, HttpResponse) and not response.content
        if response.status_code == HTTPStatus.METHOD_NOT_ALLOWED and empty and request.method in SAFE:
            return method_not_allowed(request, response.headers.get("Allow", ""))
        return response

    return middleware


# Pages allowed after the password and before the code.
_BEFORE_THE_CODE = ("second-factor", "sign-out")


def sessions(get_response: View) -> View:
    """Treat users as anonymous until they give the code of their second factor, and record open sessions."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if settings.SESSION_COOKIE_NAME in request.COOKIES:
            # Lazy, as most pages do not use the user.
            request.user = cast(User, SimpleLazyObject(partial(_user_of, request, request.user)))
        response = get_response(request)
        # Under maintenance nothing is recorded.
        if request.session.accessed and maintenance() is None and request.user.is_authenticated and record_use(request):
            _keep_signed_in(request, response)
        return response

    return middleware


def _user_of(request: HttpRequest, user: User | AnonymousUser) -> User | AnonymousUser:
    """Return the user, or AnonymousUser while the code is missing; a removed device needs no code."""
    at = request.resolver_match.url_name if request.resolver_match else ""
    if not user.is_authenticated or not code_required(request) or at in _BEFORE_THE_CODE or not enrolled(user):
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


class AccountGone:
    """Sign out a user whose account was deleted during the request.

    Nothing was stored: rows of the account are deleted with it, and later inserts fail.
    """

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Only call the next middleware."""
        return self.get_response(request)

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


def cache_headers(get_response: View) -> View:
    """Forbid caching of pages of signed-in users; let other pages be cached with revalidation (ETag, 304)."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        # Without the cookie skip request.user, which would load the session.
        had_session = settings.SESSION_COOKIE_NAME in request.COOKIES
        response = get_response(request)
        if had_session and request.user.is_authenticated:
            response.headers["Cache-Control"] = "private, no-store"
        elif not response.has_header("Cache-Control"):
            patch_cache_control(response, no_cache=True)
        if response.headers.get("Content-Type", "").startswith("text/html"):
            # Pages contain the theme and the user name, which depend on cookies.
            patch_vary_headers(response, ["Cookie"])
        return response

    return middleware
