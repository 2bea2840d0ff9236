"""Security headers and the request id for all responses: pages, API, files, errors and health checks.

django-csp sets the content security policy of pages, Django the transport headers; here are the others.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

from rulesbase.core.request_id import accepted_id, request_scope

View = Callable[[HttpRequest], HttpResponseBase]

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


def safe_headers(get_response: View) -> View:
    """Give each request an id, and set the headers of EVERYWHERE that the response does not have."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        number = accepted_id(request.META.get("HTTP_X_REQUEST_ID", ""))
        with request_scope(number):
            response = get_response(request)
        response.headers["X-Request-ID"] = number
        for name, value in EVERYWHERE.items():
            response.headers.setdefault(name, value)
        return response

    return middleware
