"""Somebody who deletes their account in one window while another one is about to store something."""

from collections.abc import Callable
from typing import Any

from django.contrib.sessions.models import Session
from django.db import connection
from django.http import HttpRequest, HttpResponseBase

from rulesbase.accounts.deletion import delete_account
from rulesbase.models import User

SIGN_IN = "/account/sign-in/"


class LeftMeanwhile:
    """Middleware, last of all: as the page begins it is known who it is, and then they are gone."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Nothing yet."""
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> None:
        """Go."""
        if request.user.is_authenticated:
            delete_account(User.objects.get(pk=request.user.pk))


def left_of(pk: int) -> list[str]:
    """What is left of an account: the account itself, its sessions, rows that refer to what is not there."""
    found = ["account"] if User.objects.filter(pk=pk).exists() else []
    found += ["session" for one in Session.objects.all() if one.get_decoded().get("_auth_user_id") == str(pk)]
    connection.check_constraints()
    return found
