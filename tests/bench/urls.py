"""The addresses of Rulesbase and an empty view, the yardstick of all pages."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from config.urls import urlpatterns as ours


def empty(request: HttpRequest) -> HttpResponse:
    """Answer with two bytes. Plain text is never kept, so the whole stack runs each time."""
    return HttpResponse(b"ok", content_type="text/plain", headers={"Content-Length": "2"})


urlpatterns = [path("bench/empty/", empty), *ours]
