"""Verbs of one person take turns, and those that PostgreSQL ends because two wait for each other are done again."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import OperationalError, connection

from rulesbase.models import User

P = ParamSpec("P")
R = TypeVar("R")
_TRIES = 3


def retry_deadlocks(verb: Callable[P, R]) -> Callable[P, R]:
    """Do a verb again where it was ended so: an import may write many cards at the same moment.

    The verb is one transaction. Inside another one nothing is done again, as that one is over.
    """

    @wraps(verb)
    def done(*args: P.args, **kwargs: P.kwargs) -> R:
        for _try in range(_TRIES - 1):
            try:
                return verb(*args, **kwargs)
            except OperationalError:
                if connection.in_atomic_block:
                    raise
        return verb(*args, **kwargs)

    return done


def lock_user(user: User) -> None:
    """Let nobody else pass here for this person until the transaction ends: so limits hold for two windows together."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
