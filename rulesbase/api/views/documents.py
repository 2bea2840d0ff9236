"""View of the API on the documents beside the Comprehensive Rules."""

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from rulesbase.api.base import Api
from rulesbase.api.serializers import DocumentSerializer
from rulesbase.core.documents import document_url
from rulesbase.documents.queries import documents


class Documents(Api):
    """List the documents: Comprehensive Rules, Tournament Rules, Infraction Procedure Guide and rulebooks.

    Each document has the same addresses as the rules: versions, entries, rules, changes, citations and search.
    """

    response_serializer, listed, tag = DocumentSerializer, True, "versions"

    def get(self, request: Request) -> Response:
        at = request._request.build_absolute_uri
        rules = {
            "document": "cr",
            "versions": len(self.versions.all),
            "latest": self.versions.latest and str(self.versions.latest),
            "url": at(reverse("api-root")),
        }
        others = [
            {
                "document": row.code,
                "versions": len(row.versions),
                "latest": str(row.versions[0].version),
                "url": at(document_url(row.code, "api-root")),
            }
            for row in documents()
        ]
        return self.many([rules, *others])
