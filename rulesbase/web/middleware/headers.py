"""Security headers and the request id of all responses: pages, API, files, errors and health checks.

django-csp sets the content security policy of pages, Django the transport headers; here are the others.
"""

import re
import secrets

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from rulesbase.core.logging import request_id
from rulesbase.web.call_stack import with_large_stack
from rulesbase.web.middleware_types import GetResponse

# Ids accepted from a proxy: none that could forge or flood the log.
_VALID_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")
# Browser features that no page of ours uses; injected code cannot use them either.
_UNUSED = """accelerometer autoplay bluetooth browsing-topics camera display-capture encrypted-media fullscreen
geolocation gyroscope hid idle-detection magnetometer microphone midi payment picture-in-picture
publickey-credentials-get screen-wake-lock serial usb web-share xr-spatial-tracking""".split()
PERMISSIONS = ", ".join(f"{name}=()" for name in _UNUSED)
EVERYWHERE = {
    "Permissions-Policy": PERMISSIONS,
    # Other sites cannot embed our pages, pictures or scripts. Reading the API by CORS is not affected.
    "Cross-Origin-Resource-Policy": "same-origin",
    # Together they isolate our windows in their own process; we load nothing from other sites.
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "X-Content-Type-Options": "nosniff",
    # For files and redirects; pages have their own.
    "Content-Security-Policy": "default-src 'none'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
}


def safe_headers(get_response: GetResponse) -> GetResponse:
    """Give each request an id, and set the headers of EVERYWHERE that the response does not have, except a 304.

    Remove the body of responses to HEAD; the server would drop it and log a warning.
    """

    # The first of all middleware: every page is made below it.
    @with_large_stack
    def middleware(request: HttpRequest) -> HttpResponseBase:
        given = request.META.get("HTTP_X_REQUEST_ID", "")
        number = given if _VALID_ID.fullmatch(given) else secrets.token_hex(8)
        token = request_id.set(number)
        try:
            response = get_response(request)
        finally:
            request_id.reset(token)
        if request.method == "HEAD" and isinstance(response, HttpResponse):
            response.content = b""
        response.headers["X-Request-ID"] = number
        # Browsers store the headers of a 304 with the page that they have; those of files would break it.
        missing = {} if response.status_code == 304 else EVERYWHERE
        for name, value in missing.items():
            # In development django-csp sets no policy for error pages, and the one for files would block their styles.
            if not (settings.DEBUG and response.status_code in (404, 500) and name == "Content-Security-Policy"):
                response.headers.setdefault(name, value)
        return response

    return middleware
