"""Doors: who is let through to a page, and where the others are led."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from rulesbase.accounts.roles import CURATE, may, may_at_desk, may_import
from rulesbase.accounts.second_factor import OWED, enrolled
from rulesbase.models import User

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def second_factor_missing(request: HttpRequest) -> bool:
    """Say whether this person may curate or administer and still owes a second factor for it.

    Nobody owes one where SECURE is off.
    """
    if not settings.SECOND_FACTOR_DEMANDED or verified(request):
        return False
    return request.user.is_staff or may_at_desk(request.user)


def owes_code(request: HttpRequest) -> bool:
    """Say whether this account has a second factor that this session was opened without."""
    return not verified(request) and enrolled(cast(User, request.user))


def code_owed(request: HttpRequest) -> bool:
    """Say whether somebody gave the password in this session, and nobody the code: then nobody is signed in."""
    return bool(request.session.get(OWED, False))


def verified(request: HttpRequest) -> bool:
    """Say whether this session was opened with the second factor."""
    # The device is put there by django-otp's middleware, which no type stub knows.
    return request.user.is_authenticated and getattr(request.user, "otp_device", None) is not None


def ask_for_sign_in(after: str) -> HttpResponse:
    """Lead to the sign-in page, and from there to `after`."""
    return redirect_to_login(after)


def ask_for_second_factor(after: str) -> HttpResponse:
    """Lead to the page where the second factor is set up or given, and from there to `after`."""
    return redirect_to_login(after, reverse("second-factor"))


def next_address(request: HttpRequest, otherwise: str) -> str:
    """Return where the person wanted to go, if that is a page of ours, else `otherwise`."""
    wanted = request.POST.get(REDIRECT_FIELD_NAME) or request.GET.get(REDIRECT_FIELD_NAME) or ""
    ours = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    # A word alone would be taken for the name of a page.
    return wanted if ours and "/" in wanted else otherwise


def posted_from(page: str, *url_kwargs: str) -> Callable[[View[P]], View[P]]:
    """Let a view have what a form of ``page`` sends; ``kept`` are the parts of its address that the page's has too.

    An answer to a form stands at the form's address. Who loads it again, or wants it in another language, is led to
    the page.
    """

    def decorate(view: View[P]) -> View[P]:
        @wraps(view)
        def posted(request: HttpRequest, /, *args: P.args, **named: P.kwargs) -> HttpResponse:
            if request.method == "POST":
                return view(request, *args, **named)
            if request.method in ("GET", "HEAD"):
                return redirect(page, *(str(named[name]) for name in url_kwargs))
            return HttpResponseNotAllowed(["GET", "HEAD", "POST"])

        return posted

    return decorate


def curator_required(view: View[P]) -> View[P]:
    """Let only people through who may curate and, where it is demanded, have given their second factor.

    Others sign in first; who is signed in without the right gets a 403.
    """
    return _permission_required(view, lambda request, _language: request.user.has_perm(CURATE))


def language_role_required(verb: str) -> Callable[[View[P]], View[P]]:
    """Let only people through who may do this in the language of the address, its first part or called ``language``.

    Others sign in first; who is signed in without the right gets a 403.
    """

    def guard(view: View[P]) -> View[P]:
        return _permission_required(view, lambda request, language: may(request.user, verb, language))

    return guard


def desk_required(view: View[P]) -> View[P]:
    """Let only people through who have work at the desk, in whatever language."""
    return _permission_required(view, lambda request, _language: may_at_desk(request.user))


def import_required(view: View[P]) -> View[P]:
    """Let only people through who may import texts, in whatever language; in which one the view has to ask."""
    return _permission_required(view, lambda request, _language: may_import(request.user))


def _permission_required(view: View[P], allowed: Callable[[HttpRequest, str], bool]) -> View[P]:
    """Ask first who it is, then whether they may, then for the second factor; ``allowed`` gets the language too."""

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_authenticated:
            return ask_for_sign_in(request.get_full_path())
        if not allowed(request, str(kwargs.get("language", args[0] if args else ""))):
            raise PermissionDenied
        if second_factor_missing(request):
            return ask_for_second_factor(request.get_full_path())
        return view(request, *args, **kwargs)

    return guarded
