"""The view of a rule as one line of plain text, for bots."""

from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from rulesbase.api.base import Api
from rulesbase.api.plain_data import translation_data
from rulesbase.api.query_params import OF_VERSION
from rulesbase.api.serializers import LineSerializer
from rulesbase.api.views.entries import NUMBER, find_entry
from rulesbase.api.views.versions import ONE_LANGUAGE
from rulesbase.core.document_urls import entry_url
from rulesbase.reading.parallel_html import state_label
from rulesbase.translations.freshness_types import DOUBTED, Freshness


class PlainLineRenderer(BaseRenderer):
    """Render the field ``line`` of a response as plain text."""

    media_type = "text/plain"
    format = "txt"
    charset = "utf-8"

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        """Return the line with a line feed; nothing if there is no content."""
        return f"{data['line']}\n".encode() if data else b""


def one_line(text: str) -> str:
    """Return a text in one line."""
    return " ".join(text.split())


class RuleLine(Api):
    """A rule as one line of plain text, for chat bots; JSON if Accept asks for it."""

    response_serializer, path_params, sparse, plain, tag = LineSerializer, NUMBER, False, True, "bots"
    renderer_classes = (PlainLineRenderer, JSONRenderer)
    params = OF_VERSION | ONE_LANGUAGE

    def get(self, request: Request, number: str) -> Response:
        version = self.versions.find(self.query_values["version"])
        text, entry, others = find_entry(self, version, number)
        language, note = text.language, ""
        heading, words = entry.wording.heading, entry.wording.text
        if others:
            # The wanted language has no edition: a translation of another version, or English.
            data = translation_data(version, others[0], entry)
            note = ", " + _("not translated")
            if data.get("heading") or data["text"]:
                language, heading, words = others[0], data["heading"], data["text"]
                faults = [data["freshness"], *([DOUBTED] if data["doubts"] else ())]
                note = "".join(f", {state_label(fault)}" for fault in faults if fault != Freshness.EXACT)
        self.text_language = language
        line = f"{entry.number} ({version}{note}) " + one_line(f"{heading} {words}")
        with translation.override(settings.LANGUAGE_CODE):
            url = request._request.build_absolute_uri(entry_url(version, entry.number))
        return self.one(
            {"version": str(version), "language": language, "number": entry.number, "line": line, "url": url}
        )
