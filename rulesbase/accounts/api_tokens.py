"""Tokens of accounts: made, found again by their secret, revoked; and what is held of them.

A secret is shown once, when it is made; stored is its SHA-256. It has 256 random bits, so nobody finds one by trying,
and a slow hash as for passwords would only slow down every request.
"""

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from rulesbase.accounts import second_factor as factor
from rulesbase.accounts.personal_data import Part, register, rows
from rulesbase.accounts.roles import may_at_desk
from rulesbase.core.errors import Refused
from rulesbase.core.idempotency import RETENTION
from rulesbase.core.user_lock import lock_user
from rulesbase.core.write_lock import write_if_free
from rulesbase.models import ActionLog, ApiToken, Correction, SentOnce, User
from rulesbase.models.current_token import LONGEST_NAME

PREFIX = "rb_"
_BYTES = 32
_HINT = len(PREFIX) + 4
MOST = 20
# The choices of a person, in days; 0 is for ever.
LIFETIMES = (30, 90, 365, 0)
# "Last used" is as fine as this: one write in ten minutes, not one a request.
STEP = timedelta(minutes=10)


class NewToken(NamedTuple):
    """A new token, and the secret that nobody can be told again."""

    token: ApiToken
    secret: str


def make_token(user: User, name: str, scope: str, days: int) -> NewToken:
    """Make a token that is good for ``days``, 0 for ever. Raises Refused, and User.DoesNotExist for a gone account."""
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise Refused(_("Give the token a name of at most %(most)d letters.") % {"most": LONGEST_NAME})
    if scope not in ApiToken.Scope.values or days not in LIFETIMES:
        raise Refused(_("A token is for reading or for writing, and for one of the times that are offered."))
    secret = PREFIX + secrets.token_urlsafe(_BYTES)
    row = ApiToken(user=user, name=name, scope=scope, hint=secret[:_HINT], digest=digest_of(secret))
    row.expires_at = timezone.now() + timedelta(days=days) if days else None
    with transaction.atomic():
        # Two windows at once keep to the limit together.
        lock_user(user)
        mine = ApiToken.objects.filter(user=user)
        if mine.count() >= MOST:
            raise Refused(_("You have %(most)d tokens. Revoke one that you do not need.") % {"most": MOST})
        if mine.filter(name=name).exists():
            raise Refused(_("You have a token of this name. The log tells them apart by their names."))
        row.save(force_insert=True)
    return NewToken(row, secret)


def tokens_of(user: User) -> list[ApiToken]:
    """The tokens of an account, oldest first."""
    return list(ApiToken.objects.filter(user=user))


def good_tokens(user: User) -> int:
    """How many tokens of an account open something now."""
    now = timezone.now()
    return sum(not is_over(token, now) for token in tokens_of(user))


def revoke(user: User, pk: int) -> bool:
    """Revoke a token of this account; False if it has no such token. What it did stays in the log, with its name."""
    gone, _by_model = ApiToken.objects.filter(user=user, pk=pk).delete()
    return bool(gone)


def digest_of(secret: str) -> str:
    """What is stored of a secret."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def token_of(secret: str) -> ApiToken | None:
    """The token of a secret if it is good now, with its account. A revoked one is dead at once: no replica is asked."""
    if not secret.startswith(PREFIX):
        return None
    found = ApiToken.objects.using(DEFAULT_DB_ALIAS).filter(digest=digest_of(secret), user__is_active=True)
    row = found.select_related("user").first()
    return row if row is not None and not is_over(row) else None


def is_over(token: ApiToken, now: datetime | None = None) -> bool:
    """Whether the time of a token is over."""
    return token.expires_at is not None and token.expires_at <= (now or timezone.now())


def note_use(token: ApiToken) -> None:
    """Note that a token is used now; costs nothing where that was noted a short while ago, and nobody waits for it."""
    now = timezone.now()
    # Of a moment that is still to come it was noted by a clock that was ahead.
    if token.used_at is None or not timedelta(0) <= now - token.used_at < STEP:
        write_if_free(lambda: ApiToken.objects.filter(pk=token.pk).update(used_at=now))


def owes_factor(user: User) -> bool:
    """Whether the desk would ask this person for a second factor that the account has not.

    A token is made behind the second factor; an account that gave it up since may not write any more.
    """
    return settings.SECOND_FACTOR_DEMANDED and (user.is_staff or may_at_desk(user)) and not factor.enrolled(user)


# ---- What is held of a person ----

# What stands in the log in place of the name that somebody who left gave to a token.
DELETED_NAME = "–"


def _tokens(user: User) -> list[dict[str, Any]]:
    """Everything but the digest: whoever reads the file could look for its secret."""
    fields = ("name", "scope", "hint", "made_at", "expires_at", "used_at")
    return rows(ApiToken.objects.filter(user=user), *fields)


def _sent(user: User) -> list[dict[str, Any]]:
    # Older ones wait only to be dropped, which reading does not: a site under maintenance takes no writes.
    found = SentOnce.objects.filter(token__user=user, made_at__gte=timezone.now() - RETENTION).order_by("pk")
    return rows(found, "token__name", "key", "status", "body", "made_at")


def _forget_names(user: User) -> None:
    """Rows stay, and that it was a token; what its owner called it goes with the account."""
    # A plain queryset: the log of actions refuses every other change.
    QuerySet(ActionLog).filter(author=user).exclude(token="").update(token=DELETED_NAME)
    Correction.objects.rename_tokens(user, DELETED_NAME)


def register_parts() -> None:
    """Say what is held here; called once, when the program starts."""
    register(
        Part("api_tokens", (ApiToken,), _tokens, forget=_forget_names),
        Part("answers_for_repetitions", (SentOnce,), _sent),
    )
