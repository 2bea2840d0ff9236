"""Prepare a process for its first search."""

import logging

from django.db import DatabaseError, connections

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, catalogue
from rulesbase.core.cards import cards
from rulesbase.search.candidates import searched_texts

_log = logging.getLogger("rulesbase.search")


def warm_up() -> None:
    """Read the latest English texts and the names of cards, about a second in a large archive.

    Without a database the first search does it. Connections are closed, as the server may fork.
    """
    try:
        versions = catalogue()
        if versions.latest and versions.latest.text_in(DEFAULT_LANGUAGE):
            searched_texts(versions, versions.latest, DEFAULT_LANGUAGE)
            cards().find("aa", language=None, limit=1, guess=False)
    except DatabaseError as error:
        _log.warning("The search was not prepared at start: %s", error)
    finally:
        connections.close_all()
