"""Addresses of the files to take away: one for all languages of the interface."""

from django.urls import path

from rulesbase.downloads import views as downloads_views

urlpatterns = [
    path("archive", downloads_views.archive, name="download-archive"),
    path("files/<str:digest>/<str:name>", downloads_views.file, name="download-file"),
    path("<str:date>/<str:language>/<str:format>", downloads_views.edition, name="download"),
]
