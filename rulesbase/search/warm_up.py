"""Prepare a process for its first search."""

import logging

from django.db import DatabaseError, connections
from django.template.loader import get_template
from django.urls import reverse

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, catalogue
from rulesbase.core.cards import cards
from rulesbase.search.queries import search

_log = logging.getLogger("rulesbase.search")


def warm_up() -> None:
    """Read the latest English texts, the names of cards, addresses and templates, about two seconds in a large archive.

    Without a database the first search does it. Connections are closed, as the server may fork.
    """
    # The first address that is made imports all views.
    reverse("search")
    get_template("rulesbase/search.html")
    try:
        versions = catalogue()
        if versions.latest and versions.latest.text_in(DEFAULT_LANGUAGE):
            search(versions, versions.latest, [DEFAULT_LANGUAGE], "a")
            cards().find("aa", language=None, limit=1, guess=False)
    except DatabaseError as error:
        _log.warning("The search was not prepared at start: %s", error)
    finally:
        connections.close_all()
