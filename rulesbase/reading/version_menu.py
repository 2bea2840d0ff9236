"""The versions as options of a select, newest first and grouped by year."""

from functools import lru_cache
from html import escape
from itertools import groupby

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

from rulesbase.archive.catalogue import Catalogue
from rulesbase.core.content_version import NotInKey
from rulesbase.core.punctuation import in_brackets


def version_options(
    versions: Catalogue, chosen: str, *, sample: bool | None = None, english: bool = False
) -> SafeString:
    """Return all versions as options, the one with the date ``chosen`` selected.

    With ``sample`` only those of the sample, or only the real ones; with ``english`` those with a complete text.
    """
    options = _options(versions.english, NotInKey(versions), sample, english, get_language())
    return mark_safe(options.replace(f'value="{chosen}"', f'value="{chosen}" selected', 1))  # noqa: S308 - it was escaped


# Each page of the rules has over a hundred of them.
@lru_cache(maxsize=16)
def _options(
    _stamp: str, versions: NotInKey[Catalogue], sample: bool | None, english: bool, _language: str | None
) -> str:
    every = versions.value.complete if english else versions.value.all
    shown = [one for one in reversed(every) if sample is None or one.is_sample == sample]
    of_sample = in_brackets(gettext("sample"))
    html: list[str] = []
    for year, ones in groupby(shown, key=lambda one: one.date.year):
        html.append(f'<optgroup label="{year}">')
        html += (
            f'<option value="{one}">{escape(one.title)}{of_sample if one.is_sample else ""}</option>' for one in ones
        )
        html.append("</optgroup>")
    return "".join(html)
