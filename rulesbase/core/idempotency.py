"""Requests with an Idempotency-Key: run once, and answer repetitions from the stored response for a day.

The row is added in the transaction of the action. A second request with the same key waits for that transaction, so
either both the row and the effect exist, or neither.
"""

import json
import secrets
from collections.abc import Callable
from datetime import timedelta
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import Case, Q, Sum, TextField, When, Window
from django.db.models.functions import Cast, Length, RowNumber
from django.utils import timezone

from rulesbase.models import ApiToken, SentOnce

RETENTION = timedelta(hours=24)
LONGEST_KEY = 100
# Limits for one account: stored answers, and characters of all of them.
MOST_ANSWERS = 20_000
MOST_LETTERS = 64_000_000
# Characters are counted after each long answer, and after one in _EVERY of the others, chosen at random.
_LONG = 64 * 1024
_EVERY = 100
_BATCH = 500


class KeyConflict(Exception):
    """The key was used for another request."""


class StoredResponse(NamedTuple):
    """Status and body of a response; ``again`` if it is the stored one of the first request."""

    status: int
    body: dict[str, Any]
    again: bool = False


def delete_expired_answers() -> int:
    """Delete expired answers of all tokens, at most `_BATCH`; return how many.

    Rows are locked in one order, so that two calls cannot block each other.
    """
    old = SentOnce.objects.filter(made_at__lt=timezone.now() - RETENTION).order_by("pk").values_list("pk", flat=True)
    keys = list(old[:_BATCH])
    return SentOnce.objects.filter(pk__in=keys).delete()[0] if keys else 0


def run_once(token: ApiToken, key: str, digest: str, do: Callable[[], StoredResponse]) -> StoredResponse:
    """Run ``do``, or return its stored answer. Raises KeyConflict.

    ``do`` rolls back what it refuses by itself. If it raises, nothing is stored.
    """
    delete_expired_answers()
    try:
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
    return StoredResponse(stored.status, stored.body, again=True)


def _make_room(newest: SentOnce) -> None:
    """Delete answers of an account above its limits: refusals first, as they had no effect, then the oldest.

    Go a tenth below the limits, so that this seldom runs. The newest answer stays.
    """
    stored = SentOnce.objects.filter(token__user=newest.token.user_id)
    count = stored.count()
    if count <= MOST_ANSWERS and secrets.randbelow(_EVERY) and len(json.dumps(newest.body)) <= _LONG:
        return
    # The answers that stay come first: the newest, then effects before refusals, newer before older ones.
    order: list[Case | str] = [Case(When(pk=newest.pk, then=0), When(status__lt=400, then=1), default=2), "-pk"]
    letters = Window(Sum(Length(Cast("body", TextField()))), order_by=order)
    ranked = stored.annotate(rank=Window(RowNumber(), order_by=order), letters=letters)
    if not ranked.filter(Q(rank__gt=MOST_ANSWERS) | Q(letters__gt=MOST_LETTERS)).exists():
        return
    over = Q(rank__gt=MOST_ANSWERS * 9 // 10) | Q(letters__gt=MOST_LETTERS * 9 // 10)
    gone = list(ranked.filter(over, rank__gt=1).values_list("pk", flat=True))
    for start in range(0, len(gone), _BATCH):
        SentOnce.objects.filter(pk__in=gone[start : start + _BATCH]).delete()
