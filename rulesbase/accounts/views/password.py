"""Change of a password, and a new one by a mailed link. No response reveals whether an address has an account."""

from typing import cast

from axes.utils import reset as forget_wrong_tries
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.tokens import default_token_generator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import base36_to_int, int_to_base36
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from rulesbase.accounts.api_tokens import good_tokens
from rulesbase.accounts.forms import AddressForm, OwnPasswordChange
from rulesbase.accounts.mail import send
from rulesbase.accounts.permissions import ask_for_second_factor, needs_code
from rulesbase.accounts.sessions import end_sessions
from rulesbase.accounts.views.mailed_links import dead_link, mailed
from rulesbase.backends import find_account
from rulesbase.models import User


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
            send("accounts/mail/password_changed.txt", user.email, name=user.username, host=request.get_host())
        return redirect("account")
    return render(request, "accounts/password.html", {"form": form})


@never_cache
def reset(request: HttpRequest) -> HttpResponse:
    """Ask for an address and mail the reset link to it."""
    form = AddressForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        address = form.cleaned_data["email"]
        account = find_account(address)
        if account is None or not account.is_active:
            # Send a mail anyway: otherwise the response time would reveal which addresses have an account.
            return mailed(
                request, "accounts/mail/reset_unknown.txt", address, link=request.build_absolute_uri(reverse("sign-up"))
            )
        parts = [int_to_base36(account.pk), default_token_generator.make_token(account)]
        link = request.build_absolute_uri(reverse("reset-password", args=parts))
        return mailed(request, "accounts/mail/reset.txt", address, to=account.email, link=link, name=account.username)
    return render(request, "accounts/reset.html", {"form": form})


@sensitive_post_parameters()
@never_cache
def reset_password(request: HttpRequest, account: str, token: str) -> HttpResponse:
    """Set a new password by the link of a mail and end all sessions of the account."""
    try:
        user = User.objects.filter(pk=base36_to_int(account), is_active=True).first()
    except ValueError:
        user = None
    if user is None or not default_token_generator.check_token(user, token):
        return dead_link(request, reverse("reset"))
    before = user.password
    form = SetPasswordForm(user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        form.save(commit=False)
        # The filter makes the second of two parallel requests fail; no other column is written.
        if not User.objects.filter(pk=user.pk, password=before, is_active=True).update(password=user.password):
            return dead_link(request, reverse("reset"))
        end_sessions(user)
        forget_wrong_tries(username=user.username)
        # Mention tokens: an intruder may have created some, and they outlive the sessions.
        tokens, link = good_tokens(user), request.build_absolute_uri(reverse("tokens"))
        send(
            "accounts/mail/password_changed.txt",
            user.email,
            name=user.username,
            host=request.get_host(),
            tokens=tokens,
            tokens_link=link,
        )
        return render(request, "accounts/reset_done.html", {"tokens": tokens})
    return render(request, "accounts/reset_password.html", {"form": form, "name": user.username})
