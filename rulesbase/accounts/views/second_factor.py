"""Pages of the second factor and its backup codes."""

from base64 import b32encode
from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe
from django_otp import login as otp_login

from rulesbase.accounts import second_factor_codes as factor
from rulesbase.accounts.forms import CodeForm, OwnPassword, SetUpForm
from rulesbase.accounts.permissions import ask_for_second_factor, verified
from rulesbase.accounts.sessions import end_sessions
from rulesbase.core.redirects import next_address, posted_from
from rulesbase.models import User


@sensitive_post_parameters("password")
@login_required
def second_factor(request: HttpRequest) -> HttpResponse:
    """Set up the second factor where there is none, else ask for a code."""
    user = cast(User, request.user)
    after = next_address(request, reverse("account"))
    if verified(request):
        return redirect(after)
    if factor.has_second_factor(user):
        code_form = CodeForm(request.POST or None)
        if _code_is_right(request, user, code_form, confirmed=True):
            return redirect(after)
        return render(request, "accounts/second_factor.html", {"form": code_form, "next": after})
    device = factor.pending_device(user, request.session)
    form = SetUpForm(request, request.POST or None)
    if _code_is_right(request, user, form, confirmed=False):
        codes = factor.new_backup_codes(user)
        return render(request, "accounts/backup_codes.html", {"codes": codes, "next": after})
    key = b32encode(device.bin_key).decode("ascii") if device else ""
    return render(request, "accounts/second_factor_setup.html", {"form": form, "next": after, "key": key})


def _code_is_right(request: HttpRequest, user: User, form: CodeForm, *, confirmed: bool) -> bool:
    """Check the code and mark the session as verified; else add an error to the form."""
    if request.method != "POST" or not form.is_valid():
        return False
    code = form.cleaned_data["code"]
    wait = factor.seconds_to_wait(user, code, confirmed=confirmed)
    device = None if wait else factor.matching_device(user, code, confirmed=confirmed)
    if device is None:
        message = _("This code is wrong or was already used. Enter the code that the app shows now.")
        if wait:
            message = ngettext(
                "Too many wrong codes. Wait %(wait)d second, then try again.",
                "Too many wrong codes. Wait %(wait)d seconds, then try again.",
                wait,
            ) % {"wait": wait}
        form.add_error("code", message)
        return False
    otp_login(request, device)
    request.session[factor.CODE_REQUIRED] = False
    # The session has more rights now; a new key protects against session fixation.
    request.session.cycle_key()
    if not confirmed:
        # End sessions that were opened without the second factor.
        end_sessions(user, but=request.session.session_key)
    return True


@require_safe
@login_required
def second_factor_picture(request: HttpRequest) -> HttpResponse:
    """Return the QR code of the pending device; 404 if there is none."""
    user = cast(User, request.user)
    device = None if factor.has_second_factor(user) else factor.pending_device(user, request.session)
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
