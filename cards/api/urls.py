"""Addresses of the API on cards and names."""

from django.urls import path

from cards.api import cards, names, ruling_links

urlpatterns = [
    path("desk/ties/", ruling_links.DeskRulingLinks.as_view(), name="api-desk-ties"),
    path("desk/ties/<int:key>/withdraw/", ruling_links.DeskRulingLinkRemove.as_view(), name="api-desk-tie-withdraw"),
    path("cards/", cards.Cards.as_view(), name="api-cards"),
    path("cards/<str:card>/", cards.OneCard.as_view(), name="api-card"),
    path("cards/<str:card>/rulings/", cards.CardRulings.as_view(), name="api-card-rulings"),
    path("rulings/", cards.Rulings.as_view(), name="api-rulings"),
    path("names/", names.Names.as_view(), name="api-names"),
    path("card/fuzzy", names.FuzzyCard.as_view(), name="api-fuzzy"),
]
