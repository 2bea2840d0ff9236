"""Middleware: an address below `/documents/<document>/`, of a page or the API, activates that document."""

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from django.urls import set_urlconf
from django.utils.module_loading import import_string

from rulesbase.engine.text.active_document import OTHER_DOCUMENTS, document_active

View = Callable[[HttpRequest], HttpResponseBase]
_ADDRESS = re.compile(rf"/(?:[a-z]{{2}}/|api/v1/)?documents/({'|'.join(OTHER_DOCUMENTS)})/")


def document_from_address(get_response: View) -> View:
    """Activate the document that the path names; all other paths mean the Comprehensive Rules."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        match = _ADDRESS.match(request.path_info)
        if match is None:
            return get_response(request)
        # Loaded here: the addresses import every view.
        request.urlconf = import_string("rulesbase.documents.urls.urlconf_of")(match[1])
        with document_active(match[1]):
            try:
                return get_response(request)
            finally:
                # Addresses made before Django reads `request.urlconf` again belong to the next request.
                set_urlconf(None)

    return middleware
