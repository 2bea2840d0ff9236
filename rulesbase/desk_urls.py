"""Addresses of the desk below /curate/: a language, and within it the public id of a Rule."""

from django.urls import path, register_converter

from rulesbase.views import desk, desk_editing


class LanguageCode:
    """A language; nothing else that begins an address below /curate/ is as short."""

    regex = "[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})?"

    def to_python(self, value: str) -> str:
        """Take it as it stands."""
        return value

    def to_url(self, value: str) -> str:
        """Write it as it is."""
        return value


class PublicId(LanguageCode):
    """The id of a Rule: eight letters and figures without vowels, so that no word is one."""

    regex = "[b-df-hj-np-tv-z2-9]{8}"


register_converter(LanguageCode, "language")
register_converter(PublicId, "rule")

urlpatterns = [
    path("", desk.desk, name="desk"),
    path("<language:language>/", desk.queue, name="desk_queue"),
    path("<language:language>/next/", desk.next_in_queue, name="desk_next"),
    path("<language:language>/log/", desk.log, name="desk_log"),
    path("<language:language>/bulk/", desk.bulk, name="desk_bulk"),
    path("<language:language>/bulk/<str:number>/take-back/", desk.batch, name="desk_batch"),
    path("<language:language>/<rule:public_id>/", desk_editing.edit, name="desk_edit"),
    path("<language:language>/<rule:public_id>/draft/", desk_editing.draft, name="desk_draft"),
    path("<language:language>/<rule:public_id>/checks/", desk_editing.checks, name="desk_checks"),
    path("<language:language>/<rule:public_id>/history/", desk.history, name="desk_history"),
]
