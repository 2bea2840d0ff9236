"""Addresses of the pages that exist in each interface language."""

from django.urls import path

from rulesbase.views import accounts, archive, compare, glossary, help, home, previews, reading, searching

urlpatterns = [
    path("", home.home, name="home"),
    path("search/", searching.search, name="search"),
    path("archive/", archive.archive, name="archive"),
    path("archive/sources/<int:pk>/", archive.source, name="source"),
    path("archive/sources/<int:pk>/file", archive.source_file, name="source-file"),
    path("archive/<str:date>/<str:language>/", archive.edition, name="edition"),
    path("account/", accounts.account, name="account"),
    path("account/sign-in/", accounts.sign_in, name="sign-in"),
    path("account/sign-out/", accounts.sign_out, name="sign-out"),
    path("account/password/", accounts.password, name="password"),
    path("account/second-factor/", accounts.second_factor, name="second-factor"),
    path("account/second-factor/picture.svg", accounts.second_factor_picture, name="second-factor-picture"),
    path("account/second-factor/codes/", accounts.backup_codes, name="backup-codes"),
    path("rules/", reading.rules_latest, name="rules_latest"),
    path("rules/<str:date>/", reading.contents, name="contents"),
    path("rules/<str:date>/introduction/", reading.introduction, name="introduction"),
    path("rules/<str:date>/credits/", reading.credits, name="credits"),
    path("rules/<str:date>/<str:number>/", reading.place, name="place"),
    path("rules/<str:date>/<str:number>/preview/", previews.preview, name="preview"),
    path("glossary/", glossary.glossary_latest, name="glossary_latest"),
    path("glossary/<str:date>/", glossary.glossary, name="glossary"),
    path("glossary/<str:date>/<str:slug>/", glossary.term, name="term"),
    path("glossary/<str:date>/<str:number>/preview/", previews.preview, name="term_preview"),
    path("help/marks/", help.marks, name="help_marks"),
    path("go/", reading.go, name="go"),
    path("compare/", compare.compare_form, name="compare_form"),
    path("compare/<str:a>/<str:b>/", compare.compare, name="compare"),
]
