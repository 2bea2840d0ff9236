"""Pages of sign-up and password reset. No response reveals whether an address has an account."""

from http import HTTPStatus

from axes.utils import reset as forget_wrong_tries
from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.tokens import default_token_generator
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import base36_to_int, int_to_base36
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from rulesbase.accounts.api_tokens import good_tokens
from rulesbase.accounts.forms import AddressForm, JoinForm
from rulesbase.accounts.mail import HOUR, MailDecision, decide_mail, send
from rulesbase.accounts.mail_tokens import join_token, read_join_token
from rulesbase.accounts.roles import READERS, ensure_roles, group_of
from rulesbase.accounts.sessions import end_sessions
from rulesbase.backends import find_account
from rulesbase.models import User


@never_cache
def sign_up(request: HttpRequest) -> HttpResponse:
    """Ask for an address and mail the sign-up link to it."""
    if request.user.is_authenticated:
        return redirect("account")
    form = AddressForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        return _mail_join(request, form.cleaned_data["email"])
    return render(request, "accounts/sign_up.html", {"form": form})


def _mail_join(request: HttpRequest, address: str) -> HttpResponse:
    account = find_account(address)
    if account is None:
        link = request.build_absolute_uri(reverse("join", args=[join_token(address)]))
        return mailed(request, "join", address, link=link)
    return mailed_known(request, address, account)


def mailed_known(request: HttpRequest, address: str, account: User) -> HttpResponse:
    """Mail the owner of an account that its address was entered; the response is the same as for other addresses."""
    link = request.build_absolute_uri(reverse("reset"))
    return mailed(request, "join_known", address, to=account.email, link=link, name=account.username)


def mailed(request: HttpRequest, template: str, address: str, *, to: str = "", **context: object) -> HttpResponse:
    """Send a mail within the limits; the response does not depend on who owns the address.

    The page shows the address as typed. The mail goes ``to`` the stored address of the account, which may be spelt
    differently.
    """
    to = to or address
    decided = decide_mail(request, to)
    if decided is MailDecision.REFUSE:
        seconds = int(HOUR.total_seconds())
        response = render(request, "accounts/too_many_mails.html", status=HTTPStatus.TOO_MANY_REQUESTS)
        response.headers["Retry-After"] = str(seconds)
        return response
    hours = settings.PASSWORD_RESET_TIMEOUT // 3600
    host = request.get_host()
    if decided is MailDecision.SEND and not send(template, to, **context, hours=hours, host=host):
        return render(request, "accounts/no_mail.html", status=HTTPStatus.SERVICE_UNAVAILABLE)
    return render(request, "accounts/mail_sent.html", {"address": address, "hours": hours})


@sensitive_post_parameters()
@never_cache
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Create the account with a name and a password; its address is the one in the link."""
    address = read_join_token(token)
    if address is None or find_account(address):
        return dead_link(request, reverse("sign-up"))
    form = JoinForm(request.POST or None, instance=User(email=address))
    if request.method == "POST" and form.is_valid():
        return _create_account(request, form)
    return render(request, "accounts/finish_sign_up.html", {"form": form, "address": address})


def _create_account(request: HttpRequest, form: JoinForm) -> HttpResponse:
    try:
        with transaction.atomic():
            user = form.save()
            ensure_roles()
            user.groups.add(group_of(READERS))
    except IntegrityError:
        # The link was used twice in parallel, or the name was taken meanwhile.
        return dead_link(request, reverse("sign-up"))
    login(request, user, "rulesbase.backends.NameOrEmailBackend")
    return redirect("account")


def dead_link(request: HttpRequest, again: str) -> HttpResponse:
    """Return 410 for a link of a mail that no longer works, with the address ``again`` for a new one."""
    return render(request, "accounts/dead_link.html", {"again": again}, status=HTTPStatus.GONE)


@never_cache
def reset(request: HttpRequest) -> HttpResponse:
    """Ask for an address and mail the reset link to it."""
    form = AddressForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        return _mail_reset(request, form.cleaned_data["email"])
    return render(request, "accounts/reset.html", {"form": form})


def _mail_reset(request: HttpRequest, address: str) -> HttpResponse:
    account = find_account(address)
    if account is None or not account.is_active:
        # Send a mail anyway: otherwise the response time would reveal which addresses have an account.
        return mailed(request, "reset_unknown", address, link=request.build_absolute_uri(reverse("sign-up")))
    parts = [int_to_base36(account.pk), default_token_generator.make_token(account)]
    link = request.build_absolute_uri(reverse("reset-password", args=parts))
    return mailed(request, "reset", address, to=account.email, link=link, name=account.username)


@sensitive_post_parameters()
@never_cache
def reset_password(request: HttpRequest, account: str, token: str) -> HttpResponse:
    """Set a new password by the link of a mail and end all sessions of the account."""
    user = _account_of(account)
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
            "password_changed", user.email, name=user.username, host=request.get_host(), tokens=tokens, tokens_link=link
        )
        return render(request, "accounts/reset_done.html", {"tokens": tokens})
    return render(request, "accounts/reset_password.html", {"form": form, "name": user.username})


def _account_of(code: str) -> User | None:
    try:
        pk = base36_to_int(code)
    except ValueError:
        return None
    return User.objects.filter(pk=pk, is_active=True).first()
