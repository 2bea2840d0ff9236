"""URLs of the API on rules."""

from django.urls import include, path

from rulesbase.api.views import changes, citations, entries, plain_text, rules, search, translations, versions

# Served for every document: below `/api/v1/` for the rules, below `/api/v1/documents/<document>/` for the others.
reading = [
    path("", rules.ApiRoot.as_view(), name="api-root"),
    path("versions/", versions.Versions.as_view(), name="api-versions"),
    path("versions/<str:date>/", versions.OneVersion.as_view(), name="api-version"),
    path("versions/<str:date>/text/", versions.WholeEdition.as_view(), name="api-text"),
    path("versions/<str:date>/tree/", entries.Tree.as_view(), name="api-tree"),
    path("versions/<str:date>/entries/", entries.Entries.as_view(), name="api-entries"),
    path("versions/<str:date>/entries/<str:number>/", entries.OneEntry.as_view(), name="api-entry"),
    path("versions/<str:date>/glossary/", entries.Glossary.as_view(), name="api-glossary"),
    path("versions/<str:date>/glossary/<str:slug>/", entries.GlossaryTerm.as_view(), name="api-term"),
    path(
        "versions/<str:date>/translations/<str:language>/",
        translations.Translations.as_view(),
        name="api-translations",
    ),
    path("editions/", versions.Editions.as_view(), name="api-editions"),
    path("editions/<str:date>/<str:language>/", versions.OneEdition.as_view(), name="api-edition"),
    path("rules/", rules.Rules.as_view(), name="api-rules"),
    path("rules/<str:rule>/", rules.Lineage.as_view(), name="api-rule"),
    path("changes/<str:a>/<str:b>/", changes.Changes.as_view(), name="api-changes"),
    path("citations/", citations.Citations.as_view(), name="api-citations"),
    path("citations/<str:cited>/", citations.OneCitation.as_view(), name="api-citation"),
    path("wordings/<str:digest>/", rules.OneWording.as_view(), name="api-wording"),
    path("search/", search.Search.as_view(), name="api-search"),
    path("search/through/", search.SearchAllVersions.as_view(), name="api-search-through"),
    path("rule/<str:number>", plain_text.RuleLine.as_view(), name="api-rule-line"),
]

urlpatterns = [
    path("desk/", include("rulesbase.api.desk.urls")),
    path("documents/", rules.Documents.as_view(), name="api-documents"),
    *reading,
]
