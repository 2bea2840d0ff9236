"""Addresses below `/documents/<document>/`: the pages of the Comprehensive Rules, for another document.

While a page of a document is rendered, `reverse` gives the addresses of that document for the names of these routes.
Names that are not listed here give the same address as on pages of the rules.
"""

from functools import cache
from typing import Any

from django.conf.urls.i18n import i18n_patterns
from django.urls import URLPattern, URLResolver, include, path

from config import urls as root
from rulesbase.api import urls as api_urls
from rulesbase.documents import views as documents_views
from rulesbase.downloads import views as downloads_views
from rulesbase.history import views as history_views
from rulesbase.reading.views import archive, rules
from rulesbase.urls import pages_of_document, pages_of_number

_pages: list[URLPattern | URLResolver] = [
    path("", rules.latest, name="rules_latest"),
    *pages_of_document,
    path("history/<str:public_id>/now/", rules.rule_now, name="rule_now"),
    path("history/<str:public_id>/", history_views.rule_history, name="rule_history"),
    path("downloads/<str:date>/<str:language>/<str:format>", downloads_views.edition, name="download"),
    path("sources/<int:pk>/", archive.source, name="source"),
    path("sources/<int:pk>/file", archive.source_file, name="source-file"),
    path("editions/<str:date>/<str:language>/", archive.edition, name="edition"),
    path("<str:date>/", rules.contents, name="contents"),
    path("<str:date>/front/", rules.introduction, name="introduction"),
    path("<str:date>/references/", documents_views.references, name="references"),
    path("<str:date>/terms/", documents_views.terms, name="old_terms"),
    path("<str:date>/terms/correct/", documents_views.correct, name="correct_term"),
    path("<str:date>/credits/", rules.credits, name="credits"),
    path("<str:date>/<str:number>/", include(pages_of_number)),
]


class _Urls:
    """A URL configuration for `request.urlconf`."""

    handler400, handler500 = root.handler400, root.handler500

    def __init__(self, document: str) -> None:
        pages = i18n_patterns(path(f"documents/{document}/", include(_pages)), prefix_default_language=False)
        api = path(f"api/v1/documents/{document}/", include(api_urls.reading))
        # `reverse` takes the last of two routes with one name, so the API comes last. It also comes first, because the
        # API of the rules ends with a catch-all route.
        self.urlpatterns: list[Any] = [api, *root.urlpatterns, *pages, api]


@cache
def urlconf_of(document: str) -> _Urls:
    """Return the URL configuration of a document."""
    return _Urls(document)
