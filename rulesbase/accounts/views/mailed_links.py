"""Mails with a link, for sign-up, a new password and a new address; links that no longer work."""

from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from rulesbase.accounts.mail import HOUR, send, too_many_from, too_many_to
from rulesbase.models import User


def mailed(request: HttpRequest, template: str, address: str, *, to: str = "", **context: object) -> HttpResponse:
    """Send a mail within the limits; the response does not depend on who owns the address.

    The page shows the address as typed. The mail goes ``to`` the stored address of the account, which may be spelt
    differently.
    """
    if too_many_from(request):
        response = render(request, "accounts/too_many_mails.html", status=HTTPStatus.TOO_MANY_REQUESTS)
        response.headers["Retry-After"] = str(int(HOUR.total_seconds()))
        return response
    to, hours, host = to or address, settings.PASSWORD_RESET_TIMEOUT // 3600, request.get_host()
    # Not shown to the user if the limit of the address is reached: it would reveal requests of others.
    if not too_many_to(to) and not send(template, to, **context, hours=hours, host=host):
        return render(request, "accounts/no_mail.html", status=HTTPStatus.SERVICE_UNAVAILABLE)
    return render(request, "accounts/mail_sent.html", {"address": address, "hours": hours})


def mailed_known(request: HttpRequest, address: str, account: User) -> HttpResponse:
    """Mail the owner of an account that its address was entered; the response is the same as for other addresses."""
    link = request.build_absolute_uri(reverse("reset"))
    return mailed(request, "accounts/mail/join_known.txt", address, to=account.email, link=link, name=account.username)


def dead_link(request: HttpRequest, again: str) -> HttpResponse:
    """Return 410 for a link of a mail that no longer works, with the address ``again`` for a new one."""
    return render(request, "accounts/dead_link.html", {"again": again}, status=HTTPStatus.GONE)
