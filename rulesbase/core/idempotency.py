"""What is sent twice is done once: answers to requests with an Idempotency-Key, kept for a day, so many of an account.

The row is added in the transaction of what is done. Whoever sends the same at the same moment waits for that
transaction, so that either both rows and deed are there, or neither.
"""

import hashlib
import json
import secrets
from collections.abc import Callable
from datetime import timedelta
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import Case, TextField, Value, When
from django.db.models.functions import Cast, Length
from django.utils import timezone

from rulesbase.models import ApiToken, SentOnce

RETENTION = timedelta(hours=24)
LONGEST_KEY = 100
# What is kept of one account, in answers and in letters of them: more than anybody's programs write in a day.
MOST_ANSWERS = 20_000
MOST_LETTERS = 64_000_000
# The letters are counted with each long answer, and with one of so many of the others, nobody knows which.
_LONG = 64 * 1024
_EVERY = 100
_AT_ONCE = 500


class KeyConflict(Exception):
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


def delete_expired_answers() -> int:
    """Drop answers that nobody can ask for any more, of all tokens: one that is used no more sends nothing that could.

    Returns how many were dropped, at most `_AT_ONCE`; always in one order, so that two at once cannot block each other.
    """
    old = SentOnce.objects.filter(made_at__lt=timezone.now() - RETENTION).order_by("pk").values_list("pk", flat=True)
    keys = list(old[:_AT_ONCE])
    return SentOnce.objects.filter(pk__in=keys).delete()[0] if keys else 0


def once(token: ApiToken, key: str, digest: str, do: Callable[[], Answer]) -> Answer:
    """Do something, or give the answer that it had before. Raises OtherThing.

    ``do`` undoes what it refuses by itself; what it raises is a fault, after which nothing is kept.
    """
    delete_expired_answers()
    try:
        with transaction.atomic():
            with transaction.atomic():
                row = SentOnce.objects.create(token=token, key=key, digest=digest)
            found = do()
            row.status, row.body = found.status, found.body
            row.save(update_fields=["status", "body"])
    except IntegrityError:
        stored = SentOnce.objects.filter(token=token, key=key).first()
        if stored is None:
            raise
    else:
        _make_room(row)
        return found
    if stored.digest != digest:
        raise KeyConflict
    return Answer(stored.status, stored.body, again=True)


def _make_room(newest: SentOnce) -> None:
    """Give up answers where an account has too many: refusals first, as nothing was done, then the oldest.

    A tenth more goes than has to, so that it is not counted with each answer; the newest stays.
    """
    stored = SentOnce.objects.filter(token__user=newest.token.user_id)
    count = stored.count()
    if count <= MOST_ANSWERS and secrets.randbelow(_EVERY) and len(json.dumps(newest.body)) <= _LONG:
        return
    first = Case(When(status__gte=400, then=Value(0)), default=Value(1))
    letters = dict(stored.order_by(first, "pk").values_list("pk", Length(Cast("body", TextField()))))
    whole = sum(letters.values())
    if count <= MOST_ANSWERS and whole <= MOST_LETTERS:
        return
    gone: list[int] = []
    for pk, weight in letters.items():
        if count <= MOST_ANSWERS * 9 // 10 and whole <= MOST_LETTERS * 9 // 10:
            break
        if pk != newest.pk:
            gone.append(pk)
            count, whole = count - 1, whole - weight
    for start in range(0, len(gone), _AT_ONCE):
        SentOnce.objects.filter(pk__in=gone[start : start + _AT_ONCE]).delete()
