"""Prepare a process for its first search."""

import logging

from django.conf import settings
from django.db import DatabaseError, connections
from django.template.loader import get_template
from django.utils.translation import override

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, catalogue
from rulesbase.core.card_interface import cards
from rulesbase.core.document_urls import document_url
from rulesbase.engine.documents import CURRENT_DOCUMENTS, document_active
from rulesbase.search.queries import search

_log = logging.getLogger("rulesbase.search")


def warm_up() -> None:
    """Read code, addresses and templates, then the latest English texts and the names of cards.

    Connections are closed, as the server may fork.
    """
    # Addresses import all views.
    for code, _name in settings.LANGUAGES:
        with override(code):
            for document in CURRENT_DOCUMENTS:
                document_url(document, "search")
    get_template("search/search.html")
    try:
        read_indexes()
    except DatabaseError as error:
        _log.warning("The search was not prepared at start: %s", error)
    finally:
        connections.close_all()


def read_indexes() -> None:
    """Read the indexes of a search, or build and store those that an import changed."""
    for document in CURRENT_DOCUMENTS:
        # A search makes no addresses, so the views of the document need not be loaded.
        with document_active(document):
            versions = catalogue()
            if versions.latest and versions.latest.text_in(DEFAULT_LANGUAGE):
                search(versions, versions.latest, [DEFAULT_LANGUAGE], "a")
    cards().find("aaaa", language=None, limit=1, guess=True)
