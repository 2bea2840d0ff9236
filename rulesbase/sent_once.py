"""What is sent twice is done once: answers to requests with an Idempotency-Key, kept for a day.

The row is added in the transaction of what is done. Whoever sends the same at the same moment waits for that
transaction, so that either both rows and deed are there, or neither.
"""

import hashlib
from collections.abc import Callable
from datetime import timedelta
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction
from django.utils import timezone

from rulesbase.models import ApiToken, SentOnce

KEPT = timedelta(hours=24)
LONGEST_KEY = 100
_AT_ONCE = 500


class OtherThing(Exception):
    """The key was used for something else."""


class Answer(NamedTuple):
    """A status and what is said; ``again`` where it was kept from the first time."""

    status: int
    body: dict[str, Any]
    again: bool = False


def fingerprint(*parts: bytes) -> str:
    """What tells two requests apart."""
    whole = hashlib.sha256()
    for part in parts:
        whole.update(len(part).to_bytes(8, "big") + part)
    return whole.hexdigest()


def forget_old_answers() -> int:
    """Drop answers that nobody can ask for any more, of all tokens: one that is used no more sends nothing that could.

    Returns how many were dropped, at most `_AT_ONCE`; always in one order, so that two at once cannot block each other.
    """
    old = SentOnce.objects.filter(made_at__lt=timezone.now() - KEPT).order_by("pk").values_list("pk", flat=True)
    keys = list(old[:_AT_ONCE])
    return SentOnce.objects.filter(pk__in=keys).delete()[0] if keys else 0


def once(token: ApiToken, key: str, digest: str, do: Callable[[], Answer]) -> Answer:
    """Do something, or give the answer that it had before. Raises OtherThing.

    ``do`` undoes what it refuses by itself; what it raises is a fault, after which nothing is kept.
    """
    forget_old_answers()
    try:
        with transaction.atomic():
            with transaction.atomic():
                row = SentOnce.objects.create(token=token, key=key, digest=digest)
            found = do()
            row.status, row.body = found.status, found.body
            row.save(update_fields=["status", "body"])
            return found
    except IntegrityError:
        kept = SentOnce.objects.filter(token=token, key=key).first()
        if kept is None:
            raise
    if kept.digest != digest:
        raise OtherThing
    return Answer(kept.status, kept.body, again=True)
