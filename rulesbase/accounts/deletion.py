"""Deletion of accounts. Texts and log entries stay, under the number of a former contributor."""

from typing import Any

from django.db.models import QuerySet

from rulesbase.accounts.personal_data import Signature, parts
from rulesbase.core.database.user_lock import retry_deadlocks
from rulesbase.core.database.write_lock import writing
from rulesbase.models import FormerContributor, User


@retry_deadlocks
def delete_account(user: User) -> FormerContributor | None:
    """Delete an account with its personal data; return the former contributor that signs its texts, if any.

    Cached pages become stale, as they may name the person. A parallel request of the person finishes before, or fails.
    Raises User.DoesNotExist if the account is already deleted.
    """
    # Take the content lock first, like all writers of content: another order could deadlock. The cache is not emptied,
    # as a shared one also holds rate limit counters.
    with writing():
        # Rows that refer to the account wait for this lock, so none can be added from here on.
        User.objects.select_for_update().get(pk=user.pk)
        for part in parts():
            if part.forget:
                part.forget(user)
        signatures = [signature for part in parts() for signature in part.signed]
        signed = any(_rows(signature, user).exists() for signature in signatures)
        former = FormerContributor.objects.create() if signed else None
        for signature in signatures:
            _rows(signature, user).update(**{signature.account: None, signature.former: former})
        user.delete()
    return former


def _rows(signature: Signature, user: User) -> QuerySet[Any]:
    # A plain QuerySet: some managers have the rows of one document only.
    return QuerySet(signature.model).filter(**{signature.account: user})
