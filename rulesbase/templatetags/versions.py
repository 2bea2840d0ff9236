"""Name official versions that are not imported."""

from django import template
from django.utils.translation import ngettext

from rulesbase.archive.catalogue import Catalogue
from rulesbase.archive.missing_versions import newer_official
from rulesbase.core.dates import day_text
from rulesbase.core.number_format import figure
from rulesbase.core.punctuation import comma

register = template.Library()

# More than this are counted, and only the last one is named.
_NAMED = 3


@register.inclusion_tag("site/_newer_versions.html", takes_context=True)
def newer_versions(context: template.Context, catalogue: Catalogue) -> dict[str, object]:
    """Name official versions later than all here: ``{% newer_versions catalogue %}``."""
    is_sample = any(version.is_sample for version in catalogue.all)
    days = [] if is_sample else [day_text(gap.date) for gap in newer_official(frozenset(catalogue.dates))]
    if len(days) > _NAMED:
        words = ngettext(
            "%(count)s newer official version, of %(date)s (not imported)",
            "%(count)s newer official versions, the last of %(date)s (not imported)",
            len(days),
        ) % {"count": figure(len(days)), "date": days[-1]}
    else:
        words = ngettext(
            "Newer official version: %(dates)s (not imported)",
            "Newer official versions: %(dates)s (not imported)",
            len(days),
        ) % {"dates": comma().join(days)}
    return {"words": words if days else "", "desk_open": context.get("desk_open")}
