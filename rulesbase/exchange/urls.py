"""Addresses of exchange files, below /curate/."""

from django.urls import path

from rulesbase.exchange import views

urlpatterns = [
    path("<str:language>/exchange/", views.desk_exchange, name="desk_exchange"),
    path("<str:language>/exchange/<str:kind>/", views.desk_exchange_file, name="desk_exchange_file"),
]
