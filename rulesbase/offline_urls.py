"""Addresses of what works without network, in each interface language."""

from django.urls import path

from rulesbase.views import offline

urlpatterns = [
    path("offline/", offline.offline, name="offline"),
    path("offline/portions.json", offline.portions, name="offline_portions"),
    path("offline/portions/<slug:name>", offline.portion, name="offline_portion"),
    path("manifest.webmanifest", offline.manifest, name="manifest"),
]
