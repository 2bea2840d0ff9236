"""API tokens of accounts: create, look up by secret, revoke, export.

A secret is shown once; only its SHA-256 is stored. It has 256 random bits, so it cannot be guessed, and needs no slow
hash as passwords do.
"""

import hashlib
import secrets
from datetime import timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from rulesbase.accounts import second_factor_codes as factor
from rulesbase.accounts.personal_data import Part, part, register, rows
from rulesbase.accounts.roles import may_at_desk
from rulesbase.core.database.user_lock import lock_user
from rulesbase.core.database.write_lock import write_if_free
from rulesbase.core.errors import Refused
from rulesbase.core.idempotency import RETENTION
from rulesbase.models import ActionLog, ApiToken, Correction, SentOnce, User
from rulesbase.models.current_token import LONGEST_NAME

PREFIX = "rb_"
_BYTES = 32
_HINT = len(PREFIX) + 4
MOST = 20
# Precision of "last used": at most one write in ten minutes.
STEP = timedelta(minutes=10)


class NewToken(NamedTuple):
    """A new token and its secret, which cannot be shown again."""

    token: ApiToken
    secret: str


def make_token(user: User, name: str, scope: str, days: int) -> NewToken:
    """Create a token valid for ``days`` (0: unlimited). Raises Refused, and User.DoesNotExist for a deleted account."""
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise Refused(_("Give the API token a name of at most %(most)d characters.") % {"most": LONGEST_NAME})
    secret = PREFIX + secrets.token_urlsafe(_BYTES)
    row = ApiToken(user=user, name=name, scope=scope, hint=secret[:_HINT], digest=digest_of(secret))
    row.expires_at = timezone.now() + timedelta(days=days) if days else None
    with transaction.atomic():
        # The lock makes the limit hold for parallel requests.
        lock_user(user)
        mine = ApiToken.objects.filter(user=user)
        if mine.count() >= MOST:
            raise Refused(
                _("You have %(most)d API tokens, the maximum. Revoke one that you do not need.") % {"most": MOST}
            )
        if mine.filter(name=name).exists():
            raise Refused(_("You already have an API token with this name. Choose another name."))
        row.save(force_insert=True)
    return NewToken(row, secret)


def tokens_of(user: User) -> list[ApiToken]:
    """Return the tokens of an account, oldest first."""
    return list(ApiToken.objects.filter(user=user))


def good_tokens(user: User) -> int:
    """Return how many tokens of an account are valid now."""
    return sum(not is_expired(token) for token in tokens_of(user))


def revoke(user: User, pk: int) -> bool:
    """Revoke a token of this account; return False if it has no such token. The log still names it."""
    return ApiToken.objects.filter(user=user, pk=pk).delete()[0] > 0


def digest_of(secret: str) -> str:
    """Return the SHA-256 of a secret, which is what is stored."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def token_of(secret: str) -> ApiToken | None:
    """Return the token of a secret with its account, or None. Reads the primary, so that revoking works at once."""
    if not secret.startswith(PREFIX):
        return None
    found = ApiToken.objects.using(DEFAULT_DB_ALIAS).filter(digest=digest_of(secret), user__is_active=True)
    row = found.select_related("user").first()
    return row if row is not None and not is_expired(row) else None


def is_expired(token: ApiToken) -> bool:
    """Return whether a token has expired."""
    return token.expires_at is not None and token.expires_at <= timezone.now()


def note_use(token: ApiToken) -> None:
    """Record that a token is used now, at most once in STEP; skip it if the database is busy."""
    now = timezone.now()
    # A time in the future comes from a clock that was ahead; replace it.
    if token.used_at is None or not timedelta(0) <= now - token.used_at < STEP:
        write_if_free(lambda: ApiToken.objects.filter(pk=token.pk).update(used_at=now))


def lacks_second_factor(user: User) -> bool:
    """Return whether this person works at the desk without the demanded second factor.

    Creating a token needs the second factor; an account that removed it later may not write any more.
    """
    return (
        settings.SECOND_FACTOR_DEMANDED and (user.is_staff or may_at_desk(user)) and not factor.has_second_factor(user)
    )


# ---- Personal data ----

# Replaces the name of a token in the log after its account was deleted.
DELETED_NAME = "–"


def _sent(user: User) -> list[dict[str, Any]]:
    # Skip expired rows instead of deleting them: under maintenance a read must not write.
    found = SentOnce.objects.filter(token__user=user, made_at__gte=timezone.now() - RETENTION).order_by("pk")
    return rows(found, "token__name", "key", "status", "body", "made_at")


def _forget_names(user: User) -> None:
    """Replace the names of tokens in log rows; the rows stay, and that a token was used."""
    ActionLog.objects.filter(author=user).exclude(token="").update(token=DELETED_NAME)
    Correction.every.rename_tokens(user, DELETED_NAME)


def register_parts() -> None:
    """Register the personal data of this module; called once, when the program starts."""
    # Without the digest, by which a reader of the file could test secrets.
    token = "name scope hint made_at expires_at used_at".split()
    register(
        part("api_tokens", ApiToken, "user", token, forget=_forget_names),
        Part("answers_for_repetitions", (SentOnce,), _sent),
    )
