"""Addresses of the agreed terms, below /curate/terms/."""

from django.urls import path

from rulesbase.desk.terminology import views

urlpatterns = [
    path("<str:language>/", views.desk_terms, name="desk_terms"),
    path("<str:language>/grow/", views.desk_terms_grow, name="desk_terms_grow"),
    path("<str:language>/<int:pk>/", views.desk_term, name="desk_term"),
]
