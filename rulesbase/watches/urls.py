"""Addresses of what people watch, in each interface language."""

from django.urls import path

from rulesbase.watches import views as watches_views

urlpatterns = [
    path("account/watches/", watches_views.watches, name="watches"),
    path("account/watches/add/", watches_views.add, name="watch"),
    path("account/watches/remove/", watches_views.remove, name="unwatch"),
    path("account/watches/mails/<str:public_id>/", watches_views.digest, name="digest"),
    path("account/unsubscribe/<str:token>/", watches_views.unsubscribe, name="unsubscribe"),
]
