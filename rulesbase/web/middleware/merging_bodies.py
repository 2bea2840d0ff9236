"""What is sent is weighed before anybody reads it: forms that nobody needs as heavy are refused by their length.

Django reads a form, and keeps its files on the disk, before it asks for the CSRF token; so without this anybody could
fill the disk through any address. Pages that take files say how heavy these may be (`rulesbase.web.middleware.upload_limits`, as
``heaviest``), addresses of the API by the body that they describe.
"""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from rulesbase.core.error_pages import too_heavy

# Beside what Django allows for fields: the boundaries of the form.
_FRAME = 100_000


class WeighedBodies:
    """Refuse what is heavier than its page takes. Stands before the middleware that reads forms."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Nothing: only the page that is asked for can say what it takes."""
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: object, kwargs: object
    ) -> HttpResponseBase | None:
        """Answer in the place of the page where too much is sent."""
        del args, kwargs
        # A page with a limit of its own answers in its own words, and so does the API.
        theirs = hasattr(view, "heaviest") or request.path_info.startswith("/api/")
        if request.method in ("GET", "HEAD") or theirs:
            return None
        weight = request.META.get("CONTENT_LENGTH") or "0"
        most = (settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0) + _FRAME
        return too_heavy(request) if weight.isdecimal() and int(weight) > most else None
