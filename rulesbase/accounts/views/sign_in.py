"""Pages of sign-in and sign-out, password, second factor, and display settings."""

from base64 import b32encode
from datetime import timedelta
from http import HTTPStatus
from typing import Any, cast

from django.conf import settings
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import get_script_prefix, reverse, translate_url
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe
from django_otp import login as otp_login

from rulesbase.accounts import second_factor_codes as factor
from rulesbase.accounts.forms import CodeForm, DisplayForm, OwnPassword, OwnPasswordChange, SetUpForm, SignInForm
from rulesbase.accounts.mail import send
from rulesbase.accounts.permissions import (
    ask_for_second_factor,
    code_required,
    needs_code,
    next_address,
    posted_from,
    second_factor_missing,
    verified,
)
from rulesbase.accounts.roles import role_word
from rulesbase.accounts.sessions import end_sessions
from rulesbase.core.languages import language_word
from rulesbase.models import OpenSession, User

YEAR = 365 * 24 * 60 * 60


@sensitive_post_parameters("password")
@never_cache
def sign_in(request: HttpRequest) -> HttpResponse:
    """Open a session for the right name and password; axes responds above the limit of attempts."""
    after = next_address(request, reverse("account"))
    if request.user.is_authenticated:
        return redirect(after)
    if code_required(request):
        return ask_for_second_factor(after)
    form = SignInForm(request, request.POST or None)
    if request.method == "POST" and form.is_valid():
        login(request, form.get_user())
        # With a second factor, the user counts as signed in only after the code.
        request.session[factor.CODE_REQUIRED] = needs_code(request)
        return ask_for_second_factor(after) if needs_code(request) else redirect(after)
    return render(request, "accounts/sign_in.html", {"form": form, "next": after})


