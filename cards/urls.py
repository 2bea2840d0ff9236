"""Addresses of cards and names, in each interface language."""

from django.urls import URLPattern, path

from cards.catalogue import views as catalogue_views
from cards.drills import views as drills_views
from cards.lookup import views as lookup_views
from cards.name_checker import views as name_checker_views
from cards.rulings import views as rulings_views

urlpatterns: list[URLPattern] = [
    path("cards/", catalogue_views.card_list, name="card_list"),
    path("cards/<str:slug>/", catalogue_views.card, name="card"),
    path("rule/<str:public_id>/rulings/", rulings_views.rule_rulings, name="rule_rulings"),
    path("curate/rulings/", rulings_views.link_ruling, name="curate_rulings"),
    path("curate/rulings/check/", rulings_views.check_links, name="curate_rulings_check"),
    path("curate/rulings/<int:pk>/withdraw/", rulings_views.remove_ruling_link, name="curate_rulings_withdraw"),
    path("feeds/card/<str:slug>/", rulings_views.card_rulings_feed, name="feed_card"),
    path("names/", name_checker_views.names, name="names"),
    path("names/suggest/", lookup_views.name_suggest, name="name_suggest"),
    path("study/names/", drills_views.drill, name="drill"),
]
