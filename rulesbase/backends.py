"""Sign-in by user name or e-mail address."""

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from rulesbase.models import User
from rulesbase.web.rate_limits.limits import (
    SIGN_INS_FROM_PLACE,
    SIGN_INS_OF_ACCOUNT,
    wait_seconds,
    wait_seconds_of_client,
)


def find_account(name: str) -> User | None:
    """Return the account with this user name (letters of any width) or e-mail address (any case)."""
    if "@" in name:
        return User.objects.filter(email__iexact=name).first()
    usual = User.normalize_username(name)
    found = User.objects.filter(username__in={name, usual})
    # Old names may have full-width letters; prefer the exact match.
    return max(found, key=lambda account: account.username == name, default=None)


def account_name(request: HttpRequest | None, credentials: dict[str, Any] | None) -> str:
    """Return the name under which failed sign-ins are counted: the account's user name if there is one."""
    posted = request.POST.get("username", "") if request else ""
    given = str((credentials or {}).get("username") or posted).strip()
    account = find_account(given)
    return account.username if account else given.casefold()[:255]


def _count_try(request: HttpRequest, name: str, account: User | None) -> None:
    """Count an attempt, right or wrong: for the account from all clients, and for the client with all accounts.

    Raises PermissionDenied above a limit; axes then shows the waiting time.
    """
    # The key contains the password hash: a password reset ends a wait caused by others.
    whose = f"{account.pk}:{account.password}" if account else name.strip().casefold()
    key = salted_hmac("rulesbase.tries", whose, algorithm="sha256").hexdigest()
    wait = max(wait_seconds_of_client(SIGN_INS_FROM_PLACE, request), wait_seconds(SIGN_INS_OF_ACCOUNT, key))
    if wait:
        setattr(request, "axes_locked_out", True)  # noqa: B010 - the mark of axes, which no type stub knows
        setattr(request, "locked_out_for", wait)  # noqa: B010
        raise PermissionDenied


class NameOrEmailBackend(ModelBackend):
    """Django's accounts, found by user name or e-mail address."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **kwargs: Any,
    ) -> User | None:
        """Return the account if the password is right and the account is active, else None."""
        if not username or password is None:
            return None
        account = find_account(username.strip())
        if request is not None:
            _count_try(request, username, account)
        if account is None:
            # Takes as long as a wrong password, so that the response time does not reveal which accounts exist.
            User().set_password(password)
            return None
        return account if account.check_password(password) and self.user_can_authenticate(account) else None
