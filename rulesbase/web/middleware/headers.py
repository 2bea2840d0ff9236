"""Give every answer its headers, whatever made it: pages, the API, files, errors, and the doors for machines.

The content policy of pages is django-csp's, transport and sniffing Django's own; here is what neither knows.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

from rulesbase.core.request_id import accepted_id, request_scope

View = Callable[[HttpRequest], HttpResponseBase]

# What no page of ours asks a browser for, so that nothing that slips into one can.
_UNUSED = """accelerometer autoplay bluetooth browsing-topics camera display-capture encrypted-media fullscreen
geolocation gyroscope hid idle-detection magnetometer microphone midi payment picture-in-picture
publickey-credentials-get screen-wake-lock serial usb web-share xr-spatial-tracking""".split()
PERMISSIONS = ", ".join(f"{name}=()" for name in _UNUSED)
EVERYWHERE = {
    "Permissions-Policy": PERMISSIONS,
    # Nobody puts a page, a picture or a script of ours into a page of theirs. Reading the API from other pages is
    # CORS, which this does not touch.
    "Cross-Origin-Resource-Policy": "same-origin",
    # The two together keep each window of ours in a process of its own: nothing of ours is loaded from elsewhere.
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "X-Content-Type-Options": "nosniff",
    # Of files and redirects; pages bring their own.
    "Content-Security-Policy": "default-src 'none'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
}


def safe_headers(get_response: View) -> View:
    """Number each request, and set the headers of EVERYWHERE where nothing nearer the page has said otherwise."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        # By what a proxy says, where that is sane, else anew.
        number = accepted_id(request.META.get("HTTP_X_REQUEST_ID", ""))
        with request_scope(number):
            response = get_response(request)
        response.headers["X-Request-ID"] = number
        for name, value in EVERYWHERE.items():
            response.headers.setdefault(name, value)
        return response

    return middleware
