"""Refuse writes under maintenance."""

from django.http import HttpRequest, HttpResponseBase

from rulesbase.core.database.database_errors import SAFE
from rulesbase.core.maintenance import maintenance, refuse_writes
from rulesbase.web.error_pages import unavailable
from rulesbase.web.middleware_types import GetResponse

# API addresses that read by POST; writes behind them are refused by the database wrapper.
_BY_POST = "/api/"


def maintenance_mode(get_response: GetResponse) -> GetResponse:
    """Return 503 for writes under maintenance; reads work."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        now = maintenance()
        if now is None:
            return get_response(request)
        if request.method not in SAFE and not request.path_info.startswith(_BY_POST):
            return unavailable(request, now.retry_after)
        with refuse_writes() as refused:
            response = get_response(request)
        return unavailable(request, now.retry_after) if refused else response

    return middleware
