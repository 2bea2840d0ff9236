"""Addresses of the desk's tools below /curate/: agreed terms, and exchange files."""

from django.urls import path

from rulesbase.desk.terminology import views as terminology_views
from rulesbase.exchange import views as exchange_views

urlpatterns = [
    path("terms/<str:language>/", terminology_views.desk_terms, name="desk_terms"),
    path("terms/<str:language>/grow/", terminology_views.desk_terms_grow, name="desk_terms_grow"),
    path("terms/<str:language>/<int:pk>/", terminology_views.desk_term, name="desk_term"),
    path("<str:language>/exchange/", exchange_views.desk_exchange, name="desk_exchange"),
    path("<str:language>/exchange/<str:kind>/", exchange_views.desk_exchange_file, name="desk_exchange_file"),
]
