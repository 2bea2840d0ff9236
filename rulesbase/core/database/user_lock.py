"""A lock for the actions of one account, and the retry after a deadlock."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import OperationalError, connection

from rulesbase.models import User

P = ParamSpec("P")
R = TypeVar("R")
_TRIES = 3
_DEADLOCK = "40P01"


def retry_deadlocks(verb: Callable[P, R]) -> Callable[P, R]:
    """Run an action again if PostgreSQL ended it by a deadlock, as an import may write many cards at the same time.

    The action is one transaction. Inside another transaction it is not repeated, as that one is rolled back.
    """

    @wraps(verb)
    def done(*args: P.args, **kwargs: P.kwargs) -> R:
        for _try in range(_TRIES - 1):
            try:
                return verb(*args, **kwargs)
            except OperationalError as error:
                if connection.in_atomic_block or getattr(error.__cause__, "sqlstate", "") != _DEADLOCK:
                    raise
        return verb(*args, **kwargs)

    return done


def lock_user(user: User) -> None:
    """Lock the row of an account until the transaction ends, so that limits hold for parallel requests."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
