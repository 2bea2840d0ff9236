"""Addresses of the desk's tools below /curate/: agreed terms, and exchange files."""

from django.urls import path

from rulesbase.views import exchange, terms

urlpatterns = [
    path("terms/<str:language>/", terms.desk_terms, name="desk_terms"),
    path("terms/<str:language>/grow/", terms.desk_terms_grow, name="desk_terms_grow"),
    path("terms/<str:language>/<int:pk>/", terms.desk_term, name="desk_term"),
    path("<str:language>/exchange/", exchange.desk_exchange, name="desk_exchange"),
    path("<str:language>/exchange/<str:kind>/", exchange.desk_exchange_file, name="desk_exchange_file"),
]
