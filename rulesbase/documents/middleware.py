"""Middleware: an address below `/documents/<document>/`, of a page or the API, activates that document."""

from django.http import HttpRequest, HttpResponseBase
from django.urls import set_urlconf
from django.utils.module_loading import import_string

from rulesbase.core.document_urls import document_of_path
from rulesbase.engine.documents import COMPREHENSIVE_RULES, document_active
from rulesbase.web.middleware_types import GetResponse


def document_from_address(get_response: GetResponse) -> GetResponse:
    """Activate the document that the path names; all other paths mean the Comprehensive Rules."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        document = document_of_path(request.path_info)
        if document == COMPREHENSIVE_RULES:
            return get_response(request)
        # Loaded here: the addresses import every view.
        request.urlconf = import_string("rulesbase.documents.urls.urlconf_of")(document)
        with document_active(document):
            try:
                return get_response(request)
            finally:
                # Addresses made before Django reads `request.urlconf` again belong to the next request.
                set_urlconf(None)

    return middleware
