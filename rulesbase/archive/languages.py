"""The languages of texts in the archive."""

from django.db.models import Q, QuerySet

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE
from rulesbase.models import ActionLog, Translation


def approvals_and_imports() -> QuerySet[ActionLog]:
    """Return the actions that changed the translations that readers see; without imports whose source was deleted."""
    approved = Q(new_status=Translation.Status.APPROVED)
    return ActionLog.objects.filter(approved | Q(verb=ActionLog.Verb.IMPORTED, source__isnull=False))


def translated_languages() -> list[str]:
    """Return the languages with an approved translation or an import. Two queries."""
    approved = Translation.objects.filter(status=Translation.Status.APPROVED).order_by()
    logged = approvals_and_imports().order_by()
    found = {language for rows in (approved, logged) for language in rows.values_list("language", flat=True).distinct()}
    return sorted(found - {DEFAULT_LANGUAGE, ""})
