"""Which translations have a part in a page, so that approving one leaves what is kept of the others good.

Of other languages a page tells only that there are translations into them.
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
# Behind the language of the interface. Of what the English changed since a translation, previews and histories nobody
# knows it by their address.
_KNOWN = re.compile(rf"/(?:(?:{_PREFIXES})/)?(?:(?:rules|glossary)/[^/]+(?:/[^/]+)?|compare/[^/]+/[^/]+|names)/")
_SEARCH = "/search/"
_CHOICE = "lang"
# The search reads so many letters of a choice, and would see a language where a longer one is cut off.
_LONGEST_CHOICE = 40


def translations_in(request: HttpRequest) -> frozenset[str] | None:
    """The languages whose translations a page may show to people who are not signed in; empty for English alone.

    None where it may be any language.
    """
    is_search = request.path_info == _SEARCH
    # Elsewhere the language of the page is searched too.
    if not is_search and not _KNOWN.fullmatch(request.path_info):
        return None
    if not request.META.get("QUERY_STRING"):
        return frozenset()
    asked = request.GET
    choice = "".join(",".join(asked.getlist(_CHOICE)).split()).lower()
    if len(choice) > _LONGEST_CHOICE or any(_CHOICE in name and name != _CHOICE for name in asked):
        return None
    # Where letters are typed that are written without spaces, those languages are searched.
    typed = UNSPACED if is_search and is_unspaced(asked.get("q", "")) else ()
    return frozenset(choice.split(",")).union(typed) - {"", "en"}


def languages_now(generation: int) -> str:
    """The languages that readers can see translations in; ``generation`` is the state of the content."""
    alias = router.db_for_read(Translation)
    # A primary and its replica have one name, and at a moment not the same content.
    return _languages(f"{alias} {connections[alias].settings_dict['NAME']}", generation)


@lru_cache(maxsize=8)
def _languages(database: str, generation: int) -> str:
    del database, generation  # only the key
    approved = Translation.objects.filter(status=Translation.Status.APPROVED).order_by()
    return ",".join(sorted(approved.values_list("language", flat=True).distinct()))
