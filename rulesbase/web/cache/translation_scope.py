"""Which translations a page may show, so that approving one leaves cached pages of other languages valid.

Of other languages a page only lists that translations exist.
"""

import re
from functools import lru_cache

from django.conf import settings
from django.db import connections, router
from django.http import HttpRequest

from rulesbase.engine.languages import UNSPACED
from rulesbase.engine.search.analyzer import is_unspaced
from rulesbase.models import Translation

_PREFIXES = "|".join(code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE)
# Pages whose address determines the languages shown. Previews, histories and lists of outdated translations do not.
_KNOWN = re.compile(rf"/(?:(?:{_PREFIXES})/)?(?:(?:rules|glossary)/[^/]+(?:/[^/]+)?|compare/[^/]+/[^/]+|names)/")
_SEARCH = "/search/"
_CHOICE = "lang"
# The search truncates a choice to this length, which may leave another language code.
_LONGEST_CHOICE = 40


def translations_in(request: HttpRequest) -> frozenset[str] | None:
    """Return the languages whose translations a page may show to anonymous users; empty for English alone.

    None means any language.
    """
    is_search = request.path_info == _SEARCH
    # Under a language prefix the search also uses the language of the page.
    if not is_search and not _KNOWN.fullmatch(request.path_info):
        return None
    if not request.META.get("QUERY_STRING"):
        return frozenset()
    asked = request.GET
    choice = "".join(",".join(asked.getlist(_CHOICE)).split()).lower()
    if len(choice) > _LONGEST_CHOICE or any(_CHOICE in name and name != _CHOICE for name in asked):
        return None
    # A query in a script without spaces also searches the languages of that script.
    typed = UNSPACED if is_search and is_unspaced(asked.get("q", "")) else ()
    return frozenset(choice.split(",")).union(typed) - {"", "en"}


def languages_now(generation: int) -> str:
    """Return the languages with approved translations; ``generation`` is State.generation."""
    alias = router.db_for_read(Translation)
    # Primary and replica have the same name but may differ in content, so the key has the alias too.
    return _languages(f"{alias} {connections[alias].settings_dict['NAME']}", generation)


@lru_cache(maxsize=8)
def _languages(_database: str, _generation: int) -> str:
    approved = Translation.objects.filter(status=Translation.Status.APPROVED).order_by()
    return ",".join(sorted(approved.values_list("language", flat=True).distinct()))
