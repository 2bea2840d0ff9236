"""URLs of the offline pages, in each interface language."""

from django.urls import path

from rulesbase.offline import views as offline_views

urlpatterns = [
    path("offline/", offline_views.offline, name="offline"),
    path("offline/pages.json", offline_views.pages, name="offline_pages"),
    path("offline/names", offline_views.names, name="offline_names"),
    path("manifest.webmanifest", offline_views.manifest, name="manifest"),
]
