"""URLs of the desk below /curate/: a language, then the public id of a Rule."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from rulesbase.desk.views import bulk, editor, history, lists, queues, statistics
from rulesbase.engine.languages import CODE_PATTERN


class LanguageCode(StringConverter):
    """A language code; no other path below /curate/ is as short."""

    regex = CODE_PATTERN


class PublicId(StringConverter):
    """The public id of a Rule: eight letters and digits without vowels, so that it is never a word."""

    regex = "[b-df-hj-np-tv-z2-9]{8}"


register_converter(LanguageCode, "language")
register_converter(PublicId, "rule")

urlpatterns = [
    path("", queues.desk, name="desk"),
    path("<language:language>/", queues.queue, name="desk_queue"),
    path("<language:language>/next/", queues.next_in_queue, name="desk_next"),
    path("<language:language>/list/", lists.listed, name="desk_list"),
    path("<language:language>/statistics/", statistics.statistics, name="desk_statistics"),
    path("<language:language>/replace/", bulk.replace, name="desk_replace"),
    path("<language:language>/at/<str:date>/<str:number>/", editor.at_number, name="desk_at"),
    path("<language:language>/log/", history.log, name="desk_log"),
    path("<language:language>/bulk/", bulk.bulk, name="desk_bulk"),
    path("<language:language>/bulk/<str:number>/take-back/", bulk.batch, name="desk_batch"),
    path("<language:language>/<rule:public_id>/", editor.edit, name="desk_edit"),
    path("<language:language>/<rule:public_id>/draft/", editor.draft, name="desk_draft"),
    path("<language:language>/<rule:public_id>/checks/", editor.checks, name="desk_checks"),
    path("<language:language>/<rule:public_id>/history/", history.history, name="desk_history"),
]
