"""Addresses that stand at the root, the same for all languages: browsers and search engines look for them there."""

from django.urls import path

from rulesbase.views import offline, sitemaps

urlpatterns = [
    path("sw.js", offline.worker, name="worker"),
    path("robots.txt", sitemaps.robots, name="robots"),
    path("sitemap.xml", sitemaps.index, name="sitemap"),
    path("sitemap-<slug:name>.xml", sitemaps.part, name="sitemap_part"),
]
