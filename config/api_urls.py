"""URLs of the API of both apps, at /api/v1/."""

from django.urls import include, path, re_path
from django.views.decorators.csrf import csrf_exempt

from rulesbase.api import docs_page
from rulesbase.api.views.unknown_address import unknown_address

urlpatterns = [
    path("", include("rulesbase.api.urls")),
    path("", include("cards.api.urls")),
    path("schema/", docs_page.schema, name="api-schema"),
    path("docs/", docs_page.docs, name="api-docs"),
    path("docs/other-apis/", docs_page.other_apis, name="api-other-apis"),
    # Unknown addresses get a 404 in the API's error format.
    re_path(r"^(?P<rest>.*)$", csrf_exempt(unknown_address), name="api-nowhere"),
]
