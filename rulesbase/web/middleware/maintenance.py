"""Refuse writes under maintenance."""

from django.http import HttpRequest, HttpResponseBase

from rulesbase.core.database.database_errors import SAFE
from rulesbase.core.maintenance import maintenance, refuse_writes
from rulesbase.core.negotiation import is_api
from rulesbase.web.error_pages import unavailable
from rulesbase.web.middleware_types import GetResponse


def maintenance_mode(get_response: GetResponse) -> GetResponse:
    """Return 503 for writes under maintenance; reads work."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        now = maintenance()
        if now is None:
            return get_response(request)
        # Some addresses of the API read by POST; their writes are refused by the database wrapper.
        if request.method not in SAFE and not is_api(request):
            return unavailable(request, now.retry_after)
        with refuse_writes() as refused:
            response = get_response(request)
        return unavailable(request, now.retry_after) if refused else response

    return middleware
