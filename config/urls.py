"""Root URLs: reading and account pages below the language prefix, the rest at one address for all languages."""

from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import include, path

from rulesbase.accounts.views.display import display

urlpatterns = [
    path("admin/", include("rulesbase.accounts.admin_site")),
    path("admin/", admin.site.urls),
    path("display/", display, name="display"),
    path("api/v1/", include("config.api_urls")),
    path("downloads/", include("rulesbase.downloads.urls")),
    path("", include("config.unprefixed_urls")),
    *i18n_patterns(
        path("", include("rulesbase.urls")),
        path("", include("cards.urls")),
        prefix_default_language=False,
    ),
]

handler400 = "rulesbase.web.error_pages.bad_request"
handler500 = "rulesbase.web.error_pages.server_error"
