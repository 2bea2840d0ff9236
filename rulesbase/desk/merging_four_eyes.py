"""Whose a text is that waits for approval, where nobody approves what they wrote themselves (`FOUR_EYES`)."""

from rulesbase.engine.text.normalize import skeleton
from rulesbase.models import Translation, User


def is_own(row: Translation, approved: Translation | None, by: User) -> bool:
    """Whether somebody saved this text, or was the first to write its words since the ``approved`` one, if any.

    So nobody approves their words because another changed a comma of them; nor does a text wait for a third person
    where two wrote: its words are of the one of them who wrote them first, and the other approves.
    """
    if row.author_id == by.pk:
        return True
    since = Translation.objects.of_slot(row.original_id, row.language).select_related("wording")
    since = since.filter(revision__gt=approved.revision if approved else 0).order_by("revision")
    words = _words(row)
    return next((one.author_id for one in since if _words(one) == words), None) == by.pk


def _words(row: Translation) -> tuple[str, str]:
    """Letters and digits alone: signs, spaces and capitals make no other words."""
    return skeleton(row.wording.heading), skeleton(row.wording.text)
