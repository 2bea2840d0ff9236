"""Addresses of feeds and of what people watch, in each interface language."""

from django.urls import path

from rulesbase.views import feeds, watching

urlpatterns = [
    path("feeds/", feeds.feeds, name="feeds"),
    path("feeds/versions/", feeds.versions, name="feed_versions"),
    path("feeds/rule/<str:named>/", feeds.rule, name="feed_rule"),
    path("feeds/card/<str:slug>/", feeds.card, name="feed_card"),
    path("feeds/search/", feeds.search, name="feed_search"),
    path("feeds/translations/<str:language>/", feeds.translations, name="feed_translations"),
    path("account/watches/", watching.watches, name="watches"),
    path("account/watches/add/", watching.add, name="watch"),
    path("account/watches/remove/", watching.remove, name="unwatch"),
    path("account/watches/mails/<str:public_id>/", watching.digest, name="digest"),
    path("account/unsubscribe/<str:token>/", watching.unsubscribe, name="unsubscribe"),
]
