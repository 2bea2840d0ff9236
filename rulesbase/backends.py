"""How a person is recognised at sign-in."""

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.http import HttpRequest

from rulesbase.models import User


def find_account(name: str) -> User | None:
    """Return the account with this user name, or with this e-mail address in any case."""
    if "@" in name:
        return User.objects.filter(email__iexact=name).first()
    return User.objects.filter(username=name).first()


def account_name(request: HttpRequest | None, credentials: dict[str, Any] | None) -> str:
    """Return the name that failed sign-ins are counted under: the account's, however the person typed it."""
    posted = request.POST.get("username", "") if request else ""
    given = str((credentials or {}).get("username") or posted).strip()
    account = find_account(given)
    return account.username if account else given.casefold()[:255]


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
        if account is None:
            # Costs as much as a wrong password, so that the time taken does not tell which accounts exist.
            User().set_password(password)
            return None
        return account if account.check_password(password) and self.user_can_authenticate(account) else None