def locked(request: HttpRequest, original: HttpResponse | None, credentials: object) -> HttpResponse:
    """Return 429 with the waiting time after too many attempts; axes calls this."""
    wait: timedelta = settings.AXES_COOLOFF_TIME
    seconds = int(getattr(request, "locked_out_for", wait.total_seconds()))
    context = {"minutes": -(-seconds // 60)}
    response = render(request, "accounts/locked.html", context, status=HTTPStatus.TOO_MANY_REQUESTS)
    response.headers["Retry-After"] = str(seconds)
    return response


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Close the session."""
    OpenSession.objects.filter(session_key=request.session.session_key).delete()
    logout(request)
    return redirect(get_script_prefix())


@login_required
def account(request: HttpRequest) -> HttpResponse:
    """Show the account and its roles."""
    user = cast(User, request.user)
    context = {
        "roles": [_role(name) for name in user.groups.order_by("name").values_list("name", flat=True)],
        "enrolled": factor.has_second_factor(user),
        "verified": verified(request),
        "demanded": second_factor_missing(request),
    }
    return render(request, "accounts/account.html", context)


def _role(name: str) -> tuple[str, str]:
    word, language = role_word(name)
    return word, language_word(language) if language else ""


@sensitive_post_parameters()
@login_required
def password(request: HttpRequest) -> HttpResponse:
    """Change the password; this session stays open, all others of the account end."""
    if needs_code(request):
        return ask_for_second_factor(reverse("password"))
    form = OwnPasswordChange(request, cast(User, request.user), request.POST or None)
    if request.method == "POST" and form.is_valid() and form.store():
        user = form.user
        end_sessions(user, but=request.session.session_key)
        update_session_auth_hash(request, user)
        if user.email:
            send("password_changed", user.email, name=user.username, host=request.get_host())
        return redirect("account")
    return render(request, "accounts/password.html", {"form": form})


@sensitive_post_parameters("password")
@login_required
def second_factor(request: HttpRequest) -> HttpResponse:
    """Set up the second factor where there is none, else ask for a code."""
    user = cast(User, request.user)
    after = next_address(request, reverse("account"))
    if verified(request):
        return redirect(after)
    return _ask_for_code(request, user, after) if factor.has_second_factor(user) else _set_up(request, user, after)


def _ask_for_code(request: HttpRequest, user: User, after: str) -> HttpResponse:
    form = CodeForm(request.POST or None)
    if _code_is_right(request, user, form, confirmed=True):
        return redirect(after)
    return render(request, "accounts/second_factor.html", {"form": form, "next": after})


def _set_up(request: HttpRequest, user: User, after: str) -> HttpResponse:
    device = factor.pending_device(user, request.session)
    form = SetUpForm(request, request.POST or None)
    if _code_is_right(request, user, form, confirmed=False):
        codes = factor.new_backup_codes(user)
        return render(request, "accounts/backup_codes.html", {"codes": codes, "next": after})
    context = {
        "form": form,
        "next": after,
        "key": b32encode(device.bin_key).decode("ascii") if device else "",
    }
    return render(request, "accounts/second_factor_setup.html", context)


def _code_is_right(request: HttpRequest, user: User, form: CodeForm, *, confirmed: bool) -> bool:
    """Check the code and mark the session as verified; else add an error to the form."""
    if request.method != "POST" or not form.is_valid():
        return False
    code = form.cleaned_data["code"]
    wait = factor.seconds_to_wait(user, code, confirmed=confirmed)
    device = None if wait else factor.matching_device(user, code, confirmed=confirmed)
    if device is None:
        form.add_error("code", _why_not(wait))
        return False
    otp_login(request, device)
    request.session[factor.CODE_REQUIRED] = False
    # The session has more rights now; a new key protects against session fixation.
    request.session.cycle_key()
    if not confirmed:
        # End sessions that were opened without the second factor.
        end_sessions(user, but=request.session.session_key)
    return True


def _why_not(wait: int) -> str:
    if wait:
        return ngettext(
            "Too many wrong codes. Wait %(wait)d second, then try again.",
            "Too many wrong codes. Wait %(wait)d seconds, then try again.",
            wait,
        ) % {"wait": wait}
    return _("This code is wrong or was already used. Enter the code that the app shows now.")


@require_safe
@login_required
def second_factor_picture(request: HttpRequest) -> HttpResponse:
    """Return the QR code of the pending device; 404 if there is none."""
    user = cast(User, request.user)
    if factor.has_second_factor(user):
        raise Http404
    device = factor.pending_device(user, request.session)
    if device is None:
        raise Http404
    return HttpResponse(factor.qr_code(device), content_type="image/svg+xml")


@sensitive_post_parameters("password")
@posted_from("account")
@login_required
def backup_codes(request: HttpRequest) -> HttpResponse:
    """Create new backup codes and show them once; needs the second factor and the password."""
    if not verified(request):
        return ask_for_second_factor(reverse("account"))
    form = OwnPassword(request, request.POST if "password" in request.POST else None)
    if not form.is_valid():
        return render(request, "accounts/backup_codes_new.html", {"form": form})
    codes = factor.new_backup_codes(cast(User, request.user))
    return render(request, "accounts/backup_codes.html", {"codes": codes, "next": reverse("account")})


@require_safe
def display(request: HttpRequest) -> HttpResponse:
    """Store theme, interface language and term links in cookies and redirect back, to the page in that language."""
    form = DisplayForm(request.GET)
    if not form.is_valid():
        return HttpResponseBadRequest(_("There is no such setting."), content_type="text/plain")
    theme, language = form.cleaned_data["theme"], form.cleaned_data["ui"]
    after = next_address(request, "/")
    if language:
        with translation.override(translation.get_language_from_path(after) or settings.LANGUAGE_CODE):
            after = translate_url(after, language)
    response = HttpResponseRedirect(after)
    how: dict[str, Any] = {"max_age": YEAR, "secure": settings.SECURE, "httponly": True, "samesite": "Lax"}
    # static/js/display-settings.js applies these.
    read_by_script = how | {"httponly": False}
    if theme:
        response.set_cookie(settings.THEME_COOKIE_NAME, theme, **read_by_script)
    if terms := form.cleaned_data["terms"]:
        response.set_cookie(settings.TERM_LINKS_COOKIE_NAME, terms, **read_by_script)
    if language:
        response.set_cookie(settings.LANGUAGE_COOKIE_NAME, language, **how)
    return response
