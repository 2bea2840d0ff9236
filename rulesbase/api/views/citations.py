"""Views of the API on citations: one by its address, some as query parameters, many as a batch."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import DateField

from rulesbase.api.base import Api
from rulesbase.api.plain_data import cited_texts, meaning_data
from rulesbase.api.problems import not_found
from rulesbase.api.query_params import (
    LONGEST,
    VERSION,
    Fields,
    PatternField,
    StrictBooleanField,
    StrictTextField,
    ValuesField,
)
from rulesbase.api.request_body import body
from rulesbase.api.serializers import MeaningSerializer, strings
from rulesbase.citations.other_documents import cited_section
from rulesbase.citations.resolve import read_meanings
from rulesbase.core.document_urls import document_url

MOST, MOST_IN_ADDRESS = 500, 50
_TO: Fields = {"to": PatternField(VERSION, "The target version. Default: latest.", default="latest", initial="latest")}
_TEXTS: Fields = {
    "texts": StrictBooleanField("Add the cited text as `then`, and the texts at `numbers` as `now`.", required=False)
}
_CITED = StrictTextField(LONGEST, 1, "A citation.", initial="202.3@2006-05-01")
BATCH = body(
    "Batch",
    {"citations": ValuesField(StrictTextField(LONGEST), MOST, "Citations of any age."), **_TO},
    {"citations": ["202.3@2006-05-01"], "to": "latest"},
    256 * 1024,
)


class _CitationApi(Api):
    """The base of the citation views."""

    tag = "citations"

    def resolved(self, sent: Sequence[str], name: str) -> tuple[str, list[dict[str, Any]], list[str]]:
        """Return the version read, the meanings of citations in it, and the citations that cannot be read.

        It is the newest complete English text up to the requested day. Six queries. Raises Problem.
        """
        day = self.versions.find(name).date
        to = self.versions.complete_until(day)
        if to is None:
            raise not_found(_("There is no complete English text from %(day)s or earlier.") % {"day": day})
        read = read_meanings(self.versions, sent, to)
        items = [
            meaning_data(text, meaning, to) | (cited_texts(meaning) if self.query_values.get("texts") else {})
            for text in sent
            for _number, meaning in read[text]
        ]
        return str(to), items, [text for text in sent if not read[text]]


class Citations(_CitationApi):
    """What some citations mean in another version."""

    response_serializer, listed, body = MeaningSerializer, True, BATCH
    around = {"to": DateField(), "refused": strings()}
    params = {
        "cite": ValuesField(
            _CITED,
            MOST_IN_ADDRESS,
            "Citations, one each: 202.3@2006-05-01.",
            repeated=True,
            initial=["202.3@2006-05-01"],
        ),
        **_TO,
        **_TEXTS,
    }

    def get(self, request: Request) -> Response:
        """Resolve up to 50 citations in another version.

        Texts that are not citations are in `refused`.
        """
        return self._answer(self.query_values["cite"], self.query_values["to"])

    def post(self, request: Request) -> Response:
        """Resolve up to 500 citations in another version. A citation has at most 200 characters.

        Texts that are not citations are in `refused`. Nothing is stored.
        """
        sent = self.body.of(request)
        return self._answer(sent["citations"], sent["to"])

    def _answer(self, cited: Sequence[str], name: str) -> Response:
        to, items, refused = self.resolved(cited, name)
        return self.many(items, to=to, refused=refused)


class OneCitation(_CitationApi):
    """Resolve a citation in another version. A range gives one item for each number.

    A citation of another document, such as `MTR 3.9 of 2014` or `GRV`, redirects to the API of that document.
    """

    response_serializer, listed, params, around = MeaningSerializer, True, _TO | _TEXTS, {"to": DateField()}
    path_params = {"cited": _CITED}
    redirects = {"302": "The citation is of another document. See Location."}

    def get(self, request: Request, cited: str) -> HttpResponseBase:
        to, items, refused = self.resolved([cited[:LONGEST]], self.query_values["to"])
        if refused and (section := cited_section(cited)):
            named = f"{section.number}@{section.date}"
            address = document_url(section.document, "api-citation", named)
            return redirect(f"{address}?{query}" if (query := request.META.get("QUERY_STRING", "")) else address)
        if refused:
            message = _("“%(text)s” is not a citation. Write a number and a date: 202.3@2006-05-01.")
            raise not_found(message % {"text": cited[:60]})
        return self.many(items, to=to)
