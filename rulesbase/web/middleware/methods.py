"""A page for a wrong method."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, HttpResponseBase

from rulesbase.core.database.database_errors import SAFE
from rulesbase.web.error_pages import method_not_allowed
from rulesbase.web.middleware_types import GetResponse


def methods_explained(get_response: GetResponse) -> GetResponse:
    """Show a page for a GET of an address that only takes POST; Django's response is empty."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        empty = isinstance(response, HttpResponse) and not response.content
        if response.status_code == HTTPStatus.METHOD_NOT_ALLOWED and empty and request.method in SAFE:
            return method_not_allowed(request, response.headers.get("Allow", ""))
        return response

    return middleware
