"""Addresses of the files to take away: one for all languages of the interface."""

from django.urls import path

from rulesbase.views import downloads

urlpatterns = [
    path("archive", downloads.archive, name="download-archive"),
    path("files/<str:digest>/<str:name>", downloads.file, name="download-file"),
    path("<str:date>/<str:language>/<str:format>", downloads.edition, name="download"),
]
