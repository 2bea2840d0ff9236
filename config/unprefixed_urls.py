"""URLs without a language prefix: the service worker, robots.txt and the sitemap."""

from django.urls import path

from rulesbase.citations import views as citations_views
from rulesbase.offline import views as offline_views
from rulesbase.site import robots_txt, sitemap_views

urlpatterns = [
    path("sw.js", offline_views.worker, name="worker"),
    path("embed/citations.js", citations_views.embed_script, name="embed_script"),
    path("robots.txt", robots_txt.robots, name="robots"),
    path("sitemap.xml", sitemap_views.index, name="sitemap"),
    path("sitemap-<slug:name>.xml", sitemap_views.part, name="sitemap_part"),
]
