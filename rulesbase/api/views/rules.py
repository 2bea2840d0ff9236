"""Views of the API on Rules, wordings by digest, and the lists of addresses and documents."""

from django.http import HttpResponseBase
from django.http.response import HttpResponsePermanentRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from rulesbase.api.base import Api
from rulesbase.api.filters import RuleFilter
from rulesbase.api.problems import not_found
from rulesbase.api.query_params import Fields, PatternField
from rulesbase.api.serializers import (
    ApiRootSerializer,
    DocumentSerializer,
    LineageSerializer,
    ListedRuleSerializer,
    WordingSerializer,
)
from rulesbase.archive.catalogue import DEFAULT_LANGUAGE
from rulesbase.core.document_urls import document_url
from rulesbase.documents.queries import documents
from rulesbase.history.queries import history_of
from rulesbase.lineage.follow_rule import rule_named
from rulesbase.models import Entry, Rule, Wording

_ID: Fields = {"rule": PatternField(r"[a-z0-9]{1,8}", "The id of a rule, as given by entries.")}
_DIGEST: Fields = {"digest": PatternField(r"[0-9a-f]{32}", "The digest of a text, as given by entries.")}


class ApiRoot(Api):
    """List the addresses of the API."""

    response_serializer, sparse, tag = ApiRootSerializer, False, "about"

    def get(self, request: Request) -> Response:
        at = request._request.build_absolute_uri
        addresses = {
            name: reverse(f"api-{name}", args=["latest"] if name in ("entries", "tree", "glossary") else [])
            for name in ApiRootSerializer.NAMES
        }
        named = addresses | {"documentation": reverse("api-docs")}
        return self.one({name: at(address) for name, address in named.items()})


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
                "document": row["code"],
                "versions": len(row["versions"]),
                "latest": str(row["versions"][0]["version"]),
                "url": at(document_url(row["code"], "api-root")),
            }
            for row in documents()
        ]
        return self.many([rules, *others])


class Rules(Api):
    """List rules by id. `?number=` finds the rules that had a number in any version."""

    response_serializer, listed, paged, filters = ListedRuleSerializer, True, True, RuleFilter

    def get(self, request: Request) -> Response:
        page = self.page(self.filtered(Rule.objects.select_related("merged_into")), "pk")
        latest = self.versions.latest
        text = latest.text_in(DEFAULT_LANGUAGE) if latest else None
        here = Entry.objects.filter(edition=text.pk if text else 0, rule__in=[row.pk for row in page])
        numbers = dict(here.values_list("rule", "number"))
        for row in page:
            vars(row)["number"] = numbers.get(row.pk)
        return self.many(page)


class Lineage(Api):
    """The history of a rule: numbers, wordings, changes, splits and merges."""

    response_serializer, path_params = LineageSerializer, _ID
    redirects = {"301": "The rule was merged into another. See Location."}

    def get(self, request: Request, rule: str) -> HttpResponseBase:
        found = rule_named(rule)
        if found is None:
            raise not_found(_("There is no rule with the id “%(id)s”.") % {"id": rule[:20]})
        if found.public_id != rule:
            address = reverse("api-rule", args=[found.public_id], query=request._request.GET)
            return HttpResponsePermanentRedirect(address)
        history = history_of(self.versions, found)
        if history is None:
            raise not_found(_("No complete English text contains this rule, so its history is not known."))
        return self.one(history)


class OneWording(Api):
    """A text by its digest. It never changes and can be cached for ever."""

    response_serializer, path_params, immutable = WordingSerializer, _DIGEST, True

    def get(self, request: Request, digest: str) -> Response:
        found = Wording.objects.filter(digest=digest[:40]).first()
        if found is None:
            raise not_found(
                _("No text has this digest. The field `wording` of each entry contains the digest of its text.")
            )
        self.text_language = found.language
        return self.one(found)
