"""CORS of the API: every web page may read it, none may use the desk; cookies are ignored."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase

from rulesbase.web.middleware_types import GetResponse

_EXPOSED = "Content-Language, ETag, Link, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After"


def _preflight() -> HttpResponse:
    """Answer the CORS preflight; browsers may cache it for a day."""
    response = HttpResponse(status=204)
    response.headers["Access-Control-Allow-Methods"] = "GET, HEAD, OPTIONS, POST"
    response.headers["Access-Control-Allow-Headers"] = "Accept, Accept-Language, Content-Type, If-None-Match"
    response.headers["Access-Control-Max-Age"] = "86400"
    response.headers["Allow"] = "GET, HEAD, OPTIONS, POST"
    return response


def with_cors(request: HttpRequest, get_response: GetResponse) -> HttpResponseBase:
    """Set the CORS headers of a response, and answer preflights, which no rate limit counts."""
    is_preflight = request.method == "OPTIONS" and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in request.META
    response = _preflight() if is_preflight else get_response(request)
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Access-Control-Expose-Headers"] = _EXPOSED
    return response
