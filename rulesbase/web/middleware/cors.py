"""CORS of the API: every web page may read it, none may use the desk; cookies are ignored."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase

from rulesbase.web.middleware_types import GetResponse

# Browsers may cache the answer to a preflight for a day.
_PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS, POST",
    "Access-Control-Allow-Headers": "Accept, Accept-Language, Content-Type, If-None-Match",
    "Access-Control-Max-Age": "86400",
    "Allow": "GET, HEAD, OPTIONS, POST",
}
_EXPOSED = "Content-Language, ETag, Link, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After"


def with_cors(request: HttpRequest, get_response: GetResponse) -> HttpResponseBase:
    """Set the CORS headers of a response, and answer preflights, which no rate limit counts."""
    is_preflight = request.method == "OPTIONS" and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in request.META
    response = HttpResponse(status=204, headers=_PREFLIGHT) if is_preflight else get_response(request)
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Access-Control-Expose-Headers"] = _EXPOSED
    return response
