"""Cache-Control for nginx and content delivery networks: pages of anonymous readers are shared for five seconds.

A page is shared only if it looks the same for everybody: it sets no cookie, has no form token and depends on no cookie.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

from rulesbase.web.cache.pages import is_anonymous_read

View = Callable[[HttpRequest], HttpResponseBase]

# nginx counts whole seconds, so it stores a page up to one second too long. One more second is for the network.
_SECONDS, _NGINX_SECONDS = 5, 3
# What the middleware of sessions sets where no view says otherwise.
_DEFAULT = "no-cache"
_KINDS = ("text/html", "application/atom+xml")


def shared_caching(get_response: View) -> View:
    """Allow shared caches to keep what every reader sees."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if _is_for_everybody(request, response):
            response.headers["Cache-Control"] = f"public, max-age=0, must-revalidate, s-maxage={_SECONDS}"
            response.headers["X-Accel-Expires"] = str(_NGINX_SECONDS)
        return response

    return middleware


def _is_for_everybody(request: HttpRequest, response: HttpResponseBase) -> bool:
    return (
        is_anonymous_read(request)
        and response.status_code == 200
        and response.headers.get("Cache-Control", "") == _DEFAULT
        and response.headers.get("Content-Type", "").startswith(_KINDS)
        and "cookie" not in response.headers.get("Vary", "").lower()
        and not response.cookies
    )
