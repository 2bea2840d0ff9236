"""Addresses of the pages that exist in each interface language."""

from django.urls import URLPattern, URLResolver, include, path

from rulesbase.accounts.views import account, api_tokens, password, second_factor, sign_in, sign_up
from rulesbase.citations import views as citations_views
from rulesbase.compare import views as compare_views
from rulesbase.desk.terminology import views as terminology_views
from rulesbase.desk.views import coverage as desk_coverage
from rulesbase.desk.views import report_translation
from rulesbase.documents import views as documents_views
from rulesbase.downloads import views as downloads_views
from rulesbase.exchange import views as exchange_views
from rulesbase.feeds import views as feeds_views
from rulesbase.history import views as history_views
from rulesbase.impact import views as impact_views
from rulesbase.imports import views as imports_views
from rulesbase.lineage import views as lineage_views
from rulesbase.operations import views as operations_views
from rulesbase.reading.views import archive, english_changes, glossary, rules
from rulesbase.search import views as search_views
from rulesbase.site import views as site_views

# These pages exist for each document. The other ones have them below `/documents/<document>/`, see `documents.urls`.
pages_of_document: list[URLPattern | URLResolver] = [
    path("go/", rules.go, name="go"),
    path("search/", search_views.search, name="search"),
    path("feeds/", feeds_views.feeds, name="feeds"),
    path("feeds/versions/", feeds_views.versions, name="feed_versions"),
    path("feeds/rule/<str:named>/", feeds_views.rule, name="feed_rule"),
    path("feeds/search/", feeds_views.search, name="feed_search"),
    path("cite/", citations_views.cite, name="cite"),
    path("cite/<str:cited>", citations_views.citation, name="citation"),
    path("compare/", compare_views.compare_form, name="compare_form"),
    path("compare/<str:a>/<str:b>/", compare_views.compare, name="compare"),
    path("downloads/<str:date>/", downloads_views.version, name="downloads-version"),
    path("curate/", include("rulesbase.desk.urls")),
]
# Below the date of a version and a number.
pages_of_number = [
    path("", rules.place, name="place"),
    path("preview/", rules.preview, name="preview"),
    path("since/<str:language>/", english_changes.since, name="since"),
    path("report/<str:language>/", report_translation.report_translation, name="report_translation"),
    path("history/", history_views.history_at, name="history_at"),
]
urlpatterns = [
    path("", site_views.home, name="home"),
    path("versions/", site_views.versions, name="versions"),
    path("search/suggest/", search_views.suggest, name="search_suggest"),
    path("archive/", archive.archive, name="archive"),
    path("archive/heat/", history_views.heat, name="heat"),
    path("archive/sources/<int:pk>/", archive.source, name="source"),
    path("archive/sources/<int:pk>/file", archive.source_file, name="source-file"),
    path("archive/<str:date>/<str:language>/", archive.edition, name="edition"),
    path("downloads/", downloads_views.index, name="downloads"),
    path("account/", account.account, name="account"),
    path("account/sign-in/", sign_in.sign_in, name="sign-in"),
    path("account/sign-out/", sign_in.sign_out, name="sign-out"),
    path("account/password/", password.password, name="password"),
    path("account/sign-up/", sign_up.sign_up, name="sign-up"),
    path("account/sign-up/<str:token>/", sign_up.join, name="join"),
    path("account/reset/", password.reset, name="reset"),
    path("account/reset/<str:account>/<str:token>/", password.reset_password, name="reset-password"),
    path("account/address/", account.address, name="address"),
    path("account/address/<str:token>/", account.confirm_address, name="confirm-address"),
    path("account/desk-mails/", account.desk_mails, name="desk-mails"),
    path("account/sessions/", account.sessions, name="sessions"),
    path("account/sessions/end/", account.sessions_end, name="sessions-end"),
    path("account/sessions/<int:pk>/end/", account.session_end, name="session-end"),
    path("account/tokens/", api_tokens.tokens, name="tokens"),
    path("account/tokens/<int:pk>/revoke/", api_tokens.token_revoke, name="token-revoke"),
    path("account/export/", account.export, name="export"),
    path("account/delete/", account.delete, name="delete"),
    path("account/second-factor/", second_factor.second_factor, name="second-factor"),
    path("account/second-factor/picture.svg", second_factor.second_factor_picture, name="second-factor-picture"),
    path("account/second-factor/codes/", second_factor.backup_codes, name="backup-codes"),
    path("", include("rulesbase.watches.urls")),
    path("rules/", rules.latest, name="rules_latest"),
    path("rules/<str:date>/", rules.contents, name="contents"),
    path("rules/<str:date>/introduction/", rules.introduction, name="introduction"),
    path("rules/<str:date>/credits/", rules.credits, name="credits"),
    path("rules/<str:date>/<str:number>/", include(pages_of_number)),
    path("glossary/<str:date>/<str:number>/since/<str:language>/", english_changes.term_since, name="term_since"),
    path("glossary/", rules.latest, {"page": "glossary"}, name="glossary_latest"),
    path("glossary/<str:date>/", glossary.glossary, name="glossary"),
    path("glossary/<str:date>/<str:slug>/", glossary.term, name="term"),
    path("glossary/<str:date>/<str:number>/preview/", rules.preview, name="term_preview"),
    path("translations/", desk_coverage.coverage, name="coverage"),
    path("help/marks/", site_views.marks, name="help_marks"),
    path("", include("rulesbase.offline.urls")),
    path("", include("rulesbase.study.urls")),
    path("", include("rulesbase.annotations.urls")),
    path("documents/", documents_views.index, name="documents"),
    path("glossary/<str:date>/<str:number>/history/", history_views.history_at, name="term_history_at"),
    path("rule/<str:public_id>/now/", rules.rule_now, name="rule_now"),
    path("rule/<str:public_id>/", history_views.rule_history, name="rule_history"),
    path("curate/status/", operations_views.status, name="curate_status"),
    path("curate/lineage/", lineage_views.lineage, name="curate_lineage"),
    path("curate/lineage/<int:pk>/withdraw/", lineage_views.lineage_withdraw, name="curate_lineage_withdraw"),
    path("curate/import/", imports_views.start, name="curate_import"),
    path("curate/import/<int:pk>/", imports_views.look, name="curate_import_preview"),
    path("curate/import/report/<int:pk>/", imports_views.report, name="curate_import_report"),
    path("curate/import/report/<int:pk>/undo/", imports_views.undo, name="curate_import_undo"),
    path("curate/questions/", include("rulesbase.study.authored.urls")),
    path("curate/terms/<str:language>/", terminology_views.desk_terms, name="desk_terms"),
    path("curate/terms/<str:language>/grow/", terminology_views.desk_terms_grow, name="desk_terms_grow"),
    path("curate/terms/<str:language>/<int:pk>/", terminology_views.desk_term, name="desk_term"),
    path("curate/<str:language>/exchange/", exchange_views.desk_exchange, name="desk_exchange"),
    path("curate/<str:language>/exchange/<str:kind>/", exchange_views.desk_exchange_file, name="desk_exchange_file"),
    path("compare/<str:a>/<str:b>/impact/", impact_views.impact, name="impact"),
    path("rule/<str:public_id>/impact/", impact_views.rule_impact, name="rule_impact"),
    path("", include(pages_of_document)),
    path("feeds/translations/<str:language>/", feeds_views.translations, name="feed_translations"),
    path("feeds/impact/", impact_views.feed, name="feed_impact"),
]
