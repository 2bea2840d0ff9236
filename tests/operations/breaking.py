"""The addresses of the site, and pages that break."""

from typing import NoReturn

from django.conf.urls.i18n import i18n_patterns
from django.db import OperationalError
from django.http import HttpRequest
from django.urls import path

from config import urls

handler400, handler500 = urls.handler400, urls.handler500


def broken(request: HttpRequest, kind: str) -> NoReturn:
    """Break, as a program does or as without its database."""
    raise OperationalError("gone") if kind == "database" else ValueError("no")


urlpatterns = [
    path("api/broken/<str:kind>/", broken),
    *i18n_patterns(path("broken/<str:kind>/", broken), prefix_default_language=False),
    *urls.urlpatterns,
]
