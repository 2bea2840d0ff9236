"""Pages of sign-in and sign-out."""

from datetime import timedelta
from http import HTTPStatus

from django.conf import settings
from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import get_script_prefix, reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from rulesbase.accounts import second_factor_codes as factor
from rulesbase.accounts.forms import SignInForm
from rulesbase.accounts.permissions import ask_for_second_factor, code_required, needs_code
from rulesbase.core.redirects import next_address
from rulesbase.models import OpenSession


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
        is_code_missing = needs_code(request)
        request.session[factor.CODE_REQUIRED] = is_code_missing
        return ask_for_second_factor(after) if is_code_missing else redirect(after)
    return render(request, "accounts/sign_in.html", {"form": form, "next": after})


def locked(request: HttpRequest, original: HttpResponse | None, credentials: object) -> HttpResponse:
    """Return 429 with the waiting time after too many attempts; axes calls this."""
    wait: timedelta = settings.AXES_COOLOFF_TIME
    seconds = int(getattr(request, "locked_out_for", wait.total_seconds()))
    minutes = -(-seconds // 60)
    response = render(request, "accounts/locked.html", {"minutes": minutes}, status=HTTPStatus.TOO_MANY_REQUESTS)
    response.headers["Retry-After"] = str(seconds)
    return response


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Close the session."""
    OpenSession.objects.filter(session_key=request.session.session_key).delete()
    logout(request)
    return redirect(get_script_prefix())
