"""Addresses of what works without network, in each interface language."""

from django.urls import path

from rulesbase.views import offline

urlpatterns = [
    path("offline/", offline.offline, name="offline"),
    path("offline/pages.json", offline.pages, name="offline_pages"),
    path("offline/names", offline.names, name="offline_names"),
    path("manifest.webmanifest", offline.manifest, name="manifest"),
]
