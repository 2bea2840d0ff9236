"""Addresses of feeds and of what people watch, in each interface language."""

from django.urls import path

from rulesbase.feeds import views as feeds_views
from rulesbase.watches import views as watches_views

urlpatterns = [
    path("feeds/", feeds_views.feeds, name="feeds"),
    path("feeds/versions/", feeds_views.versions, name="feed_versions"),
    path("feeds/rule/<str:named>/", feeds_views.rule, name="feed_rule"),
    path("feeds/search/", feeds_views.search, name="feed_search"),
    path("feeds/translations/<str:language>/", feeds_views.translations, name="feed_translations"),
    path("account/watches/", watches_views.watches, name="watches"),
    path("account/watches/add/", watches_views.add, name="watch"),
    path("account/watches/remove/", watches_views.remove, name="unwatch"),
    path("account/watches/mails/<str:public_id>/", watches_views.digest, name="digest"),
    path("account/unsubscribe/<str:token>/", watches_views.unsubscribe, name="unsubscribe"),
]
