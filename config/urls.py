"""Mounts the pages: reading and account under their language, the rest at one address for all languages."""

from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import include, path

from rulesbase.views.accounts import display

urlpatterns = [
    path("admin/", include("config.admin")),
    path("admin/", admin.site.urls),
    path("display/", display, name="display"),
    path("api/v1/", include("config.api_urls")),
    path("downloads/", include("rulesbase.downloads_urls")),
    path("", include("rulesbase.root_urls")),
    *i18n_patterns(
        path("", include("rulesbase.urls")),
        path("", include("cards.urls")),
        prefix_default_language=False,
    ),
]

handler400 = "config.errors.bad_request"
handler500 = "config.errors.server_error"
