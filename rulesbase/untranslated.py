"""Pages that translations have no part in, so that approving one leaves what is kept of them good.

They show English, and of translations only which languages there are any in.
"""

import re
from functools import lru_cache
from urllib.parse import unquote_plus

from django.db import connections, router
from django.http import HttpRequest

from rulesbase.engine.analysing import is_unspaced
from rulesbase.models import Translation

# Behind the language of the interface. What the English changed since a translation, a preview and a history are not.
_ENGLISH = re.compile(r"/(?:(?:fr|ja)/)?(?:(?:rules|glossary)/[^/]+(?:/[^/]+)?|compare/[^/]+/[^/]+|names)/")
_SEARCH = "/search/"


def is_untranslated(request: HttpRequest) -> bool:
    """Whether a page for people who are not signed in is in English alone; ``lang=`` asks for other languages."""
    # WSGI gives bytes as letters; some programs send theirs bare.
    raw = request.META.get("QUERY_STRING", "").encode("latin-1", "replace")
    query = unquote_plus(raw.decode("utf-8", "replace"))
    if "lang" in query:
        return False
    if request.path_info == _SEARCH:
        # Elsewhere the language of the page is searched too, and here that of the letters.
        return not is_unspaced(query)
    return _ENGLISH.fullmatch(request.path_info) is not None


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
