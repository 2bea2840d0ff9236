"""The languages of texts in the archive."""

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE
from rulesbase.models import ActionLog, Translation


def translated_languages() -> list[str]:
    """Return the languages with an approved translation or an import. Two queries."""
    approved = Translation.objects.filter(status=Translation.Status.APPROVED).order_by()
    imported = ActionLog.objects.exclude(language__in=["", DEFAULT_LANGUAGE]).order_by()
    found = {*approved.values_list("language", flat=True).distinct(), *imported.values_list("language", flat=True)}
    return sorted(found - {DEFAULT_LANGUAGE, ""})
