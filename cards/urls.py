"""Addresses of cards and names, in each interface language."""

from django.urls import URLPattern, path

from cards.views import cards, drilling, names, rulings, suggesting

urlpatterns: list[URLPattern] = [
    path("cards/", cards.card_list, name="card_list"),
    path("cards/<str:slug>/", cards.card, name="card"),
    path("rule/<str:public_id>/rulings/", rulings.rule_rulings, name="rule_rulings"),
    path("curate/rulings/", rulings.tie_ruling, name="curate_rulings"),
    path("curate/rulings/<int:pk>/withdraw/", rulings.tie_withdraw, name="curate_rulings_withdraw"),
    path("names/", names.names, name="names"),
    path("names/suggest/", suggesting.name_suggest, name="name_suggest"),
    path("study/names/", drilling.drill, name="drill"),
]
