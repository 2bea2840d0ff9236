"""What is left of somebody whose account is deleted: their texts, under a number."""

from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from rulesbase.accounts.personal_data import Signature, parts
from rulesbase.core.user_lock import retry_deadlocks
from rulesbase.core.write_lock import writing
from rulesbase.models import FormerContributor, User


@retry_deadlocks
def delete_account(user: User) -> FormerContributor | None:
    """Delete an account and all that is held of the person; texts and the log keep a number, which is returned.

    Pages that were kept ready are made anew: they may name the person. Another window of the person that stores
    something at the same moment is waited for, or is too late. Raises User.DoesNotExist where the account is gone.
    """
    # The turn first of all, as whoever writes content takes it: two that took it and a text in another order would
    # wait for each other. A cache is not emptied: one that all machines share holds their counts of tries and visits.
    with writing():
        # Whatever refers to the account waits for this row as it is committed, so that nothing is added from here on.
        User.objects.select_for_update().get(pk=user.pk)
        for part in parts():
            if part.forget:
                part.forget(user)
        former = forget_contributor(user)
        user.delete()
    return former


def forget_contributor(user: User) -> FormerContributor | None:
    """Put a number in the place of an account, which is about to be deleted; None if it signed nothing."""
    signatures = [signature for part in parts() for signature in part.signed]
    with transaction.atomic():
        if not any(_rows(signature, user).exists() for signature in signatures):
            return None
        former = FormerContributor.objects.create()
        for signature in signatures:
            _rows(signature, user).update(**{signature.account: None, signature.former: former})
    return former


def _rows(signature: Signature, user: User) -> QuerySet[Any]:
    # A plain queryset: the log of actions refuses every other change.
    return QuerySet(signature.model).filter(**{signature.account: user})
